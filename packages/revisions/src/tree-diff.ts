import { equalJson } from './encoding.ts'
import type { Json } from './encoding.ts'
import type { Workspace } from './objects.ts'
import { isLeaf, loadNode, nodeOf } from './tree.ts'
import type { Entry, TreeRef } from './tree.ts'

export interface EntryChange {
  readonly before: Json | undefined
  readonly after: Json | undefined
}

interface OpenNode {
  readonly hash: string
  readonly level: number
}

/**
 * The entries in which two maps differ. Both trees are opened from the top, level by level; what has the same
 * hash on both sides is never opened, so the cost follows the difference and not the size.
 */
export async function diffMaps(
  workspace: Workspace,
  before: TreeRef | null,
  after: TreeRef | null,
): Promise<Map<string, EntryChange>> {
  if (before?.hash === after?.hash) return new Map()
  const left = new Side(before)
  const right = new Side(after)
  await workspace.load([...left.roots(), ...right.roots()])
  for (const side of [left, right]) await side.start(workspace)

  for (;;) {
    const shared = new Set(left.hashes()).intersection(new Set(right.hashes()))
    left.drop(shared)
    right.drop(shared)
    // The taller tree is opened down to the other's height first, where equal nodes can meet.
    const level = Math.max(left.height(), right.height())
    if (level < 0) break
    await workspace.load([...left.at(level), ...right.at(level)])
    left.expand(workspace, level)
    right.expand(workspace, level)
  }

  const changes = new Map<string, EntryChange>()
  const values = new Map(right.entries.map(({ key, value }) => [key, value]))
  for (const { key, value } of left.entries) {
    const other = values.get(key)
    if (!equalJson(value, other)) changes.set(key, { before: value, after: other })
    values.delete(key)
  }
  for (const [key, value] of values) changes.set(key, { before: undefined, after: value })
  return changes
}

class Side {
  readonly entries: Entry[] = []
  readonly #root: TreeRef | null
  #open: OpenNode[] = []

  constructor(root: TreeRef | null) {
    this.#root = root
  }

  roots(): string[] {
    return this.#root === null ? [] : [this.#root.hash]
  }

  async start(workspace: Workspace): Promise<void> {
    for (const hash of this.roots()) this.#open.push({ hash, level: (await loadNode(workspace, hash)).level })
  }

  hashes(): string[] {
    return this.#open.map(({ hash }) => hash)
  }

  height(): number {
    return this.#open.reduce((height, { level }) => Math.max(height, level), -1)
  }

  at(level: number): string[] {
    return this.#open.filter((node) => node.level === level).map(({ hash }) => hash)
  }

  drop(hashes: ReadonlySet<string>): void {
    if (hashes.size > 0) this.#open = this.#open.filter(({ hash }) => !hashes.has(hash))
  }

  expand(workspace: Workspace, level: number): void {
    this.#open = this.#open.flatMap((open) => {
      if (open.level !== level) return [open]
      const node = nodeOf(workspace, open.hash)
      if (!isLeaf(node)) return node.children.map(({ hash }) => ({ hash, level: level - 1 }))
      for (const entry of node.entries) this.entries.push(entry)
      return []
    })
  }
}
