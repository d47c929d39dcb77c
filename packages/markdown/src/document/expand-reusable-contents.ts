import { replaceBlocks, replaceInlines, replaceNodes } from './replace-nodes.ts'
import type { Block, Document, Fragment, Heading, InlineContent, ReusableContentRef } from './types.ts'
import { walkBlocks } from './walk.ts'

/** Without this limit, a few contents that include each other ten times would expand to gigabytes. */
const MAX_EXPANDED_BLOCKS = 20_000

/** Returns the document of a reusable content, or undefined when it does not exist. */
export type ResolveReusableContent = (ref: ReusableContentRef) => Document | undefined

/**
 * Replaces references to reusable contents by their blocks, recursively. A reference stays as it is when the content
 * does not exist, includes itself or would make the document too large.
 *
 * The keys and anchors of the document itself do not change. Keys of included blocks begin with the key of the block
 * that includes them, and their anchors are numbered, so that they are unique however often a content is included.
 */
export function expandReusableContents(document: Document, resolveContent: ResolveReusableContent): Document {
  const anchors = new Set<string>()
  for (const { block } of walkBlocks(document)) if (isHeading(block)) anchors.add(block.meta.id)
  const expander = new Expander(resolveContent, anchors)
  return replaceNodes(document, { block: (block) => expander.replace(block, [], '') })
}

class Expander {
  readonly #resolveContent: ResolveReusableContent
  readonly #anchors: Set<string>
  /** Where to go on numbering an anchor: a content may be included thousands of times. */
  readonly #lastNumbers = new Map<string, number>()
  readonly #blockCounts = new Map<Document, number>()
  #remainingBlocks = MAX_EXPANDED_BLOCKS

  constructor(resolveContent: ResolveReusableContent, anchors: Set<string>) {
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
    const blockCount = this.#countBlocks(document)
    if (blockCount > this.#remainingBlocks) return undefined
    this.#remainingBlocks -= blockCount
    const innerDocuments = [...enclosingDocuments, document]
    const keyPrefix = `${prefix}${block.key}.`
    // Every included block is copied with a new key. Includes inside it are expanded first, by their old keys.
    return replaceBlocks(document.nodes, {
      block: (child, visit) =>
        this.replace(child, innerDocuments, keyPrefix) ?? [this.#copyWithKeys(child, keyPrefix, visit)],
    })
  }

  #countBlocks(document: Document): number {
    const knownCount = this.#blockCounts.get(document)
    if (knownCount !== undefined) return knownCount
    const blockCount = countBlocks(document)
    this.#blockCounts.set(document, blockCount)
    return blockCount
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
      // The new nodes have the types of the old ones: only keys change, and includes stand where any block may.
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
    let number = this.#lastNumbers.get(preferredAnchor) ?? 0
    while (this.#anchors.has(anchor)) anchor = `${preferredAnchor}-${(number += 1)}`
    this.#lastNumbers.set(preferredAnchor, number)
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
