import { replaceBlocks, replaceInlines, replaceNodes } from './replace-nodes.ts'
import type { Block, Document, Fragment, Heading, InlineContent, ReusableContentRef } from './types.ts'
import { walkBlocks } from './walk.ts'

/** A few lines that include each other ten times over would otherwise be gigabytes. */
const MAX_EXPANDED_BLOCKS = 20_000

/** The document of a reusable content; nothing where there is none. */
export type Included = (ref: ReusableContentRef) => Document | undefined

/**
 * A document with the blocks of its reusable contents in their place, and those that they include in turn. What
 * is not there, what includes itself and what would make the document too large stays the reference it is.
 *
 * The document's own keys and anchors stay. Those of what is included begin with the key of the block that includes
 * it, or are numbered, so that no two are the same however often it is included.
 */
export function expandReusableContents(document: Document, resolveContent: Included): Document {
  const anchors = new Set<string>()
  for (const { block } of walkBlocks(document)) if (isHeading(block)) anchors.add(block.meta.id)
  const expansion = new Expander(resolveContent, anchors)
  return replaceNodes(document, { block: (block) => expansion.replace(block, [], '') })
}

class Expander {
  readonly #resolveContent: Included
  readonly #anchors: Set<string>
  #remainingBlocks = MAX_EXPANDED_BLOCKS

  constructor(resolveContent: Included, anchors: Set<string>) {
    this.#resolveContent = resolveContent
    this.#anchors = anchors
  }

  replace(
    block: Block,
    enclosingDocuments: readonly Document[],
    prefix: string,
  ): readonly Block[] | undefined {
    if (block.type !== 'reusable-content') return undefined
    const document = this.#resolveContent(block.data.ref)
    if (!document || enclosingDocuments.includes(document)) return undefined
    const blockCount = countBlocks(document)
    if (blockCount > this.#remainingBlocks) return undefined
    this.#remainingBlocks -= blockCount
    const innerDocuments = [...enclosingDocuments, document]
    const keyPrefix = `${prefix}${block.key}.`
    // Every block is made anew, for its key; what it includes is expanded first, by the keys it still has.
    return replaceBlocks(document.nodes, {
      block: (child, visit) =>
        this.replace(child, innerDocuments, keyPrefix) ?? [this.#copyWithKeys(child, keyPrefix, visit)],
    })
  }

  #copyWithKeys(block: Block, prefix: string, visit: (blocks: readonly Block[]) => Block[]): Block {
    const copyFragment = (fragment: Fragment): Fragment => ({
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
                    ? [{ ...node, fragments: node.fragments.map(copyFragment) }]
                    : undefined,
              },
              copy.type === 'code-line',
            )
    }
    if ('fragments' in copy && copy.fragments) copy.fragments = copy.fragments.map(copyFragment)
    if (isHeading(copy)) copy.meta = { id: this.#claimAnchor(copy.meta.id) }
    return copy
  }

  #claimAnchor(preferredAnchor: string): string {
    let anchor = preferredAnchor
    for (let number = 1; this.#anchors.has(anchor); number++) anchor = `${preferredAnchor}-${number}`
    this.#anchors.add(anchor)
    return anchor
  }
}

function isHeading(block: Block): block is Heading {
  return block.type === 'heading-1' || block.type === 'heading-2' || block.type === 'heading-3'
}

function countBlocks(document: Document): number {
  let blockCount = 0
  for (const _ of walkBlocks(document)) blockCount++
  return blockCount
}
