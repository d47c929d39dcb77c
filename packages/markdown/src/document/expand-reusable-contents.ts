import { replaceBlocks, replaceInlines, replaceNodes } from './replace-nodes.ts'
import type { Block, Document, Fragment, Heading, InlineContent, ReusableContentRef } from './types.ts'
import { walkBlocks } from './walk.ts'

/** A few lines that include each other ten times over would otherwise be gigabytes. */
const MAX_BLOCKS = 20_000

/** The document of a reusable content; nothing where there is none. */
export type Included = (ref: ReusableContentRef) => Document | undefined

/**
 * A document with the blocks of its reusable contents in their place, and those that they include in turn. What
 * is not there, what includes itself and what would make the document too large stays the reference it is.
 *
 * The document's own keys and anchors stay. Those of what is included begin with the key of the block that includes
 * it, or are numbered, so that no two are the same however often it is included.
 */
export function expandReusableContents(document: Document, included: Included): Document {
  const anchors = new Set<string>()
  for (const { block } of walkBlocks(document)) if (isHeading(block)) anchors.add(block.meta.id)
  const expansion = new Expansion(included, anchors)
  return replaceNodes(document, { block: (block) => expansion.replace(block, [], '') })
}

class Expansion {
  readonly #included: Included
  readonly #anchors: Set<string>
  #room = MAX_BLOCKS

  constructor(included: Included, anchors: Set<string>) {
    this.#included = included
    this.#anchors = anchors
  }

  replace(block: Block, around: readonly Document[], prefix: string): readonly Block[] | undefined {
    if (block.type !== 'reusable-content') return undefined
    const document = this.#included(block.data.ref)
    if (!document || around.includes(document)) return undefined
    const size = count(document)
    if (size > this.#room) return undefined
    this.#room -= size
    const inside = [...around, document]
    const keys = `${prefix}${block.key}.`
    // Every block is made anew, for its key; what it includes is expanded first, by the keys it still has.
    return replaceBlocks(document.nodes, {
      block: (each, visit) => this.replace(each, inside, keys) ?? [this.#rekeyed(each, keys, visit)],
    })
  }

  #rekeyed(block: Block, prefix: string, visit: (blocks: readonly Block[]) => Block[]): Block {
    const rekeyed = (fragment: Fragment): Fragment => ({
      ...fragment,
      key: prefix + fragment.key,
      nodes: visit(fragment.nodes),
    })
    const copy = { ...block, key: prefix + block.key }
    if ('nodes' in copy) {
      const nodes: (Block | InlineContent)[] = copy.nodes
      // Nodes by nodes of the same types: only keys change, and includes stand where any block may.
      copy.nodes =
        nodes[0]?.object === 'block'
          ? visit(nodes as Block[])
          : replaceInlines(
              nodes as InlineContent[],
              {
                inline: (node) =>
                  node.type === 'annotation'
                    ? [{ ...node, fragments: node.fragments.map(rekeyed) }]
                    : undefined,
              },
              copy.type === 'code-line',
            )
    }
    if ('fragments' in copy && copy.fragments) copy.fragments = copy.fragments.map(rekeyed)
    if (isHeading(copy)) copy.meta = { id: this.#anchor(copy.meta.id) }
    return copy
  }

  #anchor(wanted: string): string {
    let anchor = wanted
    for (let number = 1; this.#anchors.has(anchor); number++) anchor = `${wanted}-${number}`
    this.#anchors.add(anchor)
    return anchor
  }
}

function isHeading(block: Block): block is Heading {
  return block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3'
}

function count(document: Document): number {
  let blocks = 0
  for (const _ of walkBlocks(document)) blocks++
  return blocks
}
