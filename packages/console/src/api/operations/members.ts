// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { MemberRoleOrGuest, OrganizationMember } from './types.ts'

/** Get a member of an organization. */
export const getMemberInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  OrganizationMember
>('getMemberInOrganizationById', 'GET', '/orgs/{organizationId}/members/{userId}')

/** List the members of an organization. */
export const listMembersInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      order?: 'asc' | 'desc' | undefined
      role?: 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin' | 'guest' | undefined
      search?: string | undefined
      sort?: 'joinedAt' | 'lastSeenAt' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listMembersInOrganizationById', 'GET', '/orgs/{organizationId}/members')

/** Remove a member. */
export const removeMemberFromOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  undefined
>('removeMemberFromOrganizationById', 'DELETE', '/orgs/{organizationId}/members/{userId}')

/** Let a member sign in with single sign-on. */
export const setUserAsSSOMemberForOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string },
  OrganizationMember
>('setUserAsSSOMemberForOrganization', 'POST', '/orgs/{organizationId}/members/{userId}/sso')

/** Change a member's role. */
export const updateMemberInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; userId: string; body: { role?: MemberRoleOrGuest } },
  OrganizationMember
>('updateMemberInOrganizationById', 'PATCH', '/orgs/{organizationId}/members/{userId}')

/** Say that you are here. */
export const updateOrganizationMemberLastSeenAt = /* @__PURE__ */ defineOperation<
  { organizationId: string },
  { serviceVisitorClaims: string; gitbookVisitorClaims: string }
>('updateOrganizationMemberLastSeenAt', 'POST', '/orgs/{organizationId}/ping')
