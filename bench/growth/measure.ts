import type { Meters } from '../support/measure.ts'

/** CPU milliseconds of one request, of Verso and of PostgreSQL, at one size of what is stored. */
export interface Cost {
  size: number
  cpu: number
  postgresCpu: number
}

/** One row of the table: what was measured at several sizes, and what it is meant to cost at most. */
export interface GrowthRow {
  name: string
  aim: string
  costs: Cost[]
}

const AT_ONCE = 8

/** Sends each request once, eight at a time, and returns what one of them costs. */
export async function measureRequests(
  size: number,
  requests: readonly (() => Promise<unknown>)[],
  meters: Meters,
  atOnce = AT_ONCE,
): Promise<Cost> {
  const before = readMeters(meters)
  const queue = requests.values()
  const send = async () => {
    for (const request of queue) await request()
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  const after = readMeters(meters)
  return {
    size,
    cpu: (after.cpu - before.cpu) / requests.length,
    postgresCpu: (after.postgresCpu - before.postgresCpu) / requests.length,
  }
}

export const readMeters = ({ cpu, postgresCpu }: Meters) => ({
  cpu: cpu() ?? 0,
  postgresCpu: postgresCpu() ?? 0,
})

/**
 * How often each of the costs is measured. A machine that is shared is slower for minutes at a time, so the sizes take turns, and the
 * least of the rounds is what the work costs: whatever else the machine does only adds to it.
 */
export const ROUNDS = 5

/** The costs of one kind of request at several sizes, the least of the rounds for each. */
export class LeastCosts {
  readonly #costs = new Map<number, Cost>()

  add(cost: Cost): void {
    const known = this.#costs.get(cost.size)
    if (!known || sumCost(cost) < sumCost(known)) this.#costs.set(cost.size, cost)
  }

  list(): Cost[] {
    return [...this.#costs.values()]
  }
}

const sumCost = ({ cpu, postgresCpu }: Cost): number => cpu + postgresCpu

/** The mean of several measurements at one size. */
export const averageCosts = (costs: readonly Cost[]): Cost => ({
  size: costs[0]?.size ?? 0,
  cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0) / costs.length,
  postgresCpu: costs.reduce((sum, { postgresCpu }) => sum + postgresCpu, 0) / costs.length,
})

/** The table of `bench/README.md`: Verso's CPU milliseconds, then PostgreSQL's. */
export const growthTable = (rows: readonly GrowthRow[]): string =>
  [
    '| growth: CPU ms a request, Verso + PostgreSQL | aim, in all | at each size |',
    '|---|---|---|',
    ...rows.map(({ name, aim, costs }) => `| ${name} | ${aim} | ${costs.map(formatCost).join(' · ')} |`),
  ].join('\n')

const formatCost = ({ size, cpu, postgresCpu }: Cost): string =>
  `${size.toLocaleString('en')}: ${cpu.toFixed(2)} + ${postgresCpu.toFixed(2)}`
