/**
 * A tree is an ordered list of entries, split into chunks. Where a chunk ends depends on the keys alone and never
 * on the history of the list: equal lists have equal trees, and a change of one entry makes new nodes on one path.
 * (In the literature this is a prolly tree.)
 *
 * Trees store maps, whose entries are sorted by key, and sequences, whose entries are keys in an order of their
 * own.
 */
import { canonicalJson, compareKeys } from './encoding.ts'
import type { Hash, Json } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import { decodeEntry, findLeafEntries, readFirstLeafEntry } from './leaf-entries.ts'
import type { Workspace } from './workspace.ts'

/** A reference to a tree: its root node and the number of its entries. An empty tree is `null`. */
export interface TreeRef {
  readonly hash: Hash
  readonly count: number
}

export interface Entry {
  readonly key: string
  readonly value: Json
}

/**
 * A reference to a node in its parent. `key` is the last key of the node, `count` the number of entries below it.
 */
export interface NodeRef extends TreeRef {
  readonly key: string
}

export type TreeNode =
  | { readonly level: 0; readonly entries: readonly Entry[] }
  | { readonly level: number; readonly children: readonly NodeRef[] }

/** The average number of entries in a leaf and of children in an inner node. */
export interface TreeShape {
  readonly leafSize: number
  readonly innerSize: number
}

export function isLeaf(node: TreeNode): node is Extract<TreeNode, { entries: unknown }> {
  return 'entries' in node
}

/**
 * Whether a chunk that has grown to `length` entries ends after `key`. The longer the chunk, the more keys end it,
 * so that chunks have similar sizes and a change seldom writes a large one. At four times the average size a chunk
 * ends after any key, so that nobody can make a huge one by choosing slugs.
 */
export function endsChunk(shape: TreeShape, level: number, key: string, length: number): boolean {
  const size = level === 0 ? shape.leafSize : shape.innerSize
  // A probability that grows with the length gives the average length `size` when its slope is π / (2 size²).
  return length >= size * 4 || hashKey(key, level) < (0x1_0000_0000 * 1.5708 * length) / (size * size)
}

export function putNode(workspace: Workspace, level: number, items: readonly (Entry | NodeRef)[]): NodeRef {
  const lastItem = items.at(-1)
  if (lastItem === undefined) throw new TypeError('A node is never empty')
  const payload = items.map((item): Json =>
    'hash' in item
      ? [item.key, item.hash, item.count]
      : item.value === null
        ? item.key
        : [item.key, item.value],
  )
  const count = items.reduce((sum, item) => sum + ('hash' in item ? item.count : 1), 0)
  return { key: lastItem.key, hash: workspace.put('node', canonicalJson([level, payload])), count }
}

export function decodeNode(hash: Hash, json: Json): TreeNode {
  if (!Array.isArray(json) || !Array.isArray(json[1])) throw new CorruptObject(hash, 'it is not a node')
  // The casts are safe because of the kind in the object's header: only putNode writes objects of this kind.
  if (json[0] === 0) {
    const entries = json[1] as (string | [string, Json])[]
    return { level: 0, entries: entries.map(decodeEntry) }
  }
  const [level, children] = json as unknown as [number, [string, Hash, number][]]
  return { level, children: children.map(([key, child, count]) => ({ key, hash: child, count })) }
}

export async function loadNode(workspace: Workspace, hash: Hash): Promise<TreeNode> {
  await workspace.load([hash])
  return workspace.readNode(hash)
}

/** Reads all entries of several trees, level by level, with as many round trips as the highest tree has levels. */
export async function scanTrees(
  workspace: Workspace,
  trees: readonly (TreeRef | null)[],
): Promise<Entry[][]> {
  let level: (Entry | TreeRef)[][] = trees.map((tree) => (tree === null ? [] : [tree]))
  for (;;) {
    const nodesToLoad = level.flatMap((items) => items.filter((item) => 'hash' in item))
    if (nodesToLoad.length === 0) break
    await workspace.load(nodesToLoad.map((ref) => ref.hash))
    level = level.map((items) =>
      items.flatMap((item): readonly (Entry | TreeRef)[] => {
        if (!('hash' in item)) return [item]
        const node = workspace.readNode(item.hash)
        return isLeaf(node) ? node.entries : node.children
      }),
    )
  }
  return level.map((items) => items.filter(isEntry))
}

/** Reads the first entry of a tree, with one node per level. */
export async function findFirstEntry(workspace: Workspace, tree: TreeRef | null): Promise<Entry | undefined> {
  let hash = tree?.hash
  while (hash !== undefined) {
    await workspace.load([hash])
    const leafBytes = workspace.findLeafBytes(hash)
    if (leafBytes !== undefined) return readFirstLeafEntry(hash, leafBytes)
    const node = workspace.readNode(hash)
    if (isLeaf(node)) return node.entries[0]
    hash = node.children[0]?.hash
  }
  return undefined
}

/** Whoever needs more entries of a leaf has it parsed as a whole. */
const MAX_SINGLE_ENTRIES = 4

/** Finds the values of some keys of a map, with one round trip per level. It omits keys without an entry. */
export async function findValues(
  workspace: Workspace,
  tree: TreeRef | null,
  keys: Iterable<string>,
): Promise<Map<string, Json>> {
  const foundValues = new Map<string, Json>()
  const sortedKeys = [...new Set(keys)].sort(compareKeys)
  let level: { hash: Hash; keys: string[] }[] = tree === null ? [] : [{ hash: tree.hash, keys: sortedKeys }]
  while (level.length > 0) {
    await workspace.load(level.map(({ hash }) => hash))
    const nextLevel: typeof level = []
    for (const { hash, keys } of level) {
      const leafBytes = keys.length <= MAX_SINGLE_ENTRIES ? workspace.findLeafBytes(hash) : undefined
      if (leafBytes !== undefined) {
        for (const { key, value } of findLeafEntries(hash, leafBytes, keys)) foundValues.set(key, value)
        continue
      }
      const node = workspace.readNode(hash)
      const items: readonly (Entry | NodeRef)[] = isLeaf(node) ? node.entries : node.children
      for (const key of keys) {
        const item = items[lowerBound(items, key)]
        if (item === undefined) continue
        if ('hash' in item) {
          const lastNode = nextLevel.at(-1)
          if (lastNode?.hash === item.hash) lastNode.keys.push(key)
          else nextLevel.push({ hash: item.hash, keys: [key] })
        } else if (item.key === key) foundValues.set(key, item.value)
      }
    }
    level = nextLevel
  }
  return foundValues
}

/** Reads up to `limit` entries of a map with keys after `after`, in order of keys. */
export async function listEntriesAfter(
  workspace: Workspace,
  tree: TreeRef | null,
  after: string | undefined,
  limit: number,
): Promise<Entry[]> {
  let level: (Entry | NodeRef)[] = []
  if (tree !== null) {
    const root = await loadNode(workspace, tree.hash)
    level = isLeaf(root) ? [...root.entries] : [...root.children]
  }
  for (;;) {
    if (after !== undefined) level = level.filter((item) => item.key > after)
    let remaining = limit
    // The first node may have keys up to `after`, so its count does not say how many of its entries are needed.
    const neededItems = level.filter((item, index) => {
      if (remaining <= 0) return false
      if ('hash' in item) remaining -= index === 0 && after !== undefined ? 0 : item.count
      else remaining -= 1
      return true
    })
    const nodesToLoad = neededItems.filter((item) => 'hash' in item)
    if (nodesToLoad.length === 0) return neededItems.filter(isEntry)
    await workspace.load(nodesToLoad.map(({ hash }) => hash))
    level = neededItems.flatMap((item): readonly (Entry | NodeRef)[] => {
      if (!('hash' in item)) return [item]
      const node = workspace.readNode(item.hash)
      return isLeaf(node) ? node.entries : node.children
    })
  }
}

/** Reads up to `limit` entries of a map with the last keys before `before`, in order of keys. */
export async function listEntriesBefore(
  workspace: Workspace,
  tree: TreeRef | null,
  before: string,
  limit: number,
): Promise<Entry[]> {
  let level: (Entry | NodeRef)[] = []
  if (tree !== null) {
    const root = await loadNode(workspace, tree.hash)
    level = isLeaf(root) ? [...root.entries] : [...root.children]
  }
  for (;;) {
    const end = lowerBound(level, before)
    // The key of a node is its last key. A node whose key is past `before` may still begin before it.
    const overlappingNodes = level.slice(end, end + 1).filter((item) => 'hash' in item)
    let remaining = limit
    const neededItems = [...overlappingNodes, ...level.slice(0, end).toReversed()].filter((item, index) => {
      if (remaining <= 0) return false
      if ('hash' in item) remaining -= index < overlappingNodes.length ? 0 : item.count
      else remaining -= 1
      return true
    })
    neededItems.reverse()
    const nodesToLoad = neededItems.filter((item) => 'hash' in item)
    if (nodesToLoad.length === 0) return neededItems.filter(isEntry)
    await workspace.load(nodesToLoad.map(({ hash }) => hash))
    level = nodesToLoad.flatMap(({ hash }): readonly (Entry | NodeRef)[] => {
      const node = workspace.readNode(hash)
      return isLeaf(node) ? node.entries : node.children
    })
  }
}

function isEntry(item: Entry | TreeRef): item is Entry {
  return !('hash' in item)
}

function lowerBound(items: readonly { readonly key: string }[], key: string): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && item.key < key) low = middle + 1
    else high = middle
  }
  return low
}

// FNV-1a over UTF-16 code units, with a final mix so that every bit depends on every unit. It only decides where
// chunks end, so it need not be secure. The level is part of the input, so that levels do not split at the same
// keys.
function hashKey(key: string, level: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(level + 1, 0x9e3779b9)
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
