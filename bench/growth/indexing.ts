import { setTimeout as sleep } from 'node:timers/promises'
import { withGrowthBench } from './bench.ts'
import { readMeters } from './measure.ts'
import { SizedSpace, sizes } from './pages.ts'

/** How fast new pages of one space are indexed, until a search says that it has looked at all of them: in the fastest round. */
export interface IndexingSpeed {
  size: number
  perSecond: number
  cpu: number
  postgresCpu: number
}

const WARM_UP_PAGES = 2000
const POLL_INTERVAL_MS = 20
const ROUNDS = 3

export const measureIndexing = (): Promise<IndexingSpeed[]> =>
  withGrowthBench(async (bench) => {
    // It works on jobs, as in production; nothing tells it of what the benchmark writes, so it begins with the first search.
    const verso = await bench.startAnother()
    const meters = { cpu: verso.meters.cpu, postgresCpu: bench.meters.postgresCpu }
    const measureSize = async (size: number): Promise<IndexingSpeed> => {
      const space = new SizedSpace(bench, size)
      await space.create()
      await verso.quiet()
      const before = { ...readMeters(meters), time: performance.now() }
      const path = `/spaces/${space.id}/search?query=water`
      while ((await verso.call<{ complete?: boolean }>('GET', path)).complete === false) {
        await sleep(POLL_INTERVAL_MS)
      }
      const perSecond = (size * 1000) / (performance.now() - before.time)
      const after = readMeters(meters)
      return {
        size,
        perSecond,
        cpu: (after.cpu - before.cpu) / size,
        postgresCpu: (after.postgresCpu - before.postgresCpu) / size,
      }
    }
    const speeds = new Map<number, IndexingSpeed>()
    try {
      await measureSize(WARM_UP_PAGES)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const size of sizes) {
          const speed = await measureSize(size)
          if (speed.perSecond > (speeds.get(size)?.perSecond ?? 0)) speeds.set(size, speed)
        }
      }
    } finally {
      await verso.stop()
    }
    return [...speeds.values()]
  })

export const indexingTable = (speeds: readonly IndexingSpeed[]): string =>
  [
    '| new pages of one space, until all are found | pages a second | CPU ms a page, Verso | CPU ms a page, PostgreSQL |',
    '|---|--:|--:|--:|',
    ...speeds.map(
      ({ size, perSecond, cpu, postgresCpu }) =>
        `| ${size.toLocaleString('en')} | ${perSecond.toFixed(0)} | ${cpu.toFixed(2)} | ${postgresCpu.toFixed(2)} |`,
    ),
    '| the aim | 1000 | | |',
  ].join('\n')
