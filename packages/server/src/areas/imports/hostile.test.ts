import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type Person, allowLoopback, TestApp } from '../../testing/app.ts'
import { ImportWorld } from '../../testing/import-world.ts'
import { MAX_BLOCK_MS, measureLongestBlock } from '../../testing/main-thread.ts'
import { TestNetwork } from '../../testing/network.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { createZip } from '../../testing/zip.ts'

const world = await ImportWorld.start()
afterAll(() => world.stop())

const DEPTH = 200_000

describe('400 in a clear error, while other requests are answered, for', () => {
  test.each([
    ['nested elements', '<div>'.repeat(DEPTH) + 'x' + '</div>'.repeat(DEPTH), 'nested more than 500 deep'],
    ['nested lists', '<ul><li>'.repeat(DEPTH), 'nested more than 500 deep'],
    ['nested elements that never end', '<b>'.repeat(DEPTH), 'nested more than 500 deep'],
    ['more elements than anybody writes', '<i>x</i>'.repeat(DEPTH + 1), 'more than 200000 elements'],
  ])('%s', async (_name, html, reason) => {
    const url = await world.serveFile(`<body>${html}</body>`, 'text/html')
    let message = ''
    const longestBlockMs = await measureLongestBlock(async () => {
      message = await world.importAndReadError('website', url)
    })
    expect(message).toContain(reason)
    expect(longestBlockMs).toBeLessThan(MAX_BLOCK_MS)
  })

  test.each([
    ['Markdown of nested quotes', `${'> '.repeat(DEPTH)}x`],
    ['Markdown of nested lists', '* '.repeat(DEPTH)],
    ['Markdown of nested brackets', '['.repeat(DEPTH)],
  ])('%s', async (_name, markdown) => {
    const url = await world.serveFile(createZip({ 'a.md': markdown, 'b.md': '# Good\n\nText.' }))
    const { result, outline } = await world.import('zip', url)
    expect(outline).toContain('Good')
    expect(result.importedResources + result.failures.length).toBe(2)
  })
})

describe('imports of several organizations', () => {
  test('take turns: one does not wait for the many of another', async () => {
    const network = new TestNetwork()
    const imports = { ...readConfig({}).imports, concurrency: 1 }
    const app = await TestApp.start({ outboundAllow: allowLoopback, imports }, { network })
    const requested: string[] = []
    const release = Promise.withResolvers<void>()
    const { url } = await network.listen((request, response) => {
      requested.push(request.url ?? '')
      void release.promise.then(() =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<main><h1>Page</h1><p>Text.</p></main>'),
      )
    })
    const startImport = async ({ id, admin }: { id: string; admin: Person }, path: string) => {
      const space = await app.space(admin, id)
      return admin.post(`/spaces/${space.id}/content/import`, { source: 'website', url: url + path })
    }
    const [busy, calm] = [await app.organization(), await app.organization()]
    const first = startImport(busy, '/busy-0')
    await waitFor('the first import', () => requested.some((path) => path.startsWith('/busy')))
    const others = Array.from({ length: 5 }, (_, n) => startImport(busy, `/busy-${n + 1}`))
    const only = startImport(calm, '/calm')
    release.resolve()
    for (const { status } of await Promise.all([first, ...others, only])) expect(status).toBe(201)
    const before = requested.slice(0, requested.indexOf('/calm')).filter((path) => path.startsWith('/busy'))
    expect(new Set(before).size).toBeLessThanOrEqual(2)
    await app.stop()
    await network.close()
  })
})
