import { findDifferentRanges, listMatches } from '../splice/match-sequences.ts'
import type { TextRange } from './find-quote.ts'
import { matchLines } from './match-lines.ts'

/** Changed texts of more characters are not compared word by word. */
const MAX_COMPARED_LENGTH = 400_000
/** Among more changed lines, none is looked for by its likeness. */
const MAX_COMPARED_LINES = 2000
/** Lines with fewer words in common are different lines. */
const MIN_LIKENESS = 0.5

/** Words, and each sign of the scripts that put no blanks between words. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[\p{L}\p{N}\p{M}_]+/gu

/** A text as its lines, which may have line breaks themselves. */
interface LinedText {
  lines: readonly string[]
  text: string
  /** Where each line starts in the text. */
  starts: readonly number[]
}

/** The lines that have no equal in the other text. */
interface ChangedLines {
  /** Their indexes. */
  baseLines: readonly number[]
  currentLines: readonly number[]
  /** They as texts of their own. */
  base: LinedText
  current: LinedText
  words: WordMapper
}

interface Word {
  text: string
  start: number
  end: number
}

/**
 * Says where words of an older text are in a newer one. A text is given as its lines: the texts of its blocks. Words that
 * nobody touched are found wherever their line stands now and whatever was written around them; words that are gone are
 * found nowhere. The same words elsewhere are not these words: they only count where something next to them is the same
 * too.
 */
export class RangeMapper {
  readonly #base: LinedText
  readonly #current: LinedText
  readonly #lineMatches: ReadonlyMap<number, number>
  #changedLines: ChangedLines | undefined
  #allWords: WordMapper | undefined

  constructor(base: readonly string[], current: readonly string[]) {
    this.#base = createLinedText(base)
    this.#current = createLinedText(current)
    this.#lineMatches = matchLines(base, current)
  }

  /** Ranges are in the lines joined by line feeds. Undefined when the words are gone. */
  map(range: TextRange): TextRange | undefined {
    const firstLine = findLine(this.#base, range.start)
    const lastLine = findLine(this.#base, Math.max(range.start, range.end - 1))
    if (range.end <= range.start || range.end > this.#base.text.length) return undefined
    const target = this.#lineMatches.get(firstLine)
    if (target !== undefined && this.#isMatchedTo(firstLine, lastLine, target)) {
      const shift = (this.#current.starts[target] ?? 0) - (this.#base.starts[firstLine] ?? 0)
      return { start: range.start + shift, end: range.end + shift }
    }
    if (firstLine !== lastLine) return this.#getAllWords().map(range)
    return this.#mapInChangedLines(firstLine, range) ?? this.#mapToSimilarLine(firstLine, range)
  }

  /** Where a line is, if it is the same or much alike. */
  mapLine(line: number): number | undefined {
    return this.#lineMatches.get(line) ?? this.#findSimilarLine(line)
  }

  #isMatchedTo(firstLine: number, lastLine: number, target: number): boolean {
    for (let line = firstLine; line <= lastLine; line++) {
      if (this.#lineMatches.get(line) !== target + line - firstLine) return false
    }
    return true
  }

  #getChangedLines(): ChangedLines {
    if (this.#changedLines) return this.#changedLines
    const targets = new Set(this.#lineMatches.values())
    const baseLines = [...this.#base.lines.keys()].filter((line) => !this.#lineMatches.has(line))
    const currentLines = [...this.#current.lines.keys()].filter((line) => !targets.has(line))
    const base = selectLines(this.#base, baseLines)
    const current = selectLines(this.#current, currentLines)
    this.#changedLines = { baseLines, currentLines, base, current, words: new WordMapper(base, current) }
    return this.#changedLines
  }

  #getAllWords(): WordMapper {
    this.#allWords ??= new WordMapper(this.#base, this.#current)
    return this.#allWords
  }

  /** Compares the words of the lines that are not the same any more, so that what was moved does not disturb. */
  #mapInChangedLines(line: number, range: TextRange): TextRange | undefined {
    const { baseLines, currentLines, base, current, words } = this.#getChangedLines()
    const shift = (base.starts[baseLines.indexOf(line)] ?? 0) - (this.#base.starts[line] ?? 0)
    const place = words.map({ start: range.start + shift, end: range.end + shift })
    if (!place) return undefined
    const placeLine = findLine(current, place.start)
    const start = current.starts[placeLine] ?? 0
    if (place.end > start + (current.lines[placeLine] ?? '').length) return undefined
    const back = (this.#current.starts[currentLines[placeLine] ?? 0] ?? 0) - start
    return { start: place.start + back, end: place.end + back }
  }

  #mapToSimilarLine(line: number, range: TextRange): TextRange | undefined {
    const target = this.#findSimilarLine(line)
    if (target === undefined) return undefined
    const [start, targetStart] = [this.#base.starts[line] ?? 0, this.#current.starts[target] ?? 0]
    const words = new WordMapper(selectLines(this.#base, [line]), selectLines(this.#current, [target]))
    const place = words.map({ start: range.start - start, end: range.end - start })
    return place && { start: place.start + targetStart, end: place.end + targetStart }
  }

  /** A line that was both moved and changed is the one with the most words in common, if that is so from both sides. */
  #findSimilarLine(line: number): number | undefined {
    const { baseLines, currentLines } = this.#getChangedLines()
    if (baseLines.length + currentLines.length > MAX_COMPARED_LINES) return undefined
    const target = findMostAlike(this.#base, line, this.#current, currentLines)
    if (target === undefined) return undefined
    return findMostAlike(this.#current, target, this.#base, baseLines) === line ? target : undefined
  }
}

/** Maps ranges by the words that two texts have in common, in one order. */
class WordMapper {
  readonly #base: string
  readonly #current: string
  readonly #baseWords: readonly Word[]
  readonly #currentWords: readonly Word[]
  readonly #matches: ReadonlyMap<number, number>

  constructor({ text: base }: LinedText, { text: current }: LinedText) {
    this.#base = base
    this.#current = current
    const isComparable = base.length + current.length <= MAX_COMPARED_LENGTH
    this.#baseWords = isComparable ? splitWords(base) : []
    this.#currentWords = isComparable ? splitWords(current) : []
    const [baseTexts, currentTexts] = [this.#baseWords, this.#currentWords].map((words) =>
      words.map(({ text }) => text),
    )
    const ranges = findDifferentRanges(baseTexts ?? [], currentTexts ?? [])
    this.#matches = new Map(listMatches(this.#baseWords.length, ranges))
  }

  map({ start, end }: TextRange): TextRange | undefined {
    const first = this.#baseWords.findIndex((word) => word.end > start)
    const next = this.#baseWords.findIndex((word) => word.start >= end)
    const last = (next === -1 ? this.#baseWords.length : next) - 1
    const target = this.#matches.get(first)
    if (first === -1 || last < first || target === undefined) return undefined
    for (let index = first; index <= last; index++) {
      if (this.#matches.get(index) !== target + index - first) return undefined
    }
    const exact = this.#base.slice(start, end)
    const newStart = (this.#currentWords[target]?.start ?? 0) - ((this.#baseWords[first]?.start ?? 0) - start)
    if (newStart < 0 || this.#current.slice(newStart, newStart + exact.length) !== exact) return undefined
    // The same words are found in many places: a neighbour of them must be the same too.
    const hasNeighbour =
      (first > 0 && this.#matches.get(first - 1) === target - 1) ||
      this.#matches.get(last + 1) === target + last - first + 1
    if (!hasNeighbour && !this.#isUnique(first, last)) return undefined
    return { start: newStart, end: newStart + exact.length }
  }

  /** Whether these words stand side by side nowhere else, neither before nor now. */
  #isUnique(first: number, last: number): boolean {
    const sought = this.#baseWords.slice(first, last + 1).map(({ text }) => text)
    return countSequence(this.#baseWords, sought) === 1 && countSequence(this.#currentWords, sought) === 1
  }
}

function countSequence(words: readonly Word[], sought: readonly string[]): number {
  return words.filter((_, start) => sought.every((text, index) => words[start + index]?.text === text)).length
}

const splitWords = (text: string): Word[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }))

function createLinedText(lines: readonly string[]): LinedText {
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length + 1
  }
  return { lines, text: lines.join('\n'), starts }
}

const selectLines = ({ lines }: LinedText, indexes: readonly number[]): LinedText =>
  createLinedText(indexes.map((index) => lines[index] ?? ''))

/** The index of the line that a place is in. */
function findLine({ starts }: LinedText, place: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** The one line with the most words in common with a line; undefined when none is alike or several are as much. */
function findMostAlike(
  { lines }: LinedText,
  line: number,
  others: LinedText,
  candidates: readonly number[],
): number | undefined {
  const words = countWords(lines[line] ?? '')
  let best: number | undefined
  let bestLikeness = MIN_LIKENESS
  for (const candidate of candidates) {
    const likeness = compareWords(words, countWords(others.lines[candidate] ?? ''))
    if (likeness === bestLikeness) best = undefined
    if (likeness > bestLikeness) [best, bestLikeness] = [candidate, likeness]
  }
  return best
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text: word } of splitWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The share of words that two texts have in common, from 0 to 1. */
function compareWords(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [common, total] = [0, 0]
  for (const [word, count] of one) common += Math.min(count, other.get(word) ?? 0)
  for (const count of [...one.values(), ...other.values()]) total += count
  return total === 0 ? 0 : (2 * common) / total
}
