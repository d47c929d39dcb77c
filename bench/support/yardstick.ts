import { createHash } from 'node:crypto'

const ROUNDS = 20

/**
 * CPU milliseconds of a piece of work that is always the same, in the fastest of some rounds. A shared machine is faster or slower by
 * half for minutes at a time: figures of two runs can be compared when this is alike in both.
 */
export function measureYardstick(): number {
  const rows = Array.from({ length: 4000 }, (_, number) => ({
    id: `row-${(number * 7919) % 4000}`,
    text: 'The gauge measures the height of the water. '.repeat(1 + (number % 5)),
  }))
  let least = Infinity
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    work(rows)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** Writes, reads, sorts and hashes, as a server does. */
function work(rows: readonly { id: string; text: string }[]): string {
  // What was written is an array of such rows.
  const parsed = JSON.parse(JSON.stringify(rows)) as { id: string; text: string }[]
  const sorted = parsed.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const hash = createHash('sha256')
  for (const { id, text } of sorted) hash.update(`${id} ${text.toUpperCase()}`)
  return hash.digest('hex')
}
