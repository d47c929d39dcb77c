import { SignJWT } from 'jose'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'
import { waitFor } from '../../testing/wait-for.ts'

let t: TestApp
let publisher: SitePublisher
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(() => t.stop())

/** A site with something at every kind of address; in each answer is the word okapi. */
async function complete(body: object): Promise<PublishedTestSite & { addresses: string[] }> {
  const publishedSite = await publisher.publish(body)
  const bytes = Buffer.from('All about the okapi.')
  const file = await t.app.areas.content.files.store({ name: 'tapir.txt', bytes })
  await commitChanges(t, admin, publishedSite.space.id, [
    { type: 'put-file', id: 'notes', file },
    newPage(
      'tapir',
      'The okapi',
      'An okapi. See [notes](/files/notes).\n\n{% updates %}\n{% update date="2026-01-31" %}\nAn okapi was born.\n{% endupdate %}\n{% endupdates %}',
    ),
  ])
  await t.app.areas.search.indexer.indexStaleSpaces()
  const spaces = await admin.get<{ items: { id: string }[] }>(
    `${publisher.getApiPath(publishedSite.site)}/site-spaces`,
  )
  const addresses = [
    '/tapir',
    '/tapir.md',
    '/tapir/rss.xml',
    '/sitemap-pages.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/~verso/search?q=okapi',
    `/~verso/files/${publishedSite.space.id}/notes/${file.blob.slice(0, 16)}/tapir.txt`,
  ].map((path) => `${publishedSite.path}${path}`)
  return {
    ...publishedSite,
    addresses: [...addresses, `${publishedSite.path}/~verso/pdf/${spaces.body.items[0]?.id}/tapir`],
  }
}

/** Asks the site's own machine interface for a page. */
const readByMcp = (sitePath: string, cookie = '') =>
  t.app.http.inject({
    method: 'POST',
    url: `${sitePath}/~verso/mcp`,
    headers: { host: 'verso.example', accept: 'application/json, text/event-stream', cookie },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_page', arguments: { page: '/tapir' } },
    },
  })

const jwtOf = async (site: { id: string }): Promise<string> => {
  const auth = `${publisher.getApiPath(site)}/publishing/auth`
  const { privateKey } = expectStatus(200, await admin.get<{ privateKey: string }>(auth))
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
}

describe('every URL of a site', { timeout: 120_000 }, () => {
  it.each([
    ['unpublished', {}, 404],
    ['share-link', { visibility: 'share-link' }, 404],
    ['visitor-auth', { visibility: 'visitor-auth' }, 401],
  ])('%s: refused without credentials', async (name, body, status) => {
    const { path: sitePath, site, addresses } = await complete(body)
    if (name === 'unpublished') expectStatus(200, await admin.post(`${publisher.getApiPath(site)}/unpublish`))
    for (const address of [...addresses, `${sitePath}/nowhere`, `${sitePath}/sitemap.xml`]) {
      const response = await publisher.get(address)
      expect([address, response.status]).toEqual([address, status])
      expect(response.text.replaceAll('q=okapi', '')).not.toMatch(/okapi/i)
      expect(response.headers['cache-control'] ?? 'no-store').not.toContain('public')
    }
    const mcp = await readByMcp(sitePath)
    expect(mcp.statusCode).toBe(status)
    expect(mcp.body).not.toContain('okapi')
  })

  it('200 with credentials, not stored by shared caches', async () => {
    const { path: sitePath, site, addresses } = await complete({ visibility: 'visitor-auth' })
    const { cookie } = await publisher.get(`${sitePath}?jwt_token=${await jwtOf(site)}`)
    for (const address of addresses) {
      const response = await publisher.get(address, { cookie })
      expect([address, response.status]).toEqual([address, 200])
      expect(String(response.headers['cache-control'])).toMatch(/^private/)
      expect((await publisher.get(address)).status).toBe(401)
    }
    expect((await readByMcp(sitePath, cookie)).body).toContain('An okapi.')
  })

  it('401 with the JWT of another site, an expired one and an invalid one', async () => {
    const { path: sitePath } = await complete({ visibility: 'visitor-auth' })
    const other = await publisher.publish({ visibility: 'visitor-auth' })
    const foreign = await jwtOf(other.site)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
    for (const jwt of [foreign, unsigned, 'x.y.z', '']) {
      const response = await publisher.get(`${sitePath}/tapir?jwt_token=${jwt}`)
      expect([jwt.slice(0, 9), response.status, response.cookie]).toEqual([jwt.slice(0, 9), 401, ''])
      expect((await publisher.get(`${sitePath}/tapir`, { cookie: `verso-visitor=${jwt}` })).status).toBe(401)
    }
  })

  it('304 for an unchanged response', async () => {
    const { addresses } = await complete({})
    for (const address of addresses) {
      const first = await publisher.get(address)
      const again = await publisher.get(address, { 'if-none-match': String(first.headers['etag']) })
      expect([address, first.status, again.status, again.text]).toEqual([address, 200, 304, ''])
    }
  })
})

describe('a first visit', () => {
  it('loads at most 3.4 KB of script and 11 KB of style sheet, and one font', async () => {
    const { path: sitePath } = await publisher.publish()
    const { text } = await publisher.get(`${sitePath}/setup`)
    const headers = { host: 'verso.example', 'accept-encoding': 'br' }
    /** The first visitor gets what is compressed fast. What is compressed well is there soon. */
    const waitForSmallBody = async (pattern: RegExp, maxBytes: number) => {
      const urls = [...text.matchAll(pattern)].map(([, url = '']) => url)
      expect(urls).toHaveLength(1)
      const body = await waitFor(`a body of ${maxBytes} bytes`, async () => {
        const { statusCode, rawPayload } = await t.app.http.inject({ url: urls[0] ?? '', headers })
        expect(statusCode).toBe(200)
        return rawPayload.length <= maxBytes ? rawPayload : undefined
      })
      expect(brotliDecompressSync(body).toString()).toBe((await publisher.get(urls[0] ?? '')).text)
    }
    await waitForSmallBody(/<script[^>]*src="([^"]*)"/g, 3.4 * 1024)
    await waitForSmallBody(/<link rel="stylesheet" href="([^"]*)"/g, 11 * 1024)
    expect([...text.matchAll(/rel="preload"/g)]).toHaveLength(1)
  })

  it('has metadata about the page', async () => {
    const { path: sitePath } = await publisher.publish()
    const { text } = await publisher.get(`${sitePath}/setup/deep`)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@graph': [
        { '@type': 'TechArticle', headline: 'Deep', url: `https://verso.example${sitePath}/setup/deep` },
        { '@type': 'BreadcrumbList', itemListElement: [{ position: 1, name: 'Setup' }] },
      ],
    })
    expect(text).toMatch(/property="og:title"\s+content="Deep"/)
    expect(text).toContain(`content="https://verso.example${sitePath}/setup/deep"`)
  })
})
