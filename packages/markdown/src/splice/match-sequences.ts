import { diffIndices } from 'node-diff3'

/** Indexes of the same value in two sequences. */
export type IndexPair = readonly [number, number]

/** Ranges of two sequences between which nothing matches. The ends are not included. */
export interface DifferentRange {
  aStart: number
  aEnd: number
  bStart: number
  bEnd: number
}

/** The comparison of two ranges takes time in proportion to the product of their lengths. */
const MAX_COMPARED_PRODUCT = 250_000

/**
 * Finds the parts in which two sequences differ. What they have in common at their ends is cut off, values that occur
 * once in both divide the rest, and only what is left is compared value by value. So the time is in proportion to the
 * lengths; where a long range has no such values, it differs as a whole.
 */
export function findDifferentRanges(a: readonly string[], b: readonly string[]): DifferentRange[] {
  const ranges: DifferentRange[] = []
  const pending: DifferentRange[] = [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }]
  for (let range = pending.pop(); range; range = pending.pop()) {
    const rest = cutCommonEnds(a, b, range)
    if (rest.aStart === rest.aEnd && rest.bStart === rest.bEnd) continue
    if (rest.aStart === rest.aEnd || rest.bStart === rest.bEnd) {
      ranges.push(rest)
      continue
    }
    const anchors = findAnchors(a, b, rest)
    if (anchors.length > 0) for (const part of splitAt(rest, anchors).toReversed()) pending.push(part)
    else ranges.push(...compareRange(a, b, rest))
  }
  return ranges
}

/** Lists the pairs of indexes outside of the ranges that differ. */
export function listMatches(aLength: number, ranges: readonly DifferentRange[]): IndexPair[] {
  const pairs: IndexPair[] = []
  let [aIndex, bIndex] = [0, 0]
  for (const range of [...ranges, { aStart: aLength, aEnd: aLength, bStart: 0, bEnd: 0 }]) {
    while (aIndex < range.aStart) pairs.push([aIndex++, bIndex++])
    ;({ aEnd: aIndex, bEnd: bIndex } = range)
  }
  return pairs
}

function cutCommonEnds(a: readonly string[], b: readonly string[], range: DifferentRange): DifferentRange {
  let { aStart, aEnd, bStart, bEnd } = range
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) {
    aStart++
    bStart++
  }
  while (aEnd > aStart && bEnd > bStart && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--
    bEnd--
  }
  return { aStart, aEnd, bStart, bEnd }
}

/** Finds the values that occur once in both ranges, as many of them as have the same order in both. */
function findAnchors(a: readonly string[], b: readonly string[], range: DifferentRange): IndexPair[] {
  const { aStart, aEnd, bStart, bEnd } = range
  if ((aEnd - aStart) * (bEnd - bStart) <= MAX_COMPARED_PRODUCT) return []
  const aIndexes = findSingles(a, aStart, aEnd)
  const bIndexes = findSingles(b, bStart, bEnd)
  const pairs: IndexPair[] = []
  for (const [value, aIndex] of aIndexes) {
    const bIndex = bIndexes.get(value)
    if (aIndex >= 0 && bIndex !== undefined && bIndex >= 0) pairs.push([aIndex, bIndex])
  }
  return findLongestRise(pairs)
}

/** Returns the index of each value, or -1 for a value that occurs more than once. */
function findSingles(values: readonly string[], start: number, end: number): Map<string, number> {
  const indexes = new Map<string, number>()
  for (let index = start; index < end; index++) {
    const value = values[index] ?? ''
    indexes.set(value, indexes.has(value) ? -1 : index)
  }
  return indexes
}

/** Returns the longest list of pairs that rises in both indexes, of pairs that rise in the first. */
function findLongestRise(pairs: readonly IndexPair[]): IndexPair[] {
  /** For each length, the index of the pair that ends a rise of that length with the smallest value. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const rise: IndexPair[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair) rise.push(pair)
  }
  return rise.toReversed()
}

function splitAt(range: DifferentRange, anchors: readonly IndexPair[]): DifferentRange[] {
  const parts: DifferentRange[] = []
  let { aStart, bStart } = range
  for (const [aIndex, bIndex] of anchors) {
    parts.push({ aStart, aEnd: aIndex, bStart, bEnd: bIndex })
    ;[aStart, bStart] = [aIndex + 1, bIndex + 1]
  }
  return [...parts, { aStart, aEnd: range.aEnd, bStart, bEnd: range.bEnd }]
}

function compareRange(a: readonly string[], b: readonly string[], range: DifferentRange): DifferentRange[] {
  const { aStart, aEnd, bStart, bEnd } = range
  if ((aEnd - aStart) * (bEnd - bStart) > MAX_COMPARED_PRODUCT) return [range]
  return diffIndices(a.slice(aStart, aEnd), b.slice(bStart, bEnd)).map(({ buffer1, buffer2 }) => ({
    aStart: aStart + buffer1[0],
    aEnd: aStart + buffer1[0] + buffer1[1],
    bStart: bStart + buffer2[0],
    bEnd: bStart + buffer2[0] + buffer2[1],
  }))
}
