import type { MemberRole } from '../../../access/roles.ts'
import { empty, type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'
import { latestVersionId, specColumns, type OpenAPISpecRow } from './columns.ts'
import type { SpecErrorCode } from './schema.ts'

export type SpecVersionRow = Pick<Tables['openapi_versions'], 'id' | 'createdAt'>

/** A version with its content. */
export type StoredSpecVersion = SpecVersionRow &
  Pick<Tables['openapi_versions'], 'format' | 'text' | 'files' | 'document'>

export type NewSpecVersion = Omit<StoredSpecVersion, 'createdAt'> &
  Pick<Tables['openapi_versions'], 'digest' | 'texts'>

const versionColumns = sql`v.id, v.created_at as "createdAt"`
const contentColumns = sql`${versionColumns}, v.format, v.text, v.files, v.document`

/** Where specs are looked for. */
export interface SpecScope {
  organizationId: string
  /** Only specs that this space may show; null for a caller who may see the specs. */
  spaceId: string | null
}

/** Whether the spec `s` may be shown in a space of its organization. */
const mayBeShownIn = (spaceId: Sql): Sql => sql`
  (s.visibility = 'public' or exists (
    select from shown_specs allowed where allowed.space_id = ${spaceId} and allowed.spec = s.slug
  ))`

const isInScope = ({ organizationId, spaceId }: SpecScope): Sql => sql`
  s.organization_id = ${organizationId} ${spaceId === null ? empty : sql`and ${mayBeShownIn(sql`${spaceId}`)}`}`

export class OpenAPISpecRepository {
  listSpecs(on: Queryable, organizationId: string, paging: Paging): Promise<Page<OpenAPISpecRow>> {
    return readPage(
      on,
      {
        id: sql`s.id`,
        from: sql`from openapi_specs s where s.organization_id = ${organizationId}`,
        columns: specColumns,
        joins: sql`join openapi_specs s on s.id = page.id`,
      },
      paging,
    )
  }

  findSpec(on: Queryable, organizationId: string, slug: string): Promise<OpenAPISpecRow | undefined> {
    return on.row(sql`
      select ${specColumns} from openapi_specs s where s.organization_id = ${organizationId} and s.slug = ${slug}`)
  }

  findSpecById(on: Queryable, id: string): Promise<OpenAPISpecRow | undefined> {
    return on.row(sql`select ${specColumns} from openapi_specs s where s.id = ${id}`)
  }

  /** Returns whether the spec was inserted: false if there is one with this slug. */
  async insertSpec(
    tx: Transaction,
    spec: { id: string; organizationId: string; slug: string },
    now: Date,
  ): Promise<boolean> {
    const inserted = await tx.execute(sql`
      insert into openapi_specs (id, organization_id, slug, processing_state, created_at, updated_at)
      values (${spec.id}, ${spec.organizationId}, ${spec.slug}, 'pending', ${now}, ${now})
      on conflict (organization_id, slug) do nothing`)
    return inserted > 0
  }

  /** Locks a spec until the transaction ends. */
  async lockSpec(tx: Transaction, organizationId: string, slug: string): Promise<string | undefined> {
    const row = await tx.row<Pick<Tables['openapi_specs'], 'id'>>(sql`
      select id from openapi_specs where organization_id = ${organizationId} and slug = ${slug} for update`)
    return row?.id
  }

  async setSource(tx: Transaction, id: string, sourceUrl: string | null, now: Date): Promise<void> {
    await tx.execute(sql`
      update openapi_specs set source_url = ${sourceUrl}, updated_at = ${now} where id = ${id}`)
  }

  async setPending(tx: Transaction, id: string, taskId: string): Promise<void> {
    await tx.execute(sql`
      update openapi_specs set processing_state = 'pending', task_id = ${taskId} where id = ${id}`)
  }

  async setVisibility(
    on: Queryable,
    id: string,
    visibility: OpenAPISpecRow['visibility'],
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      update openapi_specs set visibility = ${visibility}, updated_at = ${now} where id = ${id}`)
  }

  async deleteSpec(tx: Transaction, id: string): Promise<void> {
    await tx.execute(sql`delete from openapi_specs where id = ${id}`)
  }

  /** Locks the specs whose URLs were last read before a time. */
  lockStaleSpecs(
    tx: Transaction,
    before: Date,
    limit: number,
  ): Promise<Pick<Tables['openapi_specs'], 'id' | 'organizationId'>[]> {
    return tx.rows(sql`
      select id, organization_id as "organizationId" from openapi_specs
      where source_url is not null and (
        processing_state = 'complete' and last_processed_at <= ${before}
        -- Its task failed, because it was interrupted too often.
        or processing_state <> 'complete' and updated_at <= ${before} and not exists (
          select from tasks t where t.id = openapi_specs.task_id and t.status in ('pending', 'running')
        )
      )
      order by last_processed_at limit ${limit} for update skip locked`)
  }

  /** Undefined if a later task replaced this one, or the spec was deleted. */
  async startProcessing(
    on: Queryable,
    id: string,
    taskId: string,
  ): Promise<Pick<Tables['openapi_specs'], 'sourceUrl' | 'slug'> | undefined> {
    return on.row(sql`
      update openapi_specs set processing_state = 'progress' where id = ${id} and task_id = ${taskId}
      returning source_url as "sourceUrl", slug`)
  }

  /** Locks a spec for its current task, and returns the digest of its latest version. */
  async lockSpecForTask(
    tx: Transaction,
    id: string,
    taskId: string,
  ): Promise<{ organizationId: string; slug: string; digest: Buffer | null } | undefined> {
    return tx.row(sql`
      select s.organization_id as "organizationId", s.slug, (
        select v.digest from openapi_versions v where v.spec_id = s.id order by v.id desc limit 1
      ) as digest
      from openapi_specs s where s.id = ${id} and s.task_id = ${taskId} for update of s`)
  }

  async finishProcessing(
    on: Queryable,
    id: string,
    taskId: string,
    result: { state: 'pending' | 'complete'; code: SpecErrorCode | null; errors: DescriptionProblem[] },
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      update openapi_specs set processing_state = ${result.state}, last_processed_at = ${now},
        last_error_code = ${result.code}, last_errors = ${JSON.stringify(result.errors.slice(0, MAX_STORED_ERRORS))}::jsonb,
        last_error_count = ${result.errors.length}
      where id = ${id} and task_id = ${taskId}`)
  }

  async insertVersion(tx: Transaction, specId: string, version: NewSpecVersion, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into openapi_versions (id, spec_id, digest, format, text, files, document, texts, created_at)
      values (${version.id}, ${specId}, ${version.digest}, ${version.format}, ${version.text}, ${version.files},
        ${version.document}, ${version.texts}, ${now})`)
  }

  listVersions(on: Queryable, specId: string, paging: Paging): Promise<Page<SpecVersionRow>> {
    return readPage(
      on,
      {
        id: sql`v.id`,
        order: 'desc',
        from: sql`from openapi_versions v where v.spec_id = ${specId}`,
        columns: versionColumns,
        joins: sql`join openapi_versions v on v.id = page.id`,
      },
      paging,
    )
  }

  findVersion(on: Queryable, specId: string, id: string): Promise<SpecVersionRow | undefined> {
    return on.row(sql`
      select ${versionColumns} from openapi_versions v where v.spec_id = ${specId} and v.id = ${id}`)
  }

  /** The version that came right before another one. */
  async findEarlierVersionId(on: Queryable, specId: string, id: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['openapi_versions'], 'id'>>(sql`
      select id from openapi_versions where spec_id = ${specId} and id < ${id} order by id desc limit 1`)
    return row?.id
  }

  async findLatestVersionId(on: Queryable, scope: SpecScope, slug: string): Promise<string | undefined> {
    const row = await on.row<{ id: string | null }>(sql`
      select ${latestVersionId} as id from openapi_specs s
      where ${isInScope(scope)} and s.slug = ${slug}`)
    return row?.id ?? undefined
  }

  /** The states of the specs that have a version. */
  findStates(
    on: Queryable,
    scope: SpecScope,
    slugs: string[],
  ): Promise<{ slug: string; id: string; versionId: string; visibility: OpenAPISpecRow['visibility'] }[]> {
    return on.rows(sql`
      select s.slug, s.id, s.visibility, latest.id as "versionId" from openapi_specs s
      join lateral (
        select v.id from openapi_versions v where v.spec_id = s.id order by v.id desc limit 1
      ) as latest on true
      where ${isInScope(scope)} and s.slug = any(${slugs}::text[])`)
  }

  /** The role of a member in the organization of a space, null for a guest; undefined for those who are no members. */
  async findMemberRole(on: Queryable, spaceId: string, userId: string): Promise<MemberRole | undefined> {
    const row = await on.row<{ role: MemberRole }>(sql`
      select m.role from spaces s join members m on m.organization_id = s.organization_id
      where s.id = ${spaceId} and m.user_id = ${userId} and not m.disabled`)
    return row?.role
  }

  async insertShownSpecs(
    tx: Transaction,
    spaceId: string,
    slugs: readonly string[],
    by: { userId: string; now: Date },
  ): Promise<void> {
    await tx.execute(sql`
      insert into shown_specs (space_id, spec, added_by, added_at)
      select ${spaceId}, spec, ${by.userId}, ${by.now}::timestamptz from unnest(${[...slugs]}::text[]) as given (spec)
      on conflict do nothing`)
  }

  async copyShownSpecs(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
    await tx.execute(sql`
      insert into shown_specs (space_id, spec, added_by, added_at)
      select ${to}, spec, added_by, added_at from shown_specs where space_id = ${from}
      on conflict do nothing`)
  }

  async listSpacesThatShow(on: Queryable, spaceIds: readonly string[], slug: string): Promise<string[]> {
    const rows = await on.rows<{ id: string }>(sql`
      select shown.id from spaces shown
      join openapi_specs s on s.organization_id = shown.organization_id and s.slug = ${slug}
      where shown.id = any(${[...spaceIds]}::text[]) and ${mayBeShownIn(sql`shown.id`)}`)
    return rows.map(({ id }) => id)
  }

  /** The spaces of an organization into which somebody has written a spec; undefined if there is no such spec. */
  async listSpacesWith(on: Queryable, organizationId: string, slug: string): Promise<string[] | undefined> {
    const row = await on.row<{ spaceIds: string[] }>(sql`
      select array(
        select shown.space_id::text from shown_specs shown
        join spaces space on space.id = shown.space_id and space.organization_id = s.organization_id
        where shown.spec = s.slug and space.deleted_at is null
        order by shown.space_id
      ) as "spaceIds"
      from openapi_specs s where s.organization_id = ${organizationId} and s.slug = ${slug}`)
    return row?.spaceIds
  }

  async readDocument(on: Queryable, versionId: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['openapi_versions'], 'document'>>(sql`
      select document from openapi_versions where id = ${versionId}`)
    return row?.document
  }

  async readTexts(on: Queryable, versionId: string): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['openapi_versions'], 'texts'>>(
      sql`select texts from openapi_versions where id = ${versionId}`,
    )
    return row?.texts
  }

  readVersion(on: Queryable, specId: string, id: string): Promise<StoredSpecVersion | undefined> {
    return on.row(sql`
      select ${contentColumns} from openapi_versions v where v.spec_id = ${specId} and v.id = ${id}`)
  }
}

const MAX_STORED_ERRORS = 50
