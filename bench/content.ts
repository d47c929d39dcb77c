import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import markdownIt from 'markdown-it'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { parseMarkdown } from '@verso/markdown'
import { Database } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { measureBare } from './foundation.ts'
import { type Load, type Measurement, measure } from './support/measure.ts'
import { headers, Verso } from './support/verso.ts'

const root = join(import.meta.dirname, '..')

/** What one edit, or one merge, costs. */
export interface Cost {
  name: string
  rows: number
  bytes: number
  cpu: number | undefined
  postgresCpu: number | undefined
  milliseconds: number
}

/** How fast Markdown becomes a document. */
export interface Speed {
  name: string
  megabytesPerSecond: number
}

export interface ContentResults {
  reads: Measurement[]
  costs: Cost[]
  speeds: Speed[]
}

/** Edits in spaces of three sizes, reads of a thousand pages beside their floor, a merge of a thousand, and parsing. */
export async function content(): Promise<ContentResults> {
  const verso = await Verso.start()
  const silent = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(verso.dataDir, silent, { share: true })
  const database = new Database(postgres.address)
  try {
    const bench = new ContentBench(verso, database)
    const sizes = process.env['BENCH_QUICK'] === '1' ? [100, 1000] : [100, 1000, 10_000]
    const costs: Cost[] = []
    for (const size of sizes) costs.push(await bench.edit(await bench.space(size), size))
    const thousand = await bench.space(1000)
    return {
      costs: [...costs, await bench.merge(thousand)],
      reads: await bench.reads(thousand),
      speeds: await parsing(),
    }
  } finally {
    await database.close()
    await postgres.close()
    await verso.stop()
  }
}

interface Page {
  id: string
}

class ContentBench {
  readonly #verso: Verso
  readonly #database: Database

  constructor(verso: Verso, database: Database) {
    this.#verso = verso
    this.#database = database
  }

  /** A space with so many pages, in sections of a hundred. */
  async space(size: number): Promise<{ id: string; pages: string[] }> {
    const { items } = await this.#send<{ items: Page[] }>('/orgs')
    const { id } = await this.#send<Page>(`/orgs/${items[0]?.id}/spaces`, { title: `${size} pages` })
    const changeRequest = await this.#send<Page>(`/spaces/${id}/change-requests`, {})
    const path = `/spaces/${id}/change-requests/${changeRequest.id}`
    const pages: string[] = []
    let section: string | undefined
    while (pages.length < size) {
      if (pages.length % 100 === 0) section = undefined
      const into = section
      const count = section === undefined ? 1 : Math.min(50, 100 - (pages.length % 100), size - pages.length)
      const { changes } = await this.#send<{ changes: { page: Page }[] }>(`${path}/content?compat=false`, {
        changes: Array.from({ length: count }, (_, index) => ({
          operation: 'insert_page',
          title: `Page ${pages.length + index}`,
          ...(into !== undefined && { into }),
          document: { markdown: text(`Page ${pages.length + index}`) },
        })),
      })
      pages.push(...changes.map(({ page }) => page.id))
      section ??= pages.at(-1)
    }
    await this.#send(`${path}/merge`, {})
    // The index follows a merge; what is measured next is to have the processor to itself.
    await this.#verso.indexed(id, 'page')
    await this.#verso.quiet()
    return { id, pages }
  }

  /** One new text for one page, the mean of a few. */
  async edit({ id, pages }: { id: string; pages: string[] }, size: number): Promise<Cost> {
    const { id: changeRequest } = await this.#send<Page>(`/spaces/${id}/change-requests`, {})
    const times = 20
    const write = (edit: number) =>
      this.#send(`/spaces/${id}/change-requests/${changeRequest}/content`, {
        changes: [
          {
            operation: 'update_page',
            page: pages[(edit * 37) % pages.length],
            document: { markdown: text(`Edit ${edit}`) },
          },
        ],
      })
    await write(times)
    return this.#cost(`one-page edit among ${size}`, times, write)
  }

  /** A change request in which every page has a new text, into a space that has moved on. */
  async merge({ id, pages }: { id: string; pages: string[] }): Promise<Cost> {
    const [mine, theirs] = [
      await this.#send<Page>(`/spaces/${id}/change-requests`, {}),
      await this.#send<Page>(`/spaces/${id}/change-requests`, {}),
    ]
    const write = (changeRequest: Page, changes: object[]) =>
      this.#send(`/spaces/${id}/change-requests/${changeRequest.id}/content`, { changes })
    for (let from = 0; from < pages.length; from += 50) {
      await write(
        mine,
        pages.slice(from, from + 50).map((page) => ({
          operation: 'update_page',
          page,
          document: { markdown: `${text(page)}\nMore.\n` },
        })),
      )
    }
    await write(theirs, [
      { operation: 'insert_page', title: 'Theirs', document: { markdown: text('Theirs') } },
    ])
    await this.#send(`/spaces/${id}/change-requests/${theirs.id}/merge`, {})
    return this.#cost(`merge of ${pages.length} changed pages`, 1, () =>
      this.#send(`/spaces/${id}/change-requests/${mine.id}/merge`, {}),
    )
  }

  async reads({ id, pages }: { id: string; pages: string[] }): Promise<Measurement[]> {
    const results: Measurement[] = []
    for (const [name, path] of [
      ['get-content-1000', 'content'],
      ['list-pages-1000', 'content/pages'],
      ['get-page', `content/page/${pages[1]}`],
      ['get-page-markdown', `content/page/${pages[1]}?format=markdown`],
    ] as const) {
      const load: Load = { url: `${this.#verso.url}/v1/spaces/${id}/${path}`, headers }
      const body = await (await fetch(load.url, { headers })).text()
      results.push(await measure(`${name}: Verso`, load, this.#verso.meters))
      results.push(await measureBare(`${name}: bare Fastify`, load, body))
    }
    return results
  }

  async #cost(name: string, times: number, work: (time: number) => Promise<unknown>): Promise<Cost> {
    const before = await this.#state()
    const started = performance.now()
    for (let time = 0; time < times; time++) await work(time)
    const milliseconds = (performance.now() - started) / times
    const after = await this.#state()
    const each = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? undefined : (to - from) / times
    return {
      name,
      rows: (after.rows - before.rows) / times,
      bytes: Math.round((after.bytes - before.bytes) / times),
      cpu: each(before.cpu, after.cpu),
      postgresCpu: each(before.postgresCpu, after.postgresCpu),
      milliseconds,
    }
  }

  /** Objects and revisions: what content is made of. */
  async #state() {
    const { rows } = await this.#database.pool.query<{ rows: number; bytes: number }>(
      `select (select count(*) from objects) + (select count(*) from revisions) as rows,
        (select coalesce(sum(length(bytes)), 0) from objects)::bigint as bytes`,
    )
    return {
      rows: 0,
      bytes: 0,
      ...rows[0],
      cpu: this.#verso.meters.cpu(),
      postgresCpu: this.#verso.meters.postgresCpu(),
    }
  }

  async #send<Body>(path: string, body?: object): Promise<Body> {
    const answer = await fetch(`${this.#verso.url}/v1${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Body
  }
}

const text = (title: string): string =>
  `# ${title}\n\n${'Some words about it, with *stress* and a [link](../other.md).\n\n'.repeat(12)}`

/** All Markdown of the corpus, once through each parser. Nothing where the corpus is not. */
async function parsing(): Promise<Speed[]> {
  const corpus = process.env['VERSO_CORPUS'] ?? join(root, '../shared/corpus')
  if (!existsSync(corpus)) return []
  const texts = globSync('**/*.md', { cwd: corpus }).map((file) => readFileSync(join(corpus, file), 'utf8'))
  const megabytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0) / 1e6
  const plain = markdownIt({ html: true, linkify: true })
  const remark = unified().use(remarkParse).use(remarkGfm)
  const parsers: [string, (markdown: string) => unknown][] = [
    ['Markdown to document', (markdown) => parseMarkdown(markdown)],
    ['markdown-it alone', (markdown) => plain.parse(markdown, {})],
    ['remark alone', (markdown) => remark.parse(markdown)],
  ]
  return parsers.map(([name, parse]) => {
    for (const each of texts.slice(0, 30)) parse(each)
    const before = process.cpuUsage()
    for (const each of texts) parse(each)
    const { user, system } = process.cpuUsage(before)
    return { name, megabytesPerSecond: megabytes / ((user + system) / 1e6) }
  })
}
