import { type Viewer, viewerRoles } from '../../../access/content-role.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { emptyRootHash, hashToBytes } from '../../content/index.ts'
import { joinAlternativeQueries } from './match-queries.ts'
import type { ScopePart } from './scope-repository.ts'

/** A space that may be searched. */
export type SearchableSpace = Pick<Tables['spaces'], 'id' | 'title'> & {
  /** The index that has the space, and its language; null if nothing of the space was ever indexed. */
  indexId: Tables['search_spaces']['indexId'] | null
  language: Tables['search_indexes']['language'] | null
  /** How many spaces are in that index, up to a limit. */
  spacesInIndex: number
  /** Whether the index has another content than the space shows. */
  isIndexStale: boolean
} & PendingPages

/** How many pages of a space are indexed, of those that came in together. */
export interface PendingPages {
  pendingPages: Tables['search_spaces']['pendingPages']
  pendingTotal: Tables['search_spaces']['pendingTotal']
}

/** A space that has an index. */
export type IndexedSpace = Pick<SearchableSpace, 'id' | 'spacesInIndex'> & {
  indexId: number
  language: string
}

/** An index to look words up in. */
export type SearchIndex = Pick<Tables['search_indexes'], 'id' | 'language'>

/** The indexes of an organization, and those of its spaces that are not indexed yet. */
export interface OrganizationIndexes {
  indexes: SearchIndex[]
  staleSpaceIds: string[]
}

export const isIndexed = (space: SearchableSpace): space is SearchableSpace & IndexedSpace =>
  space.indexId !== null && space.language !== null

/** So many spaces of an index are counted: whether it has some more makes no difference. */
export const MAX_COUNTED_SPACES = 50

// These fragments name the tables `spaces s`, `revisions r`, `search_spaces x` and `search_indexes i`.
const countSpacesInIndex = sql`
  select count(*) from (
    select from search_spaces other where other.index_id = x.index_id limit ${MAX_COUNTED_SPACES}
  ) counted`
const isIndexStale = sql`(coalesce(x.root, ${hashToBytes(emptyRootHash)}) is distinct from coalesce(r.shown, r.root))`
const joinSpaceIndex = sql`
  join revisions r on r.id = s.revision_id
  left join search_spaces x on x.space_id = s.id`
const joinIndexLanguage = sql`left join search_indexes i on i.id = x.index_id`
const pendingColumns = sql`
  coalesce(x.pending_pages, 0) as "pendingPages", coalesce(x.pending_total, 0) as "pendingTotal"`
const searchableSpaceColumns = sql`
  s.id, s.title, x.index_id as "indexId", i.language, (${countSpacesInIndex}) as "spacesInIndex",
  ${isIndexStale} as "isIndexStale", ${pendingColumns}`

/** Whether spaces are as they were cached, and their index has what they show. */
export const areSpacesCurrent = (
  cachedSpaces: readonly Pick<SearchableSpace, 'id' | 'indexId' | 'spacesInIndex'>[],
): Sql => sql`(
  select count(*) = ${cachedSpaces.length}
  from unnest(
    ${cachedSpaces.map(({ id }) => id)}::text[], ${cachedSpaces.map(({ indexId }) => indexId)}::integer[],
    ${cachedSpaces.map(({ spacesInIndex }) => spacesInIndex)}::integer[]
  ) as known (space_id, index_id, sharing)
  join spaces s on s.id = known.space_id and s.deleted_at is null
  ${joinSpaceIndex}
  where x.index_id is not distinct from known.index_id
    and known.sharing = (${countSpacesInIndex}) and not ${isIndexStale})`

/** Whether an organization has the cached indexes, and they have what its spaces show. */
export const areIndexesCurrent = (organizationId: string, cachedIndexes: readonly SearchIndex[]): Sql => sql`(
  not exists (select ${selectStaleSpaces(organizationId)})
  and ${cachedIndexes.map(({ id }) => id)}::integer[] = array(
    select id from search_indexes where organization_id = ${organizationId} order by id
  ))`

/**
 * Spaces `s` that are not indexed yet. They are few: the offset makes PostgreSQL begin with them, and not with the spaces of an
 * organization, whatever it knows of the tables.
 */
export const fromStaleSpaces = sql`
  from search_stale_spaces stale
  cross join lateral (select * from spaces where spaces.id = stale.space_id offset 0) s`

const selectStaleSpaces = (organizationId: string): Sql => sql`
  ${fromStaleSpaces}
  where stale.awaited and s.organization_id = ${organizationId} and s.deleted_at is null`

/**
 * Reads the rows of a table whose words match. `offset 0` makes PostgreSQL begin with the words: without it, a plan may
 * begin with the pages and look into the text of each.
 */
export const selectMatches = (table: Sql, query: string | Sql): Sql =>
  sql`select * from ${table} where words @@ ${query}::tsquery offset 0`

// The columns of `search_texts own` and `search_sections own` that a search needs.
export const ownTextColumns = {
  table: sql`search_texts`,
  text: sql`id`,
  columns: sql`own.id, own.index_id, own.title_words`,
}
export const ownSectionColumns = {
  table: sql`search_sections`,
  text: sql`text_id`,
  columns: sql`own.text_id, own.position, own.conditional`,
}

/**
 * Reads the rows of a table that belong to some pages and whose words match, without the index of words: what other spaces have
 * of these words takes no time. `place` is where the row is stored, the order in which the index would give the rows.
 */
export const selectOwnMatches = (
  includesPage: Sql,
  { table, text, columns }: typeof ownTextColumns,
  query: string,
): Sql => sql`
  select * from (
    select own.ctid as place, own.words, ${columns}
    from (select distinct sp.text_id from search_pages sp where sp.text_id is not null and ${includesPage}) sp
    join ${table} own on own.${text} = sp.text_id
    offset 0
  ) own
  where words @@ ${query}::tsquery`

/** What pg_trgm takes for similar unless it is told otherwise. */
const DEFAULT_MIN_SIMILARITY = 0.3

/**
 * Sets, until the end of the statement, how many groups of three letters a word must share with another so that PostgreSQL looks at
 * it: each of these it compares letter by letter. A typing error changes at most three groups, and makes at most three others. That
 * holds for words of plain letters and digits; an error in another one may join or part what PostgreSQL takes for words.
 */
export const setMinSimilarity = (word: string, typos: number): Sql =>
  /^[a-z\d]+$/.test(word)
    ? sql`(
        select set_config(
          'pg_trgm.similarity_threshold',
          greatest(${DEFAULT_MIN_SIMILARITY}, (groups - ${3 * typos}) / (groups + ${3 * typos}) - ${ROUNDING_ERROR})::text,
          true
        )
        from (select cardinality(show_trgm(${word}))::float8 as groups) counted)`
    : sql`set_config('pg_trgm.similarity_threshold', ${String(DEFAULT_MIN_SIMILARITY)}, true)`

/** PostgreSQL compares a number of less precision. */
const ROUNDING_ERROR = 0.0001

/**
 * Finds the spaces to search and the words that their texts have. The search itself is in `ranking-repository.ts`. Spaces
 * come in a fixed order: pages of equal score are listed in it, and two list pages in different orders would repeat some.
 */
export class SearchRepository {
  async findOrganizationIndexes(on: Queryable, organizationId: string): Promise<OrganizationIndexes> {
    const rows = await on.rows<{
      id: SearchIndex['id'] | null
      language: SearchIndex['language'] | null
      spaceId: Tables['spaces']['id'] | null
    }>(sql`
      select id, language, null::text as "spaceId" from search_indexes where organization_id = ${organizationId}
      union all
      select null, null, s.id ${selectStaleSpaces(organizationId)}`)
    return {
      indexes: rows
        .flatMap(({ id, language }) => (id === null || language === null ? [] : [{ id, language }]))
        .sort((one, other) => one.id - other.id),
      staleSpaceIds: rows.flatMap(({ spaceId }) => spaceId ?? []),
    }
  }

  /** The spaces that the viewer may read and that are not indexed yet. */
  findIncompleteSpaces(on: Queryable, organizationId: string, viewer: Viewer): Promise<PendingPages[]> {
    const roles = viewerRoles(organizationId, viewer, { spaces: sql`s` })
    return on.rows(sql`
      ${roles.with ? sql`with ${roles.with}` : sql``}
      select ${pendingColumns}
      ${fromStaleSpaces} ${roles.join}
      left join search_spaces x on x.space_id = s.id
      where stale.awaited and s.organization_id = ${organizationId} and s.deleted_at is null
        and ${roles.isVisible}`)
  }

  /** The spaces with these ids; deleted ones are left out. */
  findSpaces(on: Queryable, ids: readonly string[]): Promise<SearchableSpace[]> {
    return on.rows(sql`
      select ${searchableSpaceColumns} from spaces s ${joinSpaceIndex} ${joinIndexLanguage}
      where s.id = any(${[...ids]}::text[]) and s.deleted_at is null
      order by s.id`)
  }

  /**
   * Words of any text that differ from one by at most so many typing errors, or that it is part of, the most similar first.
   * There are others among them.
   */
  findSimilarWords(
    on: Queryable,
    word: string,
    swappedWords: readonly string[],
    typos: number,
  ): Promise<{ word: string; contains: boolean }[]> {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return on.rows(sql`
      (select word, false as contains from search_words where word = any(${[...swappedWords]}::text[]))
      union all
      (select found.word, false
        from (select ${setMinSimilarity(word, typos)} is not null as is_set offset 0) setting
        cross join lateral (
          -- The operator reads the setting, so it has to wait for it.
          select word from search_words where word % case when setting.is_set then ${word} end
          order by similarity(word, ${word}) desc, word limit 40
        ) found)
      union all
      (select word, true from search_words where word like ${pattern} and length(word) <= 40 order by length(word), word limit 20)`)
  }

  /** Those of the words that a page of the spaces has. `queries` has the `tsquery` of each word. */
  async findExistingWords(
    on: Queryable,
    words: readonly string[],
    queries: readonly string[],
    part: ScopePart,
  ): Promise<Set<string>> {
    const { tables, includesPage, readsOwnTexts } = part
    if (readsOwnTexts) return this.#findOwnWords(on, words, queries, part)
    // The words of a page are looked up first, because that is faster. They lack the words of conditional text, which
    // only some visitors see: those are in its sections.
    const rows = await on.rows<{ word: string }>(sql`
      ${tables ? sql`with ${tables}` : sql``}
      select asked.word
      from unnest(${[...words]}::text[], ${[...queries]}::text[]) as asked (word, query)
      where exists (
        select from (${selectMatches(sql`search_texts`, sql`asked.query`)}) t
        join search_pages sp on sp.text_id = t.id and ${includesPage}
      ) or exists (
        select from (${selectMatches(sql`search_sections`, sql`asked.query`)}) section
        join search_pages sp on sp.text_id = section.text_id and ${includesPage}
      )`)
    return new Set(rows.map(({ word }) => word))
  }

  /** The same for spaces whose texts are read. */
  async #findOwnWords(
    on: Queryable,
    words: readonly string[],
    queries: readonly string[],
    { includesPage }: ScopePart,
  ): Promise<Set<string>> {
    const anyWord = joinAlternativeQueries(queries)
    const rows = await on.rows<{ word: string }>(sql`
      with own_texts as materialized (${selectOwnMatches(includesPage, ownTextColumns, anyWord)}
      ), own_sections as materialized (${selectOwnMatches(includesPage, ownSectionColumns, anyWord)}
      )
      select asked.word
      from unnest(${[...words]}::text[], ${[...queries]}::text[]) as asked (word, query)
      where exists (select from own_texts where words @@ asked.query::tsquery)
        or exists (select from own_sections where words @@ asked.query::tsquery)`)
    return new Set(rows.map(({ word }) => word))
  }
}
