import type { Change, DocumentInput, PageFields, PageTree } from '@verso/revisions'

/** Where a page is to be: behind those of the same parent that come before it in the list. */
export interface Placed {
  id: string
  parent: string | null
  /** For a page that is not there yet. */
  insert?: { fields: PageFields; document: DocumentInput }
}

/**
 * The changes that bring the pages to their places, parents before children, and delete those that have none; pages
 * that are `kept` stay where they are. What is in the right order already is not moved.
 */
export function arrange(
  pages: readonly PageTree[],
  placed: readonly Placed[],
  kept: ReadonlySet<string>,
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

  const wanted = new Map<string | null, Placed[]>()
  for (const place of placed) {
    const siblings = wanted.get(place.parent)
    if (siblings) siblings.push(place)
    else wanted.set(place.parent, [place])
  }
  const last = new Map<string | null, string>()
  const stays = new Map(
    [...wanted].map(([parent, siblings]) => [parent, staying(lists.get(parent) ?? [], siblings)]),
  )
  for (const { id, parent, insert } of placed) {
    const siblings = lists.get(parent) ?? []
    lists.set(parent, siblings)
    const before = last.get(parent)
    last.set(parent, id)
    if (stays.get(parent)?.has(id)) continue
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

  const living = new Set([...placed.map(({ id }) => id), ...kept])
  const remove = (parent: string | null) => {
    for (const id of lists.get(parent) ?? []) {
      if (living.has(id)) remove(id)
      else changes.push({ type: 'delete-page', id })
    }
  }
  remove(null)
  return changes
}

/** Of the wanted siblings, a longest run that is in this order already. */
function staying(now: readonly string[], wanted: readonly Placed[]): Set<string> {
  const positions = new Map(now.map((id, index) => [id, index]))
  // For each length, the run of that length that ends earliest, as a chain.
  interface Link {
    id: string
    position: number
    before: Link | undefined
  }
  const ends: Link[] = []
  for (const { id } of wanted) {
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
