// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  AccessExplanation,
  MemberRole,
  MemberRoleOrGuest,
  TeamContentPermission,
  UserContentPermission,
  UserSitePermission,
} from './types.ts'

/** Tell why a person has a role on a site. */
export const explainUserAccessInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string },
  AccessExplanation
>(
  'explainUserAccessInSite',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}/explain',
)

/** Grant people and teams a role on a site. */
export const inviteToSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: { role: MemberRoleOrGuest; users?: Array<string>; teams?: Array<string> }
  },
  undefined
>('inviteToSite', 'POST', '/orgs/{organizationId}/sites/{siteId}/permissions')

/** List everyone who has access to a site, with their role and where it comes from. */
export const listPermissionsAggregateInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: {
      role?: MemberRole | 'guest' | undefined
      search?: string | undefined
      team?: string | undefined
      sort?: 'joinedAt' | 'lastSeenAt' | 'name' | undefined
      order?: 'asc' | 'desc' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserSitePermission> }
>('listPermissionsAggregateInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/aggregate')

/** List what teams were granted on a site. */
export const listTeamPermissionsInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<TeamContentPermission> }
>('listTeamPermissionsInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/teams')

/** List what people were granted on a site. */
export const listUserPermissionsInSite = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContentPermission> }
>('listUserPermissionsInSite', 'GET', '/orgs/{organizationId}/sites/{siteId}/permissions/users')

/** Take back what a team was granted on a site. */
export const removeTeamFromSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; teamId: string },
  undefined
>('removeTeamFromSite', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}')

/** Take back what a person was granted on a site. */
export const removeUserFromSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string },
  undefined
>('removeUserFromSite', 'DELETE', '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}')

/** Grant a team another role on a site. */
export const updateTeamPermissionInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; teamId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateTeamPermissionInSite', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}')

/** Grant a person another role on a site. */
export const updateUserPermissionInSite = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  undefined
>('updateUserPermissionInSite', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}')
