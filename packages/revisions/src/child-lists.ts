import { shapes } from './model.ts'
import type { Workspace } from './objects.ts'
import { buildSequence, insertIntoSequence } from './tree-write.ts'
import { scan, type TreeRef } from './tree.ts'

/** A page, or `null` for the top. */
export type Parent = string | null

interface Insert {
  /** The index in the list as it is now, this and earlier inserts included. */
  at: number
  readonly id: string
}

// Each further insert moves those behind it, so many are better made in the whole list.
const mostInserts = 64

/**
 * The children of pages in a draft. A list is read as a whole when a page has to be found in it; a page that is
 * only put into it reads and writes one path, be there ten thousand siblings.
 */
export class ChildLists {
  readonly #workspace: Workspace
  readonly #stored: (parents: readonly Parent[]) => Promise<readonly (TreeRef | null)[]>
  readonly #whole = new Map<Parent, string[]>()
  /** In order of `at`, for lists that are not read. */
  readonly #inserts = new Map<Parent, Insert[]>()
  readonly #changed = new Set<Parent>()

  constructor(
    workspace: Workspace,
    stored: (parents: readonly Parent[]) => Promise<readonly (TreeRef | null)[]>,
  ) {
    this.#workspace = workspace
    this.#stored = stored
  }

  async read(parents: readonly Parent[]): Promise<Map<Parent, readonly string[]>> {
    const missing = [...new Set(parents)].filter((parent) => !this.#whole.has(parent))
    const scanned = await scan(this.#workspace, await this.#stored(missing))
    for (const [index, parent] of missing.entries()) {
      const ids = scanned[index]?.map(({ key }) => key) ?? []
      for (const { at, id } of this.#inserts.get(parent) ?? []) ids.splice(at, 0, id)
      this.#inserts.delete(parent)
      this.#whole.set(parent, ids)
    }
    return new Map(parents.map((parent) => [parent, this.#whole.get(parent) ?? []]))
  }

  set(parent: Parent, ids: readonly string[]): void {
    this.#whole.set(parent, [...ids])
    this.#inserts.delete(parent)
    this.#changed.add(parent)
  }

  async insert(parent: Parent, id: string, at = Number.MAX_SAFE_INTEGER): Promise<void> {
    this.#changed.add(parent)
    const inserts = this.#inserts.get(parent) ?? []
    if (inserts.length >= mostInserts) await this.read([parent])
    const whole = this.#whole.get(parent)
    if (whole !== undefined) {
      whole.splice(at, 0, id)
      return
    }
    const [stored] = await this.#stored([parent])
    const index = Math.min(at, (stored?.count ?? 0) + inserts.length)
    for (const other of inserts) if (other.at >= index) other.at += 1
    this.#inserts.set(
      parent,
      [...inserts, { at: index, id }].sort((a, b) => a.at - b.at),
    )
  }

  async remove(parent: Parent, id: string): Promise<void> {
    await this.read([parent])
    this.#changed.add(parent)
    const whole = this.#whole.get(parent) ?? []
    const index = whole.indexOf(id)
    if (index >= 0) whole.splice(index, 1)
  }

  changed(): Iterable<Parent> {
    return this.#changed
  }

  async write(parent: Parent): Promise<TreeRef | null> {
    const whole = this.#whole.get(parent)
    if (whole !== undefined) return buildSequence(this.#workspace, shapes.children, whole)
    const [stored = null] = await this.#stored([parent])
    // Where the stored list has each: without the inserts in front of it.
    const inserts = (this.#inserts.get(parent) ?? []).map(({ at, id }, before) => ({ at: at - before, id }))
    return insertIntoSequence(this.#workspace, shapes.children, stored, inserts)
  }
}
