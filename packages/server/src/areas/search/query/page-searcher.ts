import type { Database, Queryable } from '../../../database/database.ts'
import { type Page, buildOffsetPage } from '../../../database/paging.ts'
import { makeExcerpt } from '../text/excerpt.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { listTokenWords } from '../text/tokenizer.ts'
import { matchAllTerms, matchAllTermsButOne, matchAnyTerm, type MatchQueryBuilder } from './match-queries.ts'
import {
  countQueryWords,
  listExcerptWords,
  type ParsedQuery,
  parseQuery,
  type QueryTerm,
  tokenizeQuery,
} from './query-parser.ts'
import {
  type RankedPage,
  type RankedPages,
  type RankingRepository,
  type ResultFilter,
  type ResultWindow,
  searchSettings,
} from './ranking-repository.ts'
import { type IndexedSpace, isIndexed, listIndexes, type SearchableSpace } from './repository.ts'
import { groupSpaces } from './space-groups.ts'
import type { SpellingCorrector } from './spelling-corrector.ts'

/** A page that matches. */
export interface PageHit {
  spaceId: string
  pageId: string
  title: string
  /** The slugs from the top of the space, joined by slashes. */
  path: string
  /** How well it matches; higher is better. */
  score: number
  /** Its position among all results, from 1. */
  rank: number
  sections: SectionHit[]
}

export interface SectionHit {
  /** The anchor of its heading; undefined for the text before the first heading. */
  anchor: string | undefined
  title: string
  /** The text around the first match. */
  body: string
}

/** So many searches run in PostgreSQL at once; more would only slow each other down. */
const MAX_CONCURRENT_SEARCHES = 8

/** Leaving one word out of a longer query makes statements that cost more than their results are worth. */
const MAX_TERMS_TO_LEAVE_ONE_OUT = 8

/** How far a list of results can be read. Whoever wants other results searches for something more specific. */
const MAX_RESULTS = 1000

/** One way to match the words of a query, and the terms that its matches have. */
interface MatchAttempt {
  buildQueries: MatchQueryBuilder
  terms: QueryTerm[]
}

interface PageSearcherDependencies {
  database: Database
  ranking: RankingRepository
  corrector: SpellingCorrector
  stemmer: Stemmer
}

/** Runs a query: parses it, matches it more and more loosely until something matches, and returns the best pages. */
export class PageSearcher {
  readonly #deps: PageSearcherDependencies
  readonly #searchDatabase: Queryable

  constructor(deps: PageSearcherDependencies) {
    this.#deps = deps
    this.#searchDatabase = deps.database.withSettings(searchSettings, {
      name: 'search',
      connections: MAX_CONCURRENT_SEARCHES,
    })
  }

  /** Throws `StaleSpacesError` if a space is not as it is in `cachedSpaces`. */
  async searchPages(
    on: Queryable,
    candidateSpaces: readonly SearchableSpace[],
    text: string,
    filter: ResultFilter,
    window: ResultWindow,
    cachedSpaces: readonly SearchableSpace[] = [],
  ): Promise<Page<PageHit>> {
    const spaces = candidateSpaces.filter(isIndexed)
    const query = spaces.length === 0 ? undefined : await this.#parseQuery(on, spaces, text)
    if (!query || query.terms.length === 0) return buildOffsetPage([], 0, window.offset)
    return this.#runAttempts(spaces, query, filter, window, cachedSpaces)
  }

  async #parseQuery(on: Queryable, spaces: readonly IndexedSpace[], text: string): Promise<ParsedQuery> {
    const tokens = tokenizeQuery(text)
    const languages = [...new Set(spaces.map(({ language }) => language))]
    const words = [
      ...listTokenWords(tokens.words),
      ...tokens.phrases.flatMap((phrase) => [...listTokenWords(phrase)]),
    ]
    for (const language of languages) await this.#deps.stemmer.loadForms(on, language, words)
    return parseQuery(tokens, languages, this.#deps.stemmer)
  }

  /** Returns the results of the first attempt that has any. */
  async #runAttempts(
    spaces: readonly IndexedSpace[],
    query: ParsedQuery,
    filter: ResultFilter,
    { offset, limit }: ResultWindow,
    cachedSpaces: readonly SearchableSpace[],
  ): Promise<Page<PageHit>> {
    // The count comes with the rows, so one row is read even if only the count is wanted.
    const window = { offset, limit: Math.max(1, limit) }
    let uncheckedSpaces = cachedSpaces
    for await (const { buildQueries, terms } of this.#listAttempts(spaces, query)) {
      const groups = groupSpaces(spaces, countQueryWords({ terms }))
      const { rows, count } = await this.#rankPages(groups, buildQueries, filter, window, uncheckedSpaces)
      uncheckedSpaces = []
      if (rows.length > 0) {
        const words = listExcerptWords(terms)
        const hits = rows.slice(0, limit).map((row, index) => makePageHit(row, words, offset + index + 1))
        return buildOffsetPage(hits, count, offset, Math.min(count, MAX_RESULTS))
      }
      // A later list page continues the first attempt; another attempt would begin a different list.
      if (offset > 0) break
    }
    return buildOffsetPage([], 0, offset)
  }

  /** All words as typed; then with misspelled words corrected; then all words but one; then any of the words. */
  async *#listAttempts(spaces: readonly IndexedSpace[], query: ParsedQuery): AsyncGenerator<MatchAttempt> {
    yield { buildQueries: matchAllTerms(query), terms: query.terms }
    const correctedQuery = await this.#deps.corrector.correctQuery(this.#searchDatabase, spaces, query)
    if (correctedQuery) yield { buildQueries: matchAllTerms(correctedQuery), terms: correctedQuery.terms }
    const finalQuery = correctedQuery ?? query
    const { terms } = finalQuery
    if (terms.length > 2 && terms.length <= MAX_TERMS_TO_LEAVE_ONE_OUT) {
      yield { buildQueries: matchAllTermsButOne(finalQuery), terms }
    }
    if (terms.length > 1 || terms.some(({ kind }) => kind === 'run')) {
      yield { buildQueries: matchAnyTerm(finalQuery), terms }
    }
  }

  /** Ranks the pages of all groups of spaces, one statement for each group. */
  async #rankPages(
    groups: readonly (readonly IndexedSpace[])[],
    buildQueries: MatchQueryBuilder,
    filter: ResultFilter,
    window: ResultWindow,
    cachedSpaces: readonly SearchableSpace[],
  ): Promise<RankedPages> {
    const rankGroup = (
      group: readonly IndexedSpace[],
      groupWindow: ResultWindow,
      uncheckedSpaces: readonly SearchableSpace[],
    ) =>
      this.#deps.ranking.findBestPages(
        this.#searchDatabase,
        { spaces: group, queries: buildQueries(listIndexes(group)), filter },
        groupWindow,
        uncheckedSpaces,
      )
    const [first, ...others] = groups
    if (!first) return { rows: [], count: 0 }
    if (others.length === 0) return rankGroup(first, window, cachedSpaces)
    const end = window.offset + window.limit
    const groupWindow = { offset: 0, limit: end }
    const results = await Promise.all([
      rankGroup(first, groupWindow, cachedSpaces),
      ...others.map((group) => rankGroup(group, groupWindow, [])),
    ])
    // The sort is stable: pages of equal score keep the order of their groups, and of the statement's rows.
    const rows = results.flatMap((result) => result.rows).sort((one, other) => other.score - one.score)
    return {
      rows: rows.slice(window.offset, end),
      count: results.reduce((sum, { count }) => sum + count, 0),
    }
  }
}

const makePageHit = (
  { spaceId, pageId, title, path, score, sections }: RankedPage,
  words: readonly string[],
  rank: number,
): PageHit => ({
  spaceId,
  pageId,
  title,
  path,
  // Pages whose words are far apart have a score below zero.
  score: Math.max(0, score),
  rank,
  sections: sections.map(({ anchor, heading, body }) => ({
    anchor: anchor ?? undefined,
    title: heading ?? '',
    body: makeExcerpt(body, words),
  })),
})
