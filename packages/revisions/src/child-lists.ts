import { treeShapes } from './model.ts'
import type { Workspace } from './workspace.ts'
import { buildSequence, insertIntoSequence } from './tree-write.ts'
import { scanTrees, type TreeRef } from './tree.ts'

/** The id of a page, or `null` for the top level. */
export type Parent = string | null

interface PendingInsert {
  /** The index in the list with all pending inserts made. */
  at: number
  readonly id: string
}

// Every further insert shifts the pending ones behind it, so many inserts are cheaper in the whole list.
const MAX_PENDING_INSERTS = 64

/**
 * The children of the pages of a draft. A list is read as a whole only when a page has to be found in it.
 * Inserting a page reads and writes one path of the tree, even among ten thousand siblings.
 */
export class ChildLists {
  readonly #workspace: Workspace
  readonly #loadStoredLists: (parents: readonly Parent[]) => Promise<readonly (TreeRef | null)[]>
  readonly #loadedLists = new Map<Parent, string[]>()
  /** Inserts into lists that are not loaded, ordered by `at`. */
  readonly #pendingInserts = new Map<Parent, PendingInsert[]>()
  readonly #changedParents = new Set<Parent>()

  constructor(
    workspace: Workspace,
    loadStoredLists: (parents: readonly Parent[]) => Promise<readonly (TreeRef | null)[]>,
  ) {
    this.#workspace = workspace
    this.#loadStoredLists = loadStoredLists
  }

  async read(parents: readonly Parent[]): Promise<Map<Parent, readonly string[]>> {
    const missingParents = [...new Set(parents)].filter((parent) => !this.#loadedLists.has(parent))
    const storedEntries = await scanTrees(this.#workspace, await this.#loadStoredLists(missingParents))
    for (const [index, parent] of missingParents.entries()) {
      const ids = storedEntries[index]?.map(({ key }) => key) ?? []
      for (const { at, id } of this.#pendingInserts.get(parent) ?? []) ids.splice(at, 0, id)
      this.#pendingInserts.delete(parent)
      this.#loadedLists.set(parent, ids)
    }
    return new Map(parents.map((parent) => [parent, this.#loadedLists.get(parent) ?? []]))
  }

  set(parent: Parent, ids: readonly string[]): void {
    this.#loadedLists.set(parent, [...ids])
    this.#pendingInserts.delete(parent)
    this.#changedParents.add(parent)
  }

  async insert(parent: Parent, id: string, at = Number.MAX_SAFE_INTEGER): Promise<void> {
    this.#changedParents.add(parent)
    const inserts = this.#pendingInserts.get(parent) ?? []
    if (inserts.length >= MAX_PENDING_INSERTS) await this.read([parent])
    const loadedList = this.#loadedLists.get(parent)
    if (loadedList !== undefined) {
      loadedList.splice(at, 0, id)
      return
    }
    const [storedList] = await this.#loadStoredLists([parent])
    const index = Math.min(at, (storedList?.count ?? 0) + inserts.length)
    for (const other of inserts) if (other.at >= index) other.at += 1
    this.#pendingInserts.set(
      parent,
      [...inserts, { at: index, id }].sort((a, b) => a.at - b.at),
    )
  }

  async remove(parent: Parent, id: string): Promise<void> {
    await this.read([parent])
    this.#changedParents.add(parent)
    const loadedList = this.#loadedLists.get(parent) ?? []
    const index = loadedList.indexOf(id)
    if (index >= 0) loadedList.splice(index, 1)
  }

  getChangedParents(): Iterable<Parent> {
    return this.#changedParents
  }

  async write(parent: Parent): Promise<TreeRef | null> {
    const loadedList = this.#loadedLists.get(parent)
    if (loadedList !== undefined) return buildSequence(this.#workspace, treeShapes.children, loadedList)
    const [storedList = null] = await this.#loadStoredLists([parent])
    // The stored list does not have the inserts that come before, so its index is lower by their number.
    const inserts = (this.#pendingInserts.get(parent) ?? []).map(({ at, id }, insertsBefore) => ({
      at: at - insertsBefore,
      id,
    }))
    return insertIntoSequence(this.#workspace, treeShapes.children, storedList, inserts)
  }
}
