import { LCS } from 'node-diff3'
import { estimateSteps, findUniqueLines, type Lines } from './line-comparison.ts'
import { findLongestIncreasing } from './order.ts'

/** Two positions with the same line: one in the text before a change, one in the text after it. */
export type LineMatch = readonly [before: number, after: number]

/** When a comparison has used up its steps, the lines of a further section count as new. */
const MAX_COMPARISON_STEPS = 20_000_000

/**
 * For each line of the last of some texts, the index of the text that it came with: the texts in between have it, too, and the
 * one before does not have it at that place. `origins` are those of the lines of `before`, a text that the first one was made
 * from; they are copied as they are.
 */
export function findLineOrigins<Origin>(
  before: { readonly text: string; readonly origins: readonly Origin[] } | undefined,
  versions: readonly { readonly text: string; readonly origin: Origin }[],
): Origin[] {
  let lines = before ? splitLines(before.text) : []
  let origins: readonly Origin[] = before?.origins ?? []
  for (const { text, origin } of versions) {
    const newLines = splitLines(text)
    const newOrigins = newLines.map(() => origin)
    for (const [oldIndex, newIndex] of matchLines(lines, newLines)) {
      const oldOrigin = origins[oldIndex]
      if (oldOrigin !== undefined) newOrigins[newIndex] = oldOrigin
    }
    lines = newLines
    origins = newOrigins
  }
  return [...origins]
}

/** The lines of a text. A line break at its end begins no further line. */
export function splitLines(text: string): string[] {
  if (text === '') return []
  return text.replace(/\n$/, '').split('\n')
}

/**
 * The lines that two texts have in common, in order. Lines that both have exactly once are matched first, so that a long text
 * with few changes costs little more than reading it; then as many as possible between those.
 */
export function matchLines(before: Lines, after: Lines): LineMatch[] {
  const matches: LineMatch[] = []
  const budget = { steps: MAX_COMPARISON_STEPS }
  let [beforeStart, afterStart] = [0, 0]
  const matchUpTo = (beforeEnd: number, afterEnd: number): void => {
    const sections = [before.slice(beforeStart, beforeEnd), after.slice(afterStart, afterEnd)] as const
    for (const [oldIndex, newIndex] of matchSection(...sections, budget))
      matches.push([beforeStart + oldIndex, afterStart + newIndex])
  }
  for (const [oldIndex, newIndex] of findAnchors(before, after)) {
    matchUpTo(oldIndex, newIndex)
    matches.push([oldIndex, newIndex])
    beforeStart = oldIndex + 1
    afterStart = newIndex + 1
  }
  matchUpTo(before.length, after.length)
  return matches
}

function findAnchors(before: Lines, after: Lines): LineMatch[] {
  const uniqueAfter = findUniqueLines(after)
  const candidates: LineMatch[] = []
  for (const [line, position] of findUniqueLines(before)) {
    const newPosition = uniqueAfter.get(line)
    if (newPosition !== undefined) candidates.push([position, newPosition])
  }
  return findLongestIncreasing(candidates, ([, newPosition]) => newPosition)
}

function matchSection(before: Lines, after: Lines, budget: { steps: number }): LineMatch[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const
  return [
    ...Array.from({ length: start }, (_, index): LineMatch => [index, index]),
    ...matchMiddle(...middle, budget).map(([a, b]): LineMatch => [start + a, start + b]),
    ...Array.from({ length: end }, (_, index): LineMatch => [
      before.length - end + index,
      after.length - end + index,
    ]),
  ]
}

function matchMiddle(before: Lines, after: Lines, budget: { steps: number }): LineMatch[] {
  const cost = estimateSteps(before, after)
  if (cost === 0 || cost > budget.steps) return []
  budget.steps -= cost
  const matches: LineMatch[] = []
  for (let pair: ReturnType<typeof LCS> | null = LCS(before, after); pair?.chain; pair = pair.chain)
    matches.push([pair.buffer1index, pair.buffer2index])
  return matches.toReversed()
}
