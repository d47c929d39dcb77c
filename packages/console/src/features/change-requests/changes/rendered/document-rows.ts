import {
  alignBlocks,
  type Block,
  createQuote,
  type Document,
  extractTitle,
  findQuote,
  listWords,
  parseMarkdown,
  type TextBlock,
  type TextRange,
} from '@verso/markdown'
import type { Comment } from '../../../../api/operations.ts'
import { countLetters, listLetters } from '../letters.ts'
import { listSettingChanges, type SettingChange } from './block-settings.ts'
import { collectWords, measureLikeness } from './diff-words.ts'

/** A block of a page before and after, of the blocks that are in no other. */
export interface DocumentRow {
  kind: 'same' | 'added' | 'removed' | 'changed'
  before?: Block
  after?: Block
  settings: SettingChange[]
}

type Quote = NonNullable<Comment['target']['quote']>

/** The API refuses longer quotes. */
const MAX_QUOTE_LENGTH = 2000

/** How much of two texts must be the same for them to be one that was changed. */
const MIN_LIKENESS = 0.2

export const readDocument = (markdown: string): Document =>
  // The title is a field of the page, which is not shown with its text.
  extractTitle(parseMarkdown(markdown).document).document

/** Lists the blocks of two versions of a page, those that belong together in one row. */
export function listRows(before: Document, after: Document): DocumentRow[] {
  const rows: DocumentRow[] = []
  let [beforeAt, afterAt] = [0, 0]
  const listUpTo = (beforeEnd: number, afterEnd: number): void => {
    for (const block of before.nodes.slice(beforeAt, beforeEnd)) {
      rows.push({ kind: 'removed', before: block, settings: [] })
    }
    for (const block of after.nodes.slice(afterAt, afterEnd)) {
      rows.push({ kind: 'added', after: block, settings: [] })
    }
    ;[beforeAt, afterAt] = [beforeEnd, afterEnd]
  }
  for (const [beforeIndex, afterIndex] of alignBlocks(before.nodes, after.nodes)) {
    const [old, block] = [before.nodes[beforeIndex], after.nodes[afterIndex]]
    if (!old || !block) continue
    listUpTo(beforeIndex, afterIndex)
    if (getContent(old) === getContent(block)) {
      rows.push({ kind: 'same', before: old, after: block, settings: [] })
    } else if (areAlike(old, block)) {
      rows.push({ kind: 'changed', before: old, after: block, settings: listSettingChanges(old, block) })
    } else {
      listUpTo(beforeIndex + 1, afterIndex + 1)
    }
    ;[beforeAt, afterAt] = [beforeIndex + 1, afterIndex + 1]
  }
  listUpTo(before.nodes.length, after.nodes.length)
  return rows
}

/** The part of a key that says what is in the block. Blocks with the same content have it in common. */
const getContent = ({ key }: Block): string => key.replace(/\.\d+$/, '')

/** Blocks that hold words are the same one if they have words in common; others if they are of one kind. */
function areAlike(before: Block, after: Block): boolean {
  const [oldWords, newWords] = [before, after].map((block) => collectWords(readText(block)))
  if (!oldWords || !newWords || (oldWords.size === 0 && newWords.size === 0)) return true
  return measureLikeness(oldWords, newWords) >= MIN_LIKENESS
}

/** The text blocks in a block, or the block itself. */
export const listTextBlocks = (block: Block): TextBlock[] =>
  listWords({ object: 'document', data: {}, nodes: [block] }).texts

const readText = (block: Block): string =>
  listTextBlocks(block)
    .map(({ text }) => text)
    .join('\n')

/** What is looked for: the words of a comment, or of a draft. */
interface PlacedComment {
  id: string
  target: Comment['target']
}

/** Words of a page that a comment is on, by the letters of the block that is in no other. */
export interface LetterMark {
  id: string
  /** How many letters of the block are before them, and how many they have. */
  first: number
  count: number
}

/** The words of a page by block, in which comments are found and made. */
export class PageWords {
  /** The texts of the page, joined by line feeds, as the API has them. */
  readonly #text: string
  readonly #ranges = new Map<string, TextRange>()
  readonly #topKeys: readonly string[]

  constructor(document: Document) {
    const { texts, blocks } = listWords(document)
    this.#text = texts.map(({ text }) => text).join('\n')
    this.#topKeys = document.nodes.map(({ key }) => key)
    const starts: number[] = []
    let start = 0
    for (const { text } of texts) {
      starts.push(start)
      start += text.length + 1
    }
    for (const { key, first, count } of blocks) {
      const [from, to] = [starts[first], starts[first + count - 1]]
      const last = texts[first + count - 1]
      if (count > 0 && from !== undefined && to !== undefined && last)
        this.#ranges.set(key, { start: from, end: to + last.text.length })
    }
  }

  /** Quotes words of a block, given by their letters; all words of it without. Undefined where it has none. */
  quoteBlock(key: string, selected?: { first: number; count: number }): Quote | undefined {
    const block = this.#ranges.get(key)
    if (!block) return undefined
    let range = block
    if (selected) {
      const letters = listLetters(this.#text.slice(block.start, block.end))
      const [from, to] = [letters[selected.first], letters[selected.first + selected.count - 1]]
      if (from === undefined || to === undefined) return undefined
      range = { start: block.start + from, end: block.start + to + 1 }
    }
    return range.end - range.start > MAX_QUOTE_LENGTH ? undefined : createQuote(this.#text, range)
  }

  /** Finds the words of comments, by the key of the outermost block that these are in. */
  findMarks(comments: readonly PlacedComment[]): Map<string, LetterMark[]> {
    const marks = new Map<string, LetterMark[]>()
    for (const { id, target } of comments) {
      const words = target.outdated === true ? undefined : this.#findWords(target)
      if (!words) continue
      for (const key of this.#topKeys) {
        const block = this.#ranges.get(key)
        if (!block || words.start >= block.end || words.end <= block.start) continue
        const [start, end] = [Math.max(words.start, block.start), Math.min(words.end, block.end)]
        const first = countLetters(this.#text.slice(block.start, start))
        const mark = { id, first, count: countLetters(this.#text.slice(start, end)) }
        marks.set(key, [...(marks.get(key) ?? []), mark])
      }
    }
    return marks
  }

  #findWords({ quote, position }: PlacedComment['target']): TextRange | undefined {
    if (!quote) return position && this.#ranges.get(position.node)
    const range = findQuote(this.#text, {
      exact: quote.exact,
      prefix: position?.prefix ?? quote.prefix,
      suffix: position?.suffix ?? quote.suffix,
    })
    return typeof range === 'string' ? undefined : range
  }
}
