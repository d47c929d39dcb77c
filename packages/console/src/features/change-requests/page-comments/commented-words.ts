import type { Comment } from '../../../api/operations.ts'
import type { QuotedWords } from './use-page-comments.ts'

/** How much of the text before and after quoted words is told with them. */
const QUOTE_CONTEXT_LENGTH = 64
const MAX_QUOTE_LENGTH = 2000

/** The text of a block or a table cell, with the text nodes that it is made of. */
interface BlockText {
  element: Element
  text: string
  pieces: { node: Text; start: number }[]
}

/** What is in the HTML and not in the text: buttons, and what is hidden from everybody. */
const notText = 'button, script, style, [hidden], [aria-hidden="true"]'

/** Reads the texts of the innermost blocks of a page, in their order. */
function readBlockTexts(root: ShadowRoot | Element): BlockText[] {
  const blocks: BlockText[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const parent = node.parentElement
    const element = parent?.closest('[data-block], td, th')
    if (!parent || !element || parent.closest(notText)) continue
    let block = blocks.at(-1)
    if (block?.element !== element) {
      // Formatting between two blocks inside of another is no text of it.
      if (node.data.trim() === '') continue
      block = { element, text: '', pieces: [] }
      blocks.push(block)
    }
    block.pieces.push({ node, start: block.text.length })
    block.text += node.data
  }
  return blocks
}

/** The selected words of a page, with some of what stands around them; undefined where none are selected. */
export function quoteSelectedWords(root: ShadowRoot): { quote: QuotedWords; range: Range } | undefined {
  const range = readSelection(root)
  if (!range || range.collapsed) return undefined
  const blocks = readBlockTexts(root)
  const selected = blocks.flatMap((block) => {
    const start = findOffset(block, range.startContainer, range.startOffset, range)
    const end = findOffset(block, range.endContainer, range.endOffset, range)
    return start < end ? [{ block, start, end }] : []
  })
  const [first] = selected
  const last = selected.at(-1)
  if (!first || !last) return undefined
  const words = selected.map(({ block, start, end }) => block.text.slice(start, end)).join('\n')
  const exact = words.trim().slice(0, MAX_QUOTE_LENGTH)
  if (exact === '') return undefined
  const before =
    first.block.text.slice(0, first.start) + words.slice(0, words.length - words.trimStart().length)
  const after = words.slice(words.trimEnd().length) + last.block.text.slice(last.end)
  const quote = {
    exact,
    prefix: before.slice(-QUOTE_CONTEXT_LENGTH),
    suffix: exact.length < words.trim().length ? '' : after.slice(0, QUOTE_CONTEXT_LENGTH),
  }
  return { quote, range }
}

/** The selection inside of a shadow root, which the document does not tell. */
function readSelection(root: ShadowRoot): Range | undefined {
  const [selected] = document.getSelection()?.getComposedRanges({ shadowRoots: [root] }) ?? []
  if (!selected || !root.contains(selected.startContainer) || !root.contains(selected.endContainer))
    return undefined
  const range = document.createRange()
  range.setStart(selected.startContainer, selected.startOffset)
  range.setEnd(selected.endContainer, selected.endOffset)
  return range
}

/** Where an end of the selection is in the text of a block: inside of it, before it or after it. */
function findOffset({ pieces, text }: BlockText, container: Node, offset: number, range: Range): number {
  const own = pieces.find(({ node }) => node === container)
  if (own) return own.start + offset
  const isStart = container === range.startContainer && offset === range.startOffset
  const after = pieces.find(({ node }) => range.comparePoint(node, 0) >= (isStart ? 0 : 1))
  return after ? after.start : text.length
}

/** Finds the words that a comment is on, or all of its block; undefined where they are not on the page. */
export function findCommentedRange(root: ShadowRoot, { target }: Comment): Range | undefined {
  const { position, quote } = target
  const first = position && findBlock(root, position.node)
  if (!position || !first) return undefined
  const range = document.createRange()
  if (!quote) {
    range.selectNodeContents(first)
    return range
  }
  const last = position.endNode === undefined ? first : (findBlock(root, position.endNode) ?? first)
  const lines = quote.exact.split('\n')
  const start = findWords(first, lines[0] ?? '', position.start ?? 0)
  const endLine = lines.at(-1) ?? ''
  const end = findWords(last, endLine, (position.end ?? endLine.length) - endLine.length)
  if (!start || !end) return undefined
  range.setStart(start.from.node, start.from.offset)
  range.setEnd(end.to.node, end.to.offset)
  return range
}

const findBlock = (root: ShadowRoot, key: string): Element | null =>
  root.querySelector(`[data-block="${CSS.escape(key)}"]`)

/** Finds words in a block: where they occur several times, those nearest to where they were told to be. */
function findWords(element: Element, words: string, near: number) {
  let best: { block: BlockText; start: number; distance: number } | undefined
  for (const block of readBlockTexts(element)) {
    for (let start = block.text.indexOf(words); start !== -1; start = block.text.indexOf(words, start + 1)) {
      const distance = Math.abs(start - near)
      if (!best || distance < best.distance) best = { block, start, distance }
    }
  }
  if (!best || words === '') return undefined
  const { block, start } = best
  return { from: findPoint(block, start, false), to: findPoint(block, start + words.length, true) }
}

/** The text node of a place in the text of a block. The end of words belongs to the node that they end in. */
function findPoint({ pieces }: BlockText, place: number, isEnd: boolean): { node: Text; offset: number } {
  const piece = pieces.findLast(({ start }) => (isEnd ? start < place : start <= place)) ?? pieces[0]
  if (!piece) throw new Error('a block without text has no words')
  return { node: piece.node, offset: place - piece.start }
}

/** Marks words without touching the page. Browsers that cannot show them as plain text. */
export function markWords(ranges: ReadonlyMap<string, Range>, activeId: string | undefined): void {
  if (!('highlights' in CSS)) return
  const active = activeId === undefined ? undefined : ranges.get(activeId)
  const others = [...ranges.values()].filter((range) => range !== active)
  CSS.highlights.set('commented', new Highlight(...others))
  CSS.highlights.set('commented-active', new Highlight(...(active ? [active] : [])))
}

/** The comment whose words are at a point of the window. */
export const findCommentAt = (
  ranges: ReadonlyMap<string, Range>,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): string | undefined =>
  [...ranges].find(([, range]) =>
    [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
    ),
  )?.[0]
