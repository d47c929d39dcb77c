import type { Hash } from '@verso/revisions'
import type { Database, Queryable, Sql } from '../../../database/database.ts'
import { type Page, buildOffsetPage } from '../../../database/paging.ts'
import { makeExcerpt } from '../text/excerpt.ts'
import type { Stemmer } from '../text/stemmer.ts'
import { collectTokenWords } from '../text/tokenizer.ts'
import {
  joinQueries,
  matchAllTerms,
  matchAllTermsButOne,
  matchAnyTerm,
  type MatchQueryBuilder,
} from './match-queries.ts'
import type { ResultFilter } from './candidate-repository.ts'
import {
  countQueryWords,
  listExcerptWords,
  type ParsedQuery,
  parseQuery,
  type QueryTerm,
  tokenizeQuery,
} from './query-parser.ts'
import { type ChoiceBySpace, choosePages, countSpaces, type ScoredPage, scorePages } from './page-ranking.ts'
import {
  type PageDetails,
  type RankingRepository,
  searchSettings,
  StaleSpacesError,
} from './ranking-repository.ts'
import { isIndexed, type SearchableSpace } from './repository.ts'
import {
  createSpacesScope,
  filterScope,
  type ScopePart,
  type SearchScope,
  splitScope,
} from './scope-repository.ts'
import type { SpellingCorrector } from './spelling-corrector.ts'

/** A page that matches. */
export interface PageHit {
  spaceId: string
  spaceTitle: string
  /** The content that the space shows. */
  root: Hash
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

/** The part of the ranked pages to return. */
export interface ResultWindow {
  offset: number
  limit: number
  /** Which of them are returned, if not all. It is not counted then how many pages match. */
  bySpace?: ChoiceBySpace | undefined
}

/** A page with its place among all matching pages, from 1. */
type PlacedPage = ScoredPage & { place: number }

/** The pages to return, how many match, and in how many spaces all pages of the window are. */
interface RankedPages {
  pages: PlacedPage[]
  count: number
  spaceCount: number
}

/** The pages that were found, and in how many spaces all pages of the window are. */
interface FoundPages {
  page: Page<PageHit>
  spaceCount: number
}

/** So many searches run in PostgreSQL at once; more would only slow each other down. */
const MAX_CONCURRENT_SEARCHES = 8

/** Leaving one word out of a longer query makes statements that cost more than their results are worth. */
const MAX_TERMS_TO_LEAVE_ONE_OUT = 8

/** How far a list of results can be read. Whoever wants other results searches for something more specific. */
const MAX_RESULTS = 1000

/** A query as the spaces of each language have it: the forms of its words differ, and so does what is a stop word. */
type QueryByLanguage = ReadonlyMap<string, ParsedQuery>

/** One way to match the words of a query, and the terms that its matches have. */
interface MatchAttempt {
  builders: ReadonlyMap<string, MatchQueryBuilder>
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

  /** Throws `StaleSpacesError` unless `isCurrent` holds. */
  async searchPages(
    on: Queryable,
    candidateSpaces: readonly SearchableSpace[],
    text: string,
    filter: ResultFilter,
    window: ResultWindow,
    isCurrent?: Sql,
  ): Promise<Page<PageHit>> {
    const scope = createSpacesScope(candidateSpaces.filter(isIndexed))
    return (await this.searchScope(on, scope, text, filter, window, isCurrent)).page
  }

  async searchScope(
    on: Queryable,
    scope: SearchScope,
    text: string,
    filter: ResultFilter,
    window: ResultWindow,
    isCurrent?: Sql,
  ): Promise<FoundPages> {
    const query = await this.#parseQuery(on, scope, text)
    if (query.size === 0) return findNothing(window)
    return this.#runAttempts(scope, query, filter, window, isCurrent)
  }

  async #parseQuery(on: Queryable, scope: SearchScope, text: string): Promise<QueryByLanguage> {
    const tokens = tokenizeQuery(text)
    const words = new Set<string>()
    for (const list of [tokens.words, ...tokens.phrases]) collectTokenWords(list, words)
    const queries = new Map<string, ParsedQuery>()
    for (const language of new Set(scope.flatMap(({ indexes }) => indexes.map((index) => index.language)))) {
      await this.#deps.stemmer.loadForms(on, language, words)
      const query = parseQuery(tokens, [language], this.#deps.stemmer)
      if (query.terms.length > 0) queries.set(language, query)
    }
    return queries
  }

  /** Returns the results of the first attempt that has any. */
  async #runAttempts(
    scope: SearchScope,
    query: QueryByLanguage,
    filter: ResultFilter,
    { offset, limit, bySpace }: ResultWindow,
    isCurrent: Sql | undefined,
  ): Promise<FoundPages> {
    // The count comes with the rows, so one row is read even if only the count is wanted.
    const window = { offset, limit: Math.max(1, limit), bySpace }
    let unchecked = isCurrent
    for await (const { builders, terms } of this.#listAttempts(scope, query)) {
      const parts = splitScope(scope, countQueryWords({ terms }))
      const { pages, count, spaceCount } = await this.#rankPages(parts, builders, filter, window, unchecked)
      if (pages.length > 0) {
        const shown = pages.slice(0, limit)
        const details = await this.#findDetails(shown, parts, unchecked !== undefined)
        const words = listExcerptWords(terms)
        const hits = shown.flatMap((page) => makePageHits(page, details.get(page), words))
        return { page: buildOffsetPage(hits, count, offset, Math.min(count, MAX_RESULTS)), spaceCount }
      }
      unchecked = undefined
      // A later list page continues the first attempt; another attempt would begin a different list.
      if (offset > 0) break
    }
    return findNothing(window)
  }

  /** All words as typed; then with misspelled words corrected; then all words but one; then any of the words. */
  async *#listAttempts(scope: SearchScope, query: QueryByLanguage): AsyncGenerator<MatchAttempt> {
    yield makeAttempt(query, matchAllTerms)
    const correctedQuery = await this.#correctQuery(scope, query)
    if (correctedQuery) yield makeAttempt(correctedQuery, matchAllTerms)
    const finalQuery = correctedQuery ?? query
    const longQuery = filterQueries(finalQuery, canLeaveOneOut)
    if (longQuery.size > 0) yield makeAttempt(longQuery, matchAllTermsButOne)
    const divisibleQuery = filterQueries(
      finalQuery,
      ({ terms }) => terms.length > 1 || terms.some(({ kind }) => kind === 'run'),
    )
    if (divisibleQuery.size > 0) yield makeAttempt(divisibleQuery, matchAnyTerm)
  }

  /** Corrects the words in each language; undefined if there is nothing to correct. */
  async #correctQuery(scope: SearchScope, query: QueryByLanguage): Promise<QueryByLanguage | undefined> {
    const correctedQuery = new Map(query)
    let isChanged = false
    for (const [language, original] of query) {
      const corrected = await this.#deps.corrector.correctQuery(
        this.#searchDatabase,
        filterScope(scope, language),
        original,
      )
      if (!corrected) continue
      correctedQuery.set(language, corrected)
      isChanged = true
    }
    return isChanged ? correctedQuery : undefined
  }

  /** Ranks the pages of all parts of the scope, one statement for each part. */
  async #rankPages(
    parts: readonly ScopePart[],
    builders: MatchAttempt['builders'],
    filter: ResultFilter,
    { offset, limit, bySpace }: ResultWindow,
    isCurrent: Sql | undefined,
  ): Promise<RankedPages> {
    const end = offset + limit
    const rankings = await Promise.all(
      parts.map(async (scope, index) => {
        const request = { scope, queries: buildScopeQueries(scope, builders), filter }
        const unchecked = index === 0 ? isCurrent : undefined
        const { ranking } = this.#deps
        if (scope.isOneSpace) return ranking.findPagesOfSpace(this.#searchDatabase, request, end, unchecked)
        const maxTexts = bySpace ? end : undefined
        const located = await ranking.locateTexts(this.#searchDatabase, request, maxTexts, unchecked)
        const pages = scorePages(located)
        return { pages: pages.slice(0, end), count: pages.length }
      }),
    )
    // The sort is stable: pages of equal score keep the order of their parts, and their order in these.
    const pages = rankings
      .flatMap((ranked) => ranked.pages)
      .sort((one, other) => other.score - one.score)
      .slice(offset, end)
      .map((page, index) => Object.assign(page, { place: offset + index + 1 }))
    return {
      pages: bySpace ? choosePages(pages, bySpace) : pages,
      count: rankings.reduce((sum, { count }) => sum + count, 0),
      spaceCount: countSpaces(pages),
    }
  }

  /**
   * Reads what is shown of pages. If some are gone since they were ranked, and `isChecked`, throws `StaleSpacesError`: others belong in
   * their place.
   */
  async #findDetails(
    pages: readonly PlacedPage[],
    parts: readonly ScopePart[],
    isChecked: boolean,
  ): Promise<ReadonlyMap<PlacedPage, PageDetails>> {
    const [part] = parts
    if (!part || pages.length === 0) return new Map()
    // The condition is the same for all parts of a scope.
    const { includesSpace } = part
    const details = await this.#deps.ranking.findDetails(this.#searchDatabase, pages, includesSpace)
    if (isChecked && details.size < pages.length) throw new StaleSpacesError()
    return details
  }
}

const makeAttempt = (
  query: QueryByLanguage,
  match: (query: ParsedQuery) => MatchQueryBuilder,
): MatchAttempt => ({
  builders: new Map(query.entries().map(([language, parsed]) => [language, match(parsed)])),
  terms: query
    .values()
    .flatMap(({ terms }) => terms)
    .toArray(),
})

const canLeaveOneOut = ({ terms }: ParsedQuery): boolean =>
  terms.length > 2 && terms.length <= MAX_TERMS_TO_LEAVE_ONE_OUT

const filterQueries = (query: QueryByLanguage, predicate: (query: ParsedQuery) => boolean): QueryByLanguage =>
  new Map(query.entries().filter(([, parsed]) => predicate(parsed)))

/** The queries for all indexes of a scope, in the words of their languages. */
function buildScopeQueries({ indexes }: ScopePart, builders: MatchAttempt['builders']) {
  const idsByLanguage = Map.groupBy(indexes, ({ language }) => language)
  return joinQueries(
    [...idsByLanguage].flatMap(([language, some]) => {
      const buildQueries = builders.get(language)
      return buildQueries ? [buildQueries(some.map(({ id }) => id))] : []
    }),
  )
}

const findNothing = ({ offset }: ResultWindow): FoundPages => ({
  page: buildOffsetPage([], 0, offset),
  spaceCount: 0,
})

/** The hit of a page; none if it is gone. */
function makePageHits(
  { spaceId, pageId, score, place }: PlacedPage,
  details: PageDetails | undefined,
  words: readonly string[],
): PageHit[] {
  if (!details) return []
  const { sections, ...shown } = details
  return [
    {
      spaceId,
      pageId,
      ...shown,
      // Pages whose words are far apart have a score below zero.
      score: Math.max(0, score),
      rank: place,
      sections: sections.map(({ anchor, heading, body }) => ({
        anchor: anchor ?? undefined,
        title: heading ?? '',
        body: makeExcerpt(body, words),
      })),
    },
  ]
}
