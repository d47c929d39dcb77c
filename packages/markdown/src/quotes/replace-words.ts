import { assignAnchors } from '../document/anchors.ts'
import { copyJson } from '../document/copy-json.ts'
import { assignKeys } from '../document/keys.ts'
import { toNormalForm } from '../document/normal-form.ts'
import { extractTitle } from '../document/title.ts'
import type { Document } from '../document/types.ts'
import { InvalidDocument } from '../errors.ts'
import { createTextEdit } from '../find/match-text.ts'
import type { TextEdit } from '../find/match-text.ts'
import { editInlineText } from '../find/searchable-texts.ts'
import type { LocatedPage } from '../parse/locate.ts'
import { locateMarkdown } from '../parse/locate.ts'
import { applyEdits, isPage } from '../splice/apply-edits.ts'
import { escapeText } from '../write/escape.ts'
import type { TextRange } from './find-quote.ts'
import { listTextPlaces, OBJECT_CHARACTER } from './text-blocks.ts'
import type { TextPlace } from './text-blocks.ts'

/** Each place that is tried is parsed. The first one is nearly always right. */
const MAX_TRIED_PLACES = 8

/** One part of a text block, and what is to stand there. */
interface Replacement extends TextEdit {
  /** The texts of the blocks whose source is searched, from the first to that of the part. */
  textBefore: string
}

/**
 * Replaces words of a page in its source. The range is one of the words below the title, as `listWords` has them: the texts of
 * the blocks joined by line feeds. The new words are text: what looks like Markdown in them is escaped. Only the bytes of the
 * words change, wherever the source has them in one piece; where marks stand among them, the line of the words is
 * written anew as `applyEdits` does.
 *
 * @throws {InvalidDocument} when the range is not in one block, has a picture or something else that is no text in it, or
 * when Markdown has no notation for the new words at their place.
 */
export function replaceWords(source: string, range: TextRange, replacement: string): string {
  const page = locateMarkdown(source)
  const edited = copyJson(page.document)
  const texts = listTextPlaces(extractTitle(page.document).document)
  const { index, from, to } = findInOneText(texts, range)
  const [text, editedText] = [texts[index], listTextPlaces(extractTitle(edited).document)[index]]
  if (!text || !editedText) throw new InvalidDocument([], 'has no such words')
  if (text.text.slice(from, to).includes(OBJECT_CHARACTER)) {
    throw new InvalidDocument([], 'has something among these words that is no text')
  }
  const edit = keepLook(text.text, createTextEdit(text.text, { from, to }, replacement), from)
  if (text.text.slice(edit.from, edit.to) === edit.text) return source
  editInlineText(editedText.block, editedText.leaves, [edit])
  const wanted = assignKeys(assignAnchors(toNormalForm(edited)))
  for (const part of [extendToWords(text.text, edit, { from, to }), { from, to, text: replacement }]) {
    const textBefore = readTextBefore(page, texts, index, part.from)
    const spliced = spliceSource(source, page, text, { ...part, textBefore }, wanted)
    if (spliced !== undefined) return spliced
  }
  return applyEdits(source, edited).markdown
}

function findInOneText(
  texts: readonly TextPlace[],
  { start, end }: TextRange,
): { index: number; from: number; to: number } {
  let textStart = 0
  for (const [index, { text }] of texts.entries()) {
    const [from, to] = [start - textStart, end - textStart]
    if (from >= 0 && from < to && to <= text.length) return { index, from, to }
    textStart += text.length + 1
  }
  throw new InvalidDocument([], 'has these words in no block, or in more than one')
}

/** Words that are only added look as those of the range before them do, and not as what follows the range. */
function keepLook(value: string, edit: TextEdit, rangeStart: number): TextEdit {
  if (edit.from !== edit.to || edit.from === rangeStart) return edit
  const last = Array.from(value.slice(rangeStart, edit.from)).at(-1) ?? ''
  return { from: edit.from - last.length, to: edit.to, text: last + edit.text }
}

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u

/** Extends an edit to whole words, which occur less often than parts of them, but not beyond the range of the words. */
function extendToWords(value: string, edit: TextEdit, range: { from: number; to: number }): TextEdit {
  let { from, to } = edit
  while (from > range.from && wordCharacter.test(value[from - 1] ?? '')) from--
  while (to < range.to && wordCharacter.test(value[to] ?? '')) to++
  return { from, to, text: value.slice(from, edit.from) + edit.text + value.slice(edit.to, to) }
}

/** Where a block without a place of its own, such as a paragraph in a table, is looked for. */
const findOwner = ({ places }: LocatedPage, { block, parents }: TextPlace): object | undefined =>
  [...parents, block].findLast((node) => places.has(node))

/** Reads the texts that stand in the same source before a place in one of them. */
function readTextBefore(page: LocatedPage, texts: readonly TextPlace[], index: number, from: number): string {
  const text = texts[index]
  if (!text) return ''
  const owner = findOwner(page, text)
  const before = texts.slice(0, index).filter((other) => findOwner(page, other) === owner)
  return [...before.map((other) => other.text), text.text.slice(0, from)].join('\n')
}

/** Replaces the words where the source has them in one piece. Undefined where that does not give the wanted document. */
function spliceSource(
  source: string,
  page: LocatedPage,
  place: TextPlace,
  { from, to, text, textBefore }: Replacement,
  wanted: Document,
): string | undefined {
  const words = place.text.slice(from, to)
  if (words === '') return undefined
  const region = getRegion(source, page, findOwner(page, place))
  const candidates = findInSource(source, region, words)
  const expectedIndex = countOccurrences(textBefore, words)
  const distance = (index: number): number => Math.abs(index - expectedIndex)
  const tried = [...candidates.keys()].toSorted((one, other) => distance(one) - distance(other))
  for (const index of tried.slice(0, MAX_TRIED_PLACES)) {
    const candidate = candidates[index]
    if (!candidate) continue
    for (const form of listForms(text)) {
      const spliced = source.slice(0, candidate.start) + form + source.slice(candidate.end)
      if (isPage(spliced, page, wanted)) return spliced
    }
  }
  return undefined
}

/** The ways in which a text may be written: in Markdown, in a cell of a table, in code, and in HTML. */
function listForms(text: string): string[] {
  if (/^[\p{L}\p{N}\p{M} ]*$/u.test(text)) return [text]
  const escaped = escapeText(text, { inLink: false, beforeEmoji: false })
  const html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [...new Set([escaped, escaped.replaceAll('|', '\\|'), text, html])]
}

function getRegion(
  source: string,
  { lines, bodyLine, places }: LocatedPage,
  owner: object | undefined,
): TextRange {
  const place = owner && places.get(owner)
  const shift = source.startsWith('\uFEFF') ? 1 : 0
  const getStart = (line: number): number =>
    shift + lines.slice(0, line).reduce((length, text) => length + text.length, 0)
  return {
    start: getStart(place?.startLine ?? bodyLine),
    end: place ? getStart(place.endLine) : source.length,
  }
}

function countOccurrences(text: string, words: string): number {
  let count = 0
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) count++
  return count
}

/** Finds words in a part of a source, as they are or with what an author may write instead of them. */
function findInSource(source: string, region: TextRange, words: string): TextRange[] {
  const ranges: TextRange[] = []
  for (let start = region.start; start < region.end; start++) {
    const end = matchSource(source, start, words)
    if (end === undefined || end > region.end) continue
    ranges.push({ start, end })
    start = end - 1
  }
  return ranges
}

/** Blanks, with a line break among them that a block quote may go on behind. */
const gapPattern = /[ \t]*(?:(?:\r\n?|\n)[ \t>]*)?/y
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const escapableCharacter = /[!-/:-@[-`{-~]/

/** Whether there is a character behind a backslash that stands for nothing itself, and is no escaped one. */
function isEscaped(source: string, place: number, character: string): boolean {
  if (source[place] !== '\\' || source[place + 1] !== character || !escapableCharacter.test(character))
    return false
  let count = 0
  while (source[place - 1 - count] === '\\') count++
  return count % 2 === 0
}

/** Returns where words end that start at a place of a source. */
function matchSource(source: string, start: number, words: string): number | undefined {
  let place = start
  for (let index = 0; index < words.length; index++) {
    const character = words[index] ?? ''
    const entity = entities.get(character)
    if (character === ' ') {
      gapPattern.lastIndex = place
      const { length } = gapPattern.exec(source)?.[0] ?? ''
      if (length === 0) return undefined
      place += length
      while (words[index + 1] === ' ') index++
    } else if (entity !== undefined && source.startsWith(entity, place)) place += entity.length
    else if (isEscaped(source, place, character)) place += 2
    else if (source[place] === character) place += 1
    else return undefined
  }
  return place
}
