import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyChanges, type Change } from '../packages/revisions/src/index.ts'
import type { App } from '../packages/server/src/app.ts'
import { createApp } from '../packages/server/src/app.ts'
import type { Caller } from '../packages/server/src/access/admission.ts'
import { requireAccess } from '../packages/server/src/access/require-access.ts'
import {
  AuthorizedMain,
  type SpaceDetails,
  spaceDetails,
} from '../packages/server/src/areas/content/index.ts'
import { newId } from '../packages/server/src/common/ids.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { Database, sql } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import type { PageToWrite } from '../packages/server/src/testing/content.ts'
import { handbooks } from '../packages/server/src/testing/search/pages.ts'
import { corpusQueries, handbookQueries } from '../packages/server/src/testing/search/queries.ts'
import { type Measurement, measureCalls } from './support/measure.ts'
import { postgresCpu } from './support/process.ts'

const pages = Number(process.env['BENCH_PAGES'] ?? 10_000)
const linksPerPage = 5
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** How often the page that is meant comes first, and among the first five. */
export interface HitRate {
  name: string
  queries: number
  first: number
  amongFive: number
}

const corpus = new URL('../../shared/corpus/beefree-sdk-docs', import.meta.url).pathname

/** Search and links over a space of ten thousand pages, and what search finds. */
export async function search(): Promise<{ measurements: Measurement[]; hitRates: HitRate[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'verso-bench-'))
  const quiet = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(dataDir, quiet, { share: false })
  const database = new Database(postgres.address)
  await migrate(database)
  const app = await createApp({ config: readConfig({ VERSO_DATA_DIR: dataDir }), database, role: 'api' })
  try {
    const library = await Library.open(app, database)
    const hitRates = [await handbookRate(library), ...(existsSync(corpus) ? [await corpusRate(library)] : [])]
    return { measurements: await measureLarge(library), hitRates }
  } finally {
    await app.close()
    await database.close()
    await postgres.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** An organization to put spaces into. */
class Library {
  readonly app: App
  readonly database: Database
  readonly caller: Caller
  readonly organizationId: string

  private constructor(app: App, database: Database, userId: string, organizationId: string) {
    this.app = app
    this.database = database
    this.organizationId = organizationId
    // Access is decided by the user alone.
    this.caller = { userId } as Caller
  }

  static async open(app: App, database: Database): Promise<Library> {
    const {
      identity: { users },
      organizations: { organizations },
    } = app.areas
    const user = await database.transaction(
      async (tx) => (await users.findOrCreate(tx, ['bench@example.com']))[0],
    )
    if (!user) throw new Error('no user was made')
    const { id } = await organizations.create({ userId: user.id } as Caller, { title: 'Bench' })
    return new Library(app, database, user.id, id)
  }

  async space(language: string): Promise<string> {
    const organization = await requireAccess<'organization'>(
      this.database,
      this.caller,
      'organization.view',
      this.organizationId,
    )
    const { id } = await this.app.areas.content.spaces.create(this.caller, organization, {
      language: language as 'en',
    })
    return id
  }

  subject(spaceId: string) {
    return requireAccess<'space', SpaceDetails>(
      this.database,
      this.caller,
      'space.view',
      spaceId,
      spaceDetails,
    )
  }

  /** Makes changes to what a space shows, all in one. */
  async change(spaceId: string, changes: Change[]): Promise<void> {
    const { revisionStore, main } = this.app.areas.content
    await this.database.transaction(async (tx) => {
      const locked = await main.lock(tx, spaceId)
      const written = await applyChanges(
        revisionStore.objects.createReader(tx),
        locked.revision.root,
        changes,
      )
      const { userId } = this.caller
      const authorized = AuthorizedMain.forDirectChange(locked, { userId, role: 'admin' })
      await main.commitChange(tx, authorized, written, { userId, now: new Date() })
    })
  }

  async titles(spaceId: string, query: string): Promise<string[]> {
    const { items } = await this.app.areas.search.search.findPages(this.database, [spaceId], query, {
      limit: 5,
    })
    return items.map(({ title }) => title)
  }
}

const insertion = ({ title, markdown = '' }: PageToWrite, id = newId()): Change => ({
  type: 'insert-page',
  id,
  parent: null,
  fields: { type: 'document', title, slug: id },
  document: { markdown },
})

function rateOf(name: string, places: number[]): HitRate {
  const share = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length
  return { name, queries: places.length, first: share(1), amongFive: share(5) }
}

async function handbookRate(library: Library): Promise<HitRate> {
  const spaces = new Map<string, string>()
  for (const [language, pages] of Object.entries(handbooks)) {
    const id = await library.space(language)
    await library.change(
      id,
      pages.map((page) => insertion(page)),
    )
    spaces.set(language, id)
  }
  const places: number[] = []
  for (const wish of handbookQueries) {
    const titles = await library.titles(spaces.get(wish.language) ?? '', wish.query)
    places.push(titles.indexOf(wish.title))
    if (titles[0] !== wish.title) print(`  not first: ${wish.query} (${wish.title})`)
  }
  return rateOf('six handbooks', places)
}

async function corpusRate(library: Library): Promise<HitRate> {
  const id = await library.space('en')
  const changes = globSync('**/*.md', { cwd: corpus })
    .filter((path) => path !== 'SUMMARY.md')
    .map((path) => {
      const markdown = readFileSync(join(corpus, path), 'utf8')
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? path
      return insertion({ title, markdown }, path.replaceAll('/', '~'))
    })
  await library.change(id, changes)
  const places: number[] = []
  for (const wish of corpusQueries) {
    const { items } = await library.app.areas.search.search.findPages(library.database, [id], wish.query, {
      limit: 5,
    })
    const place = items.findIndex(({ pageId }) => pageId.replaceAll('~', '/') === wish.path)
    places.push(place)
    if (place !== 0) print(`  not first: ${wish.query} (${wish.path} is at ${place})`)
  }
  return rateOf('documentation of 200 pages', places)
}

const meter = () => postgresCpu(process.pid)

async function measureLarge(library: Library): Promise<Measurement[]> {
  const { app, database } = library
  const id = await library.space('en')
  const text = new Text()
  const started = performance.now()
  const ids = Array.from({ length: pages }, (_, n) => `page-${n}`)
  for (let start = 0; start < pages; start += 1000) {
    const batch = ids.slice(start, start + 1000)
    await library.change(
      id,
      batch.map((page, n) => insertion({ title: text.title(), markdown: text.page(start + n) }, page)),
    )
    await app.areas.search.indexer.catchUp([id])
  }
  print(`  ${pages} pages written and indexed in ${Math.round((performance.now() - started) / 1000)} s`)
  // As it is some seconds later.
  await app.areas.search.indexer.waitForFlush()
  await database.execute(sql`analyze`)
  const space = await library.subject(id)
  const queries = text.queries(2400)
  let at = 0
  const ask = () =>
    app.areas.search.search.findPages(database, [id], queries[at++ % queries.length] ?? '', { limit: 20 })
  const edits = Array.from({ length: 60 }, () => ids[Math.floor(text.random() * pages)] ?? '')
  let edited = 0
  const edit = async () => {
    await library.change(id, [
      {
        type: 'update-page',
        id: edits[edited++ % edits.length] ?? '',
        document: { markdown: text.page(edited) },
      },
    ])
    await app.areas.search.indexer.catchUp([id])
  }
  return [
    await measureCalls(`search: ${pages} pages`, ask, { times: 2000, atOnce: 1 }, meter),
    await measureCalls(
      `links: ${pages * linksPerPage} of ${pages} pages, first time`,
      () => freshLinks(library, space),
      { times: 3, atOnce: 1 },
      meter,
    ),
    await measureCalls(
      `links: ${pages * linksPerPage} of ${pages} pages, known`,
      () => app.areas.content.links.list(library.caller, space, {}, { limit: 50 }),
      { times: 20, atOnce: 1 },
      meter,
    ),
    await measureCalls(`edit one of ${pages} pages, indexed`, edit, { times: 50, atOnce: 1 }, meter),
  ]
}

/** As a process that has just started: nothing in memory but what PostgreSQL keeps. */
async function freshLinks(
  library: Library,
  space: Awaited<ReturnType<Library['subject']>>,
): Promise<unknown> {
  const app = await createApp({ config: readConfig({}), database: library.database, role: 'api' })
  try {
    return await app.areas.content.links.list(library.caller, space, {}, { limit: 50 })
  } finally {
    await app.close()
  }
}

/** Text as people write it: few words often, many seldom; always the same. */
class Text {
  #state = 42
  readonly #words = Array.from({ length: 20_000 }, (_, n) => this.#word(n))

  random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  title(): string {
    return this.#some(4).join(' ')
  }

  page(number: number): string {
    const sections = Array.from(
      { length: 6 },
      () => `## ${this.#some(3).join(' ')}\n\n${this.#some(60).join(' ')}.`,
    )
    const links = Array.from(
      { length: linksPerPage },
      (_, n) => `[link](/pages/page-${(number * 7 + n * 13) % pages})`,
    )
    return `${this.#some(30).join(' ')}\n\n${sections.join('\n\n')}\n\n${links.join('\n\n')}\n`
  }

  /** One to three words, some unfinished, one in twenty mistyped. */
  queries(count: number): string[] {
    return Array.from({ length: count }, (_, n) => {
      const words = this.#some(1 + (n % 3))
      const last = words.at(-1) ?? ''
      if (n % 20 === 7) return `${words.slice(0, -1).join(' ')} ${last.slice(0, 2)}${last.slice(3)}x`
      return n % 4 === 1
        ? `${words.slice(0, -1).join(' ')} ${last.slice(0, Math.max(3, last.length - 2))}`
        : words.join(' ')
    })
  }

  #some(count: number): string[] {
    return Array.from({ length: count }, () => this.#words[Math.floor(20_000 * this.random() ** 3)] ?? '')
  }

  #word(n: number): string {
    const syllables = [
      'ba',
      'con',
      'di',
      'fer',
      'gu',
      'lan',
      'mo',
      'nit',
      'pre',
      'qua',
      'ser',
      'tor',
      'vi',
      'wex',
      'zon',
      'al',
    ]
    let word = ''
    for (let rest = n + 17; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16] ?? ''
    return word
  }
}

export const hitRateTable = (rates: readonly HitRate[]): string =>
  [
    '| what search finds | queries | first | among five |',
    '|---|--:|--:|--:|',
    ...rates.map(
      ({ name, queries, first, amongFive }) =>
        `| ${name} | ${queries} | ${(first * 100).toFixed(0)} % | ${(amongFive * 100).toFixed(0)} % |`,
    ),
  ].join('\n')
