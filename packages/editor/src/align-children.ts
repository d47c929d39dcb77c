import type { Node } from 'prosemirror-model'

/** More pairs than this are not compared: the nodes between the common start and the common end are replaced. */
const MAX_COMPARED_PAIRS = 250_000

/** An equal node is worth more than any number of similar ones around it could be. */
const EQUAL_WORTH = 10
const SAME_TYPE_WORTH = 0.1

/** Pairs the children of two nodes in one order: equal ones, and the most similar ones of the same type. */
export function alignChildren(before: readonly Node[], after: readonly Node[]): [number, number][] {
  let head = 0
  while (head < before.length && head < after.length && areEqual(before[head], after[head])) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    areEqual(before[before.length - 1 - tail], after[after.length - 1 - tail])
  )
    tail++
  const pairs = Array.from({ length: head }, (_, index): [number, number] => [index, index])
  const oldMiddle = before.slice(head, before.length - tail)
  const newMiddle = after.slice(head, after.length - tail)
  for (const [oldIndex, newIndex] of alignMiddle(oldMiddle, newMiddle))
    pairs.push([head + oldIndex, head + newIndex])
  for (let index = tail; index > 0; index--) pairs.push([before.length - index, after.length - index])
  return pairs
}

const areEqual = (a: Node | undefined, b: Node | undefined): boolean =>
  a !== undefined && b !== undefined && a.eq(b)

/** Finds the pairs of the greatest worth, as the longest common subsequence is found. */
function alignMiddle(before: readonly Node[], after: readonly Node[]): [number, number][] {
  const [oldCount, newCount] = [before.length, after.length]
  if (oldCount === 0 || newCount === 0 || oldCount * newCount > MAX_COMPARED_PAIRS) return []
  const oldWords = before.map(listWords)
  const newWords = after.map(listWords)
  const width = newCount + 1
  const worths = new Float64Array(oldCount * newCount)
  const best = new Float64Array((oldCount + 1) * width)
  const bestAt = (i: number, j: number): number => best[i * width + j] ?? 0
  const worthAt = (i: number, j: number): number => worths[i * newCount + j] ?? 0
  for (let i = oldCount - 1; i >= 0; i--) {
    for (let j = newCount - 1; j >= 0; j--) {
      const worth = getWorth(before[i], after[j], oldWords[i], newWords[j])
      worths[i * newCount + j] = worth
      const paired = worth > 0 ? worth + bestAt(i + 1, j + 1) : 0
      best[i * width + j] = Math.max(bestAt(i + 1, j), bestAt(i, j + 1), paired)
    }
  }
  const pairs: [number, number][] = []
  let [i, j] = [0, 0]
  while (i < oldCount && j < newCount) {
    const worth = worthAt(i, j)
    if (worth > 0 && bestAt(i, j) === worth + bestAt(i + 1, j + 1)) pairs.push([i++, j++])
    else if (bestAt(i, j) === bestAt(i + 1, j)) i++
    else j++
  }
  return pairs
}

function getWorth(
  a: Node | undefined,
  b: Node | undefined,
  wordsOfA: ReadonlySet<string> | undefined,
  wordsOfB: ReadonlySet<string> | undefined,
): number {
  if (!a || !b || !wordsOfA || !wordsOfB || a.type !== b.type) return 0
  if (a.eq(b)) return EQUAL_WORTH
  const commonCount = wordsOfA.intersection(wordsOfB).size
  return SAME_TYPE_WORTH + commonCount / Math.max(wordsOfA.size, wordsOfB.size, 1)
}

const listWords = (node: Node): Set<string> => new Set(node.textContent.match(/[\p{L}\p{N}]+/gu) ?? [])
