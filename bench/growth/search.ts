import type { Caller } from '../../packages/server/src/access/admission.ts'
import { sql } from '../../packages/server/src/database/database.ts'
import { insertion, Library } from '../support/library.ts'
import { Text } from '../support/text.ts'
import { token } from '../support/verso.ts'
import type { GrowthBench } from './bench.ts'
import { type Cost, type GrowthRow, measureRequests } from './measure.ts'

const sizes = (process.env['BENCH_GROWTH_SPACES'] ?? '10,100,1000').split(',').map(Number)
const PAGES_PER_SPACE = 5
const SECTIONS_PER_PAGE = 2
const SEARCHES = 400
/** Each of the connections has to plan each statement once. */
const WARM_UP_SEARCHES = 800

/** What searches cost as an organization has more and more spaces: of all that a person sees, and of one space. */
export async function measureSearches(bench: GrowthBench): Promise<GrowthRow[]> {
  const organization = await SearchedOrganization.create(bench)
  const costs: Record<keyof typeof names, Cost[]> = {
    admin: [],
    member: [],
    space: [],
    list: [],
    memberList: [],
  }
  for (const size of sizes) {
    await organization.growTo(size)
    for (const key of ['admin', 'member', 'space', 'list', 'memberList'] as const) {
      await organization.measure(key, WARM_UP_SEARCHES)
      costs[key].push(await organization.measure(key, SEARCHES))
    }
  }
  return Object.entries(names).map(([key, { name, aim }]) => ({
    name,
    aim,
    // The names are those of the costs.
    costs: costs[key as keyof typeof names],
  }))
}

const names = {
  admin: { name: 'search of all spaces, by an admin', aim: '8 at 1,000; 15 at 10,000' },
  member: {
    name: 'search of all spaces, by a member who sees half of them',
    aim: '8 at 1,000; 15 at 10,000',
  },
  space: { name: 'search of one of these spaces', aim: '' },
  list: { name: 'list of 50 spaces, by an admin', aim: '' },
  memberList: { name: 'list of 50 spaces, by the member', aim: "twice the admin's" },
}

/** An organization of small spaces; every other one is in a closed collection, some of which a member may read. */
class SearchedOrganization {
  readonly #bench: GrowthBench
  readonly #library: Library
  readonly #memberToken: string
  readonly #collections: string[]
  readonly #text = new Text(1000)
  readonly #queries: string[]
  readonly #spaces: string[] = []

  private constructor(bench: GrowthBench, library: Library, memberToken: string, collections: string[]) {
    this.#bench = bench
    this.#library = library
    this.#memberToken = memberToken
    this.#collections = collections
    this.#queries = this.#text.queries(SEARCHES)
  }

  static async create(bench: GrowthBench): Promise<SearchedOrganization> {
    const { app, database, caller } = bench.library
    const { identity, organizations } = app.areas
    const { id } = await organizations.organizations.create({ userId: caller.userId } as Caller, {
      title: 'Searched',
    })
    const memberToken = await database.transaction(async (tx) => {
      const [user] = await identity.users.findOrCreate(tx, ['member@example.com'])
      if (!user) throw new Error('no user was made')
      await organizations.members.addMembers(tx, id, [{ userId: user.id, role: 'read', sso: false }])
      return (await identity.tokens.createForUser(tx, user.id, { name: 'bench' })).token
    })
    const call = callerOf(bench.url, token)
    const collections: string[] = []
    // Collections within collections, eight deep; one in two is closed.
    for (let n = 0; n < 200; n += 1) {
      const parent = n % 8 === 0 ? {} : { parent: collections.at(-1) }
      const { id: collection } = await call<{ id: string }>('POST', `/orgs/${id}/collections`, {
        title: `Collection ${n}`,
        ...parent,
      })
      if (n % 2 === 1)
        await call('PATCH', `/collections/${collection}`, { defaultLevel: n % 4 === 1 ? null : 'read' })
      collections.push(collection)
    }
    const library = new Library(app, database, caller.userId, id, bench.library.main)
    return new SearchedOrganization(bench, library, memberToken, collections)
  }

  async growTo(size: number): Promise<void> {
    const { database, app } = this.#library
    while (this.#spaces.length < size) {
      const id = await this.#library.space('en')
      const number = this.#spaces.length
      await this.#library.change(
        id,
        Array.from({ length: PAGES_PER_SPACE }, (_, n) =>
          insertion(
            { title: this.#text.title(), markdown: this.#text.page(n, SECTIONS_PER_PAGE) },
            `page-${n}`,
          ),
        ),
      )
      await database.execute(sql`
        update spaces set parent_id = ${this.#collections[number % this.#collections.length]} where id = ${id}`)
      this.#spaces.push(id)
    }
    await app.areas.search.indexer.indexStaleSpaces()
    await app.areas.search.indexer.waitForFlush()
    await database.execute(sql`analyze`)
  }

  measure(what: keyof typeof names, count: number): Promise<Cost> {
    const call = callerOf(this.#bench.url, what.startsWith('member') ? this.#memberToken : token)
    const requests = Array.from({ length: count }, (_, n) => () => call('GET', this.#pathOf(what, n)))
    return measureRequests(this.#spaces.length, requests, this.#bench.meters)
  }

  #pathOf(what: keyof typeof names, n: number): string {
    const organization = `/orgs/${this.#library.organizationId}`
    const query = `search?query=${encodeURIComponent(this.#queries[n % this.#queries.length] ?? '')}`
    if (what === 'space') return `/spaces/${this.#spaces[(n * 7919) % this.#spaces.length]}/${query}`
    return what === 'list' || what === 'memberList'
      ? `${organization}/spaces?limit=50`
      : `${organization}/${query}`
  }
}

const callerOf =
  (url: string, bearer: string) =>
  async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    // The caller declares the shape of the response.
    return (answer.status === 204 ? undefined : await answer.json()) as Body
  }
