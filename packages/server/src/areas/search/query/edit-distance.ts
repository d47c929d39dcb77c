/**
 * How many letters must be changed, put in, taken out or swapped with their neighbour to make one word of the other;
 * more than `most` is only told to be more.
 */
export function computeEditDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let last: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    let smallest = i
    for (let j = 1; j <= other.length; j++) {
      const same = one.charAt(i - 1) === other.charAt(j - 1)
      let steps = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped =
        i > 1 &&
        j > 1 &&
        one.charAt(i - 1) === other.charAt(j - 2) &&
        one.charAt(i - 2) === other.charAt(j - 1)
      if (swapped) steps = Math.min(steps, (last[j - 2] ?? 0) + 1)
      next.push(steps)
      smallest = Math.min(smallest, steps)
    }
    if (smallest > most) return most + 1
    last = row
    row = next
  }
  return row[other.length] ?? most + 1
}

/** How many mistakes a word of this length may have and still be recognized. */
export const countAllowedTypos = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** The word with each two neighbours swapped: what fast fingers type, and what trigrams see least. */
export const swapNeighbours = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, index) => word.slice(0, index) + word.charAt(index + 1) + word.charAt(index) + word.slice(index + 2),
  )
