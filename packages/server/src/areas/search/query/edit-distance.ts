/**
 * The Damerau-Levenshtein distance: how many letters must be changed, added, removed or swapped with their neighbour to
 * turn one word into the other. Any distance above `limit` is returned as `limit + 1`.
 */
export function computeEditDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let smallest = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one.charAt(i - 1) === other.charAt(j - 1)
      let distance = Math.min(
        (lastRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (lastRow[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped =
        i > 1 &&
        j > 1 &&
        one.charAt(i - 1) === other.charAt(j - 2) &&
        one.charAt(i - 2) === other.charAt(j - 1)
      if (isSwapped) distance = Math.min(distance, (rowBeforeLast[j - 2] ?? 0) + 1)
      row.push(distance)
      smallest = Math.min(smallest, distance)
    }
    if (smallest > limit) return limit + 1
    rowBeforeLast = lastRow
    lastRow = row
  }
  return lastRow[other.length] ?? limit + 1
}
