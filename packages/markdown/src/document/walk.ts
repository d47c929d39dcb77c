import type { Block, Document, Fragment, Inline, InlineContent } from './types.ts'

export interface Visit {
  block: Block
  /** The blocks around it, outermost first. */
  parents: readonly Block[]
}

/** Every block of a document in reading order, those in fragments and footnotes too. */
export function* walkBlocks(document: Document): Generator<Visit> {
  yield* visit(document.nodes, [])
}

function* visit(blocks: readonly Block[], parents: readonly Block[]): Generator<Visit> {
  for (const block of blocks) {
    yield { block, parents }
    const inside = [...parents, block]
    for (const part of partsOf(block)) yield* visit(part, inside)
  }
}

/** The lists of blocks inside a block. */
function* partsOf(block: Block): Generator<readonly Block[]> {
  if ('nodes' in block) {
    const blocks: Block[] = []
    for (const node of block.nodes) {
      if (node.object === 'block') blocks.push(node)
      else yield* annotated(node)
    }
    if (blocks.length > 0) yield blocks
  }
  for (const fragment of fragmentsOf(block)) yield fragment.nodes
}

function* annotated(node: InlineContent): Generator<readonly Block[]> {
  if (node.object === 'text') return
  if (node.type === 'annotation') for (const fragment of node.fragments) yield fragment.nodes
  else if (node.type === 'link') for (const child of node.nodes) yield* annotated(child)
}

export function fragmentsOf(block: Block): readonly Fragment[] {
  return 'fragments' in block ? (block.fragments ?? []) : []
}

/** Every inline that stands in a block itself, links before what is in them. */
export function* inlinesOf(block: Block): Generator<Inline> {
  if (!('nodes' in block)) return
  for (const node of block.nodes) if (node.object !== 'block') yield* inlines(node)
}

function* inlines(node: InlineContent): Generator<Inline> {
  if (node.object === 'text') return
  yield node
  if (node.type === 'link') for (const child of node.nodes) yield* inlines(child)
}
