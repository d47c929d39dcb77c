import type { Block, Document, Fragment, Inline, InlineContent } from './types.ts'

export interface BlockVisit {
  block: Block
  /** The blocks that contain it, outermost first. */
  parents: readonly Block[]
}

/** Lists all blocks of a document in reading order, including those in fragments and footnotes. */
export function walkBlocks(document: Document): BlockVisit[] {
  const blockVisits: BlockVisit[] = []
  visitBlocks(document.nodes, [], blockVisits)
  return blockVisits
}

function visitBlocks(blocks: readonly Block[], parents: readonly Block[], blockVisits: BlockVisit[]): void {
  for (const block of blocks) {
    blockVisits.push({ block, parents })
    const childLists = listChildLists(block)
    if (childLists.length === 0) continue
    const childParents = [...parents, block]
    for (const childList of childLists) visitBlocks(childList, childParents, blockVisits)
  }
}

/** Lists the lists of blocks inside a block. */
function listChildLists(block: Block): (readonly Block[])[] {
  const childLists: (readonly Block[])[] = []
  if ('nodes' in block) {
    const blocks: Block[] = []
    for (const node of block.nodes) {
      if (node.object === 'block') blocks.push(node)
      else addAnnotationLists(node, childLists)
    }
    if (blocks.length > 0) childLists.push(blocks)
  }
  for (const fragment of getFragments(block)) childLists.push(fragment.nodes)
  return childLists
}

function addAnnotationLists(node: InlineContent, childLists: (readonly Block[])[]): void {
  if (node.object === 'text') return
  if (node.type === 'annotation') for (const fragment of node.fragments) childLists.push(fragment.nodes)
  else if (node.type === 'link') for (const child of node.nodes) addAnnotationLists(child, childLists)
}

export function getFragments(block: Block): readonly Fragment[] {
  return 'fragments' in block ? (block.fragments ?? []) : []
}

/** Yields the inlines of a block, but not those of the blocks inside it. A link comes before its content. */
export function* walkInlines(block: Block): Generator<Inline> {
  if (!('nodes' in block)) return
  for (const node of block.nodes) if (node.object !== 'block') yield* walkInline(node)
}

function* walkInline(node: InlineContent): Generator<Inline> {
  if (node.object === 'text') return
  yield node
  if (node.type === 'link') for (const child of node.nodes) yield* walkInline(child)
}
