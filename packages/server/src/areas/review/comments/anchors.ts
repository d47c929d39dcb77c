import {
  type BlockExtent,
  createQuote,
  type DocumentWords,
  findQuote,
  OBJECT_CHARACTER,
  RangeMapper,
  type TextRange,
} from '@verso/markdown'
import { Invalid } from '../../../common/errors.ts'
import type { CommentPosition, QuoteInput } from './schema.ts'

const MAX_PREVIEW_LENGTH = 200

/** The words that a comment is on, when it was posted. */
export interface StoredQuote {
  exact: string
  prefix: string
  suffix: string
  /** Where they begin in the texts of the blocks, joined by line feeds. */
  start: number
}

/** The block that a comment is on, with its words if it is only on some of them. */
export interface CommentAnchor {
  node: string
  preview: string | undefined
  quote: StoredQuote | undefined
}

/** What a comment says of its place. */
export interface AnchorInput {
  node: string | undefined
  quote: QuoteInput | undefined
}

/** Finds what a new comment is on. Throws Invalid where the page does not have it. */
export function anchorComment(words: DocumentWords, { node, quote }: AnchorInput): CommentAnchor | undefined {
  const block = node === undefined ? undefined : words.blocks.find(({ key }) => key === node)
  if (node !== undefined && !block) throw new Invalid('body.node: the page has no block with this key.')
  if (quote === undefined) {
    return block && { node: block.key, preview: readPreview(words, block), quote: undefined }
  }
  if (!quote.exact.isWellFormed()) throw new Invalid('body.quote.exact ends in the middle of a character.')
  const scope = block ?? { first: 0, count: words.texts.length }
  const text = joinTexts(words, scope)
  const place = findQuote(text, quote)
  if (place === 'missing') {
    throw new Invalid(`body.quote.exact: the ${block ? 'block' : 'page'} does not have these words.`)
  }
  if (place === 'ambiguous') {
    throw new Invalid(
      'body.quote: these words occur several times; give more of `prefix` and `suffix` to tell them apart.',
    )
  }
  const shift = joinTexts(words, { first: 0, count: scope.first }).length + (scope.first > 0 ? 1 : 0)
  const range = { start: place.start + shift, end: place.end + shift }
  const textBlock = words.texts[findText(words, range.start).index]
  return {
    node: block?.key ?? textBlock?.key ?? '',
    preview: block ? readPreview(words, block) : textBlock && cutPreview(textBlock.text),
    quote: { ...createQuote(joinTexts(words), range), start: range.start },
  }
}

/** Throws Invalid for words that a suggestion cannot replace. */
export function requireReplaceable(
  { quote }: CommentAnchor,
  words: DocumentWords,
  replacement: string,
): void {
  if (!quote) return
  const end = quote.start + quote.exact.length
  if (findText(words, quote.start).index !== findText(words, end - 1).index) {
    throw new Invalid('body.suggestion: the words of body.quote must be in one block.')
  }
  if (quote.exact.includes(OBJECT_CHARACTER)) {
    throw new Invalid(
      'body.suggestion: the words of body.quote must not have a picture or another object among them.',
    )
  }
  if (!replacement.isWellFormed() || replacement.includes(OBJECT_CHARACTER)) {
    throw new Invalid('body.suggestion.replacement has a character that is none.')
  }
  if (replacement === quote.exact) {
    throw new Invalid('body.suggestion.replacement must differ from the words of body.quote.')
  }
}

/** Says where what comments were on in one text is in another. */
export class AnchorLocator {
  readonly #base: DocumentWords
  readonly #current: DocumentWords
  readonly #baseText: string
  readonly #currentText: string
  readonly #mapper: RangeMapper

  constructor(base: DocumentWords, current: DocumentWords) {
    this.#base = base
    this.#current = current
    this.#baseText = joinTexts(base)
    this.#currentText = joinTexts(current)
    this.#mapper = new RangeMapper(listTexts(base), listTexts(current))
  }

  /** Undefined when it is gone. */
  locate({ node, quote }: { node: string; quote: StoredQuote | null }): CommentPosition | undefined {
    return quote ? this.#locateQuote(quote) : this.#locateBlock(node)
  }

  #locateQuote(quote: StoredQuote): CommentPosition | undefined {
    const place = this.locateWords(quote)
    return place && describeRange(this.#current, this.#currentText, place)
  }

  /** Where words are in the texts of the blocks, joined by line feeds; undefined when they are gone. */
  locateWords(quote: StoredQuote): TextRange | undefined {
    const stored = { start: quote.start, end: quote.start + quote.exact.length }
    // A newer version of Verso may read other texts from the same page.
    const isThere = this.#baseText.slice(stored.start, stored.end) === quote.exact
    const range = isThere ? stored : findQuote(this.#baseText, quote)
    return typeof range === 'string' ? undefined : this.#mapper.map(range)
  }

  #locateBlock(key: string): CommentPosition | undefined {
    if (this.#current.blocks.some((block) => block.key === key)) return { node: key }
    const block = this.#base.blocks.find((candidate) => candidate.key === key)
    if (!block) return undefined
    const places = listIndexes(block).flatMap((index) => this.#mapper.mapLine(index) ?? [])
    // A block of which less than half is left is another block.
    if (places.length === 0 || places.length * 2 < block.count) return undefined
    const target = findBlockAround(this.#current, block, places)
    return target && { node: target.key }
  }
}

/** Finds the block of the same kind that has the most of some texts; for a block of one text, any that has it. */
function findBlockAround(
  words: DocumentWords,
  { type, count }: BlockExtent,
  places: readonly number[],
): { key: string } | undefined {
  let best: BlockExtent | undefined
  let bestCount = 0
  for (const block of words.blocks) {
    if (block.type !== type) continue
    const ownCount = places.filter(
      (place) => place >= block.first && place < block.first + block.count,
    ).length
    const isSmaller = best !== undefined && ownCount === bestCount && block.count < best.count
    if (ownCount > bestCount || (ownCount > 0 && isSmaller)) [best, bestCount] = [block, ownCount]
  }
  if (best && bestCount * 2 >= count) return best
  return count === 1 && places[0] !== undefined ? words.texts[places[0]] : undefined
}

function describeRange(
  words: DocumentWords,
  text: string,
  { start, end }: TextRange,
): CommentPosition | undefined {
  const [from, to] = [findText(words, start), findText(words, end - 1)]
  const [first, last] = [words.texts[from.index], words.texts[to.index]]
  if (!first || !last) return undefined
  const { prefix, suffix } = createQuote(text, { start, end })
  return { node: first.key, start: from.offset, endNode: last.key, end: to.offset + 1, prefix, suffix }
}

/** Finds the text that a place is in, and where in it. */
function findText({ texts }: DocumentWords, place: number): { index: number; offset: number } {
  let start = 0
  for (const [index, { text }] of texts.entries()) {
    if (place <= start + text.length) return { index, offset: place - start }
    start += text.length + 1
  }
  return { index: -1, offset: 0 }
}

function readPreview(words: DocumentWords, block: BlockExtent): string | undefined {
  return cutPreview(joinTexts(words, block))
}

function cutPreview(text: string): string | undefined {
  // A preview must not end in the middle of a surrogate pair, which would be invalid Unicode.
  const start = text.slice(0, MAX_PREVIEW_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  return start === '' ? undefined : start
}

const listTexts = ({ texts }: DocumentWords): string[] => texts.map(({ text }) => text)

const listIndexes = ({ first, count }: BlockExtent): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

const joinTexts = (
  words: DocumentWords,
  { first, count }: Pick<BlockExtent, 'first' | 'count'> = { first: 0, count: words.texts.length },
): string =>
  listTexts(words)
    .slice(first, first + count)
    .join('\n')
