import type { Env } from 'markdown-it'
import { PlaceRecord } from './places.ts'

/**
 * The state that the rules share while one text is parsed. Most of it caches searches that found nothing: without it,
 * a page with ten thousand unclosed openings would be searched to its end ten thousand times.
 */
export class ParseContext {
  readonly source: string
  /** The labels of the footnotes that the page defines. */
  readonly footnotes = new Set<string>()
  /** Lines that may contain a tag which should be on a line of its own. */
  readonly linesWithTags = new Set<number>()
  /** Where the blocks are. */
  readonly placeRecord = new PlaceRecord()
  readonly #lastSearches = new Map<string, { from: number; foundIndex: number }>()
  readonly #lastInlineSearches = new Map<string, { source: string; from: number; foundIndex: number }>()
  #budget: number
  #htmlPairs: Map<number, number> | undefined
  /** For the name of a tag, the position after which the source has no end tag of it on a line of its own. */
  readonly missingEndTags = new Map<string, number>()

  constructor(source: string) {
    this.source = source
    this.#budget = 1_000_000 + 8 * source.length
  }

  /**
   * Spends steps of lookahead and returns whether the budget allows them. Real pages never get near the limit. In a
   * page that was made to be slow, everything that needs a long lookahead is plain text after that.
   */
  spendBudget(steps: number): boolean {
    this.#budget -= steps
    return this.#budget > 0
  }

  /** Returns the next index of `searchText` in the source, or -1. */
  findNext(searchText: string, from: number): number {
    const lastSearch = this.#lastSearches.get(searchText)
    if (lastSearch && from >= lastSearch.from && (lastSearch.foundIndex < 0 || from <= lastSearch.foundIndex))
      return lastSearch.foundIndex
    const foundIndex = this.source.indexOf(searchText, from)
    this.#lastSearches.set(searchText, { from, foundIndex })
    return foundIndex
  }

  /**
   * Returns the next index of `searchText` in the text of one paragraph, or -1. Only the last search is cached,
   * because paragraphs are parsed one after another.
   */
  findNextInline(source: string, searchText: string, from: number): number {
    const lastSearch = this.#lastInlineSearches.get(searchText)
    if (
      lastSearch?.source === source &&
      from >= lastSearch.from &&
      (lastSearch.foundIndex < 0 || from <= lastSearch.foundIndex)
    )
      return lastSearch.foundIndex
    const foundIndex = source.indexOf(searchText, from)
    this.#lastInlineSearches.set(searchText, { source, from, foundIndex })
    return foundIndex
  }

  /** Returns the end of the HTML element that starts at `start`, or -1 when it is not closed. */
  findHtmlElementEnd(start: number): number {
    this.#htmlPairs ??= pairHtmlElements(this.source)
    return this.#htmlPairs.get(start) ?? -1
  }
}

const contextKey = 'verso'

export function createEnv(context: ParseContext): Env {
  return { [contextKey]: context }
}

export function getContext(env: Env): ParseContext {
  const context: unknown = env[contextKey]
  if (context instanceof ParseContext) return context
  throw new TypeError('These Markdown rules require an environment that createEnv made')
}

const htmlTagPattern =
  /<(\/?)(table|figure|div|pre|p|h[1-6]|ul|ol|blockquote|summary|script|style|textarea)(?=[\s/>])[^<>]*>?/gi

function pairHtmlElements(source: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const openElements = new Map<string, number[]>()
  for (const match of source.matchAll(htmlTagPattern)) {
    const name = (match[2] ?? '').toLowerCase()
    const starts = openElements.get(name)
    if (match[1] === '') {
      if (starts) starts.push(match.index)
      else openElements.set(name, [match.index])
    } else {
      const start = starts?.pop()
      if (start !== undefined) pairs.set(start, match.index + match[0].length)
    }
  }
  return pairs
}
