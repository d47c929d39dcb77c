import { call, useWrite } from '../../api/index.ts'
import {
  inviteToSpace,
  listPermissionsAggregateInSpace,
  listTeamPermissionsInSpace,
  listUserPermissionsInSpace,
  type MemberRole,
  removeTeamFromSpace,
  removeUserFromSpace,
  updateTeamPermissionInSpace,
  updateUserPermissionInSpace,
} from '../../api/operations.ts'

/** Gives, changes and takes back roles on a space. */
export function useGrantWrites(spaceId: string) {
  const stale = [listPermissionsAggregateInSpace, listUserPermissionsInSpace, listTeamPermissionsInSpace]
  return {
    give: useWrite(
      (body: { role: MemberRole; users: string[]; teams: string[] }) =>
        call(inviteToSpace, { spaceId, body }),
      { stale },
    ),
    setUserRole: useWrite(
      ({ id, role }: { id: string; role: MemberRole }) =>
        call(updateUserPermissionInSpace, { spaceId, userId: id, body: { role } }),
      { stale },
    ),
    removeUser: useWrite((userId: string) => call(removeUserFromSpace, { spaceId, userId }), { stale }),
    setTeamRole: useWrite(
      ({ id, role }: { id: string; role: MemberRole }) =>
        call(updateTeamPermissionInSpace, { spaceId, teamId: id, body: { role } }),
      { stale },
    ),
    removeTeam: useWrite((teamId: string) => call(removeTeamFromSpace, { spaceId, teamId }), { stale }),
  }
}
