import { equalJson } from './encoding.ts'
import type { Json } from './encoding.ts'
import type { Workspace } from './workspace.ts'
import { isLeaf, loadNode } from './tree.ts'
import type { Entry, TreeRef } from './tree.ts'

export interface EntryChange {
  readonly before: Json | undefined
  readonly after: Json | undefined
}

interface OpenNodeRef {
  readonly hash: string
  readonly level: number
}

/**
 * Finds the entries in which two maps differ. It opens both trees from the root, level by level, and never opens a
 * node that both trees have, so the cost depends on the difference and not on the size.
 */
export async function diffMaps(
  workspace: Workspace,
  before: TreeRef | null,
  after: TreeRef | null,
): Promise<Map<string, EntryChange>> {
  if (before?.hash === after?.hash) return new Map()
  const oldTree = new OpenTree(before)
  const newTree = new OpenTree(after)
  await workspace.load([...oldTree.getRootHashes(), ...newTree.getRootHashes()])
  for (const tree of [oldTree, newTree]) await tree.openRoot(workspace)

  for (;;) {
    const sharedHashes = new Set(oldTree.getOpenHashes()).intersection(new Set(newTree.getOpenHashes()))
    oldTree.dropNodes(sharedHashes)
    newTree.dropNodes(sharedHashes)
    // The taller tree is first opened down to the height of the other one, because only nodes of one level can be
    // equal.
    const level = Math.max(oldTree.getHeight(), newTree.getHeight())
    if (level < 0) break
    await workspace.load([...oldTree.getHashesAtLevel(level), ...newTree.getHashesAtLevel(level)])
    oldTree.expandLevel(workspace, level)
    newTree.expandLevel(workspace, level)
  }

  const changes = new Map<string, EntryChange>()
  const newValues = new Map(newTree.entries.map(({ key, value }) => [key, value]))
  for (const { key, value } of oldTree.entries) {
    const newValue = newValues.get(key)
    if (!equalJson(value, newValue)) changes.set(key, { before: value, after: newValue })
    newValues.delete(key)
  }
  for (const [key, value] of newValues) changes.set(key, { before: undefined, after: value })
  return changes
}

class OpenTree {
  readonly entries: Entry[] = []
  readonly #root: TreeRef | null
  #openNodes: OpenNodeRef[] = []

  constructor(root: TreeRef | null) {
    this.#root = root
  }

  getRootHashes(): string[] {
    return this.#root === null ? [] : [this.#root.hash]
  }

  async openRoot(workspace: Workspace): Promise<void> {
    for (const hash of this.getRootHashes())
      this.#openNodes.push({ hash, level: (await loadNode(workspace, hash)).level })
  }

  getOpenHashes(): string[] {
    return this.#openNodes.map(({ hash }) => hash)
  }

  getHeight(): number {
    return this.#openNodes.reduce((height, { level }) => Math.max(height, level), -1)
  }

  getHashesAtLevel(level: number): string[] {
    return this.#openNodes.filter((node) => node.level === level).map(({ hash }) => hash)
  }

  dropNodes(hashes: ReadonlySet<string>): void {
    if (hashes.size > 0) this.#openNodes = this.#openNodes.filter(({ hash }) => !hashes.has(hash))
  }

  expandLevel(workspace: Workspace, level: number): void {
    this.#openNodes = this.#openNodes.flatMap((openNode) => {
      if (openNode.level !== level) return [openNode]
      const node = workspace.readNode(openNode.hash)
      if (!isLeaf(node)) return node.children.map(({ hash }) => ({ hash, level: level - 1 }))
      for (const entry of node.entries) this.entries.push(entry)
      return []
    })
  }
}
