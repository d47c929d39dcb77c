import { copyJson } from '../document/copy-json.ts'
import { hasSameContent } from '../document/find-difference.ts'
import { InlineBuilder } from '../document/inline-builder.ts'
import type { Annotation, Document, InlineContent, Leaf, Link } from '../document/types.ts'
import { InvalidDocument } from '../errors.ts'
import type { TextRange } from './find-quote.ts'
import { listTextPlaces, OBJECT_CHARACTER, readInlineWords, type TextPlace } from './text-blocks.ts'

/** Words of one text block, from the start of its text, as `listWords` has it. A range without words is a place between them. */
export interface WordPlace extends TextRange {
  /** The key of the block. */
  node: string
}

/**
 * Gives some words of a block the content that stands at a place of an earlier document, with its marks, links and pictures.
 * All other words of the block stay as they are.
 *
 * @throws {InvalidDocument} when one of the documents has no such words, or when only one of the two places is in code.
 */
export function revertWords(
  document: Document,
  words: WordPlace,
  earlierDocument: Document,
  earlierWords: WordPlace,
): Document {
  const edited = copyJson(document)
  const [place, earlierPlace] = [findPlace(edited, words), findPlace(earlierDocument, earlierWords)]
  if ((place.block.type === 'code-line') !== (earlierPlace.block.type === 'code-line')) {
    throw new InvalidDocument([], 'has these words in code, and the other has not')
  }
  const [nodes, earlierNodes] = [listInlines(place), listInlines(earlierPlace)]
  const builder = new InlineBuilder(place.block.type === 'code-line')
  const before = sliceInlines(nodes, { start: 0, end: words.start })
  const reverted = copyJson(sliceInlines(earlierNodes, earlierWords))
  const after = sliceInlines(nodes, { start: words.end, end: place.text.length })
  const isCut = (which: 'start' | 'end'): boolean =>
    isInsideInline(nodes, words[which]) || isInsideInline(earlierNodes, earlierWords[which])
  if (reverted.length > 0) {
    builder.addNodes(joinInlines(joinInlines(before, reverted, isCut('start')), after, isCut('end')))
  } else {
    builder.addNodes(joinInlines(before, after, isCut('start') || isCut('end')))
  }
  const blocks = place.block.nodes.filter((node) => node.object === 'block')
  Object.assign(place.block, { nodes: [...builder.finish(), ...blocks] })
  return edited
}

function findPlace(document: Document, { node, start, end }: WordPlace): TextPlace {
  const place = listTextPlaces(document).find(({ block }) => block.key === node)
  if (!place || start > end || end > place.text.length) {
    throw new InvalidDocument([], `has no words ${start} to ${end} in a block "${node}"`)
  }
  return place
}

const listInlines = ({ block }: TextPlace): InlineContent[] =>
  block.nodes.filter((node): node is InlineContent => node.object !== 'block')

type Wrapper = Link | Annotation

const isWrapper = (node: InlineContent | undefined): node is Wrapper =>
  node?.object === 'inline' && (node.type === 'link' || node.type === 'annotation')

const hasWords = (node: InlineContent): node is Wrapper =>
  isWrapper(node) && readInlineWords(node.nodes) !== ''

/** Takes the part of inline content whose words are in a range. */
function sliceInlines(nodes: readonly InlineContent[], { start, end }: TextRange): InlineContent[] {
  const slices: InlineContent[] = []
  let at = 0
  for (const node of nodes) {
    const from = at
    at += readInlineWords([node]).length
    if (at <= start || from >= end) continue
    const range = { start: start - from, end: end - from }
    if (node.object === 'text') slices.push({ ...node, leaves: sliceLeaves(node.leaves, range) })
    else if (!hasWords(node)) slices.push(node)
    else if (node.type === 'link') slices.push({ ...node, nodes: sliceInlines(node.nodes, range) })
    else slices.push({ ...node, nodes: sliceTexts(node, range) })
  }
  return slices
}

const sliceTexts = ({ nodes }: Annotation, range: TextRange): Annotation['nodes'] =>
  sliceInlines(nodes, range).filter((node) => node.object === 'text')

function sliceLeaves(leaves: readonly Leaf[], { start, end }: TextRange): Leaf[] {
  const slices: Leaf[] = []
  let at = 0
  for (const leaf of leaves) {
    const from = at
    at += leaf.raw && leaf.text !== '' ? OBJECT_CHARACTER.length : leaf.text.length
    if (at <= start || from >= end) continue
    const text = leaf.raw ? leaf.text : leaf.text.slice(Math.max(0, start - from), end - from)
    slices.push({ ...leaf, text })
  }
  return slices
}

/** Whether a place is among the words of a link or an annotation, and not at an end of them. */
function isInsideInline(nodes: readonly InlineContent[], place: number): boolean {
  let at = 0
  for (const node of nodes) {
    const from = at
    at += readInlineWords([node]).length
    if (from < place && place < at) return hasWords(node)
  }
  return false
}

/**
 * Puts inline content behind another. Two parts of a link or an annotation that was cut between them become one again; two that
 * stand side by side stay two.
 */
function joinInlines(
  left: readonly InlineContent[],
  right: readonly InlineContent[],
  isCut: boolean,
): InlineContent[] {
  const [last, first] = [left.at(-1), right[0]]
  if (!isCut || !isWrapper(last) || !isWrapper(first) || !isSameWrapper(last, first))
    return [...left, ...right]
  const nodes = joinInlines(last.nodes, first.nodes, true)
  // Both are of one type, and so is what is in them.
  return [...left.slice(0, -1), { ...last, nodes } as Wrapper, ...right.slice(1)]
}

const isSameWrapper = ({ nodes: _a, ...a }: Wrapper, { nodes: _b, ...b }: Wrapper): boolean =>
  hasSameContent(a, b)
