import { useInfiniteQuery } from '@tanstack/react-query'
import { call, readList, useWrite } from '../../api/index.ts'
import {
  inviteToSite,
  inviteToSpace,
  listPermissionsAggregateInSite,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInSite,
  listTeamPermissionsInSpace,
  listUserPermissionsInSite,
  listUserPermissionsInSpace,
  type MemberRole,
  removeTeamFromSite,
  removeTeamFromSpace,
  removeUserFromSite,
  removeUserFromSpace,
  updateTeamPermissionInSite,
  updateTeamPermissionInSpace,
  updateUserPermissionInSite,
  updateUserPermissionInSpace,
} from '../../api/operations.ts'

/** What roles are given on. */
export type GrantTarget =
  | { kind: 'space'; spaceId: string; organizationId: string }
  | { kind: 'site'; siteId: string; organizationId: string }

const stale = [
  listPermissionsAggregateInSpace,
  listUserPermissionsInSpace,
  listTeamPermissionsInSpace,
  listPermissionsAggregateInSite,
  listUserPermissionsInSite,
  listTeamPermissionsInSite,
]

/** The roles that were given on a space or a site itself: to people, and to teams. */
export function useGrants(target: GrantTarget) {
  const isSpace = target.kind === 'space'
  const place = toPlace(target)
  const spaceUsers = useInfiniteQuery({
    ...readList(listUserPermissionsInSpace, place),
    enabled: isSpace,
  })
  const spaceTeams = useInfiniteQuery({ ...readList(listTeamPermissionsInSpace, place), enabled: isSpace })
  const siteUsers = useInfiniteQuery({ ...readList(listUserPermissionsInSite, place), enabled: !isSpace })
  const siteTeams = useInfiniteQuery({ ...readList(listTeamPermissionsInSite, place), enabled: !isSpace })
  return isSpace ? { users: spaceUsers, teams: spaceTeams } : { users: siteUsers, teams: siteTeams }
}

/** Everybody who has access to a space or a site, with the role that counts. */
export function useEveryone(target: GrantTarget) {
  const isSpace = target.kind === 'space'
  const place = toPlace(target)
  const ofSpace = useInfiniteQuery({
    ...readList(listPermissionsAggregateInSpace, place),
    enabled: isSpace,
  })
  const ofSite = useInfiniteQuery({
    ...readList(listPermissionsAggregateInSite, { ...place, query: { sort: 'name', order: 'asc' } }),
    enabled: !isSpace,
  })
  return isSpace ? ofSpace : ofSite
}

/** The parameters of the addresses of both: those of the other one are not asked. */
const toPlace = (target: GrantTarget) => ({
  organizationId: target.organizationId,
  spaceId: target.kind === 'space' ? target.spaceId : '',
  siteId: target.kind === 'site' ? target.siteId : '',
})

/** Gives, changes and takes back roles on a space or a site. */
export function useGrantWrites(target: GrantTarget) {
  const isSpace = target.kind === 'space'
  const place = toPlace(target)
  return {
    give: useWrite(
      async (body: { role: MemberRole; users: string[]; teams: string[] }): Promise<void> => {
        // A list that is empty is left out: the API asks for at least one of each that it is given.
        const given = {
          role: body.role,
          ...(body.users.length > 0 && { users: body.users }),
          ...(body.teams.length > 0 && { teams: body.teams }),
        }
        await (isSpace
          ? call(inviteToSpace, { ...place, body: given })
          : call(inviteToSite, { ...place, body: given }))
      },
      { stale },
    ),
    setUserRole: useWrite(
      async ({ id, role }: { id: string; role: MemberRole }): Promise<void> => {
        const input = { ...place, userId: id, body: { role } }
        await (isSpace ? call(updateUserPermissionInSpace, input) : call(updateUserPermissionInSite, input))
      },
      { stale },
    ),
    removeUser: useWrite(
      async (userId: string): Promise<void> => {
        const input = { ...place, userId }
        await (isSpace ? call(removeUserFromSpace, input) : call(removeUserFromSite, input))
      },
      { stale },
    ),
    setTeamRole: useWrite(
      async ({ id, role }: { id: string; role: MemberRole }): Promise<void> => {
        const input = { ...place, teamId: id, body: { role } }
        await (isSpace ? call(updateTeamPermissionInSpace, input) : call(updateTeamPermissionInSite, input))
      },
      { stale },
    ),
    removeTeam: useWrite(
      async (teamId: string): Promise<void> => {
        const input = { ...place, teamId }
        await (isSpace ? call(removeTeamFromSpace, input) : call(removeTeamFromSite, input))
      },
      { stale },
    ),
  }
}
