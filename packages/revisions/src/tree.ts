/**
 * A tree is an ordered list of entries cut into chunks. Where a chunk ends depends on the keys alone, never on
 * how the list came to be: equal lists have equal trees, and a change of one entry makes new nodes on one path.
 *
 * Two things are kept in trees: maps, whose entries are sorted by key, and sequences, whose entries are
 * keys in an order of their own.
 */
import { canonicalJson, compareKeys } from './encoding.ts'
import type { Hash, Json } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import type { Workspace } from './objects.ts'

/** A tree, by its root node and the number of its entries; an empty tree is `null`. */
export interface TreeRef {
  readonly hash: Hash
  readonly count: number
}

export interface Entry {
  readonly key: string
  readonly value: Json
}

/** A node as its parent knows it: `key` is its last key, `count` the number of entries below it. */
export interface NodeRef extends TreeRef {
  readonly key: string
}

export type Node =
  | { readonly level: 0; readonly entries: readonly Entry[] }
  | { readonly level: number; readonly children: readonly NodeRef[] }

/** About how many entries a leaf has, and how many children the nodes above. */
export interface Shape {
  readonly leafSize: number
  readonly innerSize: number
}

export function isLeaf(node: Node): node is Extract<Node, { entries: unknown }> {
  return 'entries' in node
}

/**
 * Whether a chunk that has grown to `length` entries ends after `key`. The longer it is, the more keys end it:
 * so chunks are of much the same size, and a change seldom meets a large one. Past four times its size a chunk
 * ends after any key, so that nobody can make a huge one by choosing slugs.
 */
export function endsChunk(shape: Shape, level: number, key: string, length: number): boolean {
  const size = level === 0 ? shape.leafSize : shape.innerSize
  // A chance that grows with the length makes lengths of mean `size` when its slope is π / 2 size².
  return length >= size * 4 || keyHash(key, level) < (0x1_0000_0000 * 1.5708 * length) / (size * size)
}

export function putNode(workspace: Workspace, level: number, items: readonly (Entry | NodeRef)[]): NodeRef {
  const last = items.at(-1)
  if (last === undefined) throw new TypeError('A node is never empty')
  const payload = items.map((item): Json =>
    'hash' in item
      ? [item.key, item.hash, item.count]
      : item.value === null
        ? item.key
        : [item.key, item.value],
  )
  const count = items.reduce((sum, item) => sum + ('hash' in item ? item.count : 1), 0)
  return { key: last.key, hash: workspace.put('node', canonicalJson([level, payload])), count }
}

/** A node that is already in the workspace. */
export function nodeOf(workspace: Workspace, hash: Hash): Node {
  const json = workspace.json('node', hash)
  if (!Array.isArray(json) || !Array.isArray(json[1])) throw new CorruptObject(hash, 'it is not a node')
  const known = decoded.get(json)
  if (known !== undefined) return known
  const node = decodeNode(json)
  decoded.set(json, node)
  return node
}

// Keyed by the parsed object, which a workspace keeps: a node is decoded once, and lives no longer.
const decoded = new WeakMap<object, Node>()

function decodeNode(json: readonly Json[]): Node {
  // The kind in the object's header vouches for the shape: only putNode writes objects of this kind.
  if (json[0] === 0) {
    const entries = json[1] as (string | [string, Json])[]
    return {
      level: 0,
      entries: entries.map((item) =>
        typeof item === 'string' ? { key: item, value: null } : { key: item[0], value: item[1] },
      ),
    }
  }
  const [level, children] = json as unknown as [number, [string, Hash, number][]]
  return { level, children: children.map(([key, child, count]) => ({ key, hash: child, count })) }
}

export async function loadNode(workspace: Workspace, hash: Hash): Promise<Node> {
  await workspace.load([hash])
  return nodeOf(workspace, hash)
}

/** All entries of several trees, level by level: as many round trips as the highest tree has levels. */
export async function scan(workspace: Workspace, trees: readonly (TreeRef | null)[]): Promise<Entry[][]> {
  let level: (Entry | TreeRef)[][] = trees.map((tree) => (tree === null ? [] : [tree]))
  for (;;) {
    const open = level.flatMap((items) => items.filter((item) => 'hash' in item))
    if (open.length === 0) break
    await workspace.load(open.map((ref) => ref.hash))
    level = level.map((items) =>
      items.flatMap((item): readonly (Entry | TreeRef)[] => {
        if (!('hash' in item)) return [item]
        const node = nodeOf(workspace, item.hash)
        return isLeaf(node) ? node.entries : node.children
      }),
    )
  }
  return level.map((items) => items.filter(isEntry))
}

/** The values of some keys of a map; a key without an entry is left out. One round trip a level. */
export async function find(
  workspace: Workspace,
  tree: TreeRef | null,
  keys: Iterable<string>,
): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  const sorted = [...new Set(keys)].sort(compareKeys)
  let level: { hash: Hash; keys: string[] }[] = tree === null ? [] : [{ hash: tree.hash, keys: sorted }]
  while (level.length > 0) {
    await workspace.load(level.map(({ hash }) => hash))
    const next: typeof level = []
    for (const { hash, keys } of level) {
      const node = nodeOf(workspace, hash)
      const items: readonly (Entry | NodeRef)[] = isLeaf(node) ? node.entries : node.children
      for (const key of keys) {
        const item = items[lowerBound(items, key)]
        if (item === undefined) continue
        if ('hash' in item) {
          const last = next.at(-1)
          if (last?.hash === item.hash) last.keys.push(key)
          else next.push({ hash: item.hash, keys: [key] })
        } else if (item.key === key) found.set(key, item.value)
      }
    }
    level = next
  }
  return found
}

/** Up to `limit` entries of a map with keys after `after`, in order of keys. */
export async function range(
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
    let room = limit
    // The first node may hold keys up to `after`, so its count promises nothing.
    const wanted = level.filter((item, index) => {
      if (room <= 0) return false
      if ('hash' in item) room -= index === 0 && after !== undefined ? 0 : item.count
      else room -= 1
      return true
    })
    const open = wanted.filter((item) => 'hash' in item)
    if (open.length === 0) return wanted.filter(isEntry)
    await workspace.load(open.map(({ hash }) => hash))
    level = wanted.flatMap((item): readonly (Entry | NodeRef)[] => {
      if (!('hash' in item)) return [item]
      const node = nodeOf(workspace, item.hash)
      return isLeaf(node) ? node.entries : node.children
    })
  }
}

/** Up to `limit` entries of a map with keys before `before`, those nearest to it, in order of keys. */
export async function rangeBefore(
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
    // A node is known by its last key: the one that reaches past `before` may begin in front of it.
    const reaching = level.slice(end, end + 1).filter((item) => 'hash' in item)
    let room = limit
    const wanted = [...reaching, ...level.slice(0, end).toReversed()].filter((item, index) => {
      if (room <= 0) return false
      if ('hash' in item) room -= index < reaching.length ? 0 : item.count
      else room -= 1
      return true
    })
    wanted.reverse()
    const open = wanted.filter((item) => 'hash' in item)
    if (open.length === 0) return wanted.filter(isEntry)
    await workspace.load(open.map(({ hash }) => hash))
    level = open.flatMap(({ hash }): readonly (Entry | NodeRef)[] => {
      const node = nodeOf(workspace, hash)
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

// FNV-1a over UTF-16 code units, then a finishing mix so that every bit depends on every unit. It decides only
// where chunks end; what an object is, SHA-256 decides. Each level draws afresh.
function keyHash(key: string, level: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(level + 1, 0x9e3779b9)
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
