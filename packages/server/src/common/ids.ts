import { randomFillSync } from 'node:crypto'

export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 11
const RANDOM_DIGITS = 15
/**
 * Added to the first digit, so that it is a letter: others use identifiers as HTML ids and CSS selectors, which must not
 * begin with a number. Identifiers from before begin with `1`, and sort before all of these.
 */
const FIRST_LETTER_OFFSET = 9

let lastMicroseconds = 0

/**
 * Creates an identifier: 55 bits of microseconds, then 75 random bits, in lower-case base 32, and a letter first. Identifiers
 * sort by the time of their creation (also within one millisecond of one process), need no escaping in a URL and cannot be
 * guessed.
 */
export function newId(): string {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  lastMicroseconds = Math.max(now, lastMicroseconds + 1)

  let time = ''
  for (let rest = lastMicroseconds, digit = 0; digit < TIME_DIGITS; digit++) {
    time = alphabet.charAt((rest % 32) + (digit === TIME_DIGITS - 1 ? FIRST_LETTER_OFFSET : 0)) + time
    rest = Math.floor(rest / 32)
  }
  return time + randomDigits(RANDOM_DIGITS)
}

/** Whether a text could be an identifier. */
export const isId = (text: string): boolean =>
  text.length === TIME_DIGITS + RANDOM_DIGITS && Array.from(text).every((digit) => alphabet.includes(digit))

/** Random digits of the identifiers' alphabet, five bits each. */
export function randomDigits(length: number): string {
  if (poolOffset + length > randomPool.length) {
    randomFillSync(randomPool)
    poolOffset = 0
  }
  let digits = ''
  for (const end = poolOffset + length; poolOffset < end; poolOffset++)
    digits += alphabet.charAt((randomPool[poolOffset] ?? 0) & 31)
  return digits
}

// A system call for random bytes costs far more than the few bytes of one identifier, so many are read at once.
const randomPool = new Uint8Array(4096)
let poolOffset = randomPool.length
