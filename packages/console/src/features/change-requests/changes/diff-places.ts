import { createQuote, findQuote, listWords, parseMarkdown, type TextRange } from '@verso/markdown'
import type { Comment } from '../../../api/operations.ts'
import type { DiffBlock } from './diff-blocks.ts'
import { listLetters, pickLetters } from './letters.ts'

/** What is looked for: the words of a comment, or of a draft. */
interface PlacedComment {
  id: string
  target: Comment['target']
}

/** Words of a block of the differences that a comment is on, by the text that the block has now. */
export interface BlockMark extends TextRange {
  id: string
}

type Quote = NonNullable<Comment['target']['quote']>

/** The API refuses longer quotes. */
const MAX_QUOTE_LENGTH = 2000

/** A text block of the page, where it stands in all its texts and in the letters of all blocks. */
interface PlacedText extends TextRange {
  firstLetter: number
  letters: number[]
}

interface PlacedBlock {
  firstLetter: number
  letters: number[]
}

/**
 * Relates the blocks of differences, which are Markdown, with the words of the page, which comments are on. Both have the
 * same letters and digits in the same order, so these are compared; what Markdown has besides them is passed over.
 */
export class DiffPlaces {
  /** The texts of the page, joined by line feeds, as the API has them. */
  readonly #text: string
  readonly #texts: PlacedText[] = []
  readonly #blocks: PlacedBlock[] = []
  readonly #extents: { key: string; range: TextRange }[] = []
  /** The keys of the blocks of the page that are in no other. */
  readonly #topKeys: ReadonlySet<string>

  /** The Markdown is that of the page after the differences, or before. */
  constructor(markdown: string, blocks: readonly DiffBlock[], side: 'after' | 'before' = 'after') {
    let letters = ''
    for (const block of blocks) {
      const text = readText(block, side)
      const indexes = listLetters(text)
      this.#blocks.push({ firstLetter: letters.length, letters: indexes })
      letters += pickLetters(text, indexes)
    }
    const { document } = parseMarkdown(markdown)
    this.#topKeys = new Set(document.nodes.map(({ key }) => key))
    const { texts, blocks: extents } = listWords(document)
    this.#text = texts.map(({ text }) => text).join('\n')
    const starts: number[] = []
    let [start, cursor] = [0, 0]
    for (const { text } of texts) {
      starts.push(start)
      const indexes = listLetters(text)
      const firstLetter = indexes.length === 0 ? -1 : letters.indexOf(pickLetters(text, indexes), cursor)
      if (firstLetter !== -1) {
        this.#texts.push({ start, end: start + text.length, firstLetter, letters: indexes })
        cursor = firstLetter + indexes.length
      }
      start += text.length + 1
    }
    for (const { key, first, count } of extents) {
      const last = texts[first + count - 1]
      const [from, to] = [starts[first], starts[first + count - 1]]
      if (last && from !== undefined && to !== undefined)
        this.#extents.push({ key, range: { start: from, end: to + last.text.length } })
    }
  }

  /** Finds the words of comments, by the index of the block that these are in. */
  findMarks(comments: readonly PlacedComment[]): Map<number, BlockMark[]> {
    const marks = new Map<number, BlockMark[]>()
    for (const { id, target } of comments) {
      const range = target.outdated === true ? undefined : this.#findRange(target)
      for (const { block, start, end } of range ? this.#listBlockRanges(range) : []) {
        marks.set(block, [...(marks.get(block) ?? []), { id, start, end }])
      }
    }
    return marks
  }

  /** Quotes words of a block, given by their letters; all words of it without. Undefined where it has none. */
  quoteBlock(index: number, selected?: { first: number; count: number }): Quote | undefined {
    const block = this.#blocks[index]
    if (!block) return undefined
    const first = block.firstLetter + (selected?.first ?? 0)
    const end = first + (selected?.count ?? block.letters.length)
    let range: TextRange | undefined
    for (const text of this.#texts) {
      const from = Math.max(first, text.firstLetter) - text.firstLetter
      const to = Math.min(end, text.firstLetter + text.letters.length) - text.firstLetter
      const [start, last] = [text.letters[from], text.letters[to - 1]]
      if (from >= to || start === undefined || last === undefined) continue
      // Without a choice of words, all that stands in the block is meant, up to its last sign.
      range ??= { start: text.start + (selected ? start : 0), end: 0 }
      range.end = selected ? text.start + last + 1 : text.end
    }
    if (!range || range.end - range.start > MAX_QUOTE_LENGTH) return undefined
    return createQuote(this.#text, range)
  }

  /** The keys of the outermost blocks of the page that have letters of a block of the differences. */
  listTopKeys(index: number): string[] {
    const block = this.#blocks[index]
    if (!block) return []
    const [first, end] = [block.firstLetter, block.firstLetter + block.letters.length]
    const inside = this.#texts.filter(
      ({ firstLetter, letters }) => firstLetter < end && firstLetter + letters.length > first,
    )
    return this.#extents.flatMap(({ key, range }) =>
      this.#topKeys.has(key) && inside.some(({ start }) => start >= range.start && start < range.end)
        ? [key]
        : [],
    )
  }

  #findRange({ quote, position }: PlacedComment['target']): TextRange | undefined {
    if (!quote) return this.#extents.find(({ key }) => key === position?.node)?.range
    const range = findQuote(this.#text, {
      exact: quote.exact,
      prefix: position?.prefix ?? quote.prefix,
      suffix: position?.suffix ?? quote.suffix,
    })
    return typeof range === 'string' ? undefined : range
  }

  /** The parts of the blocks that have the letters of some words. */
  #listBlockRanges({ start, end }: TextRange): { block: number; start: number; end: number }[] {
    const touched = this.#texts.filter((text) => text.start < end && text.end > start)
    return touched.flatMap((text) => {
      const inside = text.letters.flatMap((at, index) =>
        text.start + at >= start && text.start + at < end ? [text.firstLetter + index] : [],
      )
      const [first, last] = [inside[0], inside.at(-1)]
      if (first === undefined || last === undefined) return []
      return this.#blocks.flatMap(({ firstLetter, letters }, block) => {
        const from = letters[Math.max(first - firstLetter, 0)]
        const to = letters[Math.min(last - firstLetter, letters.length - 1)]
        const isOutside = last < firstLetter || first >= firstLetter + letters.length
        return isOutside || from === undefined || to === undefined
          ? []
          : [{ block, start: from, end: to + 1 }]
      })
    })
  }
}

/** The text of a block as it is now, or was before. */
const readText = ({ parts }: DiffBlock, side: 'after' | 'before'): string =>
  parts
    .filter(({ kind }) => kind !== (side === 'after' ? 'removed' : 'added'))
    .map(({ text }) => text)
    .join('')
