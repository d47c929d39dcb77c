import type { Hash } from '@verso/revisions'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { bytesToHash } from '../../content/index.ts'
import {
  coversEveryPage,
  filterPages,
  type RankingRequest,
  selectCandidates,
} from './candidate-repository.ts'
import { type LocatedText, MAX_SECTIONS_PER_PAGE, type ScoredPage, scoreText } from './page-ranking.ts'
import type { ScopePart } from './scope-repository.ts'

/** Thrown if spaces are not as they were cached, or their index has another content than they show. */
export class StaleSpacesError extends Error {}

/** What is shown of a page. */
export interface PageDetails {
  spaceTitle: string
  /** The content that the space shows. */
  root: Hash
  title: string
  path: string
  sections: Pick<Tables['search_sections'], 'anchor' | 'heading' | 'body'>[]
}

/** A page of one space that matches, with the totals. If none matches, there is one row with the totals. */
type RankedRow = { current: boolean; texts: number } & (
  | { textId: null }
  | (Omit<ScoredPage, 'score'> & { pages: number; bestScore: number; matches: number })
)

/** A page of several spaces whose text matches. If none matches, there is one row without. */
type LocatedRow = { current: boolean } & (LocatedText | { textId: null })

/** A section to show of a page, or a page without one. `place` is that of the page among those that are asked for. */
type DetailRow = Omit<PageDetails, 'root' | 'sections'> & {
  place: number
  root: Buffer
  anchor: string | null
  heading: string | null
  body: string | null
}

/** A section matches in four ways at most, so that many matches have all sections to show if the page has them. */
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

/**
 * Finds the pages that match a query, and what is shown of the best. A text gets the highest of its scores, and a little more for
 * every further match:
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
export class RankingRepository {
  /**
   * The best pages of one space, and how many match. Throws `StaleSpacesError` unless `isCurrent` holds.
   *
   * @param end how many pages.
   */
  async findPagesOfSpace(
    on: Queryable,
    request: RankingRequest,
    end: number,
    isCurrent: Sql = sql`true`,
  ): Promise<{ pages: ScoredPage[]; count: number }> {
    // If every page of the indexes may be found, only the pages of the best texts are looked up.
    const maxTexts = coversEveryPage(request) ? end : null
    const rows = await on.rows<RankedRow>(rankPagesOfSpace(request, end, maxTexts, isCurrent))
    if (rows.some(({ current }) => !current)) throw new StaleSpacesError()
    const ranked = readRankedPages(rows)
    const texts = rows[0]?.texts ?? 0
    if (maxTexts === null || texts <= maxTexts) return ranked
    // A text that no page has any more stays until it is deleted. It may have displaced the text of a page.
    if (ranked.pages.length < end) {
      return readRankedPages(await on.rows<RankedRow>(rankPagesOfSpace(request, end, null, sql`true`)))
    }
    return { ...ranked, count: Math.max(texts, ranked.count) }
  }

  /**
   * The pages of several spaces whose texts match, to be scored together: which matches of a page count depends on the others of its
   * space. Throws `StaleSpacesError` unless `isCurrent` holds.
   *
   * @param maxTexts how many texts are looked at where many match, if not all.
   */
  async locateTexts(
    on: Queryable,
    request: RankingRequest,
    maxTexts: number | undefined,
    isCurrent: Sql = sql`true`,
  ): Promise<LocatedText[]> {
    const rows = await on.rows<LocatedRow>(selectLocatedTexts(request, maxTexts, isCurrent))
    if (rows.some(({ current }) => !current)) throw new StaleSpacesError()
    return rows.filter((row) => row.textId !== null)
  }

  /** What is shown of pages. Those whose space or text is gone are missing. */
  async findDetails<Page extends ScoredPage>(
    on: Queryable,
    pages: readonly Page[],
    includesSpace: ScopePart['includesSpace'],
  ): Promise<Map<Page, PageDetails>> {
    const details = new Map<Page, PageDetails>()
    for (const row of await on.rows<DetailRow>(selectDetails(pages, includesSpace))) {
      const { place, spaceTitle, root, title, path, anchor, heading, body } = row
      const page = pages[place - 1]
      if (!page) continue
      const known = details.get(page) ?? { spaceTitle, root: bytesToHash(root), title, path, sections: [] }
      if (body !== null) known.sections.push({ anchor, heading, body })
      details.set(page, known)
    }
    return details
  }
}

/** All matches of all texts. */
const foundMatches = sql`found as (
        select text_id, null::integer as position, 10 + 5 * rank as score, 'n' as place from titles
        union all select text_id, position, 5 + rank, 'n' from headings
        union all select text_id, position, 0.1 + rank, 'n' from often
        union all select text_id, position, rank, 'n' from exact
        union all select text_id, position, rank / 2, 'o' from open
        union all select text_id, null, -1, 'p' from pages
      )`

/** A match as text: its place ("n"ear, "o"pen or whole "p"age), the section if it is in one, and the score, exactly. */
const matchText = sql`place || coalesce(position::text, '') || ' ' || score`

/**
 * The statement that ranks the pages of one space: it finds the texts with the words, scores each of them, and keeps the best
 * `maxTexts`, or all; then it finds the pages that have these texts.
 */
function rankPagesOfSpace(
  request: RankingRequest,
  end: number,
  maxTexts: number | null,
  isCurrent: Sql,
): Sql {
  const { tables } = request.scope
  return sql`
      with ${tables ? sql`${tables}, ` : sql``}state as materialized (
        select ${isCurrent} as current
      ), ${selectCandidates(request)}, ${foundMatches}, best as (
        select text_id, max(score) as best_score, count(*) as matches, count(*) over () as texts,
          (array_agg(position order by score desc, position) filter (where position is not null))
            [:${MAX_MATCHES_PER_TEXT}] as positions
        from found group by text_id
        order by max(score) + ln(count(*)::float8) / 20 desc, text_id
        limit ${maxTexts}
      ), page as (
        select sp.space_id, sp.page_id, sp.parent_id, sp.slug, best.*, count(*) over () as pages
        from best join search_pages sp on sp.text_id = best.text_id and ${filterPages(request)}
        order by best_score + ln(matches::float8) / 20 desc, best.text_id, sp.space_id, sp.page_id
        limit ${end}
      )
      select state.current, coalesce((select texts from best limit 1), 0) as texts, page.pages,
        page.text_id as "textId", page.space_id as "spaceId", page.page_id as "pageId", page.parent_id as "parentId",
        page.slug, page.best_score as "bestScore", page.matches, page.positions
      from state left join page on state.current`
}

function readRankedPages(rows: readonly RankedRow[]): { pages: ScoredPage[]; count: number } {
  const matching = rows.filter((row) => row.textId !== null)
  const pages = matching.map(
    ({ textId, spaceId, pageId, parentId, slug, bestScore, matches, positions }) => ({
      textId,
      spaceId,
      pageId,
      parentId,
      slug,
      score: scoreText(bestScore, matches),
      positions: [...new Set(positions)].slice(0, MAX_SECTIONS_PER_PAGE),
    }),
  )
  return { pages, count: matching[0]?.pages ?? 0 }
}

/** The statement that finds the texts with the words, and the pages that have them. */
function selectLocatedTexts(request: RankingRequest, maxTexts: number | undefined, isCurrent: Sql): Sql {
  const { tables } = request.scope
  // Each text has a page. Where nothing counts but the text itself, the best pages are those of the best texts.
  const limitTexts =
    maxTexts === undefined
      ? sql``
      : sql`limit case when not (select few from counted) then ${maxTexts}::bigint end`
  return sql`
      with ${tables ? sql`${tables}, ` : sql``}state as materialized (
        select ${isCurrent} as current
      ), ${selectCandidates(request)}, ${foundMatches}, matching as (
        select text_id, string_agg(${matchText}, ',') as matches
        from found group by text_id
        order by max(score) + ln(count(*)::float8) / 20 desc, text_id
        ${limitTexts}
      ), located as (
        select matching.text_id, matching.matches, sp.*
        from matching cross join lateral (
          select sp.space_id, sp.page_id, sp.parent_id, sp.slug from search_pages sp
          where sp.text_id = matching.text_id and ${filterPages(request)}
          order by sp.space_id, sp.page_id
          limit ${MAX_PAGES_OF_SPACES}
        ) sp
        limit ${MAX_PAGES_OF_SPACES}
      )
      select state.current, text_id as "textId", matches, space_id as "spaceId", page_id as "pageId",
        parent_id as "parentId", slug
      from state left join located on state.current`
}

/** The statement that reads what is shown of pages: where they are in their spaces, and the sections. */
const selectDetails = (pages: readonly ScoredPage[], includesSpace: ScopePart['includesSpace']): Sql => sql`
      with recursive way (place, space_id, text_id, positions, next_id, path) as (
        select place, space_id, text_id, positions::integer[], parent_id, slug
        from unnest(
          ${pages.map(({ spaceId }) => spaceId)}::id[], ${pages.map(({ textId }) => textId)}::bigint[],
          ${pages.map(({ positions }) => `{${positions.join(',')}}`)}::text[],
          ${pages.map(({ parentId }) => parentId)}::id[], ${pages.map(({ slug }) => slug)}::text[]
        ) with ordinality as chosen (space_id, text_id, positions, parent_id, slug, place)
        union all
        select way.place, way.space_id, way.text_id, way.positions, above.parent_id, concat_ws('/', above.slug, way.path)
        from way join search_pages above on above.space_id = way.space_id and above.page_id = way.next_id
      )
      select way.place, space.title as "spaceTitle", coalesce(r.shown, r.root) as root, t.title,
        coalesce(way.path, '') as path, s.anchor, s.heading, s.body
      from way
      join search_texts t on t.id = way.text_id
      join spaces space on space.id = way.space_id and ${includesSpace(sql`space`)}
      join revisions r on r.id = space.revision_id
      left join search_sections s on s.text_id = way.text_id and s.position = any(way.positions)
      where way.next_id is null
      order by way.place, array_position(way.positions, s.position)`
