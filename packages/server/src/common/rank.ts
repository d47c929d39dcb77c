import { alphabet, newId, randomDigits } from './ids.ts'

/**
 * A rank is a string that siblings are sorted by, bytewise. A new rank is created between those of its neighbours, so a
 * move writes one row and never renumbers the others.
 *
 * Two items moved into the same gap at the same moment must not get the same rank, or nothing could ever be
 * put between them; a few random digits at the end see to that.
 */
const JITTER_DIGITS = 4

/** A rank after all that exist: identifiers grow with time, so a new one sorts behind every earlier rank. */
export const lastRank = (): string => newId()

/** A rank between two others; `null` stands for the open end on that side. */
export function rankBetween(before: string | null, after: string | null): string {
  if (after !== null) return midpoint(before ?? '', after) + jitter()
  const fresh = lastRank()
  // A clock that went backwards must not put the new item before the one that is last now.
  return before === null || fresh > before ? fresh : above(before) + jitter()
}

/** `count` ranks between two others, in order. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count === 0) return []
  const half = Math.floor(count / 2)
  const middle = rankBetween(before, after)
  return [...ranksBetween(before, middle, half), middle, ...ranksBetween(middle, after, count - half - 1)]
}

/**
 * A string strictly between two that is not the beginning of the upper one, so that whatever is appended to
 * it stays between them.
 */
function midpoint(low: string, high: string): string {
  let common = 0
  while (common < high.length && (low.charAt(common) || '0') === high.charAt(common)) common++
  const lowDigit = valueAt(low, common)
  const highDigit = valueAt(high, common)
  if (highDigit <= lowDigit) throw new RangeError(`no rank fits between "${low}" and "${high}"`)

  const prefix = high.slice(0, common)
  if (highDigit - lowDigit > 1) return prefix + alphabet.charAt(Math.floor((lowDigit + highDigit) / 2))
  return prefix + alphabet.charAt(lowDigit) + above(low.slice(common + 1))
}

/** A short string above `low`. */
function above(low: string): string {
  let full = 0
  while (valueAt(low, full) === alphabet.length - 1) full++
  return low.slice(0, full) + alphabet.charAt(Math.ceil((valueAt(low, full) + alphabet.length) / 2))
}

const valueAt = (rank: string, position: number): number =>
  position < rank.length ? alphabet.indexOf(rank.charAt(position)) : 0

// A rank that ends in the lowest digit would leave no room before it.
function jitter(): string {
  const digits = randomDigits(JITTER_DIGITS)
  return digits.endsWith('0') ? `${digits.slice(0, -1)}1` : digits
}
