import { type Viewer, viewerRoles } from '../../access/content-role.ts'
import type { Role } from '../../access/roles.ts'
import { type Queryable, sql } from '../../database/database.ts'
import { type Page, type Paging, readPage } from '../../database/paging.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { makeSiteSyncKey } from '../sites/index.ts'
import { makeTranslationKey } from '../translation/index.ts'
import type { ListJobs } from './schema.ts'

export type JobRow = Pick<
  Tables['tasks'],
  | 'id'
  | 'type'
  | 'status'
  | 'spaceId'
  | 'progressDone'
  | 'progressTotal'
  | 'progressStep'
  | 'attempts'
  | 'error'
  | 'createdAt'
  | 'startedAt'
  | 'dueAt'
  | 'finishedAt'
>

const jobColumns = sql`
  t.id, t.type, t.status, t.space_id as "spaceId", t.progress_done as "progressDone",
  t.progress_total as "progressTotal", t.progress_step as "progressStep", t.attempts, t.error, t.created_at as "createdAt",
  t.started_at as "startedAt", t.due_at as "dueAt", t.finished_at as "finishedAt"`

/** A job, with the role of the viewer on its space. */
export interface JobForViewer extends JobRow {
  createdBy: Tables['tasks']['createdBy']
  spaceRole: Role | null
}

export class JobRepository {
  /** Finds a job that the viewer may see, as `listJobs` lists them. */
  findJob(
    on: Queryable,
    organizationId: string,
    viewer: Viewer,
    id: string,
  ): Promise<JobForViewer | undefined> {
    const {
      join,
      role,
      with: tables,
    } = viewerRoles(organizationId, viewer, {
      table: 'space_roles',
      id: sql`s.id`,
    })
    const hasNoSpace = viewer.memberRole == null ? sql`false` : isOfOrganization
    return on.row(sql`
      ${tables ? sql`with ${tables}` : sql``}
      select ${jobColumns}, t.created_by as "createdBy", seen.role as "spaceRole"
      from tasks t
      left join (
        select s.id, ${role} as role from spaces s ${join}
        where s.organization_id = ${organizationId} and s.deleted_at is null and ${role} is not null
      ) as seen on seen.id = t.space_id
      where t.id = ${id} and t.organization_id = ${organizationId} and (seen.id is not null or ${hasNoSpace})`)
  }

  /**
   * The tasks of spaces that the viewer may read, and for members also those without a space. The latest come first. For
   * those of a site, the caller has checked that the viewer may see the site.
   */
  listJobs(
    on: Queryable,
    organizationId: string,
    { status, type, space, site, translation }: ListJobs,
    viewer: Viewer,
    paging: Paging,
  ): Promise<Page<JobRow>> {
    const { join, role, ...tables } = viewerRoles(organizationId, viewer, {
      table: 'space_roles',
      id: sql`s.id`,
    })
    const siteKey = site === undefined ? undefined : makeSiteSyncKey(site)
    const hasNoSpace =
      siteKey !== undefined
        ? sql`t.key = ${siteKey}`
        : viewer.memberRole == null
          ? sql`false`
          : isOfOrganization
    return readPage(
      on,
      {
        ...tables,
        id: sql`t.id`,
        order: 'desc',
        from: sql`
          from tasks t
          left join (
            select s.id from spaces s ${join}
            where s.organization_id = ${organizationId} and s.deleted_at is null and ${role} is not null
          ) as seen on seen.id = t.space_id
          where t.organization_id = ${organizationId} and (seen.id is not null or ${hasNoSpace})
            ${status === undefined ? sql`` : sql`and t.status = ${status}`}
            ${type === undefined ? sql`` : sql`and t.type = any(${type}::text[])`}
            ${space === undefined ? sql`` : sql`and t.space_id = ${space}`}
            ${siteKey === undefined ? sql`` : sql`and t.key = ${siteKey}`}
            ${translation === undefined ? sql`` : sql`and t.key = ${makeTranslationKey(translation)}`}`,
        columns: jobColumns,
        joins: sql`join tasks t on t.id = page.id`,
      },
      paging,
    )
  }
}

/** Work of no space that every member may know of. That of a site is for those who see the site, which shows it. */
const isOfOrganization = sql`t.space_id is null and t.type not like 'site-git-%'`
