import { diffArrays } from 'diff'
import { collectWords, diffTokens, measureLikeness, splitWords } from './rendered/diff-words.ts'

export interface LinePart {
  text: string
  isDifferent: boolean
}

export interface SourceLine {
  number: number
  /** The text of the line, with the words that differ from the other side on their own. */
  parts: LinePart[]
}

/** A line of two texts: on both sides, or on one. */
export interface SourceRow {
  kind: 'same' | 'changed' | 'added' | 'removed'
  before?: SourceLine
  after?: SourceLine
}

/** How long a comparison may take before everything counts as different. */
const TIMEOUT_MS = 2000
/** How much of two lines must be the same for them to be one that was changed. */
const MIN_LIKENESS = 0.3
/** Longer lines are not compared word by word. */
const MAX_COMPARED_LENGTH = 10_000

/** A text that ends with a line feed has no line after it. */
function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Compares two texts line by line, and word by word in lines that were changed. */
export function diffSource(before: string, after: string): SourceRow[] {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)]
  const parts = diffArrays(oldLines, newLines, { timeout: TIMEOUT_MS }) ?? [
    { value: oldLines, removed: true, added: false },
    { value: newLines, removed: false, added: true },
  ]
  const rows: SourceRow[] = []
  let [oldNumber, newNumber] = [0, 0]
  let removed: SourceLine[] = []
  let added: SourceLine[] = []
  const finish = (): void => {
    for (const row of pairLines(removed, added)) rows.push(row)
    ;[removed, added] = [[], []]
  }
  for (const part of parts) {
    for (const text of part.value) {
      if (part.removed) removed.push(createLine(++oldNumber, text))
      else if (part.added) added.push(createLine(++newNumber, text))
      else {
        finish()
        rows.push({
          kind: 'same',
          before: createLine(++oldNumber, text),
          after: createLine(++newNumber, text),
        })
      }
    }
  }
  finish()
  return rows
}

const createLine = (number: number, text: string): SourceLine => ({
  number,
  parts: [{ text, isDifferent: false }],
})

export const readLine = ({ parts }: SourceLine): string => parts.map(({ text }) => text).join('')

/** Lines that stand at the same place and are alike are one line that was changed. */
function pairLines(removed: readonly SourceLine[], added: readonly SourceLine[]): SourceRow[] {
  const rows: SourceRow[] = []
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [before, after] = [removed[index], added[index]]
    const changed = before && after && compareLines(before, after)
    if (changed) rows.push(changed)
    else {
      if (before) rows.push({ kind: 'removed', before })
      if (after) rows.push({ kind: 'added', after })
    }
  }
  return rows
}

function compareLines(before: SourceLine, after: SourceLine): SourceRow | undefined {
  const [old, now] = [readLine(before), readLine(after)]
  if (old.length + now.length > MAX_COMPARED_LENGTH) return undefined
  if (measureLikeness(collectWords(old), collectWords(now)) < MIN_LIKENESS) return undefined
  const [oldWords, newWords] = [splitWords(old), splitWords(now)]
  const changes = diffTokens(oldWords, newWords)
  return {
    kind: 'changed',
    before: {
      number: before.number,
      parts: divide(
        oldWords,
        changes.map(({ beforeStart, beforeEnd }) => [beforeStart, beforeEnd]),
      ),
    },
    after: {
      number: after.number,
      parts: divide(
        newWords,
        changes.map(({ afterStart, afterEnd }) => [afterStart, afterEnd]),
      ),
    },
  }
}

function divide(words: readonly string[], ranges: readonly (readonly [number, number])[]): LinePart[] {
  const parts: LinePart[] = []
  let at = 0
  const push = (end: number, isDifferent: boolean): void => {
    if (end > at) parts.push({ text: words.slice(at, end).join(''), isDifferent })
    at = end
  }
  for (const [start, end] of ranges) {
    push(start, false)
    push(end, true)
  }
  push(words.length, false)
  return parts
}

/** How many words came and went. */
export function countWords(rows: readonly SourceRow[]): { added: number; removed: number } {
  let [added, removed] = [0, 0]
  for (const { kind, before, after } of rows) {
    if (kind === 'same') continue
    const isWhole = kind !== 'changed'
    if (before) removed += countInLine(before, isWhole)
    if (after) added += countInLine(after, isWhole)
  }
  return { added, removed }
}

const countInLine = ({ parts }: SourceLine, isWhole: boolean): number =>
  parts
    .filter(({ isDifferent }) => isWhole || isDifferent)
    .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)

/** Rows that are shown, or hidden behind a button. */
export interface RowRange {
  start: number
  end: number
  isFolded: boolean
}

/** How many lines beside a difference are shown. */
const SHOWN_AROUND = 3
/** Fewer lines than these are not worth a button. */
const MIN_FOLDED = 2
/** What is longer is shown piece by piece: a browser needs long for thousands of lines. */
const MAX_SHOWN = 500

/** Divides rows into those near a difference and those that are the same. */
export function foldSource(rows: readonly SourceRow[]): RowRange[] {
  const isShown = rows.map(() => false)
  rows.forEach(({ kind }, index) => {
    if (kind === 'same') return
    isShown.fill(true, Math.max(0, index - SHOWN_AROUND), index + SHOWN_AROUND + 1)
  })
  const ranges: RowRange[] = []
  isShown.forEach((shown, index) => {
    const last = ranges.at(-1)
    if (last?.isFolded === !shown) last.end = index + 1
    else ranges.push({ start: index, end: index + 1, isFolded: !shown })
  })
  return ranges.flatMap((range) => {
    const { start: first, end: last } = range
    if (range.isFolded) return { start: first, end: last, isFolded: last - first >= MIN_FOLDED }
    const pieces: RowRange[] = []
    for (let start = first; start < last; start += MAX_SHOWN) {
      const end = Math.min(last, start + MAX_SHOWN)
      pieces.push({ start, end, isFolded: pieces.length > 0 })
    }
    return pieces
  })
}
