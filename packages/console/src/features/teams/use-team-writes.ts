import { call, useWrite } from '../../api/index.ts'
import {
  addMemberToOrganizationTeamById,
  deleteMemberFromOrganizationTeamById,
  getTeamInOrganizationById,
  listTeamMembersInOrganizationById,
  listTeamsForOrganizationMember,
  listTeamsInOrganizationById,
  removeTeamFromOrganizationById,
  type TeamMemberRole,
  updateMembersInOrganizationTeam,
  updateTeamInOrganizationById,
} from '../../api/operations.ts'

/** What can be done with one team. */
export function useTeamWrites(organizationId: string, teamId: string) {
  const team = { organizationId, teamId }
  const stale = [
    getTeamInOrganizationById,
    listTeamMembersInOrganizationById,
    listTeamsInOrganizationById,
    listTeamsForOrganizationMember,
  ]
  return {
    rename: useWrite((title: string) => call(updateTeamInOrganizationById, { ...team, body: { title } }), {
      stale,
    }),
    remove: useWrite(
      async (leave: () => Promise<void>) => {
        await call(removeTeamFromOrganizationById, team)
        await leave()
      },
      { stale: [listTeamsInOrganizationById, listTeamsForOrganizationMember] },
    ),
    addMembers: useWrite(
      (userIds: readonly string[]) =>
        call(updateMembersInOrganizationTeam, { ...team, body: { add: [...userIds] } }),
      { stale },
    ),
    setRole: useWrite(
      ({ userId, role }: { userId: string; role: TeamMemberRole }) =>
        call(addMemberToOrganizationTeamById, { ...team, userId, body: { role } }),
      { stale },
    ),
    removeMember: useWrite(
      (userId: string) => call(deleteMemberFromOrganizationTeamById, { ...team, userId }),
      { stale },
    ),
  }
}
