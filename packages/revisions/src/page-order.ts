import type { Hash } from './encoding.ts'
import { CorruptObject } from './errors.ts'
import { decodePage, loadRoot, type PageFields, type PageRecord, type Root } from './model.ts'
import { diffMaps } from './tree-diff.ts'
import { findValues, scanTrees, type TreeRef } from './tree.ts'
import type { PageTree } from './view.ts'
import { type ObjectReader, Workspace } from './workspace.ts'

/** Pages in the order of the table of contents: each comes before those below it. */
export interface PageOrder {
  readonly ids: readonly string[]
  /** How deep each page is: 0 at the top level. */
  readonly depths: readonly number[]
}

/** Whether what is below a page is left out of an order. */
export type IsClosed = (fields: PageFields) => boolean

export interface OrderedPage {
  readonly page: PageTree
  readonly depth: number
}

/** The pages of a tree in the order of the table of contents. */
export function listPagesInOrder(trees: readonly PageTree[], isClosed: IsClosed): OrderedPage[] {
  const pages: OrderedPage[] = []
  // A stack instead of recursion, because pages may be nested ten thousand deep.
  const stack = trees.map((page) => ({ page, depth: 0 })).toReversed()
  for (let next = stack.pop(); next; next = stack.pop()) {
    pages.push(next)
    if (isClosed(next.page.fields)) continue
    const depth = next.depth + 1
    for (const page of next.page.pages.toReversed()) stack.push({ page, depth })
  }
  return pages
}

export interface UpdatedPageOrder {
  /** Undefined where the order and the paths are the same as before. */
  readonly order: PageOrder | undefined
  /** The pages that are new, that have another record, or that have another path because of a page above them. */
  readonly changedIds: ReadonlySet<string>
}

/**
 * Makes the order of the pages of a revision from that of another one. It reads only what differs between the two, and
 * asks for the old order only where pages were added, removed, moved, or given another slug.
 */
export async function updatePageOrder(
  reader: ObjectReader,
  before: { readonly root: Hash; readonly readOrder: () => PageOrder },
  newHash: Hash,
  isClosed: IsClosed,
): Promise<UpdatedPageOrder> {
  const workspace = new Workspace(reader)
  await workspace.load([before.root, newHash])
  const oldRoot = await loadRoot(workspace, before.root)
  const newRoot = await loadRoot(workspace, newHash)
  const changedIds = new Set<string>()
  const changedPaths = new Set<string>()
  const changedLists = new Map<string | null, TreeRef | null>()
  if (oldRoot.children?.hash !== newRoot.children?.hash) changedLists.set(null, newRoot.children)
  const getList = ({ fields, children }: PageRecord) => (isClosed(fields) ? null : children)
  for (const [id, change] of await diffMaps(workspace, oldRoot.pages, newRoot.pages)) {
    // The list that a removed page was in has changed, too.
    if (change.after === undefined) continue
    const page = decodePage(change.after)
    const oldPage = change.before === undefined ? undefined : decodePage(change.before)
    changedIds.add(id)
    const list = getList(page)
    if (!oldPage || getList(oldPage)?.hash !== list?.hash) changedLists.set(id, list)
    if (oldPage && (oldPage.fields.slug !== page.fields.slug || oldPage.parent !== page.parent)) {
      changedPaths.add(id)
    }
  }
  if (changedLists.size === 0 && changedPaths.size === 0) return { order: undefined, changedIds }
  const oldOrder = before.readOrder()
  const order =
    changedLists.size === 0
      ? oldOrder
      : await new PageArrangement(workspace, newRoot, newHash, oldOrder, isClosed).arrange(changedLists)
  addPagesBelow(order, changedPaths, changedIds)
  return { order, changedIds }
}

/** Adds the pages with new paths, and all pages below them, to those that have changed. */
function addPagesBelow(
  { ids, depths }: PageOrder,
  changedPaths: ReadonlySet<string>,
  changedIds: Set<string>,
): void {
  if (changedPaths.size === 0) return
  let changedDepth = Infinity
  for (const [position, id] of ids.entries()) {
    const depth = depths[position] ?? 0
    if (depth <= changedDepth) changedDepth = changedPaths.has(id) ? depth : Infinity
    if (changedDepth < Infinity) changedIds.add(id)
  }
}

/** Arranges pages anew, of which most are where they were. */
class PageArrangement {
  readonly #workspace: Workspace
  readonly #root: Root
  readonly #rootHash: Hash
  readonly #oldOrder: PageOrder
  readonly #isClosed: IsClosed
  readonly #positions: ReadonlyMap<string, number>

  constructor(workspace: Workspace, root: Root, rootHash: Hash, oldOrder: PageOrder, isClosed: IsClosed) {
    this.#workspace = workspace
    this.#root = root
    this.#rootHash = rootHash
    this.#oldOrder = oldOrder
    this.#isClosed = isClosed
    this.#positions = new Map(oldOrder.ids.map((id, position) => [id, position]))
  }

  async arrange(changedLists: ReadonlyMap<string | null, TreeRef | null>): Promise<PageOrder> {
    const entries = await scanTrees(this.#workspace, [...changedLists.values()])
    const lists = new Map(
      [...changedLists.keys()].map((parent, index) => [parent, entries[index]?.map(({ key }) => key) ?? []]),
    )
    const changedPositions = [...lists.keys()]
      .flatMap((parent) => (parent === null ? [] : (this.#positions.get(parent) ?? [])))
      .sort((a, b) => a - b)
    const { ids: oldIds, depths: oldDepths } = this.#oldOrder
    const ids: string[] = []
    const depths: number[] = []
    const topLevel = lists.get(null) ?? this.#listOldChildren(-1)
    // A stack instead of recursion, because pages may be nested ten thousand deep.
    const stack = [{ siblings: topLevel, next: 0, depth: 0 }]
    for (let level = stack.at(-1); level; level = stack.at(-1)) {
      const id = level.siblings[level.next++]
      if (id === undefined) {
        stack.pop()
        continue
      }
      const { depth } = level
      ids.push(id)
      depths.push(depth)
      const position = this.#positions.get(id)
      const newList = lists.get(id)
      if (newList || position === undefined) {
        stack.push({ siblings: newList ?? (await this.#loadChildren(id)), next: 0, depth: depth + 1 })
        continue
      }
      const end = this.#findEnd(position)
      if (hasNumberBetween(changedPositions, position, end)) {
        stack.push({ siblings: this.#listOldChildren(position), next: 0, depth: depth + 1 })
        continue
      }
      const shift = depth - (oldDepths[position] ?? 0)
      for (let below = position + 1; below < end; below += 1) {
        ids.push(oldIds[below] ?? '')
        depths.push((oldDepths[below] ?? 0) + shift)
      }
    }
    return { ids, depths }
  }

  /** Where the pages below a page end in the old order. */
  #findEnd(position: number): number {
    const { depths } = this.#oldOrder
    const depth = depths[position] ?? 0
    let end = position + 1
    while (end < depths.length && (depths[end] ?? 0) > depth) end += 1
    return end
  }

  /** The pages right below a page in the old order; below -1 are those at the top level. */
  #listOldChildren(position: number): string[] {
    const { ids, depths } = this.#oldOrder
    const depth = position < 0 ? 0 : (depths[position] ?? 0) + 1
    const end = position < 0 ? ids.length : this.#findEnd(position)
    return ids.slice(position + 1, end).filter((_, index) => depths[position + 1 + index] === depth)
  }

  /** The children of a page that was below a closed page before, so the old order does not have it. */
  async #loadChildren(id: string): Promise<string[]> {
    const value = (await findValues(this.#workspace, this.#root.pages, [id])).get(id)
    if (value === undefined) throw new CorruptObject(this.#rootHash, `page ${id} has no record`)
    const { fields, children } = decodePage(value)
    const [entries = []] = await scanTrees(this.#workspace, [this.#isClosed(fields) ? null : children])
    return entries.map(({ key }) => key)
  }
}

/** Whether a sorted list has a number that is greater than `low` and less than `high`. */
function hasNumberBetween(sorted: readonly number[], low: number, high: number): boolean {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((sorted[middle] ?? 0) <= low) from = middle + 1
    else to = middle
  }
  return (sorted[from] ?? Infinity) < high
}
