/** A longest set of items that two lists have in the same order: what is not in it was moved. */
export function keptInOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const position = new Map(before.map((id, index) => [id, index]))
  const common = after.filter((id) => position.has(id))
  return new Set(longestIncreasing(common, (id) => position.get(id) ?? 0))
}

/** A longest subsequence along which `rank` grows (patience sorting). */
export function longestIncreasing<T>(items: readonly T[], rank: (item: T) => number): T[] {
  // For each length, the index of the smallest last item of such a subsequence, and whom each item follows.
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  const rankAt = (index: number | undefined): number => {
    const item = index === undefined ? undefined : items[index]
    return item === undefined ? -1 : rank(item)
  }
  for (const [index, item] of items.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (rankAt(tails[middle]) < rank(item)) low = middle + 1
      else high = middle
    }
    previous.push(tails[low - 1])
    tails[low] = index
  }
  const result: T[] = []
  for (let index = tails.at(-1); index !== undefined; index = previous[index]) {
    const item = items[index]
    if (item !== undefined) result.push(item)
  }
  return result.toReversed()
}

export interface MergedOrder {
  readonly ids: readonly string[]
  /** Those that both sides moved within or into the list, to different places. */
  readonly conflicts: readonly string[]
}

/**
 * One order out of three. What neither side moved keeps its order and holds the others in place: each of them
 * follows the one it follows on the side that put it there. When both sides put the same item in different
 * places, the first side's place is taken and the item is named. Without such items the result is the same
 * with the sides swapped.
 */
export function mergeOrder(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  members: ReadonlySet<string>,
): MergedOrder {
  const inOurs = new Set(ours)
  const inTheirs = new Set(theirs)
  const keptByOurs = keptInOrder(base, ours)
  const keptByTheirs = keptInOrder(base, theirs)
  const held = (id: string): boolean =>
    members.has(id) && (keptByOurs.has(id) || !inOurs.has(id)) && (keptByTheirs.has(id) || !inTheirs.has(id))
  const backbone = base.filter((id) => held(id))
  const anchors = new Set(backbone)

  const inBase = new Set(base)
  const placedBy = (list: readonly string[], kept: ReadonlySet<string>) =>
    gaps(list, anchors, (id) => members.has(id) && !anchors.has(id) && !(inBase.has(id) && kept.has(id)))
  const fromOurs = placedBy(ours, keptByOurs)
  const fromTheirs = placedBy(theirs, keptByTheirs)
  const conflicts = new Set<string>()
  for (const [id, anchor] of fromOurs.anchorOf) {
    const other = fromTheirs.anchorOf.get(id)
    if (other === undefined || other === anchor) continue
    conflicts.add(id)
    fromTheirs.remove(id)
  }

  const ids: string[] = []
  for (const anchor of [null, ...backbone]) {
    if (anchor !== null) ids.push(anchor)
    const run = interleave(fromOurs.runs.get(anchor) ?? [], fromTheirs.runs.get(anchor) ?? [])
    for (const id of run.ids) ids.push(id)
    for (const id of run.conflicts) conflicts.add(id)
  }
  return { ids, conflicts: [...conflicts] }
}

/** The chosen items of a list by the anchor they come after, `null` for those before the first. */
function gaps(list: readonly string[], anchors: ReadonlySet<string>, chosen: (id: string) => boolean) {
  const runs = new Map<string | null, string[]>()
  const anchorOf = new Map<string, string | null>()
  let anchor: string | null = null
  for (const id of list) {
    if (anchors.has(id)) anchor = id
    if (!chosen(id)) continue
    const run = runs.get(anchor)
    if (run === undefined) runs.set(anchor, [id])
    else run.push(id)
    anchorOf.set(id, anchor)
  }
  const remove = (id: string): void => {
    const place = anchorOf.get(id) ?? null
    runs.set(place, runs.get(place)?.filter((other) => other !== id) ?? [])
  }
  return { runs, anchorOf, remove }
}

/** Two runs of one gap. Shared items tie them together; between ties the run with the smaller first id leads. */
function interleave(ours: readonly string[], theirs: readonly string[]): MergedOrder {
  const kept = keptInOrder(ours, theirs)
  const inOurs = new Set(ours)
  const conflicts = theirs.filter((id) => !kept.has(id) && inOurs.has(id))
  const left = split(ours, kept)
  const right = split(
    theirs.filter((id) => kept.has(id) || !inOurs.has(id)),
    kept,
  )
  const ids: string[] = []
  for (const [index, { run, tie }] of left.entries()) {
    const other = right[index]?.run ?? []
    const [first = ''] = run
    const [second = ''] = other
    const otherLeads = second !== '' && (first === '' || second < first)
    for (const id of otherLeads ? other.concat(run) : run.concat(other)) ids.push(id)
    if (tie !== undefined) ids.push(tie)
  }
  return { ids, conflicts }
}

function split(list: readonly string[], ties: ReadonlySet<string>): { run: string[]; tie?: string }[] {
  const parts: { run: string[]; tie?: string }[] = []
  let run: string[] = []
  for (const id of list) {
    if (!ties.has(id)) {
      run.push(id)
      continue
    }
    parts.push({ run, tie: id })
    run = []
  }
  return [...parts, { run }]
}
