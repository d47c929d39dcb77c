import { getFragments } from '../document/walk.ts'
import type { LeafPlace } from '../find/searchable-texts.ts'
import type { Block, Document, InlineContent } from '../document/types.ts'

/** Stands in a text for what has no words: a picture, an emoji, a formula. */
export const OBJECT_CHARACTER = '\uFFFC'

/** A block of words: a paragraph, a heading or a line of code. */
export interface TextBlock {
  key: string
  text: string
}

/** A block of any kind, with the text blocks that are in it or that it is. */
export interface BlockExtent {
  key: string
  type: Block['type']
  /** The index of its first text block, and how many it has. */
  first: number
  count: number
}

/** The words of a document by block, in reading order. */
export interface DocumentWords {
  texts: TextBlock[]
  blocks: BlockExtent[]
}

/**
 * Lists the words of a document by block. Blocks without words are no text blocks, and the bodies of footnotes are left
 * out. The editor has the same texts: quotes that are made there are looked up here.
 */
export function listWords(document: Document): DocumentWords {
  const words: DocumentWords = { texts: [], blocks: [] }
  addBlocks(document.nodes, words)
  return words
}

/** A text block in its document. */
export interface TextPlace {
  block: Extract<Block, { nodes: unknown[] }>
  /** The blocks that contain it, outermost first. */
  parents: readonly Block[]
  text: string
  leaves: readonly LeafPlace[]
}

/** Lists the text blocks of a document, in the order of `listWords`. */
export function listTextPlaces(document: Document): TextPlace[] {
  const places: TextPlace[] = []
  const visit = (blocks: readonly Block[], parents: readonly Block[]): void => {
    for (const block of blocks) {
      const inner = [...parents, block]
      if ('nodes' in block) {
        const leaves: LeafPlace[] = []
        const text = readOwnText(block, leaves)
        if (text !== '') places.push({ block, parents, text, leaves })
        visit(
          block.nodes.filter((node): node is Block => node.object === 'block'),
          inner,
        )
      }
      for (const fragment of getFragments(block)) visit(fragment.nodes, inner)
    }
  }
  visit(document.nodes, [])
  return places
}

function addBlocks(blocks: readonly Block[], words: DocumentWords): void {
  for (const block of blocks) {
    const extent: BlockExtent = { key: block.key, type: block.type, first: words.texts.length, count: 0 }
    words.blocks.push(extent)
    if ('nodes' in block) {
      const text = readOwnText(block)
      if (text !== '') words.texts.push({ key: block.key, text })
      const inner = block.nodes.filter((node): node is Block => node.object === 'block')
      addBlocks(inner, words)
    }
    for (const fragment of getFragments(block)) addBlocks(fragment.nodes, words)
    extent.count = words.texts.length - extent.first
  }
}

const readOwnText = ({ nodes }: Extract<Block, { nodes: unknown[] }>, leaves?: LeafPlace[]): string =>
  readInlineWords(
    nodes.filter((node): node is InlineContent => node.object !== 'block'),
    0,
    leaves,
  )

/** Reads the text of inline content that starts at a place of the text of its block, and lists its leaves if asked to. */
export function readInlineWords(nodes: readonly InlineContent[], start = 0, leaves?: LeafPlace[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) {
        const from = start + text.length
        text += leaf.raw && leaf.text !== '' ? OBJECT_CHARACTER : leaf.text
        if (!leaf.raw) leaves?.push({ leaf, from, to: start + text.length })
      }
    } else if (node.type === 'link' || node.type === 'annotation') {
      text += readInlineWords(node.nodes, start + text.length, leaves) || OBJECT_CHARACTER
    } else text += OBJECT_CHARACTER
  }
  return text
}
