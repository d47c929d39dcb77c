import { InlineBuilder } from './inline-builder.ts'
import type { Block, Document, Fragment, Inline, InlineContent } from './types.ts'

/**
 * Functions that return the replacement of a node. When the result is undefined, the node stays and its content is
 * visited.
 */
export interface Replacements {
  /** `visit` replaces nodes in other blocks, such as those inside the block. */
  block?: (block: Block, visit: (blocks: readonly Block[]) => Block[]) => readonly Block[] | undefined
  inline?: (node: Inline) => readonly InlineContent[] | undefined
}

/** Replaces some nodes of a document. The result shares unchanged nodes with the original document. */
export function replaceNodes(document: Document, replacements: Replacements): Document {
  const nodes = replaceBlocks(document.nodes, replacements)
  return nodes === document.nodes ? document : { ...document, nodes }
}

/** Replaces some blocks of a list. Returns the same list when nothing in it changes. */
export function replaceBlocks(blocks: Block[], replacements: Replacements): Block[] {
  return replaceItems(blocks, (block) => {
    const replacement = replacements.block?.(block, (others) => replaceBlocks([...others], replacements))
    if (replacement) return replacement
    const replacedBlock = replaceContent(block, replacements)
    return replacedBlock === block ? undefined : [replacedBlock]
  })
}

function replaceContent(block: Block, replacements: Replacements): Block {
  let result: Block = block
  if ('nodes' in block) {
    const [first] = block.nodes
    const nodes =
      first?.object === 'block'
        ? // A block has blocks or inlines, never both.
          replaceBlocks(block.nodes as Block[], replacements)
        : replaceInlines(block.nodes as InlineContent[], replacements, block.type === 'code-line')
    // The cast is safe because only blocks that stand among blocks of any type are replaced, and inlines by text.
    if (nodes !== block.nodes) result = { ...block, nodes } as Block
  }
  if (!('fragments' in block) || !block.fragments) return result
  const fragments = replaceFragments(block.fragments, replacements)
  // The cast is safe because fragments are replaced by fragments, in a block that has them.
  return fragments === block.fragments ? result : ({ ...result, fragments } as Block)
}

function replaceFragments(fragments: Fragment[], replacements: Replacements): Fragment[] {
  return replaceItems(fragments, (fragment) => {
    const nodes = replaceBlocks(fragment.nodes, replacements)
    return nodes === fragment.nodes ? undefined : [{ ...fragment, nodes }]
  })
}

export function replaceInlines(
  nodes: InlineContent[],
  replacements: Replacements,
  isCode: boolean,
): InlineContent[] {
  const replacedNodes = replaceItems(nodes, (node) => {
    if (node.object === 'text') return undefined
    const replacement = replacements.inline?.(node)
    if (replacement) return replacement
    if (node.type === 'link') {
      const replacedNodes = replaceInlines(node.nodes, replacements, isCode)
      return replacedNodes === node.nodes ? undefined : [{ ...node, nodes: replacedNodes }]
    }
    if (node.type === 'annotation') {
      const fragments = replaceFragments(node.fragments, replacements)
      return fragments === node.fragments ? undefined : [{ ...node, fragments }]
    }
    return undefined
  })
  if (replacedNodes === nodes) return nodes
  // The builder joins text that is now adjacent to other text.
  const builder = new InlineBuilder(isCode)
  builder.addNodes(replacedNodes)
  return builder.finish()
}

/** Replaces some items of a list. Returns the same list when no item is replaced. */
function replaceItems<Item>(items: Item[], replace: (item: Item) => readonly Item[] | undefined): Item[] {
  let result: Item[] | undefined
  for (const [index, item] of items.entries()) {
    const replacement = replace(item)
    if (replacement) result ??= items.slice(0, index)
    if (result) for (const newItem of replacement ?? [item]) result.push(newItem)
  }
  return result ?? items
}
