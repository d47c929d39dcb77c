import type { Change, DocumentInput, PageFields, PageTree } from '@verso/revisions'

/** The position of a page: after those of the same parent that come before it in the list. */
export interface PagePlacement {
  id: string
  parent: string | null
  /** The content of a page that does not exist yet. */
  insert?: { fields: PageFields; document: DocumentInput }
}

/**
 * Plans the changes that move the pages to their positions, parents before children, and delete those without one. Pages
 * in `keptIds` stay where they are. Pages that are in the right order already are not moved.
 */
export function planPlacements(
  pages: readonly PageTree[],
  placements: readonly PagePlacement[],
  keptIds: ReadonlySet<string>,
): Change[] {
  const changes: Change[] = []
  const lists = new Map<string | null, string[]>()
  const parents = new Map<string, string | null>()
  const collect = (children: readonly PageTree[], parent: string | null) => {
    lists.set(
      parent,
      children.map(({ id }) => id),
    )
    for (const child of children) {
      parents.set(child.id, parent)
      collect(child.pages, child.id)
    }
  }
  collect(pages, null)

  const siblingsByParent = new Map<string | null, PagePlacement[]>()
  for (const place of placements) {
    const siblings = siblingsByParent.get(place.parent)
    if (siblings) siblings.push(place)
    else siblingsByParent.set(place.parent, [place])
  }
  const last = new Map<string | null, string>()
  const unmovedByParent = new Map(
    [...siblingsByParent].map(([parent, siblings]) => [
      parent,
      findUnmoved(lists.get(parent) ?? [], siblings),
    ]),
  )
  for (const { id, parent, insert } of placements) {
    const siblings = lists.get(parent) ?? []
    lists.set(parent, siblings)
    const before = last.get(parent)
    last.set(parent, id)
    if (unmovedByParent.get(parent)?.has(id)) continue
    if (!insert) {
      const from = lists.get(parents.get(id) ?? null) ?? []
      from.splice(from.indexOf(id), 1)
    }
    const at =
      before === undefined ? 0 : siblings.at(-1) === before ? siblings.length : siblings.indexOf(before) + 1
    siblings.splice(at, 0, id)
    parents.set(id, parent)
    if (insert) changes.push({ type: 'insert-page', id, parent, at, ...insert })
    else changes.push({ type: 'move-page', id, parent, at })
  }

  const remainingIds = new Set([...placements.map(({ id }) => id), ...keptIds])
  const remove = (parent: string | null) => {
    for (const id of lists.get(parent) ?? []) {
      if (remainingIds.has(id)) remove(id)
      else changes.push({ type: 'delete-page', id })
    }
  }
  remove(null)
  return changes
}

/** Finds a longest sequence of the siblings that is in this order already. */
function findUnmoved(
  currentOrder: readonly string[],
  siblingsByParent: readonly PagePlacement[],
): Set<string> {
  const positions = new Map(currentOrder.map((id, index) => [id, index]))
  // For each length, this has the sequence of that length that ends earliest, as a linked list.
  interface Link {
    id: string
    position: number
    before: Link | undefined
  }
  const ends: Link[] = []
  for (const { id } of siblingsByParent) {
    const position = positions.get(id)
    if (position === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle]?.position ?? 0) < position) low = middle + 1
      else high = middle
    }
    ends[low] = { id, position, before: ends[low - 1] }
  }
  const run = new Set<string>()
  for (let link = ends.at(-1); link; link = link.before) run.add(link.id)
  return run
}
