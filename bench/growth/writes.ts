import { Verso } from '../support/verso.ts'
import { readMeters } from './measure.ts'

/** What it costs to write a page and merge it, and how many a second can be, so many at once, each in another space. */
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
      spaces.push(await WrittenSpace.create(verso, organizationId))
    }
    await writeAll(spaces, SPACES, WARM_UP_WRITES)
    const costs: WriteCost[] = []
    for (const atOnce of atOnceSizes) {
      await verso.quiet()
      const before = { ...readMeters(verso.meters), time: performance.now() }
      await writeAll(spaces, atOnce, WRITES)
      const perSecond = (WRITES * 1000) / (performance.now() - before.time)
      const after = readMeters(verso.meters)
      costs.push({
        atOnce,
        perSecond,
        cpu: (after.cpu - before.cpu) / WRITES,
        postgresCpu: (after.postgresCpu - before.postgresCpu) / WRITES,
      })
    }
    return costs
  } finally {
    await verso.stop()
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

interface Identified {
  id: string
}

class WrittenSpace {
  readonly #verso: Verso
  readonly #path: string
  #pages: string[] = []
  #writes = 0

  private constructor(verso: Verso, id: string) {
    this.#verso = verso
    this.#path = `/spaces/${id}`
  }

  static async create(verso: Verso, organizationId: string): Promise<WrittenSpace> {
    const { id } = await verso.call<Identified>('POST', `/orgs/${organizationId}/spaces`, {})
    const space = new WrittenSpace(verso, id)
    const changes = Array.from({ length: PAGES_PER_SPACE }, (_, number) => ({
      operation: 'insert_page',
      title: `Page ${number}`,
      document: { markdown: `# Page ${number}\n\nThe gauge measures the height of the water.\n` },
    }))
    await space.#change(changes)
    const { pages } = await verso.call<{ pages: Identified[] }>('GET', `${space.#path}/content/pages`)
    space.#pages = pages.map((page) => page.id)
    return space
  }

  /** A new text for one page: a change request, the write and the merge. */
  async writeAndMerge(): Promise<void> {
    const number = this.#writes++
    const page = this.#pages[(number * 37) % this.#pages.length]
    const markdown = `# Edit ${number}\n\nThe gauge measures the height of the water, every six minutes.\n`
    await this.#change([{ operation: 'update_page', page, document: { markdown } }])
  }

  async #change(changes: readonly object[]): Promise<void> {
    const { id } = await this.#verso.call<Identified>('POST', `${this.#path}/change-requests`, {})
    const path = `${this.#path}/change-requests/${id}`
    for (let start = 0; start < changes.length; start += 50) {
      await this.#verso.call('POST', `${path}/content`, { changes: changes.slice(start, start + 50) })
    }
    await this.#verso.call('POST', `${path}/merge`, {})
  }
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
