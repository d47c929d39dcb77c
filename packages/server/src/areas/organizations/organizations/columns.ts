import { defineSubjectColumns, type SubjectRow } from '../../../access/subjects.ts'
import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface OrganizationRow
  extends
    SubjectRow,
    Pick<
      Tables['organizations'],
      | 'title'
      | 'hostname'
      | 'useCase'
      | 'communityType'
      | 'emailDomains'
      | 'defaultRole'
      | 'defaultSite'
      | 'sso'
      | 'ai'
      | 'inviteLinks'
      | 'logoUrl'
      | 'createdAt'
    > {
  type: 'business' | 'community'
  mergeRules: object
}

declare module '../../../access/subjects.ts' {
  interface SubjectRows {
    organization: OrganizationRow
  }
}

/** The columns of `OrganizationRow`. */
export const organizationColumns = defineSubjectColumns(
  'organization',
  sql`
  o.id, o.id as "organizationId", o.title, o.hostname, o.type, o.use_case as "useCase",
  o.community_type as "communityType", o.email_domains as "emailDomains", o.default_role as "defaultRole",
  o.default_site as "defaultSite", o.sso, o.ai, o.invite_links as "inviteLinks",
  o.merge_rules as "mergeRules", o.logo_url as "logoUrl", o.created_at as "createdAt"`,
)
