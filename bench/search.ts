import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { Database, sql } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { handbooks } from '../packages/server/src/testing/search/pages.ts'
import { corpusQueries, handbookQueries } from '../packages/server/src/testing/search/queries.ts'
import { insertion, Library } from './support/library.ts'
import { type Measurement, measureCalls } from './support/measure.ts'
import { postgresCpu } from './support/process.ts'
import { linksPerPage, Text } from './support/text.ts'

const pages = Number(process.env['BENCH_PAGES'] ?? 10_000)
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
  const text = new Text(pages)
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

export const hitRateTable = (rates: readonly HitRate[]): string =>
  [
    '| what search finds | queries | first | among five |',
    '|---|--:|--:|--:|',
    ...rates.map(
      ({ name, queries, first, amongFive }) =>
        `| ${name} | ${queries} | ${(first * 100).toFixed(0)} % | ${(amongFive * 100).toFixed(0)} % |`,
    ),
  ].join('\n')
