import { days } from '../../../common/clock.ts'
import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import type { Role } from '../../../access/roles.ts'
import { type Queryable, sql, type Timestamp, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Language } from '../../../common/languages.ts'
import type { TranslationProblem } from './schema.ts'

export interface TranslationRow {
  id: string
  organizationId: string
  sourceSpaceId: string
  sourceLanguage: Language
  language: Language
  /** Markdown. */
  instructions: string
  createdBy: string | null
  spaceId: string | null
  revisionId: string | null
  sourceRevisionId: string | null
  translatedRevisionId: string | null
  fingerprint: Buffer | null
  unfinished: string[]
  problems: TranslationProblem[]
  error: string | null
  runId: string | null
  runs: number
  totalWords: number
  totalPages: number
  totalMs: number
  latestWords: number
  latestPages: number
  latestMs: number
  createdAt: Timestamp
  updatedAt: Timestamp
  /** Its space can be read: neither deleted nor in another organization. */
  hasSource: boolean
  hasTarget: boolean
}

/** As someone meets it. */
export interface TranslationForViewer extends TranslationRow {
  /** On the space that is translated. */
  role: Role
  /** The first of its runs that has not ended. */
  run: { status: 'pending' | 'running'; error: string | null } | null
}

const translationColumns = sql`
  t.id, t.organization_id as "organizationId", t.source_space_id as "sourceSpaceId",
  t.source_language as "sourceLanguage", t.language, t.instructions, t.created_by as "createdBy",
  t.space_id as "spaceId", t.revision_id as "revisionId", t.source_revision_id as "sourceRevisionId",
  t.translated_revision_id as "translatedRevisionId", t.fingerprint, t.unfinished, t.problems, t.error,
  t.run_id as "runId", t.runs, t.total_words::float8 as "totalWords", t.total_pages as "totalPages",
  t.total_ms::float8 as "totalMs", t.latest_words::float8 as "latestWords", t.latest_pages as "latestPages",
  t.latest_ms::float8 as "latestMs", t.created_at as "createdAt", t.updated_at as "updatedAt",
  exists (
    select from spaces source where source.id = t.source_space_id and source.deleted_at is null
      and source.organization_id = t.organization_id
  ) as "hasSource",
  exists (
    select from spaces target where target.id = t.space_id and target.deleted_at is null
      and target.organization_id = t.organization_id
  ) as "hasTarget"`

export const makeTranslationKey = (id: string): string => `translation ${id}`

const unfinishedRun = sql`(
  select json_build_object('status', task.status, 'error', task.error) from tasks task
  where task.key = 'translation ' || t.id and task.status in ('pending', 'running')
  order by task.id limit 1
) as run`

function queryForViewer(organizationId: string, viewer: Viewer, id?: string) {
  const { join, role, ...tables } = viewerRoles(organizationId, viewer, {
    table: 'space_roles',
    id: sql`t.source_space_id`,
  })
  return {
    ...tables,
    id: sql`t.id`,
    matched: sql`${role} as role`,
    from: sql`
      from translations t ${join}
      where t.organization_id = ${organizationId} and ${role} is not null
        ${id === undefined ? sql`` : sql`and t.id = ${id}`}`,
    columns: sql`${translationColumns}, ${unfinishedRun}, page.role`,
    joins: sql`join translations t on t.id = page.id`,
  }
}

export class TranslationRepository {
  /** Those of spaces that the viewer sees. */
  listTranslations(
    on: Queryable,
    organizationId: string,
    viewer: Viewer,
    paging: Paging,
  ): Promise<Page<TranslationForViewer>> {
    return readPage(on, queryForViewer(organizationId, viewer), paging)
  }

  async findTranslation(
    on: Queryable,
    organizationId: string,
    viewer: Viewer,
    id: string,
  ): Promise<TranslationForViewer | undefined> {
    const { items } = await readPage<TranslationForViewer>(on, queryForViewer(organizationId, viewer, id), { limit: 1 })
    return items[0]
  }

  async insertTranslation(
    tx: Transaction,
    row: Pick<TranslationRow, 'id' | 'organizationId' | 'sourceSpaceId' | 'sourceLanguage' | 'language'> & {
      instructions: string
      createdBy: string
    },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into translations (
        id, organization_id, source_space_id, source_language, language, instructions, created_by, created_at,
        updated_at
      ) values (
        ${row.id}, ${row.organizationId}, ${row.sourceSpaceId}, ${row.sourceLanguage}, ${row.language},
        ${row.instructions}, ${row.createdBy}, ${now}, ${now}
      )`)
  }

  async setInstructions(on: Queryable, id: string, instructions: string, now: Date): Promise<void> {
    await on.execute(sql`
      update translations set instructions = ${instructions}, updated_at = ${now} where id = ${id}`)
  }

  async deleteTranslation(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.execute(sql`delete from translations where id = ${id}`)) > 0
  }

  /** As it is now, held until the transaction ends. */
  lockTranslation(tx: Transaction, id: string): Promise<TranslationRow | undefined> {
    return tx.row(sql`select ${translationColumns} from translations t where t.id = ${id} for update of t`)
  }

  /** Those that follow a space by themselves: whoever deletes what was translated wants it no more. */
  findTranslationsOfSpace(tx: Transaction, organizationId: string, spaceId: string): Promise<{ id: string }[]> {
    return tx.rows(sql`
      select t.id from translations t
      left join spaces target on target.id = t.space_id
        and target.deleted_at is null and target.organization_id = t.organization_id
      where t.source_space_id = ${spaceId} and t.organization_id = ${organizationId}
        and (target.id is not null or t.total_pages = 0)
      order by t.id`)
  }

  async startRun(tx: Transaction, id: string, runId: string, now: Date): Promise<void> {
    await tx.execute(sql`
      update translations set run_id = ${runId}, run_started_at = ${now}, runs = runs + 1, latest_words = 0,
        latest_pages = 0, latest_ms = 0, updated_at = ${now}
      where id = ${id}`)
  }

  async storeRunError(on: Queryable, id: string, error: string, now: Date): Promise<void> {
    await on.execute(sql`
      update translations set error = ${error}, ${setDurations(now)}, updated_at = ${now} where id = ${id}`)
  }

  async storeRunResult(
    tx: Transaction,
    id: string,
    done: {
      spaceId: string
      revisionId: string
      sourceRevisionId: string
      translatedRevisionId: string
      fingerprint: Buffer
      unfinished: string[]
      problems: TranslationProblem[]
      pages: number
      latestPages: number
    },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      update translations set space_id = ${done.spaceId}, revision_id = ${done.revisionId},
        source_revision_id = ${done.sourceRevisionId}, translated_revision_id = ${done.translatedRevisionId},
        fingerprint = ${done.fingerprint}, unfinished = ${done.unfinished}::text[],
        problems = ${JSON.stringify(done.problems)}::jsonb, error = null, total_pages = ${done.pages},
        latest_pages = ${done.latestPages}, ${setDurations(now)}, updated_at = ${now}
      where id = ${id}`)
  }

  /** What is known of some segments. */
  async findMemory(
    on: Queryable,
    organizationId: string,
    hashes: Buffer[],
    now: Date,
  ): Promise<{ hash: Buffer; text: string }[]> {
    // Only what is in use is kept; writing that down once a day is enough.
    await on.execute(sql`
      update translation_memory set used_at = ${now}
      where organization_id = ${organizationId} and hash = any(${hashes}::bytea[])
        and used_at < ${now}::timestamptz - interval '1 day'`)
    return on.rows(sql`
      select hash, text from translation_memory
      where organization_id = ${organizationId} and hash = any(${hashes}::bytea[])`)
  }

  /** Keeps what was translated, and counts its words. */
  async insertMemory(
    tx: Transaction,
    { id, organizationId }: Pick<TranslationRow, 'id' | 'organizationId'>,
    known: { hash: Buffer; text: string }[],
    words: number,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into translation_memory (organization_id, hash, text, used_at)
      select ${organizationId}, hash, text, ${now}
      from unnest(
        ${known.map(({ hash }) => hash)}::bytea[], ${known.map(({ text }) => text)}::text[]
      ) as given (hash, text)
      order by hash
      on conflict do nothing`)
    await tx.execute(sql`
      update translations set total_words = total_words + ${words}, latest_words = latest_words + ${words}
      where id = ${id}`)
  }

  /** Deletes remembered translations of texts that have been in no page for half a year. */
  async deleteUnusedMemory(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`
      delete from translation_memory where used_at < ${new Date(now.getTime() - 180 * days)}`)
  }
}

/** How long the run has taken so far; an attempt before counts with it. */
const setDurations = (now: Date) => sql`
  total_ms = total_ms - latest_ms + greatest(extract(epoch from ${now}::timestamptz - run_started_at) * 1000, 0)::bigint,
  latest_ms = greatest(extract(epoch from ${now}::timestamptz - run_started_at) * 1000, 0)::bigint`
