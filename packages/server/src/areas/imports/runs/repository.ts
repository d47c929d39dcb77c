import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import type { Role } from '../../../access/roles.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { ImportReport, ImportRunSource, ListImportRuns } from './schema.ts'

/** The type of the tasks that are imports. */
export const importTaskType = 'import'

/** What people are told that an import was started for, as it is stored with its task. */
export interface ImportSubject {
  source: ImportRunSource
  changeRequest?: string
}

export interface ImportRunRow extends Pick<
  Tables['tasks'],
  | 'id'
  | 'organizationId'
  | 'status'
  | 'createdBy'
  | 'progressDone'
  | 'progressTotal'
  | 'progressStep'
  | 'error'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
> {
  spaceId: string
  subject: ImportSubject
  /** Without the pages and the failures where many runs are read. */
  report: (Pick<ImportReport, 'importedResources' | 'totalResources'> & Partial<ImportReport>) | null
  role: Role
}

const columns = sql`
  t.id, t.organization_id as "organizationId", t.space_id as "spaceId", t.status, t.created_by as "createdBy",
  t.progress_done as "progressDone", t.progress_total as "progressTotal", t.progress_step as "progressStep", t.error,
  t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt", t.subject`

const statusConditions: Record<NonNullable<ListImportRuns['status']>, Sql> = {
  active: sql`and t.status in ('pending', 'running')`,
  pending: sql`and t.status = 'pending'`,
  'in-progress': sql`and t.status = 'running'`,
  completed: sql`and t.status = 'completed'`,
  failed: sql`and t.status = 'failed'`,
  cancelled: sql`and t.status = 'canceled'`,
}

/** Reads imports, which are tasks of spaces that the viewer may read. */
export class ImportRunRepository {
  findRun(
    on: Queryable,
    organizationId: string,
    viewer: Viewer,
    id: string,
  ): Promise<ImportRunRow | undefined> {
    const { join, role, with: tables } = viewerRoles(organizationId, viewer, spaceRoles)
    return on.row(sql`
      ${tables ? sql`with ${tables}` : sql``}
      select ${columns}, t.report, ${role} as role
      from tasks t join spaces s on s.id = t.space_id ${join}
      where t.id = ${id} and t.organization_id = ${organizationId} and t.type = ${importTaskType}
        and s.organization_id = ${organizationId} and s.deleted_at is null and ${role} is not null`)
  }

  listRuns(
    on: Queryable,
    organizationId: string,
    { space, changeRequest, status }: ListImportRuns,
    viewer: Viewer,
    paging: Paging,
  ): Promise<Page<ImportRunRow>> {
    const { join, role, ...tables } = viewerRoles(organizationId, viewer, spaceRoles)
    return readPage(
      on,
      {
        ...tables,
        id: sql`t.id`,
        order: 'desc',
        from: sql`
          from tasks t join spaces s on s.id = t.space_id ${join}
          where t.organization_id = ${organizationId} and t.type = ${importTaskType}
            and s.organization_id = ${organizationId} and s.deleted_at is null and ${role} is not null
            ${space === undefined ? sql`` : sql`and t.space_id = ${space}`}
            ${changeRequest === undefined ? sql`` : sql`and t.subject ->> 'changeRequest' = ${changeRequest}`}
            ${status === undefined ? sql`` : statusConditions[status]}`,
        columns: sql`${columns}, t.report - 'pages' - 'failures' as report, ${role} as role`,
        joins: sql`join tasks t on t.id = page.id join spaces s on s.id = t.space_id ${join}`,
      },
      paging,
    )
  }
}

const spaceRoles = { table: 'space_roles', id: sql`s.id` } as const
