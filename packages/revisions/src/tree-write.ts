import { compareKeys } from './encoding.ts'
import type { Json } from './encoding.ts'
import type { Workspace } from './objects.ts'
import { endsChunk, isLeaf, loadNode, nodeOf, putNode } from './tree.ts'
import type { Entry, NodeRef, Shape, TreeRef } from './tree.ts'

/** New values by key; `undefined` removes the entry. */
export type MapEdits = ReadonlyMap<string, Json | undefined>

export function buildSequence(workspace: Workspace, shape: Shape, keys: readonly string[]): TreeRef | null {
  const builder = new Builder(workspace, shape)
  for (const key of keys) builder.pushEntry({ key, value: null })
  const top = builder.finish()
  return top && { hash: top.hash, count: top.count }
}

/** The sequence with keys put into it, given in order with the indexes they go before. */
export async function insertIntoSequence(
  workspace: Workspace,
  shape: Shape,
  tree: TreeRef | null,
  inserts: readonly { readonly at: number; readonly id: string }[],
): Promise<TreeRef | null> {
  const builder = new Builder(workspace, shape)
  let position = 0
  let next = 0
  const insertHere = (): void => {
    for (; inserts[next]?.at === position; next += 1) {
      builder.pushEntry({ key: inserts[next]?.id ?? '', value: null })
    }
  }
  const visit = async (hash: string, last: boolean): Promise<void> => {
    const node = await loadNode(workspace, hash)
    if (isLeaf(node)) {
      for (const entry of node.entries) {
        insertHere()
        builder.pushEntry(entry)
        position += 1
      }
      return
    }
    for (const [index, child] of node.children.entries()) {
      const lastChild = last && index === node.children.length - 1
      const at = inserts[next]?.at
      const touched = at !== undefined && (lastChild || at < position + child.count)
      if (!touched && builder.settleBelow(node.level)) {
        builder.pushNode(node.level, child)
        position += child.count
      } else await visit(child.hash, lastChild)
    }
  }
  if (tree !== null) await visit(tree.hash, true)
  insertHere()
  const top = builder.finish()
  return top && { hash: top.hash, count: top.count }
}

/** The map with the edits made; nodes without an edit are neither read nor written. */
export async function editMap(
  workspace: Workspace,
  shape: Shape,
  tree: TreeRef | null,
  edits: MapEdits,
): Promise<TreeRef | null> {
  if (edits.size === 0) return tree
  const sorted = [...edits].sort(([a], [b]) => compareKeys(a, b))
  if (tree !== null) await prefetch(workspace, tree, sorted)
  const builder = new Builder(workspace, shape)
  await new MapRewrite(workspace, builder, sorted).run(tree)

  let top = builder.finish()
  // What is left of a taller tree can be one node below others that hold nothing else.
  while (top !== null) {
    const node = await loadNode(workspace, top.hash)
    const only: NodeRef | undefined = isLeaf(node) || node.children.length > 1 ? undefined : node.children[0]
    if (only === undefined) break
    top = only
  }
  return top && { hash: top.hash, count: top.count }
}

type SortedEdits = readonly (readonly [string, Json | undefined])[]

async function prefetch(workspace: Workspace, tree: TreeRef, edits: SortedEdits): Promise<void> {
  let level = [tree.hash]
  while (level.length > 0) {
    await workspace.load(level)
    const next: string[] = []
    let edit = 0
    for (const hash of level) {
      const node = nodeOf(workspace, hash)
      if (isLeaf(node)) continue
      for (const [index, child] of node.children.entries()) {
        const before = edit
        while (edit < edits.length && (edits[edit]?.[0] ?? '') <= child.key) edit += 1
        const appended = hash === level.at(-1) && index === node.children.length - 1 && edit < edits.length
        if (edit > before || appended) next.push(child.hash)
      }
    }
    level = next
  }
}

class MapRewrite {
  readonly #workspace: Workspace
  readonly #builder: Builder
  readonly #edits: SortedEdits
  #next = 0

  constructor(workspace: Workspace, builder: Builder, edits: SortedEdits) {
    this.#workspace = workspace
    this.#builder = builder
    this.#edits = edits
  }

  async run(tree: TreeRef | null): Promise<void> {
    if (tree !== null) {
      const root = await loadNode(this.#workspace, tree.hash)
      await this.#visit(tree.hash, root.level, true)
    }
    this.#insertBefore(undefined)
  }

  async #visit(hash: string, level: number, last: boolean): Promise<void> {
    const node = await loadNode(this.#workspace, hash)
    if (isLeaf(node)) {
      for (const entry of node.entries) this.#entry(entry)
      return
    }
    for (const [index, child] of node.children.entries()) {
      const lastChild = last && index === node.children.length - 1
      const key = this.#edits[this.#next]?.[0]
      const touched = key !== undefined && (lastChild || key <= child.key)
      // Chunks restart at every end of a chunk, so a node that begins where a chunk below it begins is
      // what a rebuild would make; only the last one may have ended for want of entries.
      if (!touched && this.#builder.settleBelow(level)) this.#builder.pushNode(level, child)
      else await this.#visit(child.hash, level - 1, lastChild)
    }
  }

  #entry(entry: Entry): void {
    this.#insertBefore(entry.key)
    const edit = this.#edits[this.#next]
    if (edit?.[0] !== entry.key) {
      this.#builder.pushEntry(entry)
      return
    }
    this.#next += 1
    if (edit[1] !== undefined) this.#builder.pushEntry({ key: entry.key, value: edit[1] })
  }

  #insertBefore(key: string | undefined): void {
    for (;;) {
      const edit = this.#edits[this.#next]
      if (edit === undefined || (key !== undefined && edit[0] >= key)) return
      this.#next += 1
      if (edit[1] !== undefined) this.#builder.pushEntry({ key: edit[0], value: edit[1] })
    }
  }
}

/** Takes entries, and whole nodes where they fit, from left to right and cuts them into chunks. */
class Builder {
  readonly #workspace: Workspace
  readonly #shape: Shape
  /** The open chunk of each level. One that has ended waits for what follows, as the top has no follower. */
  readonly #chunks: { items: (Entry | NodeRef)[]; ended: boolean }[] = []

  constructor(workspace: Workspace, shape: Shape) {
    this.#workspace = workspace
    this.#shape = shape
  }

  /**
   * Closes the chunks below `level` that have ended, given that more follows, and tells whether that was all
   * of them: what is closed becomes part of the chunk above, which then has to be at its end as well.
   */
  settleBelow(level: number): boolean {
    for (let below = 0; below < level; below += 1) {
      const chunk = this.#chunks[below]
      if (chunk === undefined || chunk.items.length === 0) continue
      if (!chunk.ended) return false
      this.#close(below)
    }
    return true
  }

  pushEntry(entry: Entry): void {
    this.#push(0, entry)
  }

  /** Adds a finished node to the open chunk of `level`, when all below it is settled. */
  pushNode(level: number, node: NodeRef): void {
    this.#push(level, node)
  }

  finish(): NodeRef | null {
    for (let level = 0; level < this.#chunks.length - 1; level += 1) this.#close(level)
    const items = this.#chunks.at(-1)?.items ?? []
    const [first] = items
    if (first === undefined) return null
    return items.length === 1 && 'hash' in first
      ? first
      : putNode(this.#workspace, this.#chunks.length - 1, items)
  }

  #push(level: number, item: Entry | NodeRef): void {
    while (this.#chunks.length <= level) this.#chunks.push({ items: [], ended: false })
    if (this.#chunks[level]?.ended === true) this.#close(level)
    const chunk = this.#chunks[level]
    if (chunk === undefined) throw new TypeError('A level is never negative')
    chunk.items.push(item)
    chunk.ended = endsChunk(this.#shape, level, item.key, chunk.items.length)
  }

  #close(level: number): void {
    const chunk = this.#chunks[level]
    if (chunk === undefined || chunk.items.length === 0) return
    this.#chunks[level] = { items: [], ended: false }
    this.#push(level + 1, putNode(this.#workspace, level, chunk.items))
  }
}
