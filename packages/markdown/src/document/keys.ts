import type { Block, Document, Fragment, InlineContent, Leaf } from './types.ts'

/**
 * A block's key is a hash of its content, numbered where the same content comes again. So the same Markdown
 * always gives the same keys, a block keeps its key when others around it change, and no counter or random
 * source is needed. Lines of code, of which there are many, are numbered within their block.
 */
export function assignKeys(document: Document): Document {
  const seen = new Map<string, number>()
  for (const block of document.nodes) hashBlock(block, seen)
  return document
}

function claim(hash: string, seen: Map<string, number>): string {
  const count = seen.get(hash) ?? 0
  seen.set(hash, count + 1)
  return count === 0 ? hash : `${hash}.${count}`
}

function hashBlock(block: Block, seen: Map<string, number>): string {
  const hash = new Hash()
  hash.text(block.type)
  hash.value(block.data)
  if (block.type === 'code') {
    for (const line of block.nodes) {
      hash.text('\n')
      hash.value(line.data)
      for (const node of line.nodes) hashInline(node, hash, seen)
    }
  } else if ('nodes' in block) {
    for (const node of block.nodes) {
      if (node.object === 'block') hash.text(hashBlock(node, seen))
      else hashInline(node, hash, seen)
    }
  }
  if ('fragments' in block && block.fragments) {
    for (const fragment of block.fragments) hash.text(hashFragment(fragment, seen))
  }
  const digest = hash.digest()
  block.key = claim(digest, seen)
  if (block.type === 'code')
    for (const [index, line] of block.nodes.entries()) line.key = `${block.key}-${index}`
  return digest
}

function hashFragment(fragment: Fragment, seen: Map<string, number>): string {
  const hash = new Hash()
  hash.text(fragment.fragment ?? '')
  hash.text(fragment.type ?? '')
  for (const block of fragment.nodes) hash.text(hashBlock(block, seen))
  const digest = hash.digest()
  fragment.key = claim(digest, seen)
  return digest
}

function hashInline(node: InlineContent, hash: Hash, seen: Map<string, number>): void {
  if (node.object === 'text') {
    for (const leaf of node.leaves) hashLeaf(leaf, hash)
    return
  }
  hash.text(node.type)
  hash.value(node.data)
  if (node.type === 'link' || node.type === 'annotation')
    for (const child of node.nodes) hashInline(child, hash, seen)
  if (node.type === 'annotation')
    for (const fragment of node.fragments) hash.text(hashFragment(fragment, seen))
}

function hashLeaf(leaf: Leaf, hash: Hash): void {
  hash.text(leaf.text)
  for (const mark of leaf.marks) {
    hash.text(mark.type)
    if (mark.type === 'color') hash.value(mark.data)
  }
}

/** 64 bits of a multiplicative hash: keys need to be spread well, not to resist an attacker. */
class Hash {
  #high = 0x5bd1e995
  #low = 0x41c6ce57

  text(value: string): void {
    let high = this.#high
    let low = this.#low
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index)
      high = Math.imul(high ^ code, 0x9e3779b1)
      low = Math.imul(low ^ code, 0x5f356495)
    }
    // The end of a text counts too, or `ab` and `c` would be as `a` and `bc`.
    this.#high = Math.imul(high ^ value.length, 0x85ebca6b)
    this.#low = Math.imul(low ^ value.length, 0xc2b2ae35)
  }

  value(value: unknown): void {
    if (typeof value === 'string') this.text(value)
    else if (typeof value === 'object' && value !== null) {
      // Sorted, as a document from elsewhere may hold the same data in another order.
      for (const name of Object.keys(value).sort()) {
        this.text(name)
        this.value(Reflect.get(value, name))
      }
    } else this.text(String(value))
  }

  digest(): string {
    let high =
      Math.imul(this.#high ^ (this.#high >>> 16), 0x85ebca6b) ^
      Math.imul(this.#low ^ (this.#low >>> 13), 0xc2b2ae35)
    const low =
      Math.imul(this.#low ^ (this.#low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
    high ^= low >>> 15
    return (
      pair(high >>> 20) +
      pair((high >>> 8) & 0xfff) +
      pair(low >>> 20) +
      pair((low >>> 8) & 0xfff) +
      pair(low & 0xff)
    )
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_~'
const PAIRS = Array.from({ length: 4096 }, (_, bits) => DIGITS.charAt(bits >>> 6) + DIGITS.charAt(bits & 63))

function pair(bits: number): string {
  return PAIRS[bits] ?? ''
}
