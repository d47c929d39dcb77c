import type { Block, Document } from './types.ts'

/**
 * A document in which some of its top blocks are what they were in an earlier one: away where they were added, back
 * where they were deleted, as they were where they were changed or moved. A key may be of either document.
 */
export function revertBlocks(now: Document, then: Document, keys: ReadonlySet<string>): Document {
  const kept = keptInOrder(now.nodes, then.nodes)
  const wasThere = new Set(then.nodes.map(({ key }) => key))
  const moved = new Set(now.nodes.map(({ key }) => key).filter((key) => wasThere.has(key)))
  const nodes: Block[] = []
  let [inNow, inThen] = [0, 0]
  const upTo = (nowEnd: number, thenEnd: number): void => {
    const gap = between(now.nodes.slice(inNow, nowEnd), then.nodes.slice(inThen, thenEnd), { keys, moved })
    for (const block of gap) nodes.push(block)
    inNow = nowEnd
    inThen = thenEnd
  }
  for (const { index, before } of kept) {
    upTo(index, before)
    nodes.push(...now.nodes.slice(index, index + 1))
    inNow = index + 1
    inThen = before + 1
  }
  upTo(now.nodes.length, then.nodes.length)
  return { ...now, nodes }
}

/**
 * What stands between two blocks that stayed: each with the one it was, as far as they are of one type. What was moved
 * is the one it was at another place, and no other.
 */
function* between(
  now: Block[],
  then: Block[],
  { keys, moved }: { keys: ReadonlySet<string>; moved: ReadonlySet<string> },
): Generator<Block> {
  for (let index = 0; index < Math.max(now.length, then.length); index++) {
    const [after, before] = [now[index], then[index]]
    const isChanged =
      after && before && after.type === before.type && !moved.has(after.key) && !moved.has(before.key)
    if (isChanged) {
      yield keys.has(after.key) || keys.has(before.key) ? before : after
      continue
    }
    if (before && keys.has(before.key)) yield before
    if (after && !keys.has(after.key)) yield after
  }
}

/** The longest run of blocks that are in both, in one order. Keys are of one block each. */
function keptInOrder(now: readonly Block[], then: readonly Block[]): { index: number; before: number }[] {
  const places = new Map(then.map(({ key }, index) => [key, index]))
  /** The end of the best run of each length, and what comes before each in its run. */
  const ends: { index: number; before: number }[] = []
  const previous = new Map<number, { index: number; before: number } | undefined>()
  for (const [index, { key }] of now.entries()) {
    const before = places.get(key)
    if (before === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle]?.before ?? 0) < before) low = middle + 1
      else high = middle
    }
    ends[low] = { index, before }
    previous.set(index, ends[low - 1])
  }
  const run: { index: number; before: number }[] = []
  for (let at = ends.at(-1); at; at = previous.get(at.index)) run.unshift(at)
  return run
}
