import { LRUCache } from 'lru-cache'
import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Urls } from '../../common/urls.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { mapPage, type Page, pageAt, type Paging, sliceOf } from '../../database/paging.ts'
import { makeExcerpt } from './text/excerpt.ts'
import { presentPageHit } from './present.ts'
import { type MatchQueryBuilder, matchAllTerms, matchAnyTerm, matchAllTermsButOne, plainOptions } from './query/match-queries.ts'
import { writeAnyTerm, listExcerptWords, type ParsedQuery, parseQuery, tokenizeQuery, countQueryWords, type QueryTerm } from './query/query-parser.ts'
import type { SearchIndexer } from './indexing/indexer.ts'
import {
  type ResultFilter,
  type RankedPage,
  type RankedPages,
  StaleSpacesError,
  type SearchableSpace,
  type IndexedSpace,
  type SearchRepository,
  searchSettings,
  type ResultWindow,
} from './query/ranking-repository.ts'
import type { SearchPage, SearchSpace } from './schema.ts'
import type { Stemmer } from './text/stemmer.ts'
import { listTokenWords } from './indexing/page-text.ts'
import { computeEditDistance, countAllowedTypos, swapNeighbours } from './query/edit-distance.ts'

/** A page that was found. */
export interface PageHit {
  spaceId: string
  pageId: string
  title: string
  /** Slugs from the top, joined by slashes. */
  path: string
  sections: SectionHit[]
}

export interface SectionHit {
  /** Of its heading; undefined for what stands before the first one. */
  anchor: string | undefined
  title: string
  /** What stands around the words that were found. */
  body: string
}

/** A space with the pages that were found in it. */
export interface SpaceHit {
  id: string
  title: string
  pages: PageHit[]
}

/** Who searches decides what there is to find. */
export interface SearchOptions {
  /** Without the text that only some visitors see. */
  excludeConditionalText?: boolean
  /** Without these pages. */
  hiddenPages?: readonly { spaceId: string; pageId: string }[]
}

/** So many searches are under way in PostgreSQL at once; more of them would only slow each other down. */
const mostAtOnce = 8

/**
 * So many indexes are searched by one statement, which has each word once for each of them; and so many words that has.
 * PostgreSQL compares each of its words with every other.
 */
const indexesAtOnce = 50
const wordsAtOnce = 500

/** So many pages are looked at to tell in which spaces the best ones are. */
const pagesAcrossSpaces = 200
const pagesPerSpace = 20

/** Leaving one word out of more gives queries longer than what comes of them is worth. */
const mostToLeaveOneOut = 8

/** Behind these nobody looks; who wants to find more asks for less. */
const furthest = 1000

/** So many spaces are remembered. */
const mostRemembered = 10_000

interface SearchServiceDependencies {
  database: Database
  search: SearchRepository
  indexer: SearchIndexer
  stems: Stemmer
  urls: Urls
}

export class SearchService {
  readonly #deps: SearchServiceDependencies
  readonly #searching: Queryable
  /** Spaces as they were when they were last searched; a search that goes by it makes sure that they still are. */
  readonly #remembered = new LRUCache<string, SearchableSpace>({ max: mostRemembered })

  constructor(deps: SearchServiceDependencies) {
    this.#deps = deps
    this.#searching = deps.database.with(searchSettings, { connections: mostAtOnce })
  }

  async searchSpace(space: Subjects['space'], query: string, paging: Paging): Promise<Page<SearchPage>> {
    const page = await this.findPages(this.#deps.database, [space.id], query, paging)
    return mapPage(page, (hit) => presentPageHit(this.#deps.urls, hit))
  }

  async searchOrganization(
    caller: Caller,
    organization: Subjects['organization'],
    query: string,
    paging: Paging,
  ): Promise<Page<SearchSpace>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    const spaces = await this.#caughtUp(() =>
      this.#deps.search.visible(this.#deps.database, organization.id, viewer),
    )
    const page = await this.#bySpace(this.#deps.database, spaces, query, paging, {})
    return mapPage(page, ({ id, title, pages }) => ({
      id,
      title,
      pages: pages.map((hit) => presentPageHit(this.#deps.urls, hit)),
    }))
  }

  /** The best pages of some spaces. Whether whoever asks may read these spaces was decided before. */
  async findPages(
    on: Queryable,
    spaceIds: readonly string[],
    query: string,
    paging: Paging,
    options: SearchOptions = {},
  ): Promise<Page<PageHit>> {
    const remembered = spaceIds.flatMap((id) => this.#remembered.get(id) ?? [])
    // Where there is no index to search, nothing would notice that there is one by now.
    if (remembered.length === spaceIds.length && remembered.some(isIndexed)) {
      try {
        return await this.#pages(on, remembered, query, paging, options, remembered)
      } catch (error) {
        if (!(error instanceof StaleSpacesError)) throw error
      }
    }
    const spaces = await this.#caughtUp(() => this.#deps.search.named(on, spaceIds))
    for (const space of spaces) this.#remembered.set(space.id, space)
    return this.#pages(on, spaces, query, paging, options)
  }

  /** The same, by space: those with the best pages first. */
  async findSpaces(
    on: Queryable,
    spaceIds: readonly string[],
    query: string,
    paging: Paging,
    options: SearchOptions = {},
  ): Promise<Page<SpaceHit>> {
    const spaces = await this.#caughtUp(() => this.#deps.search.named(on, spaceIds))
    return this.#bySpace(on, spaces, query, paging, options)
  }

  /** Spaces with all that was written to them until now in the index. */
  async #caughtUp(find: () => Promise<SearchableSpace[]>): Promise<SearchableSpace[]> {
    const spaces = await find()
    const due = spaces.filter((space) => space.isIndexStale)
    if (due.length === 0) return spaces
    await this.#deps.indexer.catchUp(due.map(({ id }) => id))
    return find()
  }

  async #bySpace(
    on: Queryable,
    spaces: readonly SearchableSpace[],
    query: string,
    paging: Paging,
    options: SearchOptions,
  ): Promise<Page<SpaceHit>> {
    const found = await this.#pages(on, spaces, query, { limit: pagesAcrossSpaces }, options)
    const titles = new Map(spaces.map(({ id, title }) => [id, title]))
    const hits = new Map<string, SpaceHit>()
    for (const page of found.items) {
      const hit = hits.get(page.spaceId) ?? {
        id: page.spaceId,
        title: titles.get(page.spaceId) ?? '',
        pages: [],
      }
      if (hit.pages.length < pagesPerSpace) hit.pages.push(page)
      hits.set(page.spaceId, hit)
    }
    const { offset, limit } = sliceOf(paging)
    const all = [...hits.values()]
    return pageAt(all.slice(offset, offset + limit), all.length, offset)
  }

  /** Throws `OutOfDate` where spaces are not as they are remembered. */
  async #pages(
    on: Queryable,
    among: readonly SearchableSpace[],
    text: string,
    paging: Paging,
    options: SearchOptions,
    remembered: readonly SearchableSpace[] = [],
  ): Promise<Page<PageHit>> {
    const slice = sliceOf(paging)
    const spaces = among.filter(isIndexed)
    const query = spaces.length === 0 ? undefined : await this.#parse(on, spaces, text)
    if (!query || query.terms.length === 0) return pageAt([], 0, slice.offset)
    const within: ResultFilter = { conditional: options.excludeConditionalText !== true, hiddenPages: options.hiddenPages ?? [] }
    return this.#firstWay(spaces, query, within, slice, remembered)
  }

  /** What the first way of asking that gives anything gives. */
  async #firstWay(
    spaces: readonly IndexedSpace[],
    query: ParsedQuery,
    within: ResultFilter,
    { offset, limit }: ResultWindow,
    remembered: readonly SearchableSpace[],
  ): Promise<Page<PageHit>> {
    // The count comes with the rows, so there is one where only the count is asked for.
    const slice = { offset, limit: Math.max(1, limit) }
    let doubtful = remembered
    for await (const { ask, terms } of this.#ways(spaces, query)) {
      const groups = grouped(spaces, countQueryWords({ terms }))
      const { rows, count } = await this.#ask(groups, ask, within, slice, doubtful)
      doubtful = []
      if (rows.length > 0) {
        const words = listExcerptWords(terms)
        const hits = rows.slice(0, limit).map((row) => hitOf(row, words))
        return pageAt(hits, count, offset, Math.min(count, furthest))
      }
      // Another way of asking begins anew; behind the end of one there is nothing.
      if (offset > 0) break
    }
    return pageAt([], 0, offset)
  }

  /** What the indexes of some spaces answer. */
  async #ask(
    groups: readonly (readonly IndexedSpace[])[],
    ask: MatchQueryBuilder,
    within: ResultFilter,
    slice: ResultWindow,
    remembered: readonly SearchableSpace[],
  ): Promise<RankedPages> {
    const search = (group: readonly IndexedSpace[], part: ResultWindow, doubtful: typeof remembered) =>
      this.#deps.search.search(
        this.#searching,
        { spaces: group, asked: ask(indexesOf(group)), within },
        part,
        doubtful,
      )
    const [first, ...others] = groups
    if (!first) return { rows: [], count: 0 }
    if (others.length === 0) return search(first, slice, remembered)
    const end = slice.offset + slice.limit
    const part = { offset: 0, limit: end }
    const found = await Promise.all([
      search(first, part, remembered),
      ...others.map((group) => search(group, part, [])),
    ])
    // Those of equal score stay in their groups' order, and in that of the statements.
    const rows = found.flatMap((hits) => hits.rows).sort((one, other) => other.score - one.score)
    return {
      rows: rows.slice(slice.offset, end),
      count: found.reduce((sum, { count }) => sum + count, 0),
    }
  }

  /** As it was typed; then with words that look like those that are nowhere; then any of the words. */
  async *#ways(
    spaces: readonly IndexedSpace[],
    query: ParsedQuery,
  ): AsyncGenerator<{ ask: MatchQueryBuilder; terms: QueryTerm[] }> {
    yield { ask: matchAllTerms(query), terms: query.terms }
    const corrected = await this.#correct(spaces, query)
    if (corrected) yield { ask: matchAllTerms(corrected), terms: corrected.terms }
    const relaxed = corrected ?? query
    const { terms } = relaxed
    if (terms.length > 2 && terms.length <= mostToLeaveOneOut) {
      yield { ask: matchAllTermsButOne(relaxed), terms }
    }
    if (terms.length > 1 || terms.some(({ kind }) => kind === 'run')) {
      yield { ask: matchAnyTerm(relaxed), terms }
    }
  }

  async #parse(on: Queryable, spaces: readonly IndexedSpace[], text: string): Promise<ParsedQuery> {
    const read = tokenizeQuery(text)
    const languages = [...new Set(spaces.map(({ language }) => language))]
    const words = [...listTokenWords(read.words), ...read.phrases.flatMap((phrase) => [...listTokenWords(phrase)])]
    for (const language of languages) await this.#deps.stems.loadForms(on, language, words)
    return parseQuery(read, languages, this.#deps.stems)
  }

  /** Words that no text has are taken for others that look like them; undefined when nothing comes of it. */
  async #correct(spaces: readonly IndexedSpace[], query: ParsedQuery): Promise<ParsedQuery | undefined> {
    const present = (words: readonly string[]) => this.#present(spaces, words)
    const own = query.terms.map(spellings)
    const known = await present(own.flat())
    const meant = await Promise.all(
      own.map(async ([word, ...forms]) =>
        word === undefined || [word, ...forms].some((each) => known.has(each)) ? [] : this.#lookAlikes(word),
      ),
    )
    const there = await present(meant.flat())
    if (there.size === 0) return undefined
    const terms = query.terms.map((term, index): QueryTerm => {
      const words = (meant[index] ?? []).filter((word) => there.has(word))
      return words.length > 0 ? { kind: 'any', words } : term
    })
    return { terms, sequence: undefined, isLastTermOpen: false }
  }

  /** Those of the words that a text has. */
  async #present(spaces: readonly IndexedSpace[], words: readonly string[]): Promise<Set<string>> {
    if (words.length === 0) return new Set()
    const found = await Promise.all(
      // Each word is a question of its own.
      grouped(spaces, 1).map((group) => {
        const writing = plainOptions(indexesOf(group))
        const queries = words.map((word) => writeAnyTerm({ terms: [{ kind: 'any', words: [word] }] }, writing))
        return this.#deps.search.present(this.#searching, words, queries, group)
      }),
    )
    return found.reduce((all, part) => all.union(part), new Set<string>())
  }

  async #lookAlikes(word: string): Promise<string[]> {
    const mistakes = countAllowedTypos(word)
    if (mistakes === 0) return []
    const rows = await this.#deps.search.similar(this.#searching, word, swapNeighbours(word))
    const likest = rows
      .map(({ word: other, contains }) => ({ other, contains, steps: computeEditDistance(word, other, mistakes) }))
      .filter(({ steps, contains }) => steps <= mistakes || contains)
      .sort((one, other) => one.steps - other.steps)
    const nearest = likest[0]?.steps ?? 0
    // Where one letter is enough, two are another word.
    return [
      ...new Set(likest.filter(({ steps }) => steps <= Math.max(1, nearest)).map(({ other }) => other)),
    ].slice(0, 10)
  }
}

const isIndexed = (space: SearchableSpace): space is SearchableSpace & IndexedSpace =>
  space.indexId !== null && space.language !== null

/** How a term can be in a text, as it was typed first; none for what nobody mistypes. */
function spellings(term: QueryTerm): string[] {
  if (term.kind === 'word') return [term.word, ...term.forms.slice(1)]
  return term.kind === 'compound' ? [term.whole] : []
}

/** Spaces whose indexes are asked for so many words at once. */
function grouped(spaces: readonly IndexedSpace[], words: number): IndexedSpace[][] {
  const size = Math.max(1, Math.min(indexesAtOnce, Math.floor(wordsAtOnce / words)))
  const groups: IndexedSpace[][] = []
  const places = new Map<number, number>()
  for (const space of spaces) {
    const place = places.get(space.indexId) ?? places.size
    places.set(space.indexId, place)
    ;(groups[Math.floor(place / size)] ??= []).push(space)
  }
  return groups
}

const indexesOf = (spaces: readonly IndexedSpace[]): number[] => [
  ...new Set(spaces.map(({ indexId }) => indexId)),
]

const hitOf = ({ spaceId, pageId, title, path, sections }: RankedPage, words: readonly string[]): PageHit => ({
  spaceId,
  pageId,
  title,
  path,
  sections: sections.map(({ anchor, heading, body }) => ({
    anchor: anchor ?? undefined,
    title: heading ?? '',
    body: makeExcerpt(body, words),
  })),
})
