import type { Hash } from '@verso/revisions'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { bytesToHash } from '../../content/index.ts'
import {
  coversEveryPage,
  ENOUGH_CANDIDATES,
  filterPages,
  type RankingRequest,
  selectCandidates,
} from './candidate-repository.ts'

/** The part of the ranked pages to return. */
export interface ResultWindow {
  offset: number
  limit: number
  /**
   * Which of them are returned, if not all: pages of so many spaces, those with the best pages first, and so many of each. It is not
   * counted then how many pages match.
   */
  bySpace?: { spaces: number; pagesPerSpace: number } | undefined
}

/** Thrown if spaces are not as they were cached, or their index has another content than they show. */
export class StaleSpacesError extends Error {}

/** The best pages, and how many pages match. */
export interface RankedPages {
  rows: RankedPage[]
  count: number
  /** In how many spaces all pages of the window are. */
  spaceCount: number
}

export type RankedPage = Pick<Tables['search_pages'], 'spaceId' | 'pageId'> & {
  /** Its place among all matching pages, from 1. */
  place: number
  score: number
  spaceTitle: string
  /** The content that the space shows. */
  root: Hash
  title: string
  path: string
  sections: Pick<Tables['search_sections'], 'anchor' | 'heading' | 'body'>[]
}

/** A matching section of a page, or a page without one. If no page matches, there is one row with the totals. */
type RankedRow = { current: boolean; texts: number } & (
  | { spaceId: null }
  | (Omit<RankedPage, 'root' | 'sections'> & {
      pages: number
      spaces: number | null
      root: Buffer
      anchor: string | null
      heading: string | null
      body: string | null
    })
)

const MAX_SECTIONS_PER_PAGE = 3

/** A section matches in four ways at most, so that many matches have three different sections if the page has them. */
const MAX_MATCHES_PER_TEXT = 4 * MAX_SECTIONS_PER_PAGE

/** How many pages of several spaces are looked at: spaces with the same pages share their texts. */
const MAX_PAGES_OF_SPACES = 1000

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
  /** A window of the matching pages, the best first. Throws `StaleSpacesError` unless `isCurrent` holds. */
  async findBestPages(
    on: Queryable,
    request: RankingRequest,
    window: ResultWindow,
    isCurrent: Sql = sql`true`,
  ): Promise<RankedPages> {
    // If every page of the indexes may be found, only the pages of the best texts are looked up.
    const maxTexts =
      request.scope.isOneSpace && coversEveryPage(request) ? window.offset + window.limit : null
    const rankedRows = await on.rows<RankedRow>(rankPages(request, window, maxTexts, isCurrent))
    if (rankedRows.some(({ current }) => !current)) throw new StaleSpacesError()
    const ranked = readRankedPages(rankedRows)
    const texts = rankedRows[0]?.texts ?? 0
    if (maxTexts === null || texts <= maxTexts) return ranked
    // A text that no page has any more stays until it is deleted. It may have displaced the text of a page.
    if (ranked.rows.length < window.limit) {
      return readRankedPages(await on.rows<RankedRow>(rankPages(request, window, null, sql`true`)))
    }
    return { ...ranked, count: Math.max(texts, ranked.count) }
  }
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
  window: ResultWindow,
  maxTexts: number | null,
  isCurrent: Sql,
): Sql {
  const { tables, isOneSpace, includesSpace } = request.scope
  return sql`
      with recursive ${tables ? sql`${tables}, ` : sql``}state as materialized (
        select ${isCurrent} as current
      ), ${selectCandidates(request)}, found as (
        select text_id, null::integer as position, 10 + 5 * rank as score, 'near' as place from titles
        union all select text_id, position, 5 + rank, 'near' from headings
        union all select text_id, position, 0.1 + rank, 'near' from often
        union all select text_id, position, rank, 'near' from exact
        union all select text_id, position, rank / 2, 'open' from open
        union all select text_id, null, -1, 'page' from pages
      ), ${isOneSpace ? scorePagesOfSpace(request, window, maxTexts) : scorePagesOfSpaces(request, window)},
      ${choosePages(window)},
      way (place, space_id, page_id, text_id, score, positions, pages, spaces, next_id, path) as (
        select place, space_id, page_id, text_id, score, positions, pages, spaces, parent_id, slug from chosen
        union all
        select way.place, way.space_id, way.page_id, way.text_id, way.score, way.positions, way.pages, way.spaces,
          above.parent_id, concat_ws('/', above.slug, way.path)
        from way join search_pages above on above.space_id = way.space_id and above.page_id = way.next_id
      )
      select state.current, coalesce((select texts from totals), 0) as texts, way.pages, way.spaces, way.place,
        space.id as "spaceId", space.title as "spaceTitle", coalesce(r.shown, r.root) as root,
        way.page_id as "pageId", t.title, coalesce(way.path, '') as path, way.score, s.anchor, s.heading, s.body
      from state
      left join way on state.current and way.next_id is null
      left join search_texts t on t.id = way.text_id
      left join spaces space on space.id = way.space_id and ${includesSpace(sql`space`)}
      left join revisions r on r.id = space.revision_id
      left join search_sections s on s.text_id = way.text_id and s.position = any(way.positions)
      order by way.place, array_position(way.positions, s.position)`
}

const limitPages = ({ offset, limit }: ResultWindow): Sql => sql`
        order by place
        limit ${limit} offset ${offset}`

/** The place of a page among all, the best first. */
const placePage = sql`row_number() over (order by score desc, text_id, space_id, page_id) as place`

/** The table `chosen`: the pages to return, and in how many spaces those of the whole window are. */
const choosePages = ({ bySpace }: ResultWindow): Sql =>
  bySpace === undefined
    ? sql`chosen as (select page.*, null::integer as spaces from page)`
    : sql`grouped as (
        select page.*, min(place) over by_space as first_place, row_number() over by_space as place_in_space
        from page
        window by_space as (partition by space_id order by place)
      ), chosen as (
        select * from (
          select grouped.*, count(*) filter (where place_in_space = 1) over () as spaces,
            dense_rank() over (order by first_place) as space_place
          from grouped
        ) placed
        where place_in_space <= ${bySpace.pagesPerSpace} and space_place <= ${bySpace.spaces}
      )`

/** The tables `page`, with the scores of pages of one space, and `totals`. */
const scorePagesOfSpace = (
  request: RankingRequest,
  window: ResultWindow,
  maxTexts: number | null,
): Sql => sql`
      best as (
        select text_id, max(score) + ln(count(*)::float8) / 20 as score, count(*) over () as texts,
          ${listPositions(sql`true`)} as positions
        from found group by text_id
        order by score desc, text_id
        limit ${maxTexts}
      ), totals as (
        select texts from best limit 1
      ), page as (
        select located.*, count(*) over () as pages, ${placePage}
        from (
          select sp.space_id, sp.page_id, sp.parent_id, sp.slug, sp.text_id, best.score, best.positions
          from best join search_pages sp on sp.text_id = best.text_id and ${filterPages(request)}
        ) located
        ${limitPages(window)}
      )`

/**
 * The same for several spaces. A page gets the score that it has in a search of its own space: there, beginnings of words and
 * whole pages count if the space has few other matches.
 */
const scorePagesOfSpaces = (request: RankingRequest, window: ResultWindow): Sql => sql`
      matching as (
        select text_id, max(score) + ln(count(*)::float8) / 20 as highest,
          count(*) filter (where place = 'near')::integer as near, max(score) filter (where place = 'near') as near_score,
          count(*) filter (where place = 'open')::integer as open, max(score) filter (where place = 'open') as open_score,
          count(*) filter (where place = 'page')::integer as whole,
          ${listPositions(sql`place = 'near'`)} as near_positions, ${listPositions(sql`true`)} as positions
        from found group by text_id
        order by highest desc, text_id
        limit ${limitTexts(window)}
      ), located as (
        select m.*, sp.*
        from matching m cross join lateral (
          select sp.space_id, sp.page_id, sp.parent_id, sp.slug from search_pages sp
          where sp.text_id = m.text_id and ${filterPages(request)}
          order by sp.space_id, sp.page_id
          limit ${MAX_PAGES_OF_SPACES}
        ) sp
        limit ${MAX_PAGES_OF_SPACES}
      ), counted_pages as (
        select located.*,
          sum(near) filter (where is_first) over (partition by space_id) < ${ENOUGH_CANDIDATES} as has_open,
          sum(near) filter (where is_first) over (partition by space_id) < ${ENOUGH_CANDIDATES}
            and sum(open) filter (where is_first) over (partition by space_id) < ${ENOUGH_CANDIDATES} as has_whole
        from (
          -- Pages with the same text count once.
          select located.*, row_number() over (partition by space_id, text_id order by page_id) = 1 as is_first
          from located
        ) located
      ), totals as (
        select 0 as texts
      ), page as (
        select scored.*, count(*) over () as pages, ${placePage}
        from (
          select space_id, page_id, parent_id, slug, text_id,
            greatest(
              near_score, case when has_open then open_score end, case when has_whole and whole > 0 then -1 end
            ) + ln((
              near + case when has_open then open else 0 end + case when has_whole then whole else 0 end
            )::float8) / 20 as score,
            case when has_open then positions else near_positions end as positions
          from counted_pages
          where near > 0 or (has_open and open > 0) or (has_whole and whole > 0)
        ) scored
        ${limitPages(window)}
      )`

/**
 * How many texts are looked at, if not all. Each has a page. Where nothing counts but the text itself, the best pages are those of
 * the best texts; and how many match is not asked where pages are chosen by
 * space.
 */
const limitTexts = ({ offset, limit, bySpace }: ResultWindow): Sql =>
  bySpace === undefined
    ? sql`null`
    : sql`case when not (select few from counted) then ${offset + limit}::bigint end`

/** The sections of a text that match best. */
const listPositions = (condition: Sql): Sql => sql`
          (array_agg(position order by score desc, position) filter (where position is not null and ${condition}))
            [:${MAX_MATCHES_PER_TEXT}]`

function readRankedPages(rankedRows: readonly RankedRow[]): RankedPages {
  const first = rankedRows.find(({ spaceId }) => spaceId !== null)
  if (!first || first.spaceId === null) return { rows: [], count: 0, spaceCount: 0 }
  const rows = groupByPage(rankedRows)
  return { rows, count: first.pages, spaceCount: first.spaces ?? countSpaces(rows) }
}

export const countSpaces = (pages: readonly Pick<RankedPage, 'spaceId'>[]): number =>
  new Set(pages.map(({ spaceId }) => spaceId)).size

/** Collects the sections of each page. Rows of one page follow each other. */
function groupByPage(rows: readonly RankedRow[]): RankedPage[] {
  const pages: RankedPage[] = []
  for (const row of rows) {
    if (row.spaceId === null) continue
    const { place, spaceId, pageId, score, spaceTitle, root, title, path, anchor, heading, body } = row
    let page = pages.at(-1)
    if (page?.spaceId !== spaceId || page.pageId !== pageId) {
      page = { place, spaceId, pageId, score, spaceTitle, root: bytesToHash(root), title, path, sections: [] }
      pages.push(page)
    }
    if (body !== null && page.sections.length < MAX_SECTIONS_PER_PAGE) {
      page.sections.push({ anchor, heading, body })
    }
  }
  return pages
}
