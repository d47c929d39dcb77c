import type { Block, Document, Fragment, InlineContent, Leaf } from './types.ts'

/**
 * Sets the keys of all blocks. A key is a hash of the block's content, with a number where the same content occurs
 * again. So the same Markdown always gives the same keys, and a block keeps its key when other blocks change. Lines of
 * code, of which there are many, are numbered within their block instead.
 */
export function assignKeys(document: Document): Document {
  const keyCounts = new Map<string, number>()
  for (const block of document.nodes) hashBlock(block, keyCounts)
  return document
}

function createUniqueKey(hash: string, keyCounts: Map<string, number>): string {
  const count = keyCounts.get(hash) ?? 0
  keyCounts.set(hash, count + 1)
  return count === 0 ? hash : `${hash}.${count}`
}

function hashBlock(block: Block, keyCounts: Map<string, number>): string {
  const hash = new ContentHash()
  hash.addText(block.type)
  hash.addValue(block.data)
  if (block.type === 'code') {
    for (const line of block.nodes) {
      hash.addText('\n')
      hash.addValue(line.data)
      for (const node of line.nodes) hashInline(node, hash, keyCounts)
    }
  } else if ('nodes' in block) {
    for (const node of block.nodes) {
      if (node.object === 'block') hash.addText(hashBlock(node, keyCounts))
      else hashInline(node, hash, keyCounts)
    }
  }
  if ('fragments' in block && block.fragments) {
    for (const fragment of block.fragments) hash.addText(hashFragment(fragment, keyCounts))
  }
  const digest = hash.digest()
  block.key = createUniqueKey(digest, keyCounts)
  if (block.type === 'code')
    for (const [index, line] of block.nodes.entries()) line.key = `${block.key}-${index}`
  return digest
}

function hashFragment(fragment: Fragment, keyCounts: Map<string, number>): string {
  const hash = new ContentHash()
  hash.addText(fragment.fragment ?? '')
  hash.addText(fragment.type ?? '')
  for (const block of fragment.nodes) hash.addText(hashBlock(block, keyCounts))
  const digest = hash.digest()
  fragment.key = createUniqueKey(digest, keyCounts)
  return digest
}

function hashInline(node: InlineContent, hash: ContentHash, keyCounts: Map<string, number>): void {
  if (node.object === 'text') {
    for (const leaf of node.leaves) hashLeaf(leaf, hash)
    return
  }
  hash.addText(node.type)
  hash.addValue(node.data)
  if (node.type === 'link' || node.type === 'annotation')
    for (const child of node.nodes) hashInline(child, hash, keyCounts)
  if (node.type === 'annotation')
    for (const fragment of node.fragments) hash.addText(hashFragment(fragment, keyCounts))
}

function hashLeaf(leaf: Leaf, hash: ContentHash): void {
  hash.addText(leaf.text)
  for (const mark of leaf.marks) {
    hash.addText(mark.type)
    if (mark.type === 'color') hash.addValue(mark.data)
  }
}

/** A multiplicative hash of 64 bits. Keys have to be distributed well, but need not resist an attacker. */
class ContentHash {
  #high = 0x5bd1e995
  #low = 0x41c6ce57

  addText(value: string): void {
    let high = this.#high
    let low = this.#low
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index)
      high = Math.imul(high ^ code, 0x9e3779b1)
      low = Math.imul(low ^ code, 0x5f356495)
    }
    // The length is hashed as well, because otherwise `ab` and `c` would have the same hash as `a` and `bc`.
    this.#high = Math.imul(high ^ value.length, 0x85ebca6b)
    this.#low = Math.imul(low ^ value.length, 0xc2b2ae35)
  }

  addValue(value: unknown): void {
    if (typeof value === 'string') this.addText(value)
    else if (typeof value === 'object' && value !== null) {
      // Names are sorted, because a document from a client may have the same data in another order.
      for (const name of Object.keys(value).sort()) {
        this.addText(name)
        this.addValue(Reflect.get(value, name))
      }
    } else this.addText(String(value))
  }

  digest(): string {
    let high =
      Math.imul(this.#high ^ (this.#high >>> 16), 0x85ebca6b) ^
      Math.imul(this.#low ^ (this.#low >>> 13), 0xc2b2ae35)
    const low =
      Math.imul(this.#low ^ (this.#low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
    high ^= low >>> 15
    return (
      encodePair(high >>> 20) +
      encodePair((high >>> 8) & 0xfff) +
      encodePair(low >>> 20) +
      encodePair((low >>> 8) & 0xfff) +
      encodePair(low & 0xff)
    )
  }
}

const base64Digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_~'
const digitPairs = Array.from(
  { length: 4096 },
  (_, bits) => base64Digits.charAt(bits >>> 6) + base64Digits.charAt(bits & 63),
)

function encodePair(bits: number): string {
  return digitPairs[bits] ?? ''
}
