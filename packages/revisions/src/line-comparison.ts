/** What comparing texts line by line shares, whether two of them or three. */

export type Lines = string[]

/** Lines that occur once, with their positions, in order. */
export function findUniqueLines(lines: Lines): Map<string, number> {
  const positions = new Map<string, number>()
  const repeatedLines = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (positions.has(line)) repeatedLines.add(line)
    else positions.set(line, index)
  }
  for (const line of repeatedLines) positions.delete(line)
  return positions
}

/**
 * Estimates the cost of a comparison: the number of pairs of equal lines, times the length of the path through
 * them.
 */
export function estimateSteps(a: Lines, b: Lines): number {
  const counts = new Map<string, number>()
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1)
  const pairs = b.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
  return pairs * Math.min(a.length, b.length)
}
