import { SignJWT } from 'jose'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { changeContent, newPage } from '../../testing/direct-changes.ts'
import { type PublishedTestSite, SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let readers: SitePublisher
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  readers = await SitePublisher.create(t)
  ;({ admin } = readers)
})
afterAll(() => t.stop())

/** A site with something at every kind of address; in each answer is the word okapi. */
async function complete(body: object): Promise<PublishedTestSite & { addresses: string[] }> {
  const made = await readers.publish(body)
  const bytes = Buffer.from('All about the okapi.')
  const file = await t.app.areas.content.files.store({ name: 'tapir.txt', bytes })
  await changeContent(t, admin, made.space.id, [
    { type: 'put-file', id: 'notes', file },
    newPage(
      'tapir',
      'The okapi',
      'An okapi.\n\n{% updates %}\n{% update date="2026-01-31" %}\nAn okapi was born.\n{% endupdate %}\n{% endupdates %}',
    ),
  ])
  await t.app.areas.search.indexer.indexStaleSpaces()
  const spaces = await admin.get<{ items: { id: string }[] }>(`${readers.getApiPath(made.site)}/site-spaces`)
  const addresses = [
    '/tapir',
    '/tapir.md',
    '/tapir/rss.xml',
    '/sitemap-pages.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/~verso/search?q=okapi',
    `/~verso/files/${made.space.id}/notes/${file.blob.slice(0, 16)}/tapir.txt`,
  ].map((path) => `${made.path}${path}`)
  return { ...made, addresses: [...addresses, `${made.path}/~verso/pdf/${spaces.body.items[0]?.id}/tapir`] }
}

/** Asks the site's own machine interface for a page. */
const readByMcp = (at: string, cookie = '') =>
  t.app.http.inject({
    method: 'POST',
    url: `${at}/~verso/mcp`,
    headers: { host: 'verso.example', accept: 'application/json, text/event-stream', cookie },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_page', arguments: { page: '/tapir' } },
    },
  })

const jwtOf = async (site: { id: string }): Promise<string> => {
  const auth = `${readers.getApiPath(site)}/publishing/auth`
  const { privateKey } = expectStatus(200, await admin.get<{ privateKey: string }>(auth))
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(privateKey))
}

describe('what holds for a page holds for everything of its site', { timeout: 120_000 }, () => {
  it.each([
    ['unpublished', {}, 404],
    ['share-link', { visibility: 'share-link' }, 404],
    ['visitor-auth', { visibility: 'visitor-auth' }, 401],
  ])('%s: nothing without being let in', async (name, body, status) => {
    const { path: at, site, addresses } = await complete(body)
    if (name === 'unpublished') expectStatus(200, await admin.post(`${readers.getApiPath(site)}/unpublish`))
    for (const address of [...addresses, `${at}/nowhere`, `${at}/sitemap.xml`]) {
      const got = await readers.get(address)
      expect([address, got.status]).toEqual([address, status])
      expect(got.text.replaceAll('q=okapi', '')).not.toMatch(/okapi/i)
      expect(got.headers['cache-control'] ?? 'no-store').not.toContain('public')
    }
    const mcp = await readByMcp(at)
    expect(mcp.statusCode).toBe(status)
    expect(mcp.body).not.toContain('okapi')
  })

  it('200 everywhere once let in, for oneself alone', async () => {
    const { path: at, site, addresses } = await complete({ visibility: 'visitor-auth' })
    const { cookie } = await readers.get(`${at}?jwt_token=${await jwtOf(site)}`)
    for (const address of addresses) {
      const got = await readers.get(address, { cookie })
      expect([address, got.status]).toEqual([address, 200])
      expect(String(got.headers['cache-control'])).toMatch(/^private/)
      expect((await readers.get(address)).status).toBe(401)
    }
    expect((await readByMcp(at, cookie)).body).toContain('An okapi.')
  })

  it('401 with the JWT of another site, one that expired, one that is none', async () => {
    const { path: at } = await complete({ visibility: 'visitor-auth' })
    const other = await readers.publish({ visibility: 'visitor-auth' })
    const foreign = await jwtOf(other.site)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`
    for (const jwt of [foreign, unsigned, 'x.y.z', '']) {
      const got = await readers.get(`${at}/tapir?jwt_token=${jwt}`)
      expect([jwt.slice(0, 9), got.status, got.cookie]).toEqual([jwt.slice(0, 9), 401, ''])
      expect((await readers.get(`${at}/tapir`, { cookie: `verso-visitor=${jwt}` })).status).toBe(401)
    }
  })

  it('304 at every address for whoever has it already', async () => {
    const { addresses } = await complete({})
    for (const address of addresses) {
      const first = await readers.get(address)
      const again = await readers.get(address, { 'if-none-match': String(first.headers['etag']) })
      expect([address, first.status, again.status, again.text]).toEqual([address, 200, 304, ''])
    }
  })
})

describe('a first visit', () => {
  it('loads at most 60 KB of script and 40 KB of style sheet, and one font', async () => {
    const { path: at } = await readers.publish()
    const { text } = await readers.get(`${at}/setup`)
    const size = async (pattern: RegExp) => {
      const sizes = [...text.matchAll(pattern)].map(async ([, address = '']) => {
        const loaded = await readers.get(address)
        expect(loaded.status).toBe(200)
        return brotliCompressSync(loaded.text).length
      })
      expect(sizes).toHaveLength(1)
      return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
    }
    expect(await size(/<script[^>]*src="([^"]*)"/g)).toBeLessThan(60 * 1024)
    expect(await size(/<link rel="stylesheet" href="([^"]*)"/g)).toBeLessThan(40 * 1024)
    expect([...text.matchAll(/rel="preload"/g)]).toHaveLength(1)
  })

  it('says to machines what the page is', async () => {
    const { path: at } = await readers.publish()
    const { text } = await readers.get(`${at}/setup/deep`)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@graph': [
        { '@type': 'TechArticle', headline: 'Deep', url: `https://verso.example${at}/setup/deep` },
        { '@type': 'BreadcrumbList', itemListElement: [{ position: 1, name: 'Setup' }] },
      ],
    })
    expect(text).toMatch(/property="og:title"\s+content="Deep"/)
    expect(text).toContain(`content="https://verso.example${at}/setup/deep"`)
  })
})
