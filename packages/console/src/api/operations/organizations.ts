// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { MemberRoleOrGuest, MergeRule, Organization } from './types.ts'

/** Create an organization. */
export const createOrganization = /* @__PURE__ */ defineOperation<
  { body: { title: string; emailDomains?: Array<string> } },
  Organization
>('createOrganization', 'POST', '/orgs')

/** Delete an organization, with everything in it. */
export const deleteOrganizationById = /* @__PURE__ */ defineOperation<{ organizationId: string }, undefined>(
  'deleteOrganizationById',
  'DELETE',
  '/orgs/{organizationId}',
)

/** Get an organization. */
export const getOrganizationById = /* @__PURE__ */ defineOperation<{ organizationId: string }, Organization>(
  'getOrganizationById',
  'GET',
  '/orgs/{organizationId}',
)

/** List the organizations of an e-mail domain. */
export const getOrganizationsForEmailDomain = /* @__PURE__ */ defineOperation<
  { emailDomain: string },
  { organizations: Array<Organization> }
>('getOrganizationsForEmailDomain', 'GET', '/email-domains/{emailDomain}/orgs')

/** List the organizations you belong to. */
export const listOrganizationsForAuthenticatedUser = /* @__PURE__ */ defineOperation<
  { query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Organization> }
>('listOrganizationsForAuthenticatedUser', 'GET', '/orgs')

/** Update an organization. */
export const updateOrganizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    body: {
      title?: string
      emailDomains?: Array<string>
      hostname?: string
      defaultRole?: MemberRoleOrGuest
      defaultContent?: { type: 'site'; site: string } | null
      logo?: string | null
      sso?: boolean
      ai?: boolean
      inviteLinks?: boolean
      mergeRules?: { type: 'rules'; rules: Array<MergeRule> } | { type: 'none' }
    }
  },
  Organization
>('updateOrganizationById', 'PATCH', '/orgs/{organizationId}')
