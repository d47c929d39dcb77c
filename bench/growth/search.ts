import type { Caller } from '../../packages/server/src/access/admission.ts'
import { sql } from '../../packages/server/src/database/database.ts'
import { insertion, Library } from '../support/library.ts'
import { Text } from '../support/text.ts'
import { token } from '../support/verso.ts'
import type { GrowthBench } from './bench.ts'
import { type Cost, type GrowthRow, LeastCosts, measureRequests, ROUNDS } from './measure.ts'

const sizes = (process.env['BENCH_GROWTH_SPACES'] ?? '10,100,1000').split(',').map(Number)
const PAGES_PER_SPACE = 5
const SECTIONS_PER_PAGE = 2
const SEARCHES = 200
/** The site shows the first spaces. */
const SPACES_OF_SITE = 3
/** Each of the connections has to plan each statement once. */
const WARM_UP_SEARCHES = 400

/** What searches cost in organizations of more and more spaces: of all that a person sees, and of one space. */
export async function measureSearches(bench: GrowthBench): Promise<GrowthRow[]> {
  const organizations: SearchedOrganization[] = []
  for (const size of sizes) organizations.push(await SearchedOrganization.create(bench, size))
  for (const organization of organizations) {
    for (const operation of operations) await organization.measure(operation, WARM_UP_SEARCHES)
  }
  const costs = new Map(operations.map((operation) => [operation, new LeastCosts()]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const organization of organizations) {
      for (const operation of operations) {
        costs.get(operation)?.add(await organization.measure(operation, SEARCHES))
      }
    }
  }
  return operations.map((operation) => {
    const { name, aim } = names[operation]
    return { name, aim, costs: costs.get(operation)?.list() ?? [] }
  })
}

const names = {
  admin: { name: 'search of all spaces, by an admin', aim: '8 at 1,000; 15 at 10,000' },
  member: {
    name: 'search of all spaces, by a member who sees half of them',
    aim: '8 at 1,000; 15 at 10,000',
  },
  guest: { name: 'search of all spaces, by a guest who sees three', aim: 'as at 10' },
  space: { name: 'search of one of these spaces', aim: 'as at 10' },
  site: { name: 'search of a site that shows three of them', aim: 'as at 10' },
  list: { name: 'list of 50 spaces, by an admin', aim: '' },
  memberList: { name: 'list of 50 spaces, by the member', aim: "twice the admin's" },
}

type Operation = keyof typeof names

// The names are those of the operations.
const operations = Object.keys(names) as Operation[]

/** An organization of small spaces; every other one is in a closed collection, some of which a member may read. */
class SearchedOrganization {
  readonly #bench: GrowthBench
  readonly #library: Library
  readonly #readers: Readers
  readonly #collections: string[]
  readonly #text = new Text(1000)
  readonly #queries: string[]
  readonly #spaces: string[] = []

  #siteId = ''

  private constructor(bench: GrowthBench, library: Library, readers: Readers, collections: string[]) {
    this.#bench = bench
    this.#library = library
    this.#readers = readers
    this.#collections = collections
    this.#queries = this.#text.queries(SEARCHES)
  }

  static async create(bench: GrowthBench, size: number): Promise<SearchedOrganization> {
    const { app, database, caller } = bench.library
    const { identity, organizations } = app.areas
    const { id } = await organizations.organizations.create({ userId: caller.userId } as Caller, {
      title: 'Searched',
    })
    const addReader = (role: 'read' | null): Promise<Reader> =>
      database.transaction(async (tx) => {
        const [user] = await identity.users.findOrCreate(tx, [`${role ?? 'guest'}@example.com`])
        if (!user) throw new Error('no user was made')
        await organizations.members.addMembers(tx, id, [{ userId: user.id, role, sso: false }])
        const { token: secret } = await identity.tokens.createForUser(tx, user.id, { name: 'bench' })
        return { id: user.id, token: secret }
      })
    const readers = { member: await addReader('read'), guest: await addReader(null) }
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
    const organization = new SearchedOrganization(bench, library, readers, collections)
    await organization.#createSpaces(size)
    return organization
  }

  async #createSpaces(size: number): Promise<void> {
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
      if (this.#spaces.length === SPACES_OF_SITE) await this.#showFirstSpaces()
    }
    await app.areas.search.indexer.indexStaleSpaces()
    await app.areas.search.indexer.waitForFlush()
    await database.execute(sql`analyze`)
  }

  /** Shows the spaces that there are on a site and to the guest. */
  async #showFirstSpaces(): Promise<void> {
    const call = callerOf(this.#bench.url, token)
    const sites = `/orgs/${this.#library.organizationId}/sites`
    const { id } = await call<{ id: string }>('POST', sites, { title: 'Searched' })
    this.#siteId = id
    for (const spaceId of this.#spaces) {
      await call('POST', `${sites}/${id}/site-spaces`, { spaceId })
      await call('POST', `/spaces/${spaceId}/permissions`, { role: 'read', users: [this.#readers.guest.id] })
    }
  }

  measure(what: Operation, count: number): Promise<Cost> {
    const { member, guest } = this.#readers
    const bearers = { member: member.token, memberList: member.token, guest: guest.token }
    const bearer = Object.entries(bearers).find(([name]) => name === what)?.[1] ?? token
    const call = callerOf(this.#bench.url, bearer)
    const requests = Array.from({ length: count }, (_, n) => () => this.#send(call, what, n))
    return measureRequests(this.#spaces.length, requests, this.#bench.meters)
  }

  #send(call: ReturnType<typeof callerOf>, what: Operation, n: number): Promise<unknown> {
    const organization = `/orgs/${this.#library.organizationId}`
    const query = this.#queries[n % this.#queries.length] ?? ''
    const search = `search?query=${encodeURIComponent(query)}`
    switch (what) {
      case 'site':
        return call('POST', `${organization}/sites/${this.#siteId}/search`, { query, scope: { mode: 'all' } })
      case 'space':
        return call('GET', `/spaces/${this.#spaces[(n * 7919) % this.#spaces.length]}/${search}`)
      case 'list':
      case 'memberList':
        return call('GET', `${organization}/spaces?limit=50`)
      default:
        return call('GET', `${organization}/${search}`)
    }
  }
}

interface Reader {
  id: string
  token: string
}

/** Those who search beside the admin. */
interface Readers {
  /** Sees half of the spaces. */
  member: Reader
  /** Sees those of the site. */
  guest: Reader
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
