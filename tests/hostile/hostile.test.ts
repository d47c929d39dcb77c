import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from '../support/scope.ts'
import { hostileBodies, hostileDocuments, hostileImports, hostileText, hostileTexts } from './corpus.ts'
import { WatchedServer } from './watched-server.ts'

/**
 * While anything is worked on, other requests wait no longer than what a JSON body of a megabyte and a half takes to parse
 * three times: 250 ms of CPU time where the processor is not shared.
 */
const MAX_BUSY_PARSES = 3

const scope = new Scope()
let server: WatchedServer
let pageCount = 0

beforeAll(async () => {
  server = await WatchedServer.start(scope)
  // What is compiled and loaded once is not what a request costs.
  await writeAndRead({ markdown: '# Short\n\n$$x$$\n\n```js\n1\n```\n\n|a|\n|-|\n|b|\n' })
  server.takeLongestBusyMs()
}, 240_000)
afterAll(() => scope.close())

const largeBody = JSON.stringify(hostileBodies['100,000 fields'])
let slowestParseMs = 0

/** Whether that is too long here and now: what shares the processor with the server makes the same work take longer. */
function isTooLong(busyMs: number): boolean {
  // The parser is measured only if what it took so far does not answer the question.
  for (let attempt = 0; attempt < 3 && busyMs > slowestParseMs * MAX_BUSY_PARSES; attempt++) {
    const before = process.threadCpuUsage()
    JSON.parse(largeBody)
    const { user, system } = process.threadCpuUsage(before)
    slowestParseMs = Math.max(slowestParseMs, (user + system) / 1000)
  }
  return busyMs > slowestParseMs * MAX_BUSY_PARSES
}

/** Something that a client does. Whether it succeeds is not the question here, but it must not fail as a bug does. */
type Step = () => Promise<{ status: number }>

/** Takes the steps one after another. Returns those that kept the main thread too long, or that failed. */
async function takeSteps(steps: Record<string, Step>): Promise<string[]> {
  const complaints: string[] = []
  for (const [name, run] of Object.entries(steps)) {
    const { status } = await run()
    expect(await server.isHealthy()).toBe(true)
    const busyMs = server.takeLongestBusyMs()
    if (isTooLong(busyMs)) complaints.push(`${name}: ${Math.round(busyMs)} ms`)
    if (status >= 500) complaints.push(`${name}: ${status}`)
  }
  return complaints
}

/** Writes a text or a document and reads it in every way that there is. */
async function writeAndRead(document: object): Promise<string[]> {
  const slug = `hostile-${(pageCount += 1)}`
  const path = `/spaces/${server.spaceId}/content/path/${slug}`
  const insert = { operation: 'insert_page', title: slug, slug, document }
  return takeSteps({
    write: () => server.change([insert]),
    'read as a document': () => server.api(path),
    'read as Markdown': () => server.api(`${path}?format=markdown`),
    search: () => server.api(`/spaces/${server.spaceId}/search?query=${slug}`),
    'open the published page': () => server.visit(`/${slug}`),
    'read what machines read': () => server.visit(`/${slug}.md`),
    'make a PDF': () => server.print(slug),
    'export to Git': () => server.exportToGit(),
    delete: () => server.deletePage(slug),
  })
}

describe('while something hostile is worked on, others are answered', { timeout: 600_000 }, () => {
  test.each(Object.entries(hostileTexts))('a page: %s', async (_name, markdown) => {
    expect(await writeAndRead({ markdown })).toEqual([])
  })

  test.each(Object.entries(hostileDocuments))('a document: %s', async (_name, document) => {
    expect(await writeAndRead({ document })).toEqual([])
  })

  test.each(Object.entries(hostileImports))('an import: %s', async (_name, { source, text }) => {
    expect(await takeSteps({ import: () => server.import(source, text) })).toEqual([])
  })

  test('a merge of two long texts', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `Line ${n} of a long text.\n\n`)
    const rewrite = (from: string, to: string) => lines.map((line) => line.replace(from, to)).join('')
    expect(
      await takeSteps(
        server.divergingChanges('merged', lines.join(''), [rewrite('Line', 'Row'), rewrite('long', 'wide')]),
      ),
    ).toEqual([])
  })

  test.each(Object.entries(hostileBodies))('400 or 413 for a body: %s', async (_name, body) => {
    const request = await server.api<{ id: string }>(`/spaces/${server.spaceId}/change-requests`, {})
    const path = `/spaces/${server.spaceId}/change-requests/${request.body.id}/content`
    server.takeLongestBusyMs()
    let status = 0
    const refuse = async () => {
      const answer = await server.api(path, body)
      status = answer.status
      return answer
    }
    expect(await takeSteps({ refuse })).toEqual([])
    expect([400, 404, 413]).toContain(status)
  })

  test('pages of all kinds', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (markdown) => {
        expect(await writeAndRead({ markdown })).toEqual([])
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
