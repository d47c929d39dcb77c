import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import type { Embed } from './schema.ts'

const network = new TestNetwork()
let app: TestApp
let admin: Person
let space: string

const html = `<!doctype html><html><head>
  <title>Title &amp; more</title>
  <meta property="og:title" content="A  page
    about it">
  <meta property="og:site_name" content="Example">
  <meta name="description" content="What it is">
  <link rel="shortcut icon" href="/icon.png">
</head><body>…</body></html>`

beforeAll(async () => {
  app = await TestApp.start({}, { network })
  const { id, admin: founder } = await app.organization()
  admin = founder
  space = (await app.space(admin, id)).id
  await network.addSite('example.com', '93.184.216.34', (request, response) => {
    const pages: Record<string, [string, string]> = {
      '/page': ['text/html; charset=utf-8', html],
      '/bare': ['text/html', '<title>Only this</title>'],
      '/evil': ['text/html', '<title>x</title><link rel="icon" href="javascript:alert(1)">'],
      '/data': ['application/json', '{"title":"x"}'],
      '/large': ['text/html', `<title>x</title>${' '.repeat(2_000_000)}`],
    }
    const [type, body] = pages[request.url ?? ''] ?? []
    response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/html' }).end(body)
  })
})
afterAll(async () => {
  await app.stop()
  await network.close()
})

const getEmbed = async (url: string) =>
  expectStatus(200, await admin.get<Embed>(`/spaces/${space}/embed?url=${encodeURIComponent(url)}`))

test('200 with the metadata of the page', async () => {
  expect(await getEmbed('http://example.com/page')).toEqual({
    type: 'link',
    title: 'A page about it',
    site: 'Example',
    description: 'What it is',
    icon: 'http://example.com/icon.png',
  })
  expect(await getEmbed('http://example.com/bare')).toEqual({
    type: 'link',
    title: 'Only this',
    site: 'example.com',
  })
})

test('200 without an icon that a browser would run', async () => {
  expect((await getEmbed('http://example.com/evil')).icon).toBeUndefined()
})

test.each([
  'http://example.com/nothing',
  'http://example.com/data',
  'http://example.com/large',
  'http://nowhere.example/',
  'http://127.0.0.1:4000/v1/user',
  'http://169.254.169.254/latest/meta-data/',
])('200 with the host as title for %s, which has no metadata or must not be fetched', async (url) => {
  const { host } = new URL(url)
  expect(await getEmbed(url)).toEqual({ type: 'link', title: host, site: host })
})

test('200 a page is fetched once, however often it is requested', async () => {
  await getEmbed('http://example.com/page?once')
  const before = network.connections.length
  await Promise.all(Array.from({ length: 5 }, () => getEmbed('http://example.com/page?once')))
  expect(network.connections.length).toBe(before)
})

test.each(['', 'file:///etc/passwd', 'javascript:alert(1)', 'nothing', `http://a.b/${'c'.repeat(2048)}`])(
  '400 for %j',
  async (url) => {
    expect((await admin.get(`/spaces/${space}/embed?url=${encodeURIComponent(url)}`)).status).toBe(400)
  },
)
