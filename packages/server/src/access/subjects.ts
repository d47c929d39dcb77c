import { type Sql, sql } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import { collectionLevels, contentRole, siteLevels, spaceLevels } from './content-role.ts'
import type { Role } from './roles.ts'

/** What every row of a subject says besides its own fields. */
interface SubjectRow {
  id: string
  organizationId: string
}

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

export interface CollectionRow
  extends
    SubjectRow,
    Pick<Tables['collections'], 'parentId' | 'title' | 'description' | 'defaultLevel' | 'rank'> {
  path: string[]
}

export interface SpaceRow
  extends
    SubjectRow,
    Pick<
      Tables['spaces'],
      | 'parentId'
      | 'title'
      | 'emoji'
      | 'iconUrl'
      | 'editMode'
      | 'defaultLevel'
      | 'language'
      | 'revisionId'
      | 'rank'
      | 'createdAt'
      | 'updatedAt'
      | 'deletedAt'
      | 'changeRequests'
      | 'changeRequestsOpen'
      | 'changeRequestsDraft'
    > {
  mergeRules: object
  /** How many comments on the space itself are open. */
  comments: number
}

export type SiteVisibility = Tables['sites']['visibility']

export interface SiteRow
  extends
    SubjectRow,
    Pick<
      Tables['sites'],
      | 'type'
      | 'title'
      | 'basename'
      | 'hostname'
      | 'proxyOrigin'
      | 'visibility'
      | 'published'
      | 'defaultLevel'
      | 'adaptiveContent'
      | 'agentsContext'
      | 'createdAt'
      | 'updatedAt'
    > {
  /** The favicon of its customization, if one was set. */
  favicon: object | null
  /** The name of its organization in URLs. */
  organizationName: string
  /** How many site spaces it has. */
  siteSpaces: number
}

/** A subject as one caller meets it. */
export interface SubjectWithRole {
  /** The caller's role on it; null for a guest of the organization, or where there is no access. */
  role: Role | null
  /** The organization lets nobody in without its single sign-on, and the caller has not come through it. */
  ssoMissing?: boolean
}

export interface Subjects {
  organization: OrganizationRow & SubjectWithRole & { ownsTeam: boolean }
  collection: CollectionRow & SubjectWithRole
  space: SpaceRow & SubjectWithRole
  site: SiteRow & SubjectWithRole
}

export const organizationColumns = sql`
  o.id, o.id as "organizationId", o.title, o.hostname, o.type, o.use_case as "useCase",
  o.community_type as "communityType", o.email_domains as "emailDomains", o.default_role as "defaultRole",
  o.default_site as "defaultSite", o.sso, o.ai, o.invite_links as "inviteLinks",
  o.merge_rules as "mergeRules", o.logo_url as "logoUrl", o.created_at as "createdAt"`

export const collectionColumns = sql`
  c.id, c.organization_id as "organizationId", c.parent_id as "parentId",
  -- The driver reads arrays of PostgreSQL's own types only.
  c.path::text[] as path, c.title, c.description,
  c.default_level as "defaultLevel", c.rank`

export const spaceColumns = sql`
  s.id, s.organization_id as "organizationId", s.parent_id as "parentId", s.title, s.emoji,
  s.icon_url as "iconUrl", s.edit_mode as "editMode", s.default_level as "defaultLevel", s.language,
  s.merge_rules as "mergeRules", s.revision_id as "revisionId", s.rank, s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.deleted_at as "deletedAt", s.comments, s.change_requests as "changeRequests",
  s.change_requests_open as "changeRequestsOpen", s.change_requests_draft as "changeRequestsDraft"`

export const siteColumns = sql`
  site.id, site.organization_id as "organizationId", site.type, site.title, site.basename, site.hostname,
  site.proxy_origin as "proxyOrigin", site.visibility, site.published, site.default_level as "defaultLevel",
  site.adaptive_content as "adaptiveContent", site.agents_context as "agentsContext",
  site.customization -> 'favicon' as favicon, site.created_at as "createdAt", site.updated_at as "updatedAt",
  (select coalesce(named.hostname, named.id) from organizations named where named.id = site.organization_id)
    as "organizationName",
  (select count(*) from site_spaces counted where counted.site_id = site.id) as "siteSpaces"`

/**
 * Columns of a subject that only some routes present. A route names them in its row of the table, so that all others do
 * not pay for the subqueries.
 */
export interface SubjectDetails<Details extends object> {
  columns: Sql
  /** Never set: carries the type of the columns. */
  readonly row?: Details
}

/** The role of the member `m` on the collection `c`. */
export const collectionRole: Sql = contentRole({
  memberRole: sql`m.role`,
  userId: sql`m.user_id`,
  levels: collectionLevels(sql`c.path`),
})

/** The role of the member `m` on the space `s`. */
export const spaceRole: Sql = contentRole({
  memberRole: sql`m.role`,
  userId: sql`m.user_id`,
  levels: spaceLevels({ id: sql`s.id`, defaultLevel: sql`s.default_level`, parentId: sql`s.parent_id` }),
})

/** The role of the member `m` on the site `site`. */
export const siteRole: Sql = contentRole({
  memberRole: sql`m.role`,
  userId: sql`m.user_id`,
  levels: siteLevels({ id: sql`site.id`, defaultLevel: sql`site.default_level` }),
})

/** Whether the member `m` owns a team of the organization. */
export const ownsTeam: Sql = sql`exists (
  select from team_members owned
  where owned.user_id = m.user_id and owned.organization_id = m.organization_id and owned.role = 'owner'
)`

/** A membership that is not disabled, where what the caller came with is good. */
const entered: Sql = sql`not m.disabled and (i.within is null or i.within = m.organization_id)`

/** Whether the organization of the member `m` asks for single sign-on, and they have not signed in through it. */
const ssoMissing: Sql = sql`
  (not m.sso and exists (
    select from organizations asking
    where asking.id = m.organization_id and asking.sso and asking.sso_set_by is distinct from m.user_id
  )) as "ssoMissing"`

/**
 * How each subject is found by the person `i.user_id` and the id `i.target`, with the membership `m` that
 * connects them. A disabled membership is none. `i.within` is the only organization that what the person came with is
 * good in, or null.
 */
export const subjectQueries: Record<keyof Subjects, { columns: Sql; joins: Sql }> = {
  organization: {
    columns: sql`${organizationColumns}, m.role, ${ownsTeam} as "ownsTeam", ${ssoMissing}`,
    joins: sql`
      left join members m
        on m.organization_id = i.target and m.user_id = i.user_id and ${entered}
      left join organizations o on o.id = m.organization_id`,
  },
  collection: {
    columns: sql`${collectionColumns}, ${collectionRole} as role, ${ssoMissing}`,
    joins: sql`
      left join (
        collections c join members m on m.organization_id = c.organization_id
      ) on c.id = i.target and m.user_id = i.user_id and ${entered}`,
  },
  space: {
    columns: sql`${spaceColumns}, ${spaceRole} as role, ${ssoMissing}`,
    joins: sql`
      left join (
        spaces s join members m on m.organization_id = s.organization_id
      ) on s.id = i.target and m.user_id = i.user_id and ${entered}`,
  },
  site: {
    columns: sql`${siteColumns}, ${siteRole} as role, ${ssoMissing}`,
    joins: sql`
      left join (
        sites site join members m on m.organization_id = site.organization_id
      ) on site.id = i.target and m.user_id = i.user_id and ${entered}`,
  },
}

/** The columns of a subject, with the details that a route presents. */
export const selectColumns = (kind: keyof Subjects, details: SubjectDetails<object> | undefined): Sql =>
  details ? sql`${subjectQueries[kind].columns}, ${details.columns}` : subjectQueries[kind].columns
