import { compareKeys } from './encoding.ts'
import type { Json } from './encoding.ts'
import type { Workspace } from './workspace.ts'
import { endsChunk, isLeaf, loadNode, putNode } from './tree.ts'
import type { Entry, NodeRef, TreeShape, TreeRef } from './tree.ts'

/** New values by key. `undefined` removes the entry. */
export type MapEdits = ReadonlyMap<string, Json | undefined>

export function buildSequence(
  workspace: Workspace,
  shape: TreeShape,
  keys: readonly string[],
): TreeRef | null {
  const builder = new TreeBuilder(workspace, shape)
  for (const key of keys) builder.pushEntry({ key, value: null })
  const root = builder.finish()
  return root && { hash: root.hash, count: root.count }
}

/** Inserts keys into a sequence. They are given in order, each with the index of the entry it goes before. */
export async function insertIntoSequence(
  workspace: Workspace,
  shape: TreeShape,
  tree: TreeRef | null,
  inserts: readonly { readonly at: number; readonly id: string }[],
): Promise<TreeRef | null> {
  const builder = new TreeBuilder(workspace, shape)
  let position = 0
  let nextInsert = 0
  const writeInserts = (): void => {
    for (; inserts[nextInsert]?.at === position; nextInsert += 1) {
      builder.pushEntry({ key: inserts[nextInsert]?.id ?? '', value: null })
    }
  }
  const visit = async (hash: string, isLast: boolean): Promise<void> => {
    const node = await loadNode(workspace, hash)
    if (isLeaf(node)) {
      for (const entry of node.entries) {
        writeInserts()
        builder.pushEntry(entry)
        position += 1
      }
      return
    }
    for (const [index, child] of node.children.entries()) {
      const isLastChild = isLast && index === node.children.length - 1
      const at = inserts[nextInsert]?.at
      const isTouched = at !== undefined && (isLastChild || at < position + child.count)
      if (!isTouched && builder.closeChunksBelow(node.level)) {
        builder.pushNode(node.level, child)
        position += child.count
      } else await visit(child.hash, isLastChild)
    }
  }
  if (tree !== null) await visit(tree.hash, true)
  writeInserts()
  const root = builder.finish()
  return root && { hash: root.hash, count: root.count }
}

/** Applies edits to a map. It neither reads nor writes nodes without an edit. */
export async function editMap(
  workspace: Workspace,
  shape: TreeShape,
  tree: TreeRef | null,
  edits: MapEdits,
): Promise<TreeRef | null> {
  if (edits.size === 0) return tree
  const sortedEdits = [...edits].sort(([a], [b]) => compareKeys(a, b))
  if (tree !== null) await prefetchNodes(workspace, tree, sortedEdits)
  const builder = new TreeBuilder(workspace, shape)
  await new MapEditor(workspace, builder, sortedEdits).run(tree)

  let root = builder.finish()
  // A tree that has lost entries may be left with roots that have a single child each.
  while (root !== null) {
    const node = await loadNode(workspace, root.hash)
    const onlyChild: NodeRef | undefined =
      isLeaf(node) || node.children.length > 1 ? undefined : node.children[0]
    if (onlyChild === undefined) break
    root = onlyChild
  }
  return root && { hash: root.hash, count: root.count }
}

type SortedEdits = readonly (readonly [string, Json | undefined])[]

async function prefetchNodes(workspace: Workspace, tree: TreeRef, edits: SortedEdits): Promise<void> {
  let level = [tree.hash]
  while (level.length > 0) {
    await workspace.load(level)
    const nextLevel: string[] = []
    let nextEdit = 0
    for (const hash of level) {
      const node = workspace.readNode(hash)
      if (isLeaf(node)) continue
      for (const [index, child] of node.children.entries()) {
        const firstEdit = nextEdit
        while (nextEdit < edits.length && (edits[nextEdit]?.[0] ?? '') <= child.key) nextEdit += 1
        const isAppended =
          hash === level.at(-1) && index === node.children.length - 1 && nextEdit < edits.length
        if (nextEdit > firstEdit || isAppended) nextLevel.push(child.hash)
      }
    }
    level = nextLevel
  }
}

class MapEditor {
  readonly #workspace: Workspace
  readonly #builder: TreeBuilder
  readonly #edits: SortedEdits
  #nextEdit = 0

  constructor(workspace: Workspace, builder: TreeBuilder, edits: SortedEdits) {
    this.#workspace = workspace
    this.#builder = builder
    this.#edits = edits
  }

  async run(tree: TreeRef | null): Promise<void> {
    if (tree !== null) {
      const root = await loadNode(this.#workspace, tree.hash)
      await this.#visit(tree.hash, root.level, true)
    }
    this.#insertEditsBefore(undefined)
  }

  async #visit(hash: string, level: number, isLast: boolean): Promise<void> {
    const node = await loadNode(this.#workspace, hash)
    if (isLeaf(node)) {
      for (const entry of node.entries) this.#writeEntry(entry)
      return
    }
    for (const [index, child] of node.children.entries()) {
      const isLastChild = isLast && index === node.children.length - 1
      const key = this.#edits[this.#nextEdit]?.[0]
      const isTouched = key !== undefined && (isLastChild || key <= child.key)
      // Whether a chunk ends depends only on its own keys, so a node that begins where a chunk begins is the node
      // that a rebuild would make. The last node is the exception: it may have ended because no entries followed.
      if (!isTouched && this.#builder.closeChunksBelow(level)) this.#builder.pushNode(level, child)
      else await this.#visit(child.hash, level - 1, isLastChild)
    }
  }

  #writeEntry(entry: Entry): void {
    this.#insertEditsBefore(entry.key)
    const edit = this.#edits[this.#nextEdit]
    if (edit?.[0] !== entry.key) {
      this.#builder.pushEntry(entry)
      return
    }
    this.#nextEdit += 1
    if (edit[1] !== undefined) this.#builder.pushEntry({ key: entry.key, value: edit[1] })
  }

  #insertEditsBefore(key: string | undefined): void {
    for (;;) {
      const edit = this.#edits[this.#nextEdit]
      if (edit === undefined || (key !== undefined && edit[0] >= key)) return
      this.#nextEdit += 1
      if (edit[1] !== undefined) this.#builder.pushEntry({ key: edit[0], value: edit[1] })
    }
  }
}

/** Builds a tree from entries, and from whole nodes where they fit, which it takes from left to right. */
class TreeBuilder {
  readonly #workspace: Workspace
  readonly #shape: TreeShape
  /**
   * The open chunk of each level. A chunk that has ended stays open until more follows, as the root must not be
   * closed.
   */
  readonly #chunks: { items: (Entry | NodeRef)[]; ended: boolean }[] = []

  constructor(workspace: Workspace, shape: TreeShape) {
    this.#workspace = workspace
    this.#shape = shape
  }

  /**
   * Closes the chunks below `level`, and returns false when one of them has not ended. A closed chunk becomes part
   * of the chunk above, which then has to be at its end as well. Call it only when more items follow.
   */
  closeChunksBelow(level: number): boolean {
    for (let lowerLevel = 0; lowerLevel < level; lowerLevel += 1) {
      const chunk = this.#chunks[lowerLevel]
      if (chunk === undefined || chunk.items.length === 0) continue
      if (!chunk.ended) return false
      this.#closeChunk(lowerLevel)
    }
    return true
  }

  pushEntry(entry: Entry): void {
    this.#push(0, entry)
  }

  /** Adds a finished node to the open chunk of `level`. All chunks below it have to be closed. */
  pushNode(level: number, node: NodeRef): void {
    this.#push(level, node)
  }

  finish(): NodeRef | null {
    for (let level = 0; level < this.#chunks.length - 1; level += 1) this.#closeChunk(level)
    const items = this.#chunks.at(-1)?.items ?? []
    const [first] = items
    if (first === undefined) return null
    return items.length === 1 && 'hash' in first
      ? first
      : putNode(this.#workspace, this.#chunks.length - 1, items)
  }

  #push(level: number, item: Entry | NodeRef): void {
    while (this.#chunks.length <= level) this.#chunks.push({ items: [], ended: false })
    if (this.#chunks[level]?.ended === true) this.#closeChunk(level)
    const chunk = this.#chunks[level]
    if (chunk === undefined) throw new TypeError('A level is never negative')
    chunk.items.push(item)
    chunk.ended = endsChunk(this.#shape, level, item.key, chunk.items.length)
  }

  #closeChunk(level: number): void {
    const chunk = this.#chunks[level]
    if (chunk === undefined || chunk.items.length === 0) return
    this.#chunks[level] = { items: [], ended: false }
    this.#push(level + 1, putNode(this.#workspace, level, chunk.items))
  }
}
