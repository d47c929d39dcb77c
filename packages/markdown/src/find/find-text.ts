import { copyJson } from '../document/copy-json.ts'
import type { Document } from '../document/types.ts'
import { applyTextEdits, createTextEdit, matchText } from './match-text.ts'
import type { TextQuery, TextRange } from './match-text.ts'
import { listSearchableTexts } from './searchable-texts.ts'
import type { TextPlaceKind } from './searchable-texts.ts'

/** A place where a text was found, with the words around it. */
export interface TextMatch {
  /** Its number among all places of the document, or of the text. */
  index: number
  kind: TextPlaceKind
  before: string
  text: string
  after: string
}

export interface TextMatches {
  matches: TextMatch[]
  /** Whether there are more places than were asked for. */
  hasMore: boolean
}

const MAX_WORDS_AROUND_LENGTH = 60

/** Finds words in a document, in reading order, whatever marks are in them. */
export function findText(document: Document, query: TextQuery, limit: number): TextMatches {
  const matches: TextMatch[] = []
  for (const { kind, value } of listSearchableTexts(document)) {
    for (const range of matchText(value, query)) {
      if (matches.length >= limit) return { matches, hasMore: true }
      matches.push(describeMatch(value, range, kind, matches.length))
    }
  }
  return { matches, hasMore: false }
}

/** Finds words in a text without marks, such as a title. */
export const findInText = (value: string, query: TextQuery): TextMatch[] =>
  matchText(value, query).map((range, index) => describeMatch(value, range, 'text', index))

/** Replaces some of the places where a text is found. Indices that do not exist have no effect. */
export function replaceText(
  document: Document,
  query: TextQuery,
  indices: ReadonlySet<number>,
  replacement: string,
): Document {
  const copy = copyJson(document)
  let index = 0
  for (const { value, edit } of listSearchableTexts(copy)) {
    const ranges = matchText(value, query).filter(() => indices.has(index++))
    if (ranges.length > 0) edit(ranges.map((range) => createTextEdit(value, range, replacement)))
  }
  return copy
}

/** Replaces some of the places where words are found in a text without marks. */
export function replaceInText(
  value: string,
  query: TextQuery,
  indices: ReadonlySet<number>,
  replacement: string,
): string {
  const ranges = matchText(value, query).filter((_, index) => indices.has(index))
  return applyTextEdits(
    value,
    ranges.map((range) => createTextEdit(value, range, replacement)),
  )
}

const describeMatch = (
  value: string,
  { from, to }: TextRange,
  kind: TextPlaceKind,
  index: number,
): TextMatch => ({
  index,
  kind,
  before: shortenStart(value.slice(0, from)),
  text: value.slice(from, to),
  after: shortenEnd(value.slice(to)),
})

function shortenStart(value: string): string {
  const line = value.replaceAll('\n', ' ')
  if (line.length <= MAX_WORDS_AROUND_LENGTH) return line
  // Half a character is none.
  return `…${line.slice(-MAX_WORDS_AROUND_LENGTH).replace(/^[\uDC00-\uDFFF]/, '')}`
}

function shortenEnd(value: string): string {
  const line = value.replaceAll('\n', ' ')
  if (line.length <= MAX_WORDS_AROUND_LENGTH) return line
  return `${line.slice(0, MAX_WORDS_AROUND_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
}
