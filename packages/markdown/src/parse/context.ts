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
  readonly #searches = new Map<string, { from: number; found: number }>()
  readonly #inlineSearches = new Map<string, { source: string; from: number; found: number }>()
  #budget: number
  #htmlPairs: Map<number, number> | undefined
  /** For a tag, from where on no end tag of it stands on a line of its own. */
  readonly endsAbsent = new Map<string, number>()

  constructor(source: string) {
    this.source = source
    this.#budget = 1_000_000 + 8 * source.length
  }

  /**
   * Whether looking ahead by so many steps is still affordable. Real pages never get near the limit; a page made
   * to be slow does, and from then on what would need a long look ahead is plain text.
   */
  spend(steps: number): boolean {
    this.#budget -= steps
    return this.#budget > 0
  }

  /** Where `needle` next stands in the source, or -1. */
  find(needle: string, from: number): number {
    const last = this.#searches.get(needle)
    if (last && from >= last.from && (last.found < 0 || from <= last.found)) return last.found
    const found = this.source.indexOf(needle, from)
    this.#searches.set(needle, { from, found })
    return found
  }

  /** The same in the text of one paragraph; the last search is enough, as paragraphs come one after another. */
  findInline(source: string, needle: string, from: number): number {
    const last = this.#inlineSearches.get(needle)
    if (last?.source === source && from >= last.from && (last.found < 0 || from <= last.found))
      return last.found
    const found = source.indexOf(needle, from)
    this.#inlineSearches.set(needle, { source, from, found })
    return found
  }

  /** The end of the HTML element that starts at `start`, or -1 where nothing closes it. */
  htmlElementEnd(start: number): number {
    this.#htmlPairs ??= pairHtmlElements(this.source)
    return this.#htmlPairs.get(start) ?? -1
  }
}

const KEY = 'verso'

export function contextEnv(context: ParseContext): Env {
  return { [KEY]: context }
}

export function contextOf(env: Env): ParseContext {
  const context: unknown = env[KEY]
  if (context instanceof ParseContext) return context
  throw new TypeError('These Markdown rules only work on an environment made by contextEnv')
}

const ELEMENT =
  /<(\/?)(table|figure|div|pre|p|h[1-6]|ul|ol|blockquote|summary|script|style|textarea)(?=[\s/>])[^<>]*>?/gi

function pairHtmlElements(source: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open = new Map<string, number[]>()
  for (const match of source.matchAll(ELEMENT)) {
    const name = (match[2] ?? '').toLowerCase()
    const starts = open.get(name)
    if (match[1] === '') {
      if (starts) starts.push(match.index)
      else open.set(name, [match.index])
    } else {
      const start = starts?.pop()
      if (start !== undefined) pairs.set(start, match.index + match[0].length)
    }
  }
  return pairs
}
