// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { OrganizationTeam, OrganizationTeamMember, TeamMember, TeamMemberRole } from './types.ts'

/** Add a member to a team, or change their role in it. */
export const addMemberToOrganizationTeamById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; userId: string; body?: { role?: TeamMemberRole } },
  undefined
>('addMemberToOrganizationTeamById', 'PUT', '/orgs/{organizationId}/teams/{teamId}/members/{userId}')

/** Create a team. */
export const createOrganizationTeam = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: { title: string; members?: Array<string> } },
  OrganizationTeam
>('createOrganizationTeam', 'PUT', '/orgs/{organizationId}/teams')

/** Remove a member from a team. */
export const deleteMemberFromOrganizationTeamById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; userId: string },
  undefined
>('deleteMemberFromOrganizationTeamById', 'DELETE', '/orgs/{organizationId}/teams/{teamId}/members/{userId}')

/** Get a team. */
export const getTeamInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string },
  OrganizationTeam
>('getTeamInOrganizationById', 'GET', '/orgs/{organizationId}/teams/{teamId}')

/** List the members of a team. */
export const listTeamMembersInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    teamId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<OrganizationTeamMember>
  }
>('listTeamMembersInOrganizationById', 'GET', '/orgs/{organizationId}/teams/{teamId}/members')

/** List the teams a member is in. */
export const listTeamsForOrganizationMember = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    userId: string
    query?: { title?: string | undefined; page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<{ team: OrganizationTeam; member: TeamMember }>
  }
>('listTeamsForOrganizationMember', 'GET', '/orgs/{organizationId}/members/{userId}/teams')

/** List the teams of an organization. */
export const listTeamsInOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      owner?: string | undefined
      title?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationTeam> }
>('listTeamsInOrganizationById', 'GET', '/orgs/{organizationId}/teams')

/** Delete a team. */
export const removeTeamFromOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string },
  undefined
>('removeTeamFromOrganizationById', 'DELETE', '/orgs/{organizationId}/teams/{teamId}')

/** Add, change and remove members of a team. */
export const updateMembersInOrganizationTeam = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    teamId: string
    body: { add?: Array<string>; remove?: Array<string>; memberships?: Record<string, TeamMember> }
  },
  undefined
>('updateMembersInOrganizationTeam', 'PUT', '/orgs/{organizationId}/teams/{teamId}/members')

/** Update a team. */
export const updateTeamInOrganizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; teamId: string; body: { title: string } },
  OrganizationTeam
>('updateTeamInOrganizationById', 'PATCH', '/orgs/{organizationId}/teams/{teamId}')
