import { randomFillSync } from 'node:crypto'

export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 11
const randomLength = 15

let lastMicroseconds = 0

/**
 * An identifier: 55 bits of microseconds, then 75 random bits, in lower-case base 32. Identifiers sort by
 * the time they were made (also within one millisecond of one process), can stand in a URL as they are and
 * cannot be guessed.
 */
export function newId(): string {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  lastMicroseconds = Math.max(now, lastMicroseconds + 1)

  let time = ''
  for (let rest = lastMicroseconds, digit = 0; digit < timeLength; digit++) {
    time = alphabet.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  return time + randomDigits(randomLength)
}

/** Whether a text could be an identifier. */
export const isId = (text: string): boolean =>
  text.length === timeLength + randomLength && Array.from(text).every((digit) => alphabet.includes(digit))

/** Random digits of the identifiers' alphabet, five bits each. */
export function randomDigits(length: number): string {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  let digits = ''
  for (const end = used + length; used < end; used++) digits += alphabet.charAt((pool[used] ?? 0) & 31)
  return digits
}

// Asking the system for randomness costs far more than the few bytes that one identifier takes of it.
const pool = new Uint8Array(4096)
let used = pool.length
