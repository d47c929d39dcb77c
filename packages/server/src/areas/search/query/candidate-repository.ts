import { type Sql, sql } from '../../../database/database.ts'
import { type IndexRanking, joinAlternativeQueries, type MatchQueries } from './match-queries.ts'
import { ENOUGH_CANDIDATES } from './page-ranking.ts'
import { ownSectionColumns, ownTextColumns, selectMatches, selectOwnMatches } from './repository.ts'
import type { ScopePart } from './scope-repository.ts'

/** What a search is about: the spaces, the words, and what of the spaces may be found. */
export interface RankingRequest {
  scope: ScopePart
  queries: MatchQueries
  filter: ResultFilter
}

export interface ResultFilter {
  /** Whether text that only some visitors see is searched, too. */
  includesConditionalText: boolean
  /** Pages that are not there for whoever searches. */
  hiddenPages: readonly { spaceId: string; pageId: string }[]
}

/**
 * How many texts are ranked. Texts with the words in their titles are taken first, then those with the words in
 * headings. A word that more texts have says little about them.
 */
const MAX_CANDIDATES_OF_ONE_SPACE = 60
const MAX_CANDIDATES = 400

/** With so many candidates of several spaces, nobody reads as far as to matches of beginnings of words. */
const ENOUGH_CANDIDATES_OF_SPACES = 200

/** Whether every page of the indexes may be found: no page is hidden, and no space of an index is left out. */
export const coversEveryPage = ({ scope, filter }: RankingRequest): boolean =>
  scope.coversIndexes && filter.hiddenPages.length === 0

/** The condition for `search_pages sp` that a page may be found. */
export function filterPages({ scope, filter: { hiddenPages } }: RankingRequest): Sql {
  return hiddenPages.length === 0
    ? scope.includesPage
    : sql`${scope.includesPage} and (sp.space_id::text, sp.page_id::text) not in (
            select * from unnest(
              ${hiddenPages.map(({ spaceId }) => spaceId)}::text[], ${hiddenPages.map(({ pageId }) => pageId)}::text[]
            ))`
}

/** The candidates, in one table for each place where the words can be: the most prominent places are filled first. */
export function selectCandidates(request: RankingRequest): Sql {
  const { queries, scope } = request
  const { isOneSpace } = scope
  const candidates = isOneSpace ? MAX_CANDIDATES_OF_ONE_SPACE : MAX_CANDIDATES
  const enough = isOneSpace ? ENOUGH_CANDIDATES : ENOUGH_CANDIDATES_OF_SPACES
  const { matchTexts, matchSections } = createMatchers(request)
  // PostgreSQL evaluates such a condition once, before it reads the index.
  const areFew = sql`and (select few from counted)`
  const titleCount = sql`(select count(*) from titles)`
  const headingCount = sql`(select count(*) from headings)`
  const oftenCount = sql`(select count(*) from often)`
  return sql`${selectOwnRows(request)}titles as materialized (${matchTexts(queries.title, candidates)}
      ), headings as materialized (${matchSections(queries.heading, sql`${candidates} - ${titleCount}`)}
      ), often as materialized (${matchSections(queries.often, sql`${candidates} - ${titleCount} - ${headingCount}`)}
      ), exact as materialized (${matchSections(queries.section, sql`${candidates} - ${titleCount} - ${headingCount} - ${oftenCount}`)}
      ), counted as materialized (
        select ${titleCount} + ${headingCount} + ${oftenCount} + (select count(*) from exact) < ${enough} as few
      ), open as materialized (${matchSections(queries.openSection, sql`${candidates}`, areFew)}
      ), pages as materialized (${matchTexts(queries.page, candidates, sql`${areFew} and (select count(*) from open) < ${enough}`)}
      )`
}

/** The texts and sections of the spaces that match any of the queries, in the order in which the index would give them. */
function selectOwnRows(request: RankingRequest): Sql {
  if (!request.scope.readsOwnTexts) return sql``
  const { title, page, heading, often, section, openSection } = request.queries
  return sql`own_texts as materialized (
        ${selectOwnMatches(filterPages(request), ownTextColumns, joinAlternativeQueries([title, page]))}
        order by place
      ), own_sections as materialized (
        ${selectOwnMatches(filterPages(request), ownSectionColumns, joinAlternativeQueries([heading, often, section, openSection]))}
        order by place
      ), `
}

/** Selects the texts and the sections that match a query and have a page that may be found. */
function createMatchers(request: RankingRequest) {
  const { queries, filter, scope } = request
  const isOwn = scope.readsOwnTexts
  // Texts whose pages are not searched, or may not be seen, must not displace others.
  const hasPage = (textId: Sql) =>
    isOwn || coversEveryPage(request)
      ? sql`true`
      : sql`exists (select from search_pages sp where sp.text_id = ${textId} and ${filterPages(request)})`
  const isVisible = filter.includesConditionalText ? sql`` : sql`and not s.conditional`
  const ranking = createRanking(queries.rankings)
  return {
    matchSections: (query: string | undefined, limit: Sql, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::integer as position, null::real as rank where false`
        : sql`
          select s.text_id, s.position, ${ranking.section} as rank
          from (${selectMatches(isOwn ? sql`own_sections` : sql`search_sections`, query)}) s
          where ${hasPage(sql`s.text_id`)} ${isVisible} ${condition}
          limit ${limit}`,
    matchTexts: (query: string | undefined, limit: number, condition = sql``) =>
      query === undefined
        ? sql`select null::bigint as text_id, null::real as rank where false`
        : sql`
          select t.id as text_id, least(1, ${ranking.terms}::real / t.title_words) as rank
          from (${selectMatches(isOwn ? sql`own_texts` : sql`search_texts`, query)}) t
          where ${hasPage(sql`t.id`)} ${condition}
          limit ${limit}`,
  }
}

/**
 * The rank of a section `s`, and the number of terms that a text `t` has. Each index has a query of its own: one with the
 * words of all would compare each section with all of them, and rank a page by how many spaces are searched.
 */
function createRanking(rankings: readonly IndexRanking[]): { section: Sql; terms: Sql } {
  const rankSection = (rank: Sql, order: Sql) =>
    sql`ts_rank(s.words, ${rank}, 1)${
      rankings.some((ranking) => ranking.order !== null)
        ? sql` + case when s.words @@ ${order} then 2 else 0 end`
        : sql``
    }`
  const [first, ...others] = rankings
  if (first && others.length === 0) {
    return {
      section: rankSection(sql`${first.rank}::tsquery`, sql`${first.order}::tsquery`),
      terms: sql`${first.terms}`,
    }
  }
  const ids = rankings.map(({ indexId }) => indexId)
  const place = (text: Sql) => sql`array_position(${ids}::integer[], ${text}.index_id)`
  const rank = sql`(${rankings.map((ranking) => ranking.rank)}::tsquery[])[${place(sql`ranked`)}]`
  const order = sql`(${rankings.map((ranking) => ranking.order)}::tsquery[])[${place(sql`ranked`)}]`
  return {
    section: sql`(select ${rankSection(rank, order)} from search_texts ranked where ranked.id = s.text_id)`,
    terms: sql`(${rankings.map(({ terms }) => terms)}::integer[])[${place(sql`t`)}]`,
  }
}
