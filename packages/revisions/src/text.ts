import { diff3Merge } from 'node-diff3'
import { longestIncreasing } from './order.ts'

/** What the two sides of a merge are called in conflict markers. */
export interface Labels {
  readonly ours: string
  readonly theirs: string
}

/** How a text shows that both sides changed the same lines: between markers, or by having ours alone. */
export type Marking = Labels | 'ours'

export interface MergedText {
  readonly markdown: string
  readonly conflict: boolean
}

/**
 * Merges line by line. Where both sides changed the same lines, both texts stay, between the markers Git uses, or ours.
 * Line ends belong to their lines: a text of CRLF lines stays one.
 */
export function mergeMarkdown(base: string, ours: string, theirs: string, marking: Marking): MergedText {
  if (ours === theirs || base === theirs) return { markdown: ours, conflict: false }
  if (base === ours) return { markdown: theirs, conflict: false }
  const merged: string[] = []
  let conflict = false
  for (const region of mergeLines(base.split('\n'), ours.split('\n'), theirs.split('\n'))) {
    if ('lines' in region) {
      for (const line of region.lines) merged.push(line)
      continue
    }
    conflict = true
    if (marking !== 'ours') merged.push(marker('<', marking.ours))
    for (const line of region.ours) merged.push(line)
    if (marking === 'ours') continue
    merged.push('=======')
    for (const line of region.theirs) merged.push(line)
    merged.push(marker('>', marking.theirs))
  }
  return { markdown: merged.join('\n'), conflict }
}

/**
 * Whether a text holds an opening, a middle and a closing marker, in this order and each on a line of its own.
 * One alone is no conflict: `=======` under a line makes it a heading.
 */
export function hasConflictMarkers(markdown: string): boolean {
  const expected = [/^<{7}( |\r?$)/, /^={7}\r?$/, /^>{7}( |\r?$)/]
  let next = 0
  for (const line of markdown.split('\n')) {
    if (expected[next]?.test(line) === true) next += 1
    if (next === expected.length) return true
  }
  return false
}

function marker(sign: string, label: string): string {
  // A label on several lines would no longer be a marker.
  return `${sign.repeat(7)} ${label.replaceAll(/\s+/g, ' ')}`.trimEnd()
}

type Region =
  | { readonly lines: readonly string[] }
  | { readonly ours: readonly string[]; readonly theirs: readonly string[] }

type Lines = string[]

// Comparing many equal lines with each other takes steps by the cube of their number. When a text has used up
// what it may take, each further part that both sides changed is one conflict.
const mostSteps = 50_000_000

/**
 * Cuts the texts at lines that are there exactly once on every side and in the same order, and merges what is
 * between. A long text with few changes costs little more than reading it, where comparing all lines with all
 * would take minutes.
 */
function mergeLines(base: Lines, ours: Lines, theirs: Lines): Region[] {
  const regions: Region[] = []
  let [b, o, t] = [0, 0, 0]
  const budget = { steps: mostSteps }
  const upTo = (baseEnd: number, oursEnd: number, theirsEnd: number): void => {
    const part = [base.slice(b, baseEnd), ours.slice(o, oursEnd), theirs.slice(t, theirsEnd)] as const
    for (const region of mergePart(...part, budget)) regions.push(region)
  }
  for (const anchor of anchors(base, ours, theirs)) {
    if (anchor.base > b || anchor.ours > o || anchor.theirs > t) {
      upTo(anchor.base, anchor.ours, anchor.theirs)
    }
    regions.push({ lines: [anchor.line] })
    b = anchor.base + 1
    o = anchor.ours + 1
    t = anchor.theirs + 1
  }
  upTo(base.length, ours.length, theirs.length)
  return regions
}

function mergePart(base: Lines, ours: Lines, theirs: Lines, budget: { steps: number }): Region[] {
  if (equalLines(ours, theirs) || equalLines(base, theirs)) return [{ lines: ours }]
  if (equalLines(base, ours)) return [{ lines: theirs }]
  const cost = steps(base, ours) + steps(base, theirs)
  if (cost > budget.steps) return [{ ours, theirs }]
  budget.steps -= cost
  return diff3Merge(ours, base, theirs, { excludeFalseConflicts: true }).map(({ ok, conflict }) =>
    conflict === undefined ? { lines: ok ?? [] } : { ours: conflict.a, theirs: conflict.b },
  )
}

interface Anchor {
  readonly line: string
  readonly base: number
  readonly ours: number
  readonly theirs: number
}

function anchors(base: Lines, ours: Lines, theirs: Lines): Anchor[] {
  const inOurs = once(ours)
  const inTheirs = once(theirs)
  const candidates: Anchor[] = []
  for (const [line, position] of once(base)) {
    const [o, t] = [inOurs.get(line), inTheirs.get(line)]
    if (o !== undefined && t !== undefined) candidates.push({ line, base: position, ours: o, theirs: t })
  }
  const inOurOrder = longestIncreasing(candidates, (anchor) => anchor.ours)
  return longestIncreasing(inOurOrder, (anchor) => anchor.theirs)
}

/** Lines that are there once, with their positions, in order. */
function once(lines: Lines): Map<string, number> {
  const positions = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (positions.has(line)) repeated.add(line)
    else positions.set(line, index)
  }
  for (const line of repeated) positions.delete(line)
  return positions
}

/** Pairs of equal lines, times the length of the path through them. */
function steps(a: Lines, b: Lines): number {
  const counts = new Map<string, number>()
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1)
  const pairs = b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
  return pairs * Math.min(a.length, b.length)
}

function equalLines(a: Lines, b: Lines): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index])
}
