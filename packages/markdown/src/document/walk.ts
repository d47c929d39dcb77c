import type { Block, Document, Fragment, Inline, InlineContent } from './types.ts'

export interface Visit {
  block: Block
  /** The blocks around it, outermost first. */
  parents: readonly Block[]
}

/** Every block of a document in reading order, those in fragments and footnotes too. */
export function walkBlocks(document: Document): Visit[] {
  const visits: Visit[] = []
  visit(document.nodes, [], visits)
  return visits
}

function visit(blocks: readonly Block[], parents: readonly Block[], visits: Visit[]): void {
  for (const block of blocks) {
    visits.push({ block, parents })
    const parts = partsOf(block)
    if (parts.length === 0) continue
    const inside = [...parents, block]
    for (const part of parts) visit(part, inside, visits)
  }
}

/** The lists of blocks inside a block. */
function partsOf(block: Block): (readonly Block[])[] {
  const parts: (readonly Block[])[] = []
  if ('nodes' in block) {
    const blocks: Block[] = []
    for (const node of block.nodes) {
      if (node.object === 'block') blocks.push(node)
      else annotated(node, parts)
    }
    if (blocks.length > 0) parts.push(blocks)
  }
  for (const fragment of fragmentsOf(block)) parts.push(fragment.nodes)
  return parts
}

function annotated(node: InlineContent, parts: (readonly Block[])[]): void {
  if (node.object === 'text') return
  if (node.type === 'annotation') for (const fragment of node.fragments) parts.push(fragment.nodes)
  else if (node.type === 'link') for (const child of node.nodes) annotated(child, parts)
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
