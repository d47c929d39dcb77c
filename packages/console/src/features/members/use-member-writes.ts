import { call, useWrite } from '../../api/index.ts'
import {
  getMemberInOrganizationById,
  inviteUsersToOrganization,
  listMembersInOrganizationById,
  listOrganizationInvitations,
  listSpacesForOrganizationMember,
  type MemberRoleOrGuest,
  removeMemberFromOrganizationById,
  setUserAsSSOMemberForOrganization,
  updateMemberInOrganizationById,
} from '../../api/operations.ts'

/** What can be done with the members of an organization. */
export function useMemberWrites(organizationId: string) {
  const stale = [listMembersInOrganizationById, getMemberInOrganizationById, listSpacesForOrganizationMember]
  return {
    changeRole: useWrite(
      ({ userId, role }: { userId: string; role: MemberRoleOrGuest }) =>
        call(updateMemberInOrganizationById, { organizationId, userId, body: { role } }),
      { stale },
    ),
    enableSso: useWrite(
      (userId: string) => call(setUserAsSSOMemberForOrganization, { organizationId, userId }),
      { stale },
    ),
    // The person who is removed is not asked for again: the screen about them is left.
    remove: useWrite((userId: string) => call(removeMemberFromOrganizationById, { organizationId, userId }), {
      stale: [listMembersInOrganizationById],
    }),
    invite: useWrite(
      (body: { emails: string[]; role: MemberRoleOrGuest; sso?: boolean }) =>
        call(inviteUsersToOrganization, { organizationId, body }),
      { stale: [listMembersInOrganizationById, listOrganizationInvitations] },
    ),
  }
}
