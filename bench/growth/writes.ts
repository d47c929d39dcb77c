import { openEmbeddedPostgres } from '../../packages/server/src/database/embedded/index.ts'
import { openDistantDatabase } from '../support/distant-database.ts'
import type { Meters } from '../support/measure.ts'
import { Verso } from '../support/verso.ts'
import { readMeters, ROUNDS } from './measure.ts'
import { WrittenSpace } from './written-space.ts'

/** What it costs to write a page and merge it, and how many a second can be, so many at once, each in another space: in the round that cost least. */
export interface WriteCost {
  atOnce: number
  /** How much later the database gets each message, as if it were on another machine. */
  delayMs: number
  cpu: number
  postgresCpu: number
  perSecond: number
}

const SPACES = 8
const PAGES_PER_SPACE = 200
const WRITES = 160
const WARM_UP_WRITES = 400
const atOnceSizes = [1, 2, 8]
/**
 * Where one at a time keeps the processors busy, as beside the database on a machine of two, more at once cannot be much faster. Where
 * each waits for the database instead, they show whether one waits for another.
 */
const DELAY_MS = 2

export async function measureWrites(): Promise<WriteCost[]> {
  return [...(await measureBeside()), ...(await measureAway())]
}

async function measureBeside(): Promise<WriteCost[]> {
  const verso = await Verso.start()
  try {
    return await measureDatabase(verso, verso.meters, 0)
  } finally {
    await verso.stop()
  }
}

async function measureAway(): Promise<WriteCost[]> {
  // It only runs the database, and works on no job.
  const owner = await Verso.start({}, ['--role', 'api'])
  const silent = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(owner.dataDir, silent, { share: true })
  const database = await openDistantDatabase(postgres.address, DELAY_MS)
  try {
    const verso = await Verso.start({ DATABASE_URL: database.url })
    try {
      const meters = { cpu: verso.meters.cpu, postgresCpu: owner.meters.postgresCpu }
      return await measureDatabase(verso, meters, DELAY_MS)
    } finally {
      await verso.stop()
    }
  } finally {
    await database.close()
    await postgres.close()
    await owner.stop()
  }
}

async function measureDatabase(verso: Verso, meters: Meters, delayMs: number): Promise<WriteCost[]> {
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
      const cost = { ...(await measureRound(meters, spaces, atOnce)), delayMs }
      const known = costs.get(atOnce)
      if (!known || cost.cpu + cost.postgresCpu < known.cpu + known.postgresCpu) costs.set(atOnce, cost)
    }
  }
  return [...costs.values()]
}

async function measureRound(
  meters: Meters,
  spaces: readonly WrittenSpace[],
  atOnce: number,
): Promise<Omit<WriteCost, 'delayMs'>> {
  const before = { ...readMeters(meters), time: performance.now() }
  await writeAll(spaces, atOnce, WRITES)
  const perSecond = (WRITES * 1000) / (performance.now() - before.time)
  const after = readMeters(meters)
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
      ({ atOnce, delayMs, cpu, postgresCpu, perSecond }) =>
        `| ${atOnce} at once, each in another space${delayMs ? `, the database ${delayMs} ms away` : ''} | ${cpu.toFixed(1)} | ${postgresCpu.toFixed(1)} | ${perSecond.toFixed(0)} |`,
    ),
    '| the aim | 15 in all | | 8 at once: three times 1 |',
  ].join('\n')
