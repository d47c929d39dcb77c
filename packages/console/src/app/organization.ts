import { useQuery } from '@tanstack/react-query'
import { read } from '../api/index.ts'
import {
  getOrganizationById,
  listOrganizationsForAuthenticatedUser,
  type Organization,
} from '../api/operations.ts'

/** The organizations that one is in, as many as the API lists at once. */
export const organizationsRead = read(listOrganizationsForAuthenticatedUser, { query: { limit: 1000 } })

/** The organization with what one may do in it. The list that the switcher shows has it, unless one is in very many. */
export function useOrganization(organizationId: string): Organization | undefined {
  const list = useQuery(organizationsRead)
  const listed = list.data?.items.find(({ id }) => id === organizationId)
  const single = useQuery({
    ...read(getOrganizationById, { organizationId }),
    enabled: list.isFetched && listed === undefined,
  })
  return listed ?? single.data
}
