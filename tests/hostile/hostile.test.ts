import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Scope } from '../support/scope.ts'
import { hostileBodies, hostileDocuments, hostileText, hostileTexts } from './corpus.ts'
import { WatchedServer } from './watched-server.ts'

/** While anything is worked on, other requests wait no longer than this, on a machine that has time for them. */
const MAX_BUSY_MS = 250

const scope = new Scope()
let server: WatchedServer
let pageCount = 0

beforeAll(async () => {
  server = await WatchedServer.start(scope)
  // What is compiled and loaded once is not what a request costs.
  await writeAndMerge({ markdown: '# Short\n\n$$x$$\n\n```js\n1\n```\n\n|a|\n|-|\n|b|\n' })
  server.takeLongestBusyMs()
}, 240_000)
afterAll(() => scope.close())

/** Writes a text or a document and merges it, while the index is brought up to date. Returns the steps that were too long. */
async function writeAndMerge(document: object): Promise<string[]> {
  const slowSteps: string[] = []
  const slug = `hostile-${(pageCount += 1)}`
  const step = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const result = await run()
    expect(await server.isHealthy()).toBe(true)
    const busyMs = server.takeLongestBusyMs()
    if (busyMs > MAX_BUSY_MS) slowSteps.push(`${name}: ${Math.round(busyMs)} ms`)
    return result
  }
  const insert = { operation: 'insert_page', title: slug, slug, document }
  await step('write', () => server.change([insert]))
  return slowSteps
}

describe('while something hostile is worked on, others are answered', { timeout: 600_000 }, () => {
  test.each(Object.entries(hostileTexts))('a page: %s', async (_name, markdown) => {
    expect(await writeAndMerge({ markdown })).toEqual([])
  })

  test.each(Object.entries(hostileDocuments))('a document: %s', async (_name, document) => {
    expect(await writeAndMerge({ document })).toEqual([])
  })

  test.each(Object.entries(hostileBodies))('400 or 413 for a body: %s', async (_name, body) => {
    const request = await server.api<{ id: string }>(`/spaces/${server.spaceId}/change-requests`, {})
    const path = `/spaces/${server.spaceId}/change-requests/${request.body.id}/content`
    server.takeLongestBusyMs()
    const { status } = await server.api(path, body)
    expect([400, 404, 413]).toContain(status)
    expect(await server.isHealthy()).toBe(true)
    expect(server.takeLongestBusyMs()).toBeLessThan(MAX_BUSY_MS)
  })

  test('pages of all kinds', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (markdown) => {
        expect(await writeAndMerge({ markdown })).toEqual([])
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})
