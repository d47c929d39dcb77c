import { type Queryable, sql, type Timestamp, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { DescriptionProblem } from '../documents/validate-description.ts'
import type { DescriptionFormat } from '../documents/parse-description.ts'
import { latestVersionId, specColumns, type OpenAPISpecRow } from './columns.ts'
import type { SpecErrorCode } from './schema.ts'

export interface SpecVersionRow {
  id: string
  createdAt: Timestamp
}

/** A version with all that was kept of it. */
export interface StoredSpecVersion extends SpecVersionRow {
  format: DescriptionFormat
  text: string
  files: number
  document: string
}

export interface NewSpecVersion extends Omit<StoredSpecVersion, 'createdAt'> {
  digest: Buffer
  texts: string
}

const versionColumns = sql`v.id, v.created_at as "createdAt"`
const contentColumns = sql`${versionColumns}, v.format, v.text, v.files, v.document`

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

  /** Whether it was made: of two who make one of a name at once, one has it. */
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

  /** Keeps a spec as it is until the transaction ends. */
  async lockSpec(tx: Transaction, organizationId: string, slug: string): Promise<string | undefined> {
    const row = await tx.row<{ id: string }>(sql`
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

  /** Those that were last read before a moment, so that nobody else takes them. */
  lockStaleSpecs(
    tx: Transaction,
    before: Date,
    limit: number,
  ): Promise<{ id: string; organizationId: string }[]> {
    return tx.rows(sql`
      select id, organization_id as "organizationId" from openapi_specs
      where source_url is not null and (
        processing_state = 'complete' and last_processed_at <= ${before}
        -- Given up by its task, which was interrupted too often.
        or processing_state <> 'complete' and updated_at <= ${before} and not exists (
          select from tasks t where t.id = openapi_specs.task_id and t.status in ('pending', 'running')
        )
      )
      order by last_processed_at limit ${limit} for update skip locked`)
  }

  /** Nothing when the task was overtaken, or the spec deleted. */
  async startProcessing(
    on: Queryable,
    id: string,
    taskId: string,
  ): Promise<{ sourceUrl: string | null; slug: string } | undefined> {
    return on.row(sql`
      update openapi_specs set processing_state = 'progress' where id = ${id} and task_id = ${taskId}
      returning source_url as "sourceUrl", slug`)
  }

  /** The digest of the latest version of a spec that is this task's to change until the transaction ends. */
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
    outcome: { state: 'pending' | 'complete'; code: SpecErrorCode | null; errors: DescriptionProblem[] },
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      update openapi_specs set processing_state = ${outcome.state}, last_processed_at = ${now},
        last_error_code = ${outcome.code}, last_errors = ${JSON.stringify(outcome.errors.slice(0, mostErrors))}::jsonb,
        last_error_count = ${outcome.errors.length}
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

  async findLatestVersionId(
    on: Queryable,
    organizationId: string,
    slug: string,
  ): Promise<string | undefined> {
    const row = await on.row<{ id: string | null }>(sql`
      select ${latestVersionId} as id from openapi_specs s
      where s.organization_id = ${organizationId} and s.slug = ${slug}`)
    return row?.id ?? undefined
  }

  /** Of those that have a version. */
  findStates(
    on: Queryable,
    organizationId: string,
    slugs: string[],
  ): Promise<{ slug: string; id: string; versionId: string; visibility: OpenAPISpecRow['visibility'] }[]> {
    return on.rows(sql`
      select s.slug, s.id, s.visibility, latest.id as "versionId" from openapi_specs s
      join lateral (
        select v.id from openapi_versions v where v.spec_id = s.id order by v.id desc limit 1
      ) as latest on true
      where s.organization_id = ${organizationId} and s.slug = any(${slugs}::text[])`)
  }

  async readDocument(on: Queryable, versionId: string): Promise<string | undefined> {
    const row = await on.row<{ document: string }>(sql`
      select document from openapi_versions where id = ${versionId}`)
    return row?.document
  }

  async readTexts(on: Queryable, versionId: string): Promise<string | undefined> {
    const row = await on.row<{ texts: string }>(
      sql`select texts from openapi_versions where id = ${versionId}`,
    )
    return row?.texts
  }

  readVersion(on: Queryable, specId: string, id: string): Promise<StoredSpecVersion | undefined> {
    return on.row(sql`
      select ${contentColumns} from openapi_versions v where v.spec_id = ${specId} and v.id = ${id}`)
  }
}

const mostErrors = 50
