import { setTimeout as sleep } from 'node:timers/promises'
import { type MemoryUse, readMemoryUse } from '../memory.ts'
import { Text } from '../support/text.ts'
import { headers, Verso } from '../support/verso.ts'
import { WrittenSpace } from './written-space.ts'

/** An hour of a hundred requests a second, sent as fast as they are answered. */
const REQUESTS = Number(process.env['BENCH_SOAK_REQUESTS'] ?? 360_000)
const LOOKS = 10
const AT_ONCE = 16
const REST_MS = 20_000
const SPACES = 20
const PAGES_PER_SPACE = 100

/** What a process has in memory while many people read, search and write, and after it. */
export async function measureSoak(): Promise<MemoryUse[]> {
  const verso = await Verso.start()
  try {
    const team = await Team.create(verso)
    const uses: MemoryUse[] = []
    const look = (when: string) => void uses.push(readMemoryUse(verso, when))
    look('before a soak of mixed requests')
    for (let part = 1; part <= LOOKS; part++) {
      await team.work(REQUESTS / LOOKS)
      look(`after ${((REQUESTS / LOOKS) * part).toLocaleString('en')} of them`)
    }
    await sleep(REST_MS)
    look(`${REST_MS / 1000} s later`)
    return uses
  } finally {
    await verso.stop()
  }
}

/** People who use an organization: most read pages, some look for something, few write. */
class Team {
  readonly #verso: Verso
  readonly #organizationId: string
  readonly #spaces: readonly WrittenSpace[]
  readonly #site: string
  readonly #text: Text
  readonly #queries: readonly string[]

  private constructor(
    verso: Verso,
    organizationId: string,
    spaces: readonly WrittenSpace[],
    site: string,
    text: Text,
  ) {
    this.#verso = verso
    this.#organizationId = organizationId
    this.#spaces = spaces
    this.#site = site
    this.#text = text
    this.#queries = text.queries(1000)
  }

  static async create(verso: Verso): Promise<Team> {
    const organizationId = await verso.organization()
    const text = new Text(PAGES_PER_SPACE)
    const spaces: WrittenSpace[] = []
    for (let number = 0; number < SPACES; number++) {
      spaces.push(
        await WrittenSpace.create(verso, organizationId, PAGES_PER_SPACE, (page) => text.page(page)),
      )
    }
    const sites = `/orgs/${organizationId}/sites`
    const { id } = await verso.call<{ id: string }>('POST', sites, {
      title: 'Handbook',
      spaces: [spaces[0]?.id],
    })
    const { urls } = await verso.call<{ urls: { published: string } }>('POST', `${sites}/${id}/publish`, {})
    return new Team(verso, organizationId, spaces, urls.published, text)
  }

  async work(count: number): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number).values()
    const act = async () => {
      for (const number of numbers) await this.#act(number)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, act))
  }

  async #act(number: number): Promise<void> {
    const space = this.#some(this.#spaces)
    const content = `/spaces/${space.id}/content`
    const query = `search?query=${encodeURIComponent(this.#some(this.#queries))}`
    const chance = this.#text.random()
    if (chance < 0.6) return this.#read(`${content}/page/${this.#some(space.pageIds)}`)
    if (chance < 0.72) return this.#read(`${content}/page/${this.#some(space.pageIds)}?format=markdown`)
    if (chance < 0.8) return this.#read(`${content}/pages?fields=tree`)
    if (chance < 0.85) return this.#read(`/orgs/${this.#organizationId}/spaces?limit=50`)
    if (chance < 0.91) return this.#fetch(`${this.#site}page-${number % PAGES_PER_SPACE}`)
    if (chance < 0.95) return this.#read(`/spaces/${space.id}/${query}`)
    if (chance < 0.98) return this.#read(`/orgs/${this.#organizationId}/${query}`)
    return space.writeAndMerge()
  }

  #some<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#text.random() * items.length)]
    if (item === undefined) throw new Error('there is nothing to choose from')
    return item
  }

  #read(path: string): Promise<void> {
    return this.#fetch(`${this.#verso.url}/v1${path}`)
  }

  async #fetch(url: string): Promise<void> {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  }
}
