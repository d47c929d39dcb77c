import type { QueryClient } from '@tanstack/react-query'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { read } from '../api/index.ts'
import { getSpaceById } from '../api/operations.ts'
import { collectionsRead, spacesRead } from '../features/content/use-content.ts'
import { draftsRead, reviewsRead } from '../features/home/home-reads.ts'
import { unreadRead } from '../features/notifications/use-notifications.ts'
import { pagesRead } from '../features/pages/pages-read.ts'
import { readLastOrganization } from './last-organization.ts'
import { organizationsRead } from './organization.ts'
import { beginPreferencesRead } from './preferences.ts'
import { sessionRead } from './session.ts'

/** Reads that are under way. Whoever shows their answers finds these in the cache, or reads again where one failed. */
type FirstReads = Promise<unknown>[]

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * Begins what the screens of the route show whatever else is in them. It is read together with who is signed in, while
     * the code of the screen is still on its way. What is in the cache already is not read again.
     */
    beginReads?: (client: QueryClient, params: Record<string, string>) => FirstReads
    /** Whether nearly everybody is led on from its address, so that its own code is seldom needed. */
    isPassedThrough?: boolean
  }
}

interface Match {
  staticData: StaticDataRouteOption
  params: Record<string, string>
}

/** Begins what the screen in the address shows in any case. Done when it is all there, or has failed. */
export async function beginFirstReads(client: QueryClient, matches: readonly Match[]): Promise<void> {
  const reads = matches.flatMap(({ staticData, params }) => staticData.beginReads?.(client, params) ?? [])
  await Promise.allSettled([...reads, ...beginPreferencesRead(client)])
}

export const beginOrganizationReads = (
  client: QueryClient,
  { organizationId = '' }: Record<string, string>,
): FirstReads => [
  client.ensureQueryData(organizationsRead),
  client.ensureInfiniteQueryData(collectionsRead(organizationId)),
  client.ensureInfiniteQueryData(spacesRead(organizationId)),
  client.ensureQueryData(unreadRead(organizationId)),
]

export const beginHomeReads = (
  client: QueryClient,
  { organizationId = '' }: Record<string, string>,
): FirstReads => [
  client
    .ensureQueryData(sessionRead)
    .then(({ id }) =>
      Promise.all([
        client.ensureInfiniteQueryData(reviewsRead(organizationId, id)),
        client.ensureInfiniteQueryData(draftsRead(organizationId, id)),
      ]),
    ),
]

export function beginSpaceReads(client: QueryClient, { spaceId = '' }: Record<string, string>): FirstReads {
  // Nearly always the space is in the organization that was open last. Which one it is in is known only with its answer.
  const organizationId = readLastOrganization()
  return [
    client.ensureQueryData(read(getSpaceById, { spaceId })),
    client.ensureQueryData(pagesRead(spaceId)),
    ...(organizationId === undefined ? [] : [client.ensureQueryData(unreadRead(organizationId))]),
  ]
}
