import type { Env } from 'markdown-it'

/**
 * What the rules remember while one text is parsed. Most of it says "searched from here to the end, not there":
 * without it, a page of ten thousand openings that never close would be searched ten thousand times.
 */
export class ParseContext {
  readonly source: string
  /** Labels of the footnotes the page defines. */
  readonly footnotes = new Set<string>()
  /** Lines that may hold a tag which should stand on a line of its own. */
  readonly linesWithTags = new Set<number>()
  readonly #lastSearches = new Map<string, { from: number; foundIndex: number }>()
  readonly #lastInlineSearches = new Map<string, { source: string; from: number; foundIndex: number }>()
  #budget: number
  #htmlPairs: Map<number, number> | undefined
  /** For a tag, from where on no end tag of it stands on a line of its own. */
  readonly missingEndTags = new Map<string, number>()

  constructor(source: string) {
    this.source = source
    this.#budget = 1_000_000 + 8 * source.length
  }

  /**
   * Whether looking ahead by so many steps is still affordable. Real pages never get near the limit; a page made
   * to be slow does, and from then on what would need a long look ahead is plain text.
   */
  spendBudget(steps: number): boolean {
    this.#budget -= steps
    return this.#budget > 0
  }

  /** Where `needle` next stands in the source, or -1. */
  findNext(searchText: string, from: number): number {
    const lastSearch = this.#lastSearches.get(searchText)
    if (lastSearch && from >= lastSearch.from && (lastSearch.foundIndex < 0 || from <= lastSearch.foundIndex))
      return lastSearch.foundIndex
    const foundIndex = this.source.indexOf(searchText, from)
    this.#lastSearches.set(searchText, { from, foundIndex })
    return foundIndex
  }

  /** The same in the text of one paragraph; the last search is enough, as paragraphs come one after another. */
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

  /** The end of the HTML element that starts at `start`, or -1 where nothing closes it. */
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
  throw new TypeError('These Markdown rules only work on an environment made by contextEnv')
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
