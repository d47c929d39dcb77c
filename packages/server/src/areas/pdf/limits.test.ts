import { applyChanges } from '@verso/revisions'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { AuthorizedMain } from '../content/index.ts'
import { type Person, TestApp } from '../../testing/app.ts'
import { MemoryLog } from '../../testing/memory-log.ts'
import { MAX_BLOCK_MS, measureLongestBlock } from '../../testing/main-thread.ts'

// Every PDF is compiled by a process of its own.
const slow = { timeout: 180_000 }

const defaults = readConfig({}).pdf
const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.stop())))

const log = new MemoryLog()

async function startApp(pdf: Partial<typeof defaults> = {}): Promise<TestApp> {
  const app = await TestApp.start({ pdf: { ...defaults, ...pdf } }, { logger: log.logger })
  apps.push(app)
  return app
}

/** Creates a space with these pages, and returns the path of its PDF. */
async function createBook(
  app: TestApp,
  { id, admin }: { id: string; admin: Person },
  ...pages: string[]
): Promise<string> {
  const space = await app.space(admin, id, { title: 'Handbook' })
  const { revisionStore, main } = app.app.areas.content
  await app.database.transaction(async (tx) => {
    const locked = await main.lock(tx, space.id)
    const written = await applyChanges(
      revisionStore.objects.createReader(tx),
      locked.revision.root,
      pages.map((markdown, n) => ({
        type: 'insert-page',
        id: `page-${n}`,
        parent: null,
        fields: { type: 'document', title: `Page ${n}`, slug: `page-${n}` },
        document: { markdown },
      })),
    )
    const authorized = AuthorizedMain.forDirectChange(locked, { userId: admin.id, role: 'admin' })
    await main.commitChange(tx, authorized, written, { userId: admin.id, now: app.clock.now() })
  })
  const { pathname, search } = new URL((await admin.get<{ url: string }>(`/spaces/${space.id}/pdf`)).body.url)
  return pathname + search
}

const open = (app: TestApp, url: string) => app.app.http.inject({ url })

const createTable = (rows: number, columns: number): string => {
  const row = (name: string) => `<tr>${`<${name}>text</${name}>`.repeat(columns)}</tr>`
  return `<table><thead>${row('th')}</thead><tbody>${row('td').repeat(rows)}</tbody></table>`
}

describe('GET /pdf/… of a book that takes much', () => {
  test('does not keep other requests waiting while a table of 300 x 300 cells is set', slow, async () => {
    const app = await startApp({ timeoutMs: 20_000 })
    const url = await createBook(app, await app.organization(), createTable(300, 300))
    await app.app.areas.search.indexer.waitForFlush()
    let status = 0
    const longestBlockMs = await measureLongestBlock(async () => {
      status = (await open(app, url)).statusCode
    })
    // It may take longer than the limit to set so many columns, but it ends, and in a clear answer.
    expect([200, 400]).toContain(status)
    expect(longestBlockMs).toBeLessThan(MAX_BLOCK_MS)
  })

  test.each([
    ['pages', { pages: 3 }, 'more than 3 pages'],
    ['time', { timeoutMs: 1 }, 'takes longer than'],
    ['memory', { memoryBytes: 40 * 1024 ** 2 }, 'too much memory'],
  ])('400 beyond the limit of %s, and again at once', slow, async (_, limits, message) => {
    const app = await startApp(limits)
    const url = await createBook(app, await app.organization(), 'A paragraph.\n\n'.repeat(2000))
    for (let n = 0; n < 2; n++) {
      const answer = await open(app, url)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
    }
  })

  test('a thread that takes too much memory is a line of the log', slow, async () => {
    const app = await startApp({ memoryBytes: 16 * 1024 ** 2 })
    const url = await createBook(app, await app.organization(), createTable(100, 100))
    expect((await open(app, url)).statusCode).toBe(400)
    expect(log.lines.find(({ msg }) => msg === 'work in a thread failed')).toMatchObject({
      pool: 'book',
      outcome: 'too-large',
      err: { stack: expect.stringMatching(/\n +at /) as string },
    })
  })

  test('400 for more pages of content than a PDF may have, before any of them is read', slow, async () => {
    const app = await startApp({ pages: 1 })
    const answer = await open(app, await createBook(app, await app.organization(), 'One.', 'Two.'))
    expect(answer.json()).toMatchObject({
      error: { code: 400, message: expect.stringContaining('more than 1 pages') },
    })
  })
})

describe('GET /pdf/… of many at once', () => {
  test("200 for one organization's only book before the many of another", slow, async () => {
    const app = await startApp({ concurrency: 1 })
    const [busy, calm] = [await app.organization(), await app.organization()]
    const busyUrls: string[] = []
    for (let n = 0; n < 6; n++) busyUrls.push(await createBook(app, busy, `Book ${n} of many.`))
    const calmUrl = await createBook(app, calm, 'The only book.')
    const finished: string[] = []
    await Promise.all(
      [...busyUrls, calmUrl].map(async (url) => {
        expect((await open(app, url)).statusCode).toBe(200)
        finished.push(url)
      }),
    )
    expect(finished.indexOf(calmUrl)).toBeLessThanOrEqual(1)
  })

  test('503 for more books of one organization than may wait', slow, async () => {
    const app = await startApp({ concurrency: 1, timeoutMs: 1 })
    const busy = await app.organization()
    const urls: string[] = []
    for (let n = 0; n < 52; n++) urls.push(await createBook(app, busy, `Book ${n} of many.`))
    const statuses = await Promise.all(urls.map(async (url) => (await open(app, url)).statusCode))
    expect(statuses.filter((status) => status === 503)).toHaveLength(1)
  })
})

test('a PDF says what the table says that it was made of', slow, async () => {
  const app = await startApp()
  const answer = await open(app, await createBook(app, await app.organization(), createTable(4, 3)))
  expect(answer.statusCode).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  expect(text.match(/text/g)).toHaveLength(15)
})
