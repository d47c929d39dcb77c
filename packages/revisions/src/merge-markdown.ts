import { diff3Merge } from 'node-diff3'
import { estimateSteps, findUniqueLines, type Lines } from './line-comparison.ts'
import { findLongestIncreasing } from './order.ts'

/** The names of the two sides of a merge in conflict markers. */
export interface ConflictLabels {
  readonly ours: string
  readonly theirs: string
  /** The name of what both sides came from. Without it, the lines of that are left out. */
  readonly base?: string
}

/** How a text shows that both sides changed the same lines: both versions between markers, or our lines only. */
export type ConflictStyle = ConflictLabels | 'ours'

export interface MergedText {
  readonly markdown: string
  readonly conflict: boolean
}

/** Merges three texts in the style that a merge asked for. */
export type TextMerger = (base: string, ours: string, theirs: string) => MergedText | Promise<MergedText>

/**
 * Merges line by line. Where both sides changed the same lines, the result has both versions between the markers
 * that Git uses, with what both came from if it has a name, or our lines only. A line ending belongs to its line, so a text with CRLF keeps it.
 */
export function mergeMarkdown(
  base: string,
  ours: string,
  theirs: string,
  conflictStyle: ConflictStyle,
): MergedText {
  if (ours === theirs || base === theirs) return { markdown: ours, conflict: false }
  if (base === ours) return { markdown: theirs, conflict: false }
  const mergedLines: string[] = []
  let conflict = false
  for (const region of mergeLines(base.split('\n'), ours.split('\n'), theirs.split('\n'))) {
    if ('lines' in region) {
      for (const line of region.lines) mergedLines.push(line)
      continue
    }
    conflict = true
    if (conflictStyle !== 'ours') mergedLines.push(formatMarker('<', conflictStyle.ours))
    for (const line of region.ours) mergedLines.push(line)
    if (conflictStyle === 'ours') continue
    if (conflictStyle.base !== undefined) {
      mergedLines.push(formatMarker('|', conflictStyle.base))
      for (const line of region.base) mergedLines.push(line)
    }
    mergedLines.push('=======')
    for (const line of region.theirs) mergedLines.push(line)
    mergedLines.push(formatMarker('>', conflictStyle.theirs))
  }
  return { markdown: mergedLines.join('\n'), conflict }
}

/**
 * Whether a text has an opening, a middle and a closing marker, in this order and each on a line of its own. One
 * marker alone is not a conflict: `=======` below a line makes it a heading.
 */
export function hasConflictMarkers(markdown: string): boolean {
  const markerPatterns = [/^<{7}( |\r?$)/, /^={7}\r?$/, /^>{7}( |\r?$)/]
  let nextMarker = 0
  for (const line of markdown.split('\n')) {
    if (markerPatterns[nextMarker]?.test(line) === true) nextMarker += 1
    if (nextMarker === markerPatterns.length) return true
  }
  return false
}

function formatMarker(character: string, label: string): string {
  // A line break in the label would break the marker.
  return `${character.repeat(7)} ${label.replaceAll(/\s+/g, ' ')}`.trimEnd()
}

type Region =
  | { readonly lines: readonly string[] }
  | { readonly ours: readonly string[]; readonly base: readonly string[]; readonly theirs: readonly string[] }

// Comparing n equal lines with each other takes n³ steps. When a text has used up its steps, every further section
// that both sides changed is one conflict.
const MAX_DIFF_STEPS = 50_000_000

/**
 * Splits the texts at lines that every side has exactly once and in the same order, and merges the sections
 * between them. A long text with few changes then costs little more than reading it, while comparing all lines
 * with each other would take minutes.
 */
function mergeLines(base: Lines, ours: Lines, theirs: Lines): Region[] {
  const regions: Region[] = []
  let [baseStart, oursStart, theirsStart] = [0, 0, 0]
  const budget = { steps: MAX_DIFF_STEPS }
  const mergeUpTo = (baseEnd: number, oursEnd: number, theirsEnd: number): void => {
    const section = [
      base.slice(baseStart, baseEnd),
      ours.slice(oursStart, oursEnd),
      theirs.slice(theirsStart, theirsEnd),
    ] as const
    for (const region of mergeSection(...section, budget)) regions.push(region)
  }
  for (const anchor of findAnchors(base, ours, theirs)) {
    if (anchor.base > baseStart || anchor.ours > oursStart || anchor.theirs > theirsStart) {
      mergeUpTo(anchor.base, anchor.ours, anchor.theirs)
    }
    regions.push({ lines: [anchor.line] })
    baseStart = anchor.base + 1
    oursStart = anchor.ours + 1
    theirsStart = anchor.theirs + 1
  }
  mergeUpTo(base.length, ours.length, theirs.length)
  return regions
}

function mergeSection(base: Lines, ours: Lines, theirs: Lines, budget: { steps: number }): Region[] {
  if (equalLines(ours, theirs) || equalLines(base, theirs)) return [{ lines: ours }]
  if (equalLines(base, ours)) return [{ lines: theirs }]
  const cost = estimateSteps(base, ours) + estimateSteps(base, theirs)
  if (cost > budget.steps) return [{ ours, base, theirs }]
  budget.steps -= cost
  return diff3Merge(ours, base, theirs, { excludeFalseConflicts: true }).map(({ ok, conflict }) =>
    conflict === undefined ? { lines: ok ?? [] } : { ours: conflict.a, base: conflict.o, theirs: conflict.b },
  )
}

interface Anchor {
  readonly line: string
  readonly base: number
  readonly ours: number
  readonly theirs: number
}

function findAnchors(base: Lines, ours: Lines, theirs: Lines): Anchor[] {
  const ourUniqueLines = findUniqueLines(ours)
  const theirUniqueLines = findUniqueLines(theirs)
  const candidates: Anchor[] = []
  for (const [line, position] of findUniqueLines(base)) {
    const [ourPosition, theirPosition] = [ourUniqueLines.get(line), theirUniqueLines.get(line)]
    if (ourPosition !== undefined && theirPosition !== undefined)
      candidates.push({ line, base: position, ours: ourPosition, theirs: theirPosition })
  }
  const anchorsInOurOrder = findLongestIncreasing(candidates, (anchor) => anchor.ours)
  return findLongestIncreasing(anchorsInOurOrder, (anchor) => anchor.theirs)
}

function equalLines(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}
