import { Verso } from '../support/verso.ts'
import { readMeters, ROUNDS } from './measure.ts'
import { WrittenSpace } from './written-space.ts'

/** What it costs to write a page and merge it, and how many a second can be, so many at once, each in another space: in the round that cost least. */
export interface WriteCost {
  atOnce: number
  cpu: number
  postgresCpu: number
  perSecond: number
}

const SPACES = 8
const PAGES_PER_SPACE = 200
const WRITES = 160
const WARM_UP_WRITES = 400
const atOnceSizes = [1, 2, 8]

export async function measureWrites(): Promise<WriteCost[]> {
  const verso = await Verso.start()
  try {
    const organizationId = await verso.organization()
    const spaces: WrittenSpace[] = []
    for (let number = 0; number < SPACES; number += 1) {
      spaces.push(await WrittenSpace.create(verso, organizationId, PAGES_PER_SPACE))
    }
    await writeAll(spaces, SPACES, WARM_UP_WRITES)
    const costs = new Map<number, WriteCost>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const atOnce of atOnceSizes) {
        await verso.quiet()
        const cost = await measureRound(verso, spaces, atOnce)
        const known = costs.get(atOnce)
        if (!known || cost.cpu + cost.postgresCpu < known.cpu + known.postgresCpu) costs.set(atOnce, cost)
      }
    }
    return [...costs.values()]
  } finally {
    await verso.stop()
  }
}

async function measureRound(
  verso: Verso,
  spaces: readonly WrittenSpace[],
  atOnce: number,
): Promise<WriteCost> {
  const before = { ...readMeters(verso.meters), time: performance.now() }
  await writeAll(spaces, atOnce, WRITES)
  const perSecond = (WRITES * 1000) / (performance.now() - before.time)
  const after = readMeters(verso.meters)
  return {
    atOnce,
    perSecond,
    cpu: (after.cpu - before.cpu) / WRITES,
    postgresCpu: (after.postgresCpu - before.postgresCpu) / WRITES,
  }
}

/** Each of the writers has spaces of its own. */
async function writeAll(spaces: readonly WrittenSpace[], atOnce: number, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number).values()
  const write = async (_: unknown, writer: number) => {
    for (const number of numbers) {
      const own = spaces.filter((_space, index) => index % atOnce === writer)
      await own[number % own.length]?.writeAndMerge()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, write))
}

export const writeTable = (costs: readonly WriteCost[]): string =>
  [
    '| a change request with one changed page, merged | CPU ms, Verso | CPU ms, PostgreSQL | a second |',
    '|---|--:|--:|--:|',
    ...costs.map(
      ({ atOnce, cpu, postgresCpu, perSecond }) =>
        `| ${atOnce} at once, each in another space | ${cpu.toFixed(1)} | ${postgresCpu.toFixed(1)} | ${perSecond.toFixed(0)} |`,
    ),
    '| the aim | 15 in all | | 8 at once: three times 1 |',
  ].join('\n')
