import { days } from '../../../common/clock.ts'
import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import type { Role } from '../../../access/roles.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Language } from '../../../common/languages.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { TranslationProblem } from './schema.ts'

export type TranslationRow = Pick<
  Tables['translations'],
  | 'id'
  | 'organizationId'
  | 'sourceSpaceId'
  | 'createdBy'
  | 'spaceId'
  | 'revisionId'
  | 'sourceRevisionId'
  | 'translatedRevisionId'
  | 'fingerprint'
  | 'unfinished'
  | 'error'
  | 'runId'
  | 'runs'
  | 'totalWords'
  | 'totalPages'
  | 'totalMs'
  | 'latestWords'
  | 'latestPages'
  | 'latestMs'
  | 'createdAt'
  | 'updatedAt'
> & {
  sourceLanguage: Language
  language: Language
  /** In Markdown. */
  instructions: Tables['translations']['instructions']
  problems: TranslationProblem[]
  /** Whether the source space can be read: it is neither deleted nor in another organization. */
  hasSource: boolean
  hasTarget: boolean
}

export interface StoredRunResult {
  spaceId: string
  revisionId: string
  sourceRevisionId: string
  translatedRevisionId: string
  fingerprint: Buffer
  unfinished: string[]
  problems: TranslationProblem[]
  pages: number
  latestPages: number
}

type MemoryRow = Pick<Tables['translation_memory'], 'hash' | 'text'>

/** A translation with what a viewer may do with it. */
export type TranslationForViewer = TranslationRow & {
  /** The role of the viewer in the source space. */
  role: Role
  /** The first of its runs that has not ended. */
  run:
    | (Pick<Tables['tasks'], 'id' | 'error' | 'progressDone' | 'progressTotal'> & {
        status: 'pending' | 'running'
      })
    | null
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
  select json_build_object(
    'id', task.id, 'status', task.status, 'error', task.error, 'progressDone', task.progress_done,
    'progressTotal', task.progress_total
  ) from tasks task
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
  /** The translations whose source space the viewer may read. */
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
    const { items } = await readPage<TranslationForViewer>(on, queryForViewer(organizationId, viewer, id), {
      limit: 1,
    })
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

  /** Locks a translation until the transaction ends. */
  lockTranslation(tx: Transaction, id: string): Promise<TranslationRow | undefined> {
    return tx.row(sql`select ${translationColumns} from translations t where t.id = ${id} for update of t`)
  }

  /** The translations that run when a space changes. One whose translated space was deleted does not. */
  findTranslationsOfSpace(
    tx: Transaction,
    organizationId: string,
    spaceId: string,
  ): Promise<{ id: string }[]> {
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

  async storeRunResult(tx: Transaction, id: string, result: StoredRunResult, now: Date): Promise<void> {
    await tx.execute(sql`
      update translations set space_id = ${result.spaceId}, revision_id = ${result.revisionId},
        source_revision_id = ${result.sourceRevisionId}, translated_revision_id = ${result.translatedRevisionId},
        fingerprint = ${result.fingerprint}, unfinished = ${result.unfinished}::text[],
        problems = ${JSON.stringify(result.problems)}::jsonb, error = null, total_pages = ${result.pages},
        latest_pages = ${result.latestPages}, ${setDurations(now)}, updated_at = ${now}
      where id = ${id}`)
  }

  /** The stored translations of segments, by their hashes. */
  async findMemory(on: Queryable, organizationId: string, hashes: Buffer[], now: Date): Promise<MemoryRow[]> {
    // Unused translations are deleted after months, so it is enough to record the use once a day.
    await on.execute(sql`
      update translation_memory set used_at = ${now}
      where organization_id = ${organizationId} and hash = any(${hashes}::bytea[])
        and used_at < ${now}::timestamptz - interval '1 day'`)
    return on.rows(sql`
      select hash, text from translation_memory
      where organization_id = ${organizationId} and hash = any(${hashes}::bytea[])`)
  }

  /** Stores translations, and counts the words that were translated. */
  async insertMemory(
    tx: Transaction,
    { id, organizationId }: Pick<TranslationRow, 'id' | 'organizationId'>,
    memory: MemoryRow[],
    words: number,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into translation_memory (organization_id, hash, text, used_at)
      select ${organizationId}, hash, text, ${now}
      from unnest(
        ${memory.map(({ hash }) => hash)}::bytea[], ${memory.map(({ text }) => text)}::text[]
      ) as given (hash, text)
      order by hash
      on conflict do nothing`)
    await tx.execute(sql`
      update translations set total_words = total_words + ${words}, latest_words = latest_words + ${words}
      where id = ${id}`)
  }

  /** Deletes translations that were not used for half a year. */
  async deleteUnusedMemory(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`
      delete from translation_memory where used_at < ${new Date(now.getTime() - 180 * days)}`)
  }
}

/** Records how long the run has taken so far, with its earlier attempts. */
const setDurations = (now: Date) => sql`
  total_ms = total_ms - latest_ms + greatest(extract(epoch from ${now}::timestamptz - run_started_at) * 1000, 0)::bigint,
  latest_ms = greatest(extract(epoch from ${now}::timestamptz - run_started_at) * 1000, 0)::bigint`
