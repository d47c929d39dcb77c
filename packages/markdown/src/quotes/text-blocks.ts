import { getFragments } from '../document/walk.ts'
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

function addBlocks(blocks: readonly Block[], words: DocumentWords): void {
  for (const block of blocks) {
    const extent: BlockExtent = { key: block.key, type: block.type, first: words.texts.length, count: 0 }
    words.blocks.push(extent)
    if ('nodes' in block) {
      const text = readText(block.nodes.filter((node): node is InlineContent => node.object !== 'block'))
      if (text !== '') words.texts.push({ key: block.key, text })
      const inner = block.nodes.filter((node): node is Block => node.object === 'block')
      addBlocks(inner, words)
    }
    for (const fragment of getFragments(block)) addBlocks(fragment.nodes, words)
    extent.count = words.texts.length - extent.first
  }
}

function readText(nodes: readonly InlineContent[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) text += leaf.raw && leaf.text !== '' ? OBJECT_CHARACTER : leaf.text
    } else if (node.type === 'link' || node.type === 'annotation') {
      text += readText(node.nodes) || OBJECT_CHARACTER
    } else text += OBJECT_CHARACTER
  }
  return text
}
