import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { newPage } from '../../../testing/direct-changes.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import type { Embed } from './schema.ts'

const network = new TestNetwork()
let app: TestApp
let admin: Person
let space: string

/** What the provider of videos says about each of them, by its name. */
const players: Record<string, object | string> = {
  good: {
    type: 'video',
    title: 'How <it> works',
    width: 200,
    height: 113,
    html: '<iframe width="200" src="https://www.youtube.com/embed/good?feature=oembed" onload="alert(1)"></iframe><script>alert(1)</script>',
  },
  untitled: { html: '<iframe src="//www.youtube-nocookie.com/embed/u"></iframe>', width: '200', height: -1 },
  script: { html: '<script src="https://www.youtube.com/embed/x"></script>' },
  elsewhere: { html: '<iframe src="https://evil.example/embed/x"></iframe>' },
  disguised: { html: '<iframe src="https://www.youtube.com@evil.example/embed"></iframe>' },
  signed: { html: '<iframe src="https://user:secret@www.youtube.com/embed/x"></iframe>' },
  plain: { html: '<iframe src="http://www.youtube.com/embed/x"></iframe>' },
  port: { html: '<iframe src="https://www.youtube.com:444/embed/x"></iframe>' },
  runs: { html: '<iframe src="javascript:alert(1)"></iframe>' },
  prototype: { html: '<iframe src="https://constructor/embed/x"></iframe>' },
  empty: {},
  list: [1],
  number: { html: 5 },
  text: 'not JSON',
  large: { html: '<iframe src="https://www.youtube.com/embed/x"></iframe>', more: 'x'.repeat(400_000) },
  inside: '',
}
const requestedPlayers: string[] = []

const html = `<!doctype html><html><head>
  <title>Title &amp; more</title>
  <meta property="og:title" content="A  page
    about it">
  <meta property="og:site_name" content="Example">
  <meta name="description" content="What it is">
  <link rel="shortcut icon" href="/icon.png">
</head><body>…</body></html>`

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' }, { network })
  const { id, admin: founder } = await app.organization()
  admin = founder
  space = (await app.space(admin, id)).id
  network.setAddresses('inside.example.com', ['10.0.0.7'])
  await network.addSite('www.youtube.com', '93.184.216.35', (request, response) => {
    const url = new URL(request.url ?? '', 'https://www.youtube.com')
    if (url.pathname !== '/oembed') return void response.writeHead(404).end()
    const name = new URL(url.searchParams.get('url') ?? '').searchParams.get('v') ?? ''
    requestedPlayers.push(name)
    const answer = players[name]
    if (answer === undefined) return void response.writeHead(401).end('Unauthorized')
    if (name === 'inside')
      return void response.writeHead(302, { location: 'http://inside.example.com/' }).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
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

const video = (name: string): string => `https://www.youtube.com/watch?v=${name}`

describe('a page of a provider of players', () => {
  test('200 is a frame of our own, without cookies, and nothing else of what the provider wrote', async () => {
    const { html: frame, ...embed } = await getEmbed(video('good'))
    expect(embed).toEqual({ type: 'rich', title: 'How <it> works', site: 'www.youtube.com' })
    expect(frame).toMatch(/^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/good\?feature=oembed"/)
    expect(frame).toContain('title="How &lt;it&gt; works" width="200" height="113"')
    expect(frame).not.toMatch(/script>|onload|alert/)
  })

  test('200 is a frame with the host as its title, if it has no other', async () => {
    const { html: frame } = await getEmbed(video('untitled'))
    expect(frame).toContain('src="https://www.youtube-nocookie.com/embed/u" title="www.youtube.com" allow=')
  })

  test.each(Object.keys(players).slice(2).concat('missing'))(
    '200 is a link if its player is %s',
    async (name) => {
      expect(await getEmbed(video(name))).toMatchObject({ type: 'link', site: 'www.youtube.com' })
      expect(network.connections).not.toContain('10.0.0.7')
    },
  )

  test('the site of a page loads no player before a reader asks, and then only those of the page', async () => {
    const publisher = await SitePublisher.create(app)
    const { path } = await publisher.publish(
      {},
      {
        pages: [
          newPage('plain', 'Plain', '{% embed url="https://example.com/page" %}'),
          newPage(
            'videos',
            'Videos',
            `{% embed url="${video('good')}" %}\n\n{% embed url="${video('runs')}" %}`,
          ),
        ],
      },
    )
    requestedPlayers.length = 0
    const plain = await publisher.get(path)
    expect(plain.text).not.toContain('embed-player')
    expect(plain.headers['content-security-policy']).not.toContain('frame-src')
    const page = await publisher.get(`${path}/videos`)
    expect(page.text).toContain(`data-player="${video('good')}"`)
    expect(page.text).not.toContain('<iframe')
    expect(page.headers['content-security-policy']).toContain('; frame-src https://www.youtube-nocookie.com;')
    expect(requestedPlayers).toEqual([])

    const ask = (url: string) => publisher.get(`${path}/videos?player=${encodeURIComponent(url)}`)
    const player = await ask(video('good'))
    expect(JSON.parse(player.text)).toMatchObject({
      src: 'https://www.youtube-nocookie.com/embed/good?feature=oembed',
      title: 'How <it> works',
    })
    const statuses: number[] = []
    for (const url of [video('runs'), video('untitled'), 'https://example.com/page', 'http://10.0.0.7/', ''])
      statuses.push((await ask(url)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    expect(requestedPlayers.filter((name) => name === 'untitled')).toEqual([])
    expect(network.connections).not.toContain('10.0.0.7')
  })
})
