// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  AccessExplanation,
  MemberRole,
  MemberRoleOrGuest,
  TeamContentPermission,
  UserContentPermission,
} from './types.ts'

/** Tell why a person has a role on a space. */
export const explainUserAccessInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string },
  AccessExplanation
>('explainUserAccessInSpace', 'GET', '/spaces/{spaceId}/permissions/users/{userId}/explain')

/** Grant people and teams a role on a space. */
export const inviteToSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> } },
  undefined
>('inviteToSpace', 'POST', '/spaces/{spaceId}/permissions')

/** List everyone who has access to a space, with their role. */
export const listPermissionsAggregateInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: { role?: MemberRole | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listPermissionsAggregateInSpace', 'GET', '/spaces/{spaceId}/permissions/aggregate')

/** List what teams were granted on a space. */
export const listTeamPermissionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInSpace', 'GET', '/spaces/{spaceId}/permissions/teams')

/** List what people were granted on a space. */
export const listUserPermissionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInSpace', 'GET', '/spaces/{spaceId}/permissions/users')

/** Take back what a team was granted on a space. */
export const removeTeamFromSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; teamId: string },
  undefined
>('removeTeamFromSpace', 'DELETE', '/spaces/{spaceId}/permissions/teams/{teamId}')

/** Take back what a person was granted on a space. */
export const removeUserFromSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string },
  undefined
>('removeUserFromSpace', 'DELETE', '/spaces/{spaceId}/permissions/users/{userId}')

/** Grant a team another role on a space. */
export const updateTeamPermissionInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInSpace', 'PATCH', '/spaces/{spaceId}/permissions/teams/{teamId}')

/** Grant a person another role on a space. */
export const updateUserPermissionInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInSpace', 'PATCH', '/spaces/{spaceId}/permissions/users/{userId}')
