import { hours, minutes, seconds } from './clock.ts'

const units: Record<string, number> = { '': seconds, ms: 1, s: seconds, min: minutes, h: hours }

const MIN_TIMEOUT_MS = 100
const MAX_TIMEOUT_MS = 24 * hours

/** Milliseconds, from a number of seconds or one with a unit; undefined for text that is no time limit. */
export function readTimeout(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,9}) ?(|ms|s|min|h)$/.exec(text) ?? []
  const milliseconds = Number(digits) * (units[unit] ?? 0)
  return milliseconds >= MIN_TIMEOUT_MS && milliseconds <= MAX_TIMEOUT_MS ? milliseconds : undefined
}
