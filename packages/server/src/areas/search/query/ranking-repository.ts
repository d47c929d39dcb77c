import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { MatchQueries } from './match-queries.ts'
import {
  countSpacesInIndex,
  type IndexedSpace,
  isIndexStale,
  joinSpaceIndex,
  listIndexes,
  type SearchableSpace,
  selectMatches,
} from './repository.ts'

/** What a search is about: the spaces, the words, and what of the spaces may be found. */
export interface RankingRequest {
  spaces: readonly IndexedSpace[]
  queries: MatchQueries
  filter: ResultFilter
}

export interface ResultFilter {
  /** Whether text that only some visitors see is searched, too. */
  includesConditionalText: boolean
  /** Pages that are not there for whoever searches. */
  hiddenPages: readonly { spaceId: string; pageId: string }[]
}

/** The part of the ranked pages to return. */
export interface ResultWindow {
  offset: number
  limit: number
}

/** What a cached space must still be like for its cached index to be searched. */
export type CachedSpace = Pick<SearchableSpace, 'id' | 'indexId' | 'spacesInIndex'>

/** Thrown if spaces are not as they were cached, or their index has another content than they show. */
export class StaleSpacesError extends Error {}

/** The best pages, and how many pages match. */
export interface RankedPages {
  rows: RankedPage[]
  count: number
}

export type RankedPage = Pick<Tables['search_pages'], 'spaceId' | 'pageId'> & {
  title: string
  path: string
  sections: Pick<Tables['search_sections'], 'anchor' | 'heading' | 'body'>[]
  score: number
}

/** A matching section of a page, or a page without one. If no page matches, there is one row with the totals. */
type RankedRow = { current: boolean; texts: number } & (
  | { spaceId: null }
  | (Omit<RankedPage, 'sections'> & {
      pages: number
      anchor: string | null
      heading: string | null
      body: string | null
    })
)

/**
 * How many texts are ranked. Texts with the words in their titles are taken first, then those with the words in
 * headings. A word that more texts have says little about them.
 */
const CANDIDATES_PER_INDEX = 60
const MAX_CANDIDATES = 400

/** With fewer candidates than these, beginnings of words and whole pages are searched, too. */
const ENOUGH_CANDIDATES = 20

const MAX_SECTIONS_PER_PAGE = 3

/** A section matches in four ways at most, so that many matches have three different sections if the page has them. */
const MAX_MATCHES_PER_TEXT = 4 * MAX_SECTIONS_PER_PAGE

/**
 * PostgreSQL settings that make it look everything up by index. Vectors are stored outside of their rows, so a table of
 * them looks small to the planner although a sequential scan of it takes long. With nothing left to choose, one plan
 * serves every query; planning each would take as long as searching.
 */
export const searchSettings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map(
  (setting) => `${setting} = off`,
)

/** Ranks the pages that match a query. */
export class RankingRepository {
  /** A window of the matching pages, the best first. Throws `StaleSpacesError` if a cached space is out of date. */
  async findBestPages(
    on: Queryable,
    request: RankingRequest,
    window: ResultWindow,
    cachedSpaces: readonly CachedSpace[] = [],
  ): Promise<RankedPages> {
    // If every page of the indexes may be found, only the pages of the best texts are looked up.
    const maxTexts = coversWholeIndexes(request) ? window.offset + window.limit : null
    const rankedRows = await on.rows<RankedRow>(rankPages(request, window, maxTexts, cachedSpaces))
    if (rankedRows.some(({ current }) => !current)) throw new StaleSpacesError()
    const rows = groupByPage(rankedRows)
    const texts = rankedRows[0]?.texts ?? 0
    if (maxTexts === null || texts <= maxTexts) return { rows, count: readPageCount(rankedRows) }
    // A text that no page has any more stays until it is deleted. It may have displaced the text of a page.
    if (rows.length < window.limit) {
      const allRows = await on.rows<RankedRow>(rankPages(request, window, null, []))
      return { rows: groupByPage(allRows), count: readPageCount(allRows) }
    }
    return { rows, count: Math.max(texts, readPageCount(rankedRows)) }
  }
}

/** Whether every page of the indexes may be found: no page is hidden, and no space of an index is left out. */
function coversWholeIndexes({ spaces, filter }: Pick<RankingRequest, 'spaces' | 'filter'>): boolean {
  if (filter.hiddenPages.length > 0) return false
  const missingSpaces = new Map<number, number>()
  for (const { indexId, spacesInIndex } of spaces) {
    missingSpaces.set(indexId, (missingSpaces.get(indexId) ?? spacesInIndex) - 1)
  }
  return [...missingSpaces.values()].every((count) => count === 0)
}

/**
 * The statement that ranks: it finds the texts with the words, scores each of them, and keeps the best `maxTexts`, or
 * all; then it finds the pages that have these texts, their paths, and the sections to show.
 *
 * A text gets the highest of its scores, and a little more for every further match:
 *
 * | the words are                               | score                                          |
 * | ------------------------------------------- | ---------------------------------------------- |
 * | in the title                                | 10, and up to 5 more the less else is in it    |
 * | in a heading                                | 5 + rank                                       |
 * | in a section several times                  | 0.1 + rank                                     |
 * | in a section                                | rank                                           |
 * | in a section, the last one as a prefix      | rank / 2                                       |
 * | on the page, in different sections          | -1                                             |
 *
 * The rank is `ts_rank` of the section, and 2 more if the words are in the order in which they were typed.
 */
function rankPages(
  request: RankingRequest,
  { offset, limit }: ResultWindow,
  maxTexts: number | null,
  cachedSpaces: readonly CachedSpace[],
): Sql {
  const pageFilter = filterPages(request)
  return sql`
      with recursive state as (${checkCachedSpaces(cachedSpaces)}
      ), ${selectCandidates(request, pageFilter)}, found as (
        select text_id, null::integer as position, 10 + 5 * rank as score from titles
        union all select text_id, position, 5 + rank from headings
        union all select text_id, position, 0.1 + rank from often
        union all select text_id, position, rank from exact
        union all select text_id, position, rank / 2 from open
        union all select text_id, null, -1 from pages
      ), best as (
        select text_id, max(score) + ln(count(*)::float8) / 20 as score, count(*) over () as texts,
          (array_agg(position order by score desc, position) filter (where position is not null))[:${MAX_MATCHES_PER_TEXT}]
            as positions
        from found group by text_id
        order by score desc, text_id
        limit ${maxTexts}
      ), page as (
        select p.*, best.score, best.positions, count(*) over () as pages
        from best join search_pages p on p.text_id = best.text_id and ${pageFilter}
        order by best.score desc, p.text_id, p.space_id, p.page_id
        limit ${limit} offset ${offset}
      ), way (space_id, page_id, text_id, score, positions, pages, next_id, path) as (
        select space_id, page_id, text_id, score, positions, pages, parent_id, slug from page
        union all
        select way.space_id, way.page_id, way.text_id, way.score, way.positions, way.pages,
          above.parent_id, concat_ws('/', above.slug, way.path)
        from way join search_pages above on above.space_id = way.space_id and above.page_id = way.next_id
      )
      select state.current, coalesce((select texts from best limit 1), 0) as texts, way.pages, way.space_id as "spaceId",
        way.page_id as "pageId", t.title, coalesce(way.path, '') as path, way.score, s.anchor, s.heading, s.body
      from state
      left join way on state.current and way.next_id is null
      left join search_texts t on t.id = way.text_id
      left join search_sections s on s.text_id = way.text_id and s.position = any(way.positions)
      order by way.score desc, way.text_id, way.space_id, way.page_id, array_position(way.positions, s.position)`
}

/** Whether the spaces are as they were cached, and the index has what they show. */
const checkCachedSpaces = (cachedSpaces: readonly CachedSpace[]): Sql =>
  cachedSpaces.length === 0
    ? sql`select true as current`
    : sql`
        select count(*) = ${cachedSpaces.length} as current
        from unnest(
          ${cachedSpaces.map(({ id }) => id)}::text[], ${cachedSpaces.map(({ indexId }) => indexId)}::integer[],
          ${cachedSpaces.map(({ spacesInIndex }) => spacesInIndex)}::integer[]
        ) as known (space_id, index_id, sharing)
        join spaces s on s.id = known.space_id and s.deleted_at is null
        ${joinSpaceIndex}
        where x.index_id is not distinct from known.index_id
          and known.sharing = (${countSpacesInIndex}) and not ${isIndexStale}`

/** The condition for `search_pages p` that a page may be found. */
function filterPages({ spaces, filter: { hiddenPages } }: RankingRequest): Sql {
  const ids = spaces.map(({ id }) => id)
  const isInSpaces = ids.length === 1 ? sql`p.space_id = ${ids[0]}` : sql`p.space_id = any(${ids}::text[])`
  return hiddenPages.length === 0
    ? isInSpaces
    : sql`${isInSpaces} and (p.space_id::text, p.page_id::text) not in (
            select * from unnest(
              ${hiddenPages.map(({ spaceId }) => spaceId)}::text[], ${hiddenPages.map(({ pageId }) => pageId)}::text[]
            ))`
}

/** The candidates, in one table for each place where the words can be: the most prominent places are filled first. */
function selectCandidates(request: RankingRequest, pageFilter: Sql): Sql {
  const { queries } = request
  const candidates = Math.min(MAX_CANDIDATES, listIndexes(request.spaces).length * CANDIDATES_PER_INDEX)
  const { matchTexts, matchSections } = createMatchers(request, pageFilter)
  // PostgreSQL evaluates such a condition once, before it reads the index.
  const areFew = sql`and (select few from counted)`
  const titleCount = sql`(select count(*) from titles)`
  const headingCount = sql`(select count(*) from headings)`
  const oftenCount = sql`(select count(*) from often)`
  return sql`titles as materialized (${matchTexts(queries.title, candidates)}
      ), headings as materialized (${matchSections(queries.heading, sql`${candidates} - ${titleCount}`)}
      ), often as materialized (${matchSections(queries.often, sql`${candidates} - ${titleCount} - ${headingCount}`)}
      ), exact as materialized (${matchSections(queries.section, sql`${candidates} - ${titleCount} - ${headingCount} - ${oftenCount}`)}
      ), counted as materialized (
        select ${titleCount} + ${headingCount} + ${oftenCount} + (select count(*) from exact) < ${ENOUGH_CANDIDATES} as few
      ), open as materialized (${matchSections(queries.openSection, sql`${candidates}`, areFew)}
      ), pages as materialized (${matchTexts(queries.page, candidates, sql`${areFew} and (select count(*) from open) < ${ENOUGH_CANDIDATES}`)}
      )`
}

/** Selects the texts and the sections that match a query and have a page that may be found. */
function createMatchers(request: RankingRequest, pageFilter: Sql) {
  const { queries, filter } = request
  // Texts whose pages are not searched, or may not be seen, must not displace others.
  const hasPage = (textId: Sql) =>
    coversWholeIndexes(request)
      ? sql`true`
      : sql`exists (select from search_pages p where p.text_id = ${textId} and ${pageFilter})`
  const isVisible = filter.includesConditionalText ? sql`` : sql`and not s.conditional`
  const orderBonus =
    queries.order === undefined
      ? sql``
      : sql`+ case when s.words @@ ${queries.order}::tsquery then 2 else 0 end`
  return {
    matchSections: (query: string | undefined, limit: Sql, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::integer as position, null::real as rank where false`
        : sql`
          select s.text_id, s.position, ts_rank(s.words, ${queries.rank}::tsquery, 1) ${orderBonus} as rank
          from (${selectMatches(sql`search_sections`, query)}) s
          where ${hasPage(sql`s.text_id`)} ${isVisible} ${condition}
          limit ${limit}`,
    matchTexts: (query: string | undefined, limit: number, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::real as rank where false`
        : sql`
          select t.id as text_id, least(1, ${queries.terms}::real / t.title_words) as rank
          from (${selectMatches(sql`search_texts`, query)}) t
          where ${hasPage(sql`t.id`)} ${condition}
          limit ${limit}`,
  }
}

/** Collects the sections of each page. Rows of one page follow each other. */
function groupByPage(rows: readonly RankedRow[]): RankedPage[] {
  const pages: RankedPage[] = []
  for (const row of rows) {
    if (row.spaceId === null) continue
    const { spaceId, pageId, title, path, score, anchor, heading, body } = row
    let page = pages.at(-1)
    if (page?.spaceId !== spaceId || page.pageId !== pageId) {
      page = { spaceId, pageId, title, path, score, sections: [] }
      pages.push(page)
    }
    if (body !== null && page.sections.length < MAX_SECTIONS_PER_PAGE) {
      page.sections.push({ anchor, heading, body })
    }
  }
  return pages
}

/** How many pages match in total. */
const readPageCount = ([first]: readonly RankedRow[]): number =>
  first && first.spaceId !== null ? first.pages : 0
