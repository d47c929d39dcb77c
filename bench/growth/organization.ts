import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBackup } from '../../packages/server/src/backup/backup.ts'
import { sql } from '../../packages/server/src/database/database.ts'
import { FolderFileStore } from '../../packages/server/src/storage/folder-file-store.ts'
import { insertion } from '../support/library.ts'
import { Text } from '../support/text.ts'
import { headers } from '../support/verso.ts'
import { type GrowthBench, withGrowthBench } from './bench.ts'
import { type Cost, type GrowthRow, measureRequests } from './measure.ts'
import { measureSecondProcess } from './second-process.ts'

/** How many pages the organization has. An organization of 1,000,000 takes hours to be made on two cores. */
const sizes = (process.env['BENCH_GROWTH_ORGANIZATION'] ?? '1000,100000').split(',').map(Number)
/**
 * A folder in which the data folder of each size is kept, to be measured again without being made again. What is measured adds spaces
 * and revisions to it.
 */
const keptFolder = process.env['BENCH_GROWTH_ORGANIZATION_FOLDER']
const PAGES_PER_SPACE = 100
const SECTIONS_PER_PAGE = 2
const REQUESTS = 200
const WARM_UP_REQUESTS = 200
const CHECKED_PAGES = 100
const SPACES_AT_ONCE = 4

/** What an organization of one size weighs, and how long it took to make it. */
export interface OrganizationWeight {
  size: number
  megabytes: number
  writingSeconds: number
  indexingSeconds: number
  backupSeconds: number
  backupMegabytes: number
}

export interface OrganizationResults {
  rows: GrowthRow[]
  weights: OrganizationWeight[]
}

const names = {
  list: 'list of 50 spaces',
  tree: 'tree of pages of a space',
  page: 'page as document',
  search: 'search of all spaces',
  spaceSearch: 'search of a space',
  links: 'links of a space, first page of the report',
  published: 'published page',
  edit: 'change request with one changed page, merged',
}

const secondProcessNames = {
  start: 'start of a process',
  gitImport: 'Git import of a space of a hundred pages, until they are found',
}

type Operation = keyof typeof names

/** What requests cost in organizations of several sizes, of spaces of a hundred pages. */
export async function measureOrganizations(): Promise<OrganizationResults> {
  const costs = new Map<string, Cost[]>()
  const add = (name: string, cost: Cost) => costs.set(name, [...(costs.get(name) ?? []), cost])
  const weights: OrganizationWeight[] = []
  for (const size of sizes) {
    const folder = keptFolder === undefined ? undefined : join(keptFolder, String(size))
    await withGrowthBench(async (bench) => {
      const organization = new GeneratedOrganization(bench, size)
      weights.push(await openOrCreate(organization, folder))
      for (const operation of Object.keys(names) as Operation[]) {
        await organization.measure(operation, WARM_UP_REQUESTS)
        add(names[operation], await organization.measure(operation, REQUESTS))
      }
      const { start, gitImport } = await measureSecondProcess(bench, size)
      add(secondProcessNames.start, start)
      add(secondProcessNames.gitImport, gitImport)
    }, folder)
  }
  const rows = [...costs].map(([name, measured]) => ({
    name: `organization, spaces of ${PAGES_PER_SPACE} pages: ${name}`,
    aim: 'twice the first',
    costs: measured,
  }))
  return { rows, weights }
}

/** Opens the organization of a folder that was kept, or creates it there. */
async function openOrCreate(
  organization: GeneratedOrganization,
  folder: string | undefined,
): Promise<OrganizationWeight> {
  if (folder === undefined) return organization.create()
  const file = join(folder, 'weight.json')
  if (existsSync(file)) {
    await organization.open()
    // Only we write it.
    return JSON.parse(readFileSync(file, 'utf8')) as OrganizationWeight
  }
  const weight = await organization.create()
  writeFileSync(file, JSON.stringify(weight))
  return weight
}

class GeneratedOrganization {
  readonly #bench: GrowthBench
  readonly #size: number
  readonly #text = new Text(PAGES_PER_SPACE)
  readonly #queries: string[]
  readonly #spaces: { id: string; titles: string[] }[] = []
  #sitePath = ''
  #requests = 0

  constructor(bench: GrowthBench, size: number) {
    this.#bench = bench
    this.#size = size
    this.#queries = this.#text.queries(REQUESTS + WARM_UP_REQUESTS)
  }

  async create(): Promise<OrganizationWeight> {
    const { library, database } = this.#bench
    const writingSeconds = await measureSeconds(() => this.#createSpaces())
    await this.#check()
    await this.#publish()
    const indexingSeconds = await measureSeconds(async () => {
      await library.app.areas.search.indexer.indexStaleSpaces()
      await library.app.areas.search.indexer.waitForFlush()
    })
    await database.execute(sql`analyze`)
    const folder = mkdtempSync(join(tmpdir(), 'verso-bench-'))
    try {
      const file = join(folder, 'backup')
      const store = new FolderFileStore(join(folder, 'files'))
      const backupSeconds = await measureSeconds(() =>
        writeBackup({ database, store }, file, () => undefined),
      )
      return {
        size: this.#size,
        megabytes: (await database.readSize()) / 1024 ** 2,
        writingSeconds,
        indexingSeconds,
        backupSeconds,
        backupMegabytes: statSync(file).size / 1024 ** 2,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** Opens what `create` has made in an earlier run. */
  async open(): Promise<void> {
    const { database, library } = this.#bench
    const { organizationId } = library
    const rows = await database.rows<{ id: string }>(sql`
      select id from spaces where organization_id = ${organizationId}
      order by created_at, id limit ${this.#size / PAGES_PER_SPACE}`)
    this.#spaces.push(...rows.map(({ id }) => ({ id, titles: [] })))
    const { items } = await this.#call<{ items: { urls: { published: string } }[] }>(
      'GET',
      `/orgs/${organizationId}/sites`,
    )
    this.#sitePath = items[0]?.urls.published ?? ''
  }

  measure(operation: Operation, count: number): Promise<Cost> {
    const requests = Array.from({ length: count }, () => {
      const number = this.#requests++
      return () => this.#request(operation, number)
    })
    return measureRequests(this.#size, requests, this.#bench.meters)
  }

  async #createSpaces(): Promise<void> {
    const { library } = this.#bench
    const numbers = Array.from({ length: this.#size / PAGES_PER_SPACE }, (_, number) => number).values()
    const create = async () => {
      for (const number of numbers) {
        const id = await library.space('en')
        const titles = Array.from({ length: PAGES_PER_SPACE }, () => this.#text.title())
        await library.change(
          id,
          titles.map((title, n) =>
            insertion({ title, markdown: this.#text.page(n, SECTIONS_PER_PAGE) }, `page-${n}`),
          ),
        )
        this.#spaces[number] = { id, titles }
      }
    }
    await Promise.all(Array.from({ length: SPACES_AT_ONCE }, create))
  }

  /** Reads some pages of what was written. */
  async #check(): Promise<void> {
    for (let check = 0; check < CHECKED_PAGES; check += 1) {
      const { id, titles } = this.#pickSpace(check)
      const number = check % PAGES_PER_SPACE
      const { title } = await this.#call<{ title: string }>(
        'GET',
        `/spaces/${id}/content/page/page-${number}`,
      )
      if (title !== titles[number]) throw new Error(`page ${number} of ${id} has another title`)
    }
  }

  async #publish(): Promise<void> {
    const path = `/orgs/${this.#bench.library.organizationId}/sites`
    const { id } = await this.#call<{ id: string }>('POST', path, { title: 'Docs' })
    await this.#call('POST', `${path}/${id}/sections`, { spaceId: this.#spaces[0]?.id, title: 'First' })
    const { urls } = await this.#call<{ urls: { published: string } }>('POST', `${path}/${id}/publish`, {})
    this.#sitePath = urls.published
  }

  /** Each request is about another space, as long as there are others. */
  async #request(operation: Operation, number: number): Promise<void> {
    const { id } = this.#pickSpace(number)
    const page = `page-${number % PAGES_PER_SPACE}`
    const organization = `/orgs/${this.#bench.library.organizationId}`
    const query = `search?query=${encodeURIComponent(this.#queries[number % this.#queries.length] ?? '')}`
    const paths: Record<Exclude<Operation, 'published' | 'edit'>, string> = {
      list: `${organization}/spaces?limit=50`,
      tree: `/spaces/${id}/content/pages`,
      page: `/spaces/${id}/content/page/${page}`,
      search: `${organization}/${query}`,
      spaceSearch: `/spaces/${id}/${query}`,
      links: `/spaces/${id}/links?limit=50`,
    }
    if (operation === 'edit') await this.#edit(id, page, number)
    else if (operation === 'published') await readPublished(`${this.#sitePath}${page}`)
    else await this.#call('GET', paths[operation])
  }

  async #edit(spaceId: string, page: string, number: number): Promise<void> {
    const path = `/spaces/${spaceId}/change-requests`
    const { id } = await this.#call<{ id: string }>('POST', path, {})
    const markdown = `# Edit ${number}\n\nThe gauge measures the height of the water.\n`
    const changes = [{ operation: 'update_page', page, document: { markdown } }]
    await this.#call('POST', `${path}/${id}/content`, { changes })
    await this.#call('POST', `${path}/${id}/merge`, {})
  }

  #pickSpace(number: number): { id: string; titles: string[] } {
    // 7919 has no factor in common with the numbers of spaces.
    const space = this.#spaces[(number * 7919) % this.#spaces.length]
    if (!space) throw new Error('there is no space')
    return space
  }

  async #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const answer = await fetch(`${this.#bench.url}/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    // The caller declares the shape of the response.
    return (await answer.json()) as Body
  }
}

async function readPublished(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

export const organizationTable = (weights: readonly OrganizationWeight[]): string =>
  [
    `| an organization of spaces of ${PAGES_PER_SPACE} pages | database, MB | written in s | indexed in s | backup in s | backup, MB |`,
    '|---|--:|--:|--:|--:|--:|',
    ...weights.map(
      ({ size, megabytes, writingSeconds, indexingSeconds, backupSeconds, backupMegabytes }) =>
        `| ${size.toLocaleString('en')} pages | ${[megabytes, writingSeconds, indexingSeconds, backupSeconds, backupMegabytes].map((value) => value.toFixed(1)).join(' | ')} |`,
    ),
  ].join('\n')
