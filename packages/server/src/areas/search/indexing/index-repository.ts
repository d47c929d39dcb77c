import type { Hash } from '@verso/revisions'
import { bytesToHash, emptyRootHash, hashToBytes } from '../../content/index.ts'
import { type Database, type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { encodeTextArray, encodeTsvectorArray } from './binary-array.ts'
import type { NewTextRow } from './text-row.ts'

/** A space and its state in the index. */
export interface SpaceToIndex {
  organizationId: string
  /** The language that people chose for the space. */
  language: string | null
  /** The content that the space shows. */
  resolvedRoot: Hash
  /** Undefined if nothing of the space was ever indexed. */
  index: SpaceIndex | undefined
  /** Counts the changes of the space; undefined if nothing is to be indexed. */
  mark: number | undefined
}

type SpaceToIndexRow = Pick<Tables['spaces'], 'organizationId' | 'language'> & {
  shown: Tables['revisions']['root']
  indexId: Tables['search_spaces']['indexId'] | null
  indexed: Tables['search_indexes']['language'] | null
  root: Tables['search_spaces']['root'] | null
  pendingRoot: Tables['search_spaces']['pendingRoot']
  mark: Tables['search_stale_spaces']['version'] | null
}

/** The index that a space is in. */
export interface SpaceIndex {
  indexId: number
  language: string
  /** The content of the space that is indexed. */
  root: Hash
  /** The content of which some pages are indexed; undefined unless many are indexed one after the other. */
  pendingRoot?: Hash | undefined
}

export type IndexedPage = Pick<Tables['search_pages'], 'pageId' | 'parentId' | 'slug'> & {
  /** The key of its text; null if the page is not indexed. */
  key: Buffer | null
  /** The names that the page includes, whether or not a reusable content has such a name. */
  includes: ReadonlySet<string>
  /** Whether these names depend on the path of the page. */
  relative: boolean
}

/** An index that may have texts of no page, and the last mark that says so. */
export type LeftIndex = Pick<Tables['search_left_indexes'], 'indexId'> & {
  lastMark: Tables['search_left_indexes']['id']
}

/** The key of the advisory lock of the indexing job. Neither the migrations nor the queue use this number. */
const JOB_LOCK_KEY = 0x7665_7276

/** Every search reads the list, so it is not longer. */
const BULK_PENDING_LIST_LIMIT = '16MB'
/** Room to sort such a list at once. */
const BULK_WORK_MEMORY = '64MB'

export class IndexRepository {
  /** Runs the work, unless another process runs it already. */
  async withJobLock(database: Database, work: () => Promise<void>): Promise<void> {
    const client = await database.pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        JOB_LOCK_KEY,
      ])
      if (!rows[0]?.mine) return
      try {
        await work()
      } finally {
        await client.query('select pg_advisory_unlock($1)', [JOB_LOCK_KEY])
      }
    } finally {
      client.release()
    }
  }

  /** Undefined if the space does not exist or is deleted. */
  async findSpace(on: Queryable, spaceId: string): Promise<SpaceToIndex | undefined> {
    const row = await on.row<SpaceToIndexRow>(sql`
      select s.organization_id as "organizationId", s.language, coalesce(r.shown, r.root) as shown, x.index_id as "indexId", i.language as indexed, x.root,
        x.pending_root as "pendingRoot", stale.version as mark
      from spaces s
      join revisions r on r.id = s.revision_id
      left join search_spaces x on x.space_id = s.id
      left join search_indexes i on i.id = x.index_id
      left join search_stale_spaces stale on stale.space_id = s.id
      where s.id = ${spaceId} and s.deleted_at is null`)
    if (!row) return undefined
    const { organizationId, language, indexId, indexed, root, pendingRoot } = row
    return {
      organizationId,
      language,
      resolvedRoot: bytesToHash(row.shown),
      mark: row.mark ?? undefined,
      index:
        indexId === null || indexed === null || root === null
          ? undefined
          : {
              indexId,
              language: indexed,
              root: bytesToHash(root),
              pendingRoot: pendingRoot === null ? undefined : bytesToHash(pendingRoot),
            },
    }
  }

  /**
   * Locks the index for writing until the transaction ends. Otherwise a text that spaces share could be inserted twice,
   * or deleted while another transaction begins to use it. Spaces can be added to the index meanwhile.
   */
  lockIndex(tx: Transaction, indexId: number): void {
    tx.executeLater(sql`select from search_indexes where id = ${indexId} for no key update`)
  }

  /**
   * Makes many inserts of this transaction cheap. New entries of the GIN indexes go to a list, and moving them from a long
   * list to the tree costs a fraction of moving as many from short ones; a search that reads the list meanwhile takes a little longer. What a
   * crash of PostgreSQL takes back is indexed again, so nobody waits for the disk.
   */
  prepareBulkInsert(tx: Transaction): void {
    tx.executeLater(sql`
      select set_config('gin_pending_list_limit', ${BULK_PENDING_LIST_LIMIT}, true),
        set_config('work_mem', ${BULK_WORK_MEMORY}, true), set_config('synchronous_commit', 'off', true)`)
  }

  /** Adds a space that is in no index yet, with empty content. If another process was faster, its row stays. */
  async addSpace(tx: Transaction, spaceId: string, indexId: number): Promise<void> {
    await tx.execute(sql`
      insert into search_spaces (space_id, index_id, root)
      select id, ${indexId}, ${hashToBytes(emptyRootHash)} from spaces where id = ${spaceId}
      on conflict do nothing`)
  }

  /** Records which index a space is in and which content of it is indexed. */
  updateSpace(tx: Transaction, spaceId: string, indexId: number, root: Hash): void {
    tx.executeLater(sql`
      update search_spaces
      set index_id = ${indexId}, root = ${hashToBytes(root)}, pending_root = null, pending_pages = 0, pending_total = 0
      where space_id = ${spaceId}`)
  }

  /** Records that many pages are about to be indexed; false if the space is not in the index any more. */
  async beginPending(
    tx: Transaction,
    spaceId: string,
    indexId: number,
    { root, total }: { root: Hash; total: number },
  ): Promise<boolean> {
    const count = await tx.execute(sql`
      update search_spaces set pending_root = ${hashToBytes(root)}, pending_pages = 0, pending_total = ${total}
      where space_id = ${spaceId} and index_id = ${indexId}`)
    return count > 0
  }

  /** Counts indexed pages; false if another content is being indexed, or already is. */
  async addPendingPages(tx: Transaction, spaceId: string, root: Hash, pages: number): Promise<boolean> {
    const count = await tx.execute(sql`
      update search_spaces set pending_pages = pending_pages + ${pages}
      where space_id = ${spaceId} and pending_root = ${hashToBytes(root)}`)
    return count > 0
  }

  /** Inserts pages that have others below them, without their texts, so that the paths of those are known. */
  async insertPages(
    tx: Transaction,
    spaceId: string,
    pages: readonly Pick<IndexedPage, 'pageId' | 'parentId' | 'slug'>[],
  ): Promise<void> {
    await tx.execute(sql`
      insert into search_pages (space_id, page_id, parent_id, slug)
      select ${spaceId}, page_id, parent_id, slug
      from unnest(
        ${pages.map(({ pageId }) => pageId)}::text[], ${pages.map(({ parentId }) => parentId)}::text[],
        ${pages.map(({ slug }) => slug)}::text[]
      ) as g (page_id, parent_id, slug)
      on conflict do nothing`)
  }

  /** Those of the keys, in hexadecimal, whose texts are in the index already. */
  async findExistingKeys(on: Queryable, indexId: number, keys: Buffer[]): Promise<Set<string>> {
    const rows = await on.rows<Pick<Tables['search_texts'], 'key'>>(sql`
      select key from search_texts where index_id = ${indexId} and key = any(${keys}::bytea[])`)
    return new Set(rows.map(({ key }) => key.toString('hex')))
  }

  /** Inserts texts with their sections, except those that the index has already. */
  insertTexts(tx: Transaction, indexId: number, texts: readonly { key: Buffer; row: NewTextRow }[]): void {
    const sections = texts.flatMap(({ row }, textNumber) =>
      row.sections.map((section, position) => ({ ...section, position, textNumber })),
    )
    tx.executeLater(sql`
      with given as (
        select * from unnest(
          ${texts.map(({ key }) => key)}::bytea[], ${encodeTextArray(texts.map(({ row }) => row.title))}::text[],
          ${texts.map(({ row }) => row.titleWords)}::smallint[], ${encodeTsvectorArray(texts.map(({ row }) => row.words))}::tsvector[]
        ) with ordinality as given (key, title, title_words, words, number)
      ), inserted as (
        insert into search_texts (index_id, key, title, title_words, words)
        select ${indexId}, key, title, title_words, words from given order by number
        on conflict (index_id, key) do nothing
        returning id, key
      )
      insert into search_sections (text_id, position, anchor, heading, body, conditional, words)
      select inserted.id, s.position, s.anchor, s.heading, s.body, s.conditional, s.words
      from unnest(
        ${sections.map(({ textNumber }) => textNumber + 1)}::bigint[],
        ${sections.map(({ position }) => position)}::integer[],
        ${encodeTextArray(sections.map(({ anchor }) => anchor))}::text[],
        ${encodeTextArray(sections.map(({ heading }) => heading))}::text[],
        ${encodeTextArray(sections.map(({ body }) => body))}::text[],
        ${sections.map(({ conditional }) => conditional)}::boolean[],
        ${encodeTsvectorArray(sections.map(({ words }) => words))}::tsvector[]
      ) as s (text_number, position, anchor, heading, body, conditional, words)
      join given on given.number = s.text_number
      join inserted on inserted.key = given.key`)
  }

  insertWords(tx: Transaction, words: Iterable<string>): void {
    tx.executeLater(sql`
      insert into search_words (word)
      select word from unnest(${[...words]}::text[]) as given (word) order by word
      on conflict do nothing`)
  }

  /** Inserts or updates pages; returns the ids of the texts that they had before. */
  async putPages(
    tx: Transaction,
    spaceId: string,
    indexId: number,
    pages: readonly IndexedPage[],
  ): Promise<number[]> {
    const names = pages.flatMap(({ pageId, includes, relative }) =>
      [...includes].map((name) => ({ pageId, name, relative })),
    )
    const rows = await tx.rows<{ id: Tables['search_texts']['id'] }>(sql`
      with given as (
        select g.page_id, g.parent_id, g.slug, t.id as text_id
        from unnest(
          ${pages.map(({ pageId }) => pageId)}::text[], ${pages.map(({ parentId }) => parentId)}::text[],
          ${pages.map(({ slug }) => slug)}::text[], ${pages.map(({ key }) => key)}::bytea[]
        ) as g (page_id, parent_id, slug, key)
        left join search_texts t on t.index_id = ${indexId} and t.key = g.key
      ), before as (
        select p.text_id as id from search_pages p join given on given.page_id = p.page_id
        where p.space_id = ${spaceId} and p.text_id is distinct from given.text_id
      ), put as (
        insert into search_pages (space_id, page_id, parent_id, slug, text_id)
        select ${spaceId}, page_id, parent_id, slug, text_id from given
        on conflict (space_id, page_id) do update
          set parent_id = excluded.parent_id, slug = excluded.slug, text_id = excluded.text_id
      ), included as (
        select * from unnest(
          ${names.map(({ pageId }) => pageId)}::text[], ${names.map(({ name }) => name)}::text[],
          ${names.map(({ relative }) => relative)}::boolean[]
        ) as i (page_id, name, relative)
      ), forgotten as (
        delete from search_includes i using given
        where i.space_id = ${spaceId} and i.page_id = given.page_id
          and not exists (select from included where included.page_id = i.page_id and included.name = i.name)
      ), remembered as (
        insert into search_includes (space_id, page_id, name, relative)
        select ${spaceId}, page_id, name, relative from included
        on conflict (space_id, page_id, name) do update set relative = excluded.relative
      )
      select id from before where id is not null`)
    return rows.map(({ id }) => id)
  }

  /** The pages that include one of these names; with `moved`, also the pages whose names depend on their path. */
  async findIncludingPages(
    on: Queryable,
    spaceId: string,
    names: readonly string[],
    { moved }: { moved: boolean },
  ): Promise<string[]> {
    const rows = await on.rows<{ id: Tables['search_includes']['pageId'] }>(sql`
      select page_id as id from search_includes where space_id = ${spaceId} and name = any(${[...names]}::text[])
      union
      select page_id from search_includes where space_id = ${spaceId} and relative and ${moved}`)
    return rows.map(({ id }) => id)
  }

  /** Returns the ids of the texts that the pages had. */
  async deletePages(tx: Transaction, spaceId: string, pageIds: string[]): Promise<number[]> {
    const rows = await tx.rows<{ id: Tables['search_pages']['textId'] }>(sql`
      delete from search_pages where space_id = ${spaceId} and page_id = any(${pageIds}::text[])
      returning text_id as id`)
    return rows.flatMap(({ id }) => id ?? [])
  }

  async deleteAllPages(tx: Transaction, spaceId: string): Promise<void> {
    await tx.execute(sql`delete from search_pages where space_id = ${spaceId}`)
  }

  /** Deletes those of the texts that no page has any more. */
  deleteUnusedTexts(tx: Transaction, texts: number[]): void {
    tx.executeLater(sql`
      delete from search_texts t
      where t.id = any(${texts}::bigint[]) and not exists (select from search_pages p where p.text_id = t.id)`)
  }

  /** Copies the rows of a space to another that has the same content. */
  async copySpace(tx: Transaction, from: string, to: string): Promise<void> {
    await tx.execute(sql`
      insert into search_spaces (space_id, index_id, root)
      select ${to}, index_id, root from search_spaces where space_id = ${from}`)
    await tx.execute(sql`
      insert into search_pages (space_id, page_id, parent_id, slug, text_id)
      select ${to}, page_id, parent_id, slug, text_id from search_pages where space_id = ${from}`)
    await tx.execute(sql`
      insert into search_includes (space_id, page_id, name, relative)
      select ${to}, page_id, name, relative from search_includes where space_id = ${from}`)
  }

  /** Records that an index gets texts of a space that is not in it yet, and may never be. */
  async markLeft(tx: Transaction, indexId: number): Promise<void> {
    await tx.execute(sql`insert into search_left_indexes (index_id) values (${indexId})`)
  }

  /** The indexes that may have texts of no page. A trigger records the indexes that spaces leave. */
  listLeftIndexes(on: Queryable): Promise<LeftIndex[]> {
    return on.rows<LeftIndex>(sql`
      select index_id as "indexId", max(id) as "lastMark" from search_left_indexes group by index_id order by index_id`)
  }

  /** Deletes the texts of an index that no page has, and the index if no space is in it. Later, if it is being written. */
  async deleteOrphans(tx: Transaction, { indexId, lastMark }: LeftIndex): Promise<void> {
    const index = await tx.row<{ isSettled: boolean }>(sql`
      select not exists (
        select from search_spaces x join spaces s on s.id = x.space_id join revisions r on r.id = s.revision_id
        where x.index_id = i.id and x.root is distinct from coalesce(r.shown, r.root)
      ) as "isSettled"
      from search_indexes i where i.id = ${indexId} for update`)
    if (index && !index.isSettled) return
    await tx.execute(sql`
      delete from search_texts t
      where t.index_id = ${indexId} and not exists (select from search_pages p where p.text_id = t.id)`)
    await tx.execute(sql`
      delete from search_indexes i
      where i.id = ${indexId} and not exists (select from search_spaces s where s.index_id = i.id)
        -- A space may be about to move into a shared index.
        and not i.shared`)
    await tx.execute(sql`
      delete from search_left_indexes where index_id = ${indexId} and id <= ${lastMark}`)
  }

  /** Moves new entries from the pending lists of the GIN indexes, which every search reads sequentially, to their trees. */
  async flushPendingLists(on: Queryable): Promise<void> {
    for (const index of ['search_texts_words', 'search_sections_words', 'search_words_trigrams']) {
      await on.execute(sql`select gin_clean_pending_list(${index}::regclass)`)
    }
  }

  /** Deletes words that no text has any more. */
  async deleteUnusedWords(tx: Transaction): Promise<void> {
    // A word that is written meanwhile is not in this snapshot, and so it is not deleted.
    await tx.execute(sql`set transaction isolation level repeatable read`)
    await tx.execute(sql`create temporary table said (word text collate "C" primary key) on commit drop`)
    const indexes = await tx.rows<Pick<Tables['search_indexes'], 'id'>>(sql`select id from search_indexes`)
    for (const { id } of indexes) {
      const vectors = `
        select words from search_texts where index_id = ${id} union all
        select s.words from search_sections s join search_texts t on t.id = s.text_id where t.index_id = ${id}`
      await tx.execute(sql`
        insert into said select substring(word from '~(.*)$') from ts_stat(${vectors})
        on conflict do nothing`)
    }
    await tx.execute(sql`
      delete from search_words w where not exists (select from said where said.word = w.word)`)
  }
}
