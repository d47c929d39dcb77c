import { empty, type Sql, sql } from '../database/database.ts'
import { collectionLevels, contentRole, siteLevels, spaceLevels } from './content-role.ts'
import type { Role } from './roles.ts'

/**
 * The rows of the subjects, by kind. Each area declares the rows that it owns by declaration merging, because this folder
 * must not import areas, and gives their SQL to `defineSubjectColumns`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- The areas add the members.
export interface SubjectRows {}

/** What every row of a subject says besides its own fields. */
export interface SubjectRow {
  id: string
  organizationId: string
}

/** A subject as one caller meets it. */
export interface SubjectWithRole {
  /** The caller's role on it; null for a guest of the organization, or where there is no access. */
  role: Role | null
  /** The organization lets nobody in without its single sign-on, and the caller has not come through it. */
  ssoMissing?: boolean
}

export interface Subjects {
  organization: SubjectRows['organization'] & SubjectWithRole & { ownsTeam: boolean }
  collection: SubjectRows['collection'] & SubjectWithRole
  space: SubjectRows['space'] & SubjectWithRole
  site: SubjectRows['site'] & SubjectWithRole
}

const definedColumns = new Map<keyof Subjects, Sql>()

/**
 * Gives the columns of a subject's row, from its table under the alias that the joins below use: `o` for an organization,
 * `c` for a collection, `s` for a space, `site` for a site. The area that owns the rows calls it once, when it is loaded.
 */
export function defineSubjectColumns(kind: keyof Subjects, columns: Sql): Sql {
  if (definedColumns.has(kind)) throw new Error(`The columns of the subject "${kind}" are defined twice.`)
  definedColumns.set(kind, columns)
  return columns
}

/** The columns that an area has given for a subject's row, without the role of a caller. */
export function getSubjectColumns(kind: keyof Subjects): Sql {
  const columns = definedColumns.get(kind)
  if (!columns) throw new Error(`No area has defined the columns of the subject "${kind}".`)
  return columns
}

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

/**
 * Whether the member `m` owns a team of the organization. Without the offset, PostgreSQL may read all members of all teams to look
 * the answers up there.
 */
export const ownsTeam: Sql = sql`exists (
  select from team_members owned
  where owned.user_id = m.user_id and owned.organization_id = m.organization_id and owned.role = 'owner'
  offset 0
)`

/** A membership that is not disabled, where what the caller came with is good, and for what it is good for. */
const entered: Sql = sql`
  not m.disabled and (i.within is null or i.within = m.organization_id)
  and (i.content_id is null or i.content_id = i.target)`

/** Whether the organization of the member `m` asks for single sign-on, and they have not signed in through it. */
export const lacksSso: Sql = sql`
  (not m.sso and exists (
    select from organizations asking
    where asking.id = m.organization_id and asking.sso and asking.sso_set_by is distinct from m.user_id
  ))`

const ssoMissing: Sql = sql`${lacksSso} as "ssoMissing"`

/** The columns that depend on the caller. */
const callerColumns: Record<keyof Subjects, Sql> = {
  organization: sql`m.role, ${ownsTeam} as "ownsTeam", ${ssoMissing}`,
  collection: sql`${collectionRole} as role, ${ssoMissing}`,
  space: sql`${spaceRole} as role, ${ssoMissing}`,
  site: sql`${siteRole} as role, ${ssoMissing}`,
}

/**
 * How each subject is found by the person `i.user_id` and the id `i.target`, with the membership `m` that
 * connects them. A disabled membership is none. `i.within` is the only organization that what the person came with is
 * good in, or null; `i.content_id` the only space or site.
 */
export const subjectJoins: Record<keyof Subjects, Sql> = {
  organization: sql`
    left join members m
      on m.organization_id = i.target and m.user_id = i.user_id and ${entered}
    left join organizations o on o.id = m.organization_id`,
  collection: sql`
    left join (
      collections c join members m on m.organization_id = c.organization_id
    ) on c.id = i.target and m.user_id = i.user_id and ${entered}`,
  space: sql`
    left join (
      spaces s join members m on m.organization_id = s.organization_id
    ) on s.id = i.target and m.user_id = i.user_id and ${entered}`,
  site: sql`
    left join (
      sites site join members m on m.organization_id = site.organization_id
    ) on site.id = i.target and m.user_id = i.user_id and ${entered}`,
}

/** The columns of a subject for a caller, with the details that a route presents. */
export const selectColumns = (kind: keyof Subjects, details: SubjectDetails<object> | undefined): Sql => sql`
  ${getSubjectColumns(kind)}, ${callerColumns[kind]} ${details ? sql`, ${details.columns}` : empty}`
