import { findDifferentRanges } from './match-sequences.ts'
import type { DifferentRange } from './match-sequences.ts'

/** Matches words, blanks, and every other character by itself, because `_` around a word is a mark. */
const tokenPattern = /\n|[^\S\n]+|[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu

/**
 * Puts a change into the author's own text of a block. `base` is how the package would have written the old block, and
 * `changed` is how it writes the new one. The differences between the two are applied to `own` at the places that
 * correspond to them, so `*a*` stays `*a*`, wrapped lines stay wrapped, and attributes keep their order.
 */
export function mergeText(base: string, own: string, changed: string): string {
  if (base === own) return changed
  const baseTokens = splitTokens(base)
  const changedTokens = splitTokens(changed)
  const ownText = new OwnText(baseTokens, splitTokens(own))
  const changes = findDifferentRanges(baseTokens, changedTokens).map((change) =>
    slideToLayout(change, baseTokens, changedTokens, ownText),
  )
  let result = ''
  let ownIndex = 0
  for (const change of ownText.extendChanges(changes)) {
    const { start, end } = ownText.findRange(change)
    // Insertions that were moved may meet the change before them.
    if (start < ownIndex || end < start) return changed
    const text = changedTokens.slice(change.bStart, change.bEnd).join('')
    const layout = change.aStart === change.aEnd ? (ownText.layouts.get(change.aStart) ?? '') : ''
    result += ownText.slice(ownIndex, start) + text + layout
    ownIndex = end
  }
  return result + ownText.slice(ownIndex)
}

const splitTokens = (text: string): string[] => text.match(tokenPattern) ?? []

const layoutPattern = /^\s*\n\s*$/

/** The author's text with its differences from the base, which is `a` in their ranges. */
class OwnText {
  readonly #tokens: readonly string[]
  readonly #ranges: readonly DifferentRange[]
  /** Line breaks and indentation that the author added, by their position in the base. */
  readonly layouts = new Map<number, string>()

  constructor(baseTokens: readonly string[], ownTokens: readonly string[]) {
    this.#tokens = ownTokens
    this.#ranges = findDifferentRanges(baseTokens, ownTokens)
    for (const { aStart, aEnd, bStart, bEnd } of this.#ranges) {
      if (aStart !== aEnd) continue
      const text = this.slice(bStart, bEnd)
      if (layoutPattern.test(text)) this.layouts.set(aStart, text)
    }
  }

  slice(start: number, end?: number): string {
    return this.#tokens.slice(start, end).join('')
  }

  /**
   * Extends each change to all of the author's differences that it overlaps, because half of a difference has no
   * meaning. Changes that meet in this way are joined.
   */
  extendChanges(changes: readonly DifferentRange[]): DifferentRange[] {
    const joined: DifferentRange[] = []
    for (const change of changes) {
      const extended = { ...change }
      for (let index = this.#countRanges(({ aEnd }) => aEnd <= change.aStart); ; index++) {
        const range = this.#ranges[index]
        if (!range || range.aStart >= extended.aEnd) break
        extended.bStart -= Math.max(0, extended.aStart - range.aStart)
        extended.bEnd += Math.max(0, range.aEnd - extended.aEnd)
        extended.aStart = Math.min(extended.aStart, range.aStart)
        extended.aEnd = Math.max(extended.aEnd, range.aEnd)
      }
      const last = joined.at(-1)
      if (last && extended.aStart < last.aEnd) {
        last.aEnd = Math.max(last.aEnd, extended.aEnd)
        last.bEnd = Math.max(last.bEnd, extended.bEnd)
      } else joined.push(extended)
    }
    return joined
  }

  /**
   * Returns the range of the author's text that corresponds to a range of the base. What the author has in addition
   * before the range stays before it, and what is behind it stays behind it.
   */
  findRange({ aStart, aEnd }: DifferentRange): { start: number; end: number } {
    const start = aStart + this.#getShift((range) => range.aEnd <= aStart)
    if (aStart === aEnd) return { start, end: start }
    return { start, end: aEnd + this.#getShift((range) => range.aEnd <= aEnd && range.aStart < aEnd) }
  }

  /** Returns the difference between an index of the author's text and one of the base, behind some ranges. */
  #getShift(isBefore: (range: DifferentRange) => boolean): number {
    const last = this.#ranges[this.#countRanges(isBefore) - 1]
    return last ? last.bEnd - last.aEnd : 0
  }

  /** Counts the ranges at the start for which a condition holds that does not hold for those behind them. */
  #countRanges(isBefore: (range: DifferentRange) => boolean): number {
    let [low, high] = [0, this.#ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const range = this.#ranges[middle]
      if (range && isBefore(range)) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Moves an insertion to where the author starts a new line, if it can be moved there. An insertion of a row after an
 * equal start of the next row is the same as an insertion between the two.
 */
function slideToLayout(
  change: DifferentRange,
  baseTokens: readonly string[],
  changedTokens: readonly string[],
  { layouts }: OwnText,
): DifferentRange {
  if (change.aStart !== change.aEnd || layouts.size === 0) return change
  const { bStart, bEnd } = change
  for (let offset = 0; offset <= bStart && offset <= change.aStart; offset++) {
    const position = change.aStart - offset
    if (layouts.has(position))
      return { aStart: position, aEnd: position, bStart: bStart - offset, bEnd: bEnd - offset }
    if (baseTokens[position - 1] !== changedTokens[bEnd - offset - 1]) break
  }
  return change
}
