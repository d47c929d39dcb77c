// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  AccessExplanation,
  MemberRole,
  MemberRoleOrGuest,
  TeamContentPermission,
  UserContentPermission,
} from './types.ts'

/** Tell why a person has a role on a collection. */
export const explainUserAccessInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string },
  AccessExplanation
>('explainUserAccessInCollection', 'GET', '/collections/{collectionId}/permissions/users/{userId}/explain')

/** Grant people and teams a role on a collection. */
export const inviteToCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> } },
  undefined
>('inviteToCollection', 'POST', '/collections/{collectionId}/permissions')

/** List everyone who has access to a collection, with their role. */
export const listPermissionsAggregateInCollection = /* @__PURE__ */ defineOperation<
  {
    collectionId: string
    query?: { role?: MemberRole | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listPermissionsAggregateInCollection', 'GET', '/collections/{collectionId}/permissions/aggregate')

/** List what teams were granted on a collection. */
export const listTeamPermissionsInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInCollection', 'GET', '/collections/{collectionId}/permissions/teams')

/** List what people were granted on a collection. */
export const listUserPermissionsInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInCollection', 'GET', '/collections/{collectionId}/permissions/users')

/** Take back what a team was granted on a collection. */
export const removeTeamFromCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; teamId: string },
  undefined
>('removeTeamFromCollection', 'DELETE', '/collections/{collectionId}/permissions/teams/{teamId}')

/** Take back what a person was granted on a collection. */
export const removeUserFromCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string },
  undefined
>('removeUserFromCollection', 'DELETE', '/collections/{collectionId}/permissions/users/{userId}')

/** Grant a team another role on a collection. */
export const updateTeamPermissionInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInCollection', 'PATCH', '/collections/{collectionId}/permissions/teams/{teamId}')

/** Grant a person another role on a collection. */
export const updateUserPermissionInCollection = /* @__PURE__ */ defineOperation<
  { collectionId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInCollection', 'PATCH', '/collections/{collectionId}/permissions/users/{userId}')
