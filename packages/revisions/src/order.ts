/**
 * A largest set of items that two lists have in the same order. The other items that both lists have were moved.
 */
export function findUnmovedItems(before: readonly string[], after: readonly string[]): Set<string> {
  const positionById = new Map(before.map((id, index) => [id, index]))
  const commonItems = after.filter((id) => positionById.has(id))
  return new Set(findLongestIncreasing(commonItems, (id) => positionById.get(id) ?? 0))
}

/** A longest subsequence in which `rank` increases, found by patience sorting. */
export function findLongestIncreasing<T>(items: readonly T[], rank: (item: T) => number): T[] {
  // For each length, the index of the smallest last item of such a subsequence, and for each item its predecessor.
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
  /** The items that both sides moved within or into the list, to different positions. */
  readonly conflicts: readonly string[]
}

/**
 * Merges the orders of three lists. The items that neither side moved keep their order and are the anchors: every
 * other item follows the anchor that it follows on the side that moved or added it. When both sides put an item at
 * different positions, our position counts and the item is a conflict. Without conflicts the result is the same
 * with the sides swapped.
 */
export function mergeOrders(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  members: ReadonlySet<string>,
): MergedOrder {
  const inOurs = new Set(ours)
  const inTheirs = new Set(theirs)
  const unmovedInOurs = findUnmovedItems(base, ours)
  const unmovedInTheirs = findUnmovedItems(base, theirs)
  const isUnmoved = (id: string): boolean =>
    members.has(id) &&
    (unmovedInOurs.has(id) || !inOurs.has(id)) &&
    (unmovedInTheirs.has(id) || !inTheirs.has(id))
  const unmovedIds = base.filter((id) => isUnmoved(id))
  const anchors = new Set(unmovedIds)

  const inBase = new Set(base)
  const groupMovedItems = (list: readonly string[], unmovedItems: ReadonlySet<string>) =>
    groupByAnchor(
      list,
      anchors,
      (id) => members.has(id) && !anchors.has(id) && !(inBase.has(id) && unmovedItems.has(id)),
    )
  const movedByOurs = groupMovedItems(ours, unmovedInOurs)
  const movedByTheirs = groupMovedItems(theirs, unmovedInTheirs)
  const conflicts = new Set<string>()
  for (const [id, anchor] of movedByOurs.anchorOf) {
    const theirAnchor = movedByTheirs.anchorOf.get(id)
    if (theirAnchor === undefined || theirAnchor === anchor) continue
    conflicts.add(id)
    movedByTheirs.remove(id)
  }

  const ids: string[] = []
  for (const anchor of [null, ...unmovedIds]) {
    if (anchor !== null) ids.push(anchor)
    const mergedRun = interleaveRuns(movedByOurs.runs.get(anchor) ?? [], movedByTheirs.runs.get(anchor) ?? [])
    for (const id of mergedRun.ids) ids.push(id)
    for (const id of mergedRun.conflicts) conflicts.add(id)
  }
  return { ids, conflicts: [...conflicts] }
}

/** Groups the chosen items of a list by the anchor before them, or `null` for those before the first anchor. */
function groupByAnchor(
  list: readonly string[],
  anchors: ReadonlySet<string>,
  isChosen: (id: string) => boolean,
) {
  const runs = new Map<string | null, string[]>()
  const anchorById = new Map<string, string | null>()
  let anchor: string | null = null
  for (const id of list) {
    if (anchors.has(id)) anchor = id
    if (!isChosen(id)) continue
    const run = runs.get(anchor)
    if (run === undefined) runs.set(anchor, [id])
    else run.push(id)
    anchorById.set(id, anchor)
  }
  const remove = (id: string): void => {
    const itemAnchor = anchorById.get(id) ?? null
    runs.set(itemAnchor, runs.get(itemAnchor)?.filter((other) => other !== id) ?? [])
  }
  return { runs, anchorOf: anchorById, remove }
}

/**
 * Merges two runs of items behind one anchor. They are aligned at the items that both have, the ties. Between ties
 * the run with the smaller first id comes first.
 */
function interleaveRuns(ours: readonly string[], theirs: readonly string[]): MergedOrder {
  const unmovedItems = findUnmovedItems(ours, theirs)
  const inOurs = new Set(ours)
  const conflicts = theirs.filter((id) => !unmovedItems.has(id) && inOurs.has(id))
  const ourParts = splitAtTies(ours, unmovedItems)
  const theirParts = splitAtTies(
    theirs.filter((id) => unmovedItems.has(id) || !inOurs.has(id)),
    unmovedItems,
  )
  const ids: string[] = []
  for (const [index, { run: ourRun, tie }] of ourParts.entries()) {
    const theirRun = theirParts[index]?.run ?? []
    const [ourFirstId = ''] = ourRun
    const [theirFirstId = ''] = theirRun
    const theirsLead = theirFirstId !== '' && (ourFirstId === '' || theirFirstId < ourFirstId)
    for (const id of theirsLead ? theirRun.concat(ourRun) : ourRun.concat(theirRun)) ids.push(id)
    if (tie !== undefined) ids.push(tie)
  }
  return { ids, conflicts }
}

function splitAtTies(list: readonly string[], ties: ReadonlySet<string>): { run: string[]; tie?: string }[] {
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
