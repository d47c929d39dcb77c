import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { isStatus, read } from '../api/index.ts'
import { getAuthenticatedUser, type User } from '../api/operations.ts'
import { writeSignInAddress } from './sign-in-address.ts'

/** Who is signed in. It stays the same while the page is open. */
export const sessionRead = { ...read(getAuthenticatedUser), staleTime: Infinity }

/** Sends whoever is not signed in to the sign-in page, and back afterwards. */
export async function requireSession(client: QueryClient, address: string): Promise<User> {
  try {
    return await client.ensureQueryData(sessionRead)
  } catch (error) {
    if (!isStatus(error, 401)) throw error
    // A page of its own: nothing of the application is needed to sign in.
    location.replace(writeSignInAddress(address))
    return new Promise(() => undefined)
  }
}

/** Whoever is signed in. Only for screens below the signed-in route. */
export const useSession = (): User => useSuspenseQuery(sessionRead).data
