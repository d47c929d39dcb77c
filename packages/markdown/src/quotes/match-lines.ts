import { findDifferentRanges, listMatches } from '../splice/match-sequences.ts'

/** Lines that occur more often than this are not told apart by what stands around them. */
const MAX_REPEATS = 40
/** So many lines before and after a repeated line are compared. */
const MAX_NEIGHBOURS = 5

/**
 * Says which lines of an older text are which lines of a newer one, wherever they stand now. Lines that occur once in
 * both are the same; of lines that occur more often, those that have the most neighbours in common.
 */
export function matchLines(base: readonly string[], current: readonly string[]): Map<number, number> {
  const matches = new Map<number, number>()
  const baseIndexes = groupIndexes(base)
  const currentIndexes = groupIndexes(current)
  // What is between lines that are the same in order is the likeliest, where neighbours do not decide.
  const inOrder = new Map(listMatches(base.length, findDifferentRanges(base, current)))
  for (const [line, places] of baseIndexes) {
    const targets = currentIndexes.get(line) ?? []
    const [place] = places
    const [target] = targets
    if (place === undefined || target === undefined) continue
    if (places.length === 1 && targets.length === 1) matches.set(place, target)
    else if (places.length <= MAX_REPEATS && targets.length <= MAX_REPEATS)
      for (const pair of matchRepeated(base, current, places, targets, inOrder)) matches.set(...pair)
  }
  return matches
}

function groupIndexes(lines: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [index, line] of lines.entries()) {
    const group = groups.get(line)
    if (group) group.push(index)
    else groups.set(line, [index])
  }
  return groups
}

/** Pairs places of one line where each is the best of the other. */
function matchRepeated(
  base: readonly string[],
  current: readonly string[],
  places: readonly number[],
  targets: readonly number[],
  inOrder: ReadonlyMap<number, number>,
): [number, number][] {
  const scores = places.map((place) => targets.map((target) => countNeighbours(base, current, place, target)))
  const keepsCount = places.length === targets.length
  const pairs: [number, number][] = []
  for (const [row, place] of places.entries()) {
    const ownScores = scores[row] ?? []
    const best = Math.max(...ownScores)
    const bestTargets = targets.filter((_, column) => ownScores[column] === best)
    const target =
      bestTargets.length === 1
        ? bestTargets[0]
        : bestTargets.find((candidate) => keepsCount && inOrder.get(place) === candidate)
    if (best === 0 || target === undefined) continue
    const column = targets.indexOf(target)
    const rivals = scores.filter((others, other) => other !== row && (others[column] ?? 0) >= best)
    if (rivals.length === 0 || (keepsCount && inOrder.get(place) === target)) pairs.push([place, target])
  }
  return pairs
}

/** Counts the lines next to two places that are the same, the ends of the texts included. */
function countNeighbours(
  base: readonly string[],
  current: readonly string[],
  place: number,
  target: number,
): number {
  let count = 0
  for (const step of [-1, 1]) {
    for (let distance = 1; distance <= MAX_NEIGHBOURS; distance++) {
      const [line, other] = [base[place + step * distance], current[target + step * distance]]
      if (line !== other) break
      count++
      if (line === undefined) break
    }
  }
  return count
}
