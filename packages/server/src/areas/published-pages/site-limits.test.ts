import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../../common/clock.ts'
import { TestApp } from '../../testing/app.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'

const limits = { pages: 6, search: 3, mcp: 2, shareKeys: 4 }
const publicUrl = 'https://verso.example'
const app = await TestApp.start({ publicUrl, siteRateLimits: limits, trustProxy: ['127.0.0.1'] })
afterAll(() => app.stop())
const publisher = await SitePublisher.create(app)
const { path } = await publisher.publish()

/** Stands just behind the beginning of a minute that nothing was counted in: no test may run across an end. */
beforeEach(() => {
  const now = app.clock.now().getTime()
  app.clock.advance(minutes - (now % minutes) + 1000)
})

/** A visitor with an address, behind the proxy that the server trusts. */
const createVisitor =
  (address: string) =>
  (url: string, headers: Record<string, string> = {}) =>
    publisher.get(url, { 'x-forwarded-for': address, accept: 'text/html', ...headers })

type Visitor = ReturnType<typeof createVisitor>

async function repeat(count: number, request: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await request()).status)
  return statuses
}

const sendMcp = async (address: string) => {
  const { statusCode } = await app.app.http.inject({
    method: 'POST',
    url: `${path}/~verso/mcp`,
    headers: {
      host: 'verso.example',
      'x-forwarded-for': address,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
  })
  return { status: statusCode }
}

describe('requests of one address to published sites', () => {
  test('429 with Retry-After beyond the limit of pages, until the next minute', async () => {
    const visit = createVisitor('192.0.2.1')
    expect(await repeat(limits.pages, () => visit(`${path}/setup`))).not.toContain(429)
    const refused = await visit(`${path}/setup`)
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Too many requests')
    expect(refused.headers['cache-control']).toBe('no-store')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await visit(`${path}/setup.md`, { accept: '*/*' })).text).toContain('"code":429')
    app.clock.advance(minutes)
    expect((await visit(`${path}/setup`)).status).toBe(200)
  })

  test('200 for another address, and for styles, which are not counted', async () => {
    const visit = createVisitor('192.0.2.2')
    const { text } = await visit(`${path}/setup`)
    await repeat(limits.pages, () => visit(`${path}/setup`))
    const style = /href="([^"]*style-[^"]*\.css)"/.exec(text)?.[1] ?? ''
    expect(await repeat(3, () => visit(style))).toEqual([200, 200, 200])
    expect((await createVisitor('192.0.2.3')(`${path}/setup`)).status).toBe(200)
  })

  test('429 counts a whole IPv6 network as one address', async () => {
    let host = 0
    const statuses = await repeat(limits.pages + 2, () =>
      createVisitor(`2001:db8:0:1::${(host += 1)}`)(`${path}/setup`),
    )
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect((await createVisitor('2001:db8:0:2::1')(`${path}/setup`)).status).toBe(200)
  })

  test('429 beyond the limits of search and MCP, which are counted apart', async () => {
    const visit = createVisitor('192.0.2.4')
    const search = () => visit(`${path}/~verso/search?q=zebra`, { accept: 'application/json' })
    expect(await repeat(limits.search + 1, search)).toEqual([200, 200, 200, 429])
    expect(await repeat(limits.mcp + 1, () => sendMcp('192.0.2.4'))).toEqual([200, 200, 429])
    expect((await visit(`${path}/setup`)).status).toBe(200)
  })

  test('429 is not to be had from an address that a client invents', async () => {
    const direct = await TestApp.start({ publicUrl, siteRateLimits: limits })
    const other = await SitePublisher.create(direct)
    const site = await other.publish()
    let n = 0
    const statuses = await repeat(limits.pages + 1, () =>
      other.get(`${site.path}/setup`, { 'x-forwarded-for': `203.0.113.${(n += 1)}` }),
    )
    expect(statuses.at(-1)).toBe(429)
    await direct.stop()
  })
})

async function createSharedSite() {
  const { site, path: sitePath } = await publisher.publish({ visibility: 'share-link' })
  const { body } = await publisher.admin.post<{ urls: { published?: string } }>(
    `${publisher.getApiPath(site)}/share-links`,
    { name: 'Partners' },
  )
  const key =
    new URL(body.urls.published ?? '').pathname.split('/').findLast((segment) => segment !== '') ?? ''
  return { sitePath, key }
}

describe('keys of share links', () => {
  let guesses = 0
  const guess = (visit: Visitor, sitePath: string) => () =>
    visit(`${sitePath}/${`guess-${guesses++}`.padEnd(20, '0')}`)

  test('302 for the right one; 429 after too many wrong ones, also for the right one', async () => {
    const { sitePath, key } = await createSharedSite()
    const visit = createVisitor('192.0.2.5')
    expect((await visit(`${sitePath}/${key}`)).status).toBe(302)
    expect(await repeat(limits.shareKeys + 1, guess(visit, sitePath))).toEqual([404, 404, 404, 404, 429])
    expect((await visit(`${sitePath}/${key}`)).status).toBe(429)
    expect((await createVisitor('192.0.2.6')(`${sitePath}/${key}`)).status).toBe(302)
  })

  test('429 after as many tries where there is no site, so that nobody learns which it is', async () => {
    const visit = createVisitor('192.0.2.7')
    expect(await repeat(limits.shareKeys + 1, guess(visit, '/acme/no-such-site'))).toEqual([
      404, 404, 404, 404, 429,
    ])
  })

  test('429 after too many wrong ones in a cookie, also for the right one', async () => {
    const { sitePath, key } = await createSharedSite()
    const visit = createVisitor('192.0.2.8')
    const { cookie } = await visit(`${sitePath}/${key}`)
    expect((await visit(`${sitePath}/`, { cookie })).status).toBe(200)
    const wrong = { cookie: cookie.replace(key, 'x'.repeat(key.length)) }
    expect(await repeat(limits.shareKeys + 1, () => visit(`${sitePath}/`, wrong))).toEqual([
      404, 404, 404, 404, 429,
    ])
    expect((await visit(`${sitePath}/`, { cookie })).status).toBe(429)
  })
})
