import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../sites/sites/schema.ts'
import { expectStatus, type Person, TestApp } from '../../testing/app.ts'
import { commitChanges, newPage } from '../../testing/direct-changes.ts'
import { SitePublisher } from '../../testing/site-publisher.ts'

let t: TestApp
let publisher: SitePublisher
let admin: Person

beforeAll(async () => {
  t = await TestApp.start({
    publicUrl: 'https://verso.example/base',
    sitesHost: 'sites.example',
    trustedDomains: ['acme.example'],
  })
  publisher = await SitePublisher.create(t)
  ;({ admin } = publisher)
})
afterAll(() => t.stop())

const sitesHost = { host: 'acme.sites.example' }

/** Every address in a page that leads to its own site or to what it loads. */
const addressesIn = (page: string): string[] =>
  [...page.matchAll(/(?:href|src|action)="(\/[^"#]*)/g)].map(([, address = '']) => address)

async function urlOf(site: { id: string }): Promise<URL> {
  const { urls } = expectStatus(200, await admin.get<Site>(publisher.getApiPath(site)))
  return new URL(urls.published ?? '')
}

describe('with a host for sites', () => {
  it('200 at the host of the organization, where every URL in the page works', async () => {
    const { site } = await publisher.publish()
    const url = await urlOf(site)
    expect(url.href).toBe(`https://acme.sites.example/${site.basename}/`)
    const { status, text } = await publisher.get(url.pathname, sitesHost)
    expect(status).toBe(200)
    const addresses = addressesIn(text)
    expect(addresses.length).toBeGreaterThan(8)
    for (const address of addresses) {
      expect(address.startsWith(`/${site.basename}`)).toBe(true)
      expect([address, (await publisher.get(address, sitesHost)).status]).toEqual([
        address,
        address.endsWith('/~verso/mcp') ? 405 : 200,
      ])
    }
    expect(text).toContain(`<link rel="canonical" href="https://acme.sites.example/${site.basename}"`)
  })

  it('200 on the host of Verso too, where its pages link to each other', async () => {
    const { site } = await publisher.publish()
    const sitePath = `/base/acme/${site.basename}`
    const { status, text } = await publisher.get(sitePath, { host: 'verso.example' })
    expect(status).toBe(200)
    for (const address of addressesIn(text)) expect(address.startsWith(sitePath)).toBe(true)
  })

  it('308 from what the organization and the site were called before, for those who may see the site', async () => {
    const { site, space } = await publisher.publish()
    const old = await urlOf(site)
    const read = async (path: string, host: string) => {
      const { status, location } = await publisher.get(path, { host })
      return { status, location }
    }
    const rename = async (body: object) =>
      expectStatus(200, await admin.patch(publisher.getApiPath(site), body))
    const renameOrganization = async (hostname: string) =>
      expectStatus(200, await admin.patch(`/orgs/${publisher.organization}`, { hostname }))
    await rename({ basename: 'renamed' })
    const setup = `${old.pathname}setup?q=1`
    const moved = { status: 308, location: 'https://acme.sites.example/renamed/setup?q=1' }
    expect(await read(setup, 'acme.sites.example')).toEqual(moved)
    // An organization had its id in addresses before it had a hostname.
    expect(await read(setup, `${publisher.organization}.sites.example`)).toEqual(moved)
    await renameOrganization('acme-two')
    expect(await read(setup, 'acme.sites.example')).toEqual({
      status: 308,
      location: 'https://acme-two.sites.example/renamed/setup?q=1',
    })
    const lookup = await t.anonymous.post('/urls/published', { url: `${old.href}setup` })
    expect(lookup.body).toEqual({
      target: 'content',
      site: site.id,
      redirect: 'https://acme-two.sites.example/renamed/setup',
    })
    // Whoever must not see the site does not learn where it went.
    await rename({ visibility: 'share-link' })
    expect((await read(setup, 'acme.sites.example')).status).toBe(404)
    expect((await t.anonymous.post('/urls/published', { url: old.href })).status).toBe(404)
    await rename({ visibility: 'public' })
    // Another site that takes the name has the address.
    const taker = await t.site(admin, publisher.organization, { title: 'Taker', spaces: [space.id] })
    const takerPath = publisher.getApiPath(taker)
    expectStatus(200, await admin.patch(takerPath, { basename: old.pathname.split('/')[1] }))
    expectStatus(200, await admin.post(`${takerPath}/publish`))
    expect((await read(old.pathname, 'acme-two.sites.example')).status).toBe(200)
    await renameOrganization('acme')
    expect((await read('/renamed/', 'acme-two.sites.example')).location).toBe(
      'https://acme.sites.example/renamed/',
    )
  })

  it('404 at unknown hosts and at those of other organizations', async () => {
    const { site } = await publisher.publish()
    for (const host of [
      'sites.example',
      'other.sites.example',
      'acme.sites.example.evil.example',
      'evilacme.sites.example',
      'x.acme.sites.example',
      'acme.evil.example',
      'localhost',
      '127.0.0.1',
      '[::1]',
    ]) {
      const { status, text } = await publisher.get(`/${site.basename}/setup`, { host })
      expect([host, status]).toEqual([host, 404])
      expect(text).not.toContain('zebra')
    }
  })

  it('handles an invalid host, and never contains it', async () => {
    const { site } = await publisher.publish()
    for (const host of [
      '',
      'a b',
      '<script>',
      'acme.sites.example:99999',
      '%00',
      'acme.sites.example@evil',
    ]) {
      const { status, text } = await publisher.get(`/${site.basename}`, { host })
      expect([host, status < 500]).toEqual([host, true])
      expect(text).not.toContain('<script>"')
      expect(text).not.toContain(`//${host}`)
    }
  })
})

describe('at a host of its own', () => {
  it('200 at the root, which is its canonical URL; 409 for another site', async () => {
    const { site } = await publisher.publish()
    expectStatus(200, await admin.patch(publisher.getApiPath(site), { hostname: 'docs.acme.example' }))
    expect((await urlOf(site)).href).toBe('https://docs.acme.example/')
    const own = await publisher.get('/setup', { host: 'docs.acme.example' })
    expect(own.status).toBe(200)
    for (const address of addressesIn(own.text)) expect(address).not.toContain(site.basename)
    const elsewhere = await publisher.get(`/${site.basename}/setup`, sitesHost)
    expect(elsewhere.text).toContain('<link rel="canonical" href="https://docs.acme.example/setup"')
    const other = await publisher.publish()
    const conflict = await admin.patch(publisher.getApiPath(other.site), { hostname: 'docs.acme.example' })
    expect(conflict.status).toBe(409)
    for (const hostname of ['verso.example', 'acme.sites.example', 'beta.sites.example'])
      expect([hostname, (await admin.patch(publisher.getApiPath(other.site), { hostname })).status]).toEqual([
        hostname,
        expect.toSatisfy((status: number) => status === 400 || status === 409),
      ])
  })
})

describe('behind a proxy', () => {
  it('200 with every URL below the path of the proxy', async () => {
    const { site } = await publisher.publish()
    expectStatus(200, await admin.patch(publisher.getApiPath(site), { proxy: 'www.acme.example/docs' }))
    expect((await urlOf(site)).href).toBe('https://www.acme.example/docs/')
    const { proxy } = expectStatus(200, await admin.get<Site>(publisher.getApiPath(site)))
    const target = new URL(proxy?.target ?? '')
    /** What a proxy does: its own path goes, the rest is asked for at the target. */
    const throughProxy = (path: string) =>
      publisher.get(path.replace(/^\/docs\/?/, target.pathname), { host: target.host })
    const { status, text } = await throughProxy('/docs/setup')
    expect(status).toBe(200)
    expect(text).toContain('<link rel="canonical" href="https://www.acme.example/docs/setup"')
    for (const address of addressesIn(text)) {
      expect(address).toMatch(/^\/docs(?:\/|$)/)
      expect([address, (await throughProxy(address)).status]).toEqual([
        address,
        address.endsWith('/~verso/mcp') ? 405 : 200,
      ])
    }
    // The host of the proxy is not Verso's: nobody gets the site by claiming it.
    expect((await publisher.get('/docs/setup', { host: 'www.acme.example' })).status).toBe(404)
  })
})

async function spaceOf(site: { id: string }): Promise<{ id: string }> {
  const { body } = await admin.get<{ items: { space: { id: string } }[] }>(
    `${publisher.getApiPath(site)}/site-spaces`,
  )
  return body.items[0]?.space ?? { id: '' }
}

/** What both of them answer. */
const holds = (statusCode: number, text = '') =>
  [1, 2].map(() => ({ statusCode, body: expect.stringContaining(text) as string }))

describe('redirects of the site', () => {
  it('307 and 308 to pages, sections and external URLs, with the rest of a wildcard', async () => {
    const { site } = await publisher.publish()
    const sitePath = `/${site.basename}`
    const spaces = await admin.get<{ items: { id: string }[] }>(`${publisher.getApiPath(site)}/site-spaces`)
    const siteSpaceId = spaces.body.items[0]?.id
    const add = async (body: object) =>
      expectStatus(201, await admin.post(`${publisher.getApiPath(site)}/redirects`, body))
    const page = { kind: 'site-page', siteSpaceId, pageId: 'setup' }
    await add({ source: '/install', destination: page })
    await add({ source: '/for-ever', destination: page, permanent: true })
    await add({ source: '/v1/*', destination: { kind: 'site-space', siteSpaceId }, captureWildcard: true })
    const elsewhere = { kind: 'external', url: 'https://example.com/blog' }
    await add({ source: '/blog', destination: elsewhere, captureWildcard: true })
    await add({ source: '/setup', destination: elsewhere })
    const ask = async (path: string) => {
      const { status, location } = await publisher.get(`${sitePath}${path}`, sitesHost)
      return [status, location]
    }
    expect(await ask('/install')).toEqual([307, `${sitePath}/setup`])
    expect(await ask('/for-ever/')).toEqual([308, `${sitePath}/setup`])
    expect(await ask('/v1/setup/deep')).toEqual([307, `${sitePath}/setup/deep`])
    expect(await ask('/blog/2026/news')).toEqual([307, 'https://example.com/blog/2026/news'])
    expect(await ask('/install/more')).toEqual([404, ''])
    // A page that is there is not taken away.
    expect((await ask('/setup'))[0]).toBe(200)
    await commitChanges(t, admin, (await spaceOf(site)).id, [{ type: 'delete-page', id: 'setup' }])
    expect(await ask('/install')).toEqual([307, `${sitePath}/`])
  })
})

describe('two processes on one database', () => {
  it('show a merge, a customization and an unpublished site at once', async () => {
    const other = await TestApp.start(
      { publicUrl: 'https://verso.example/base', sitesHost: 'sites.example' },
      { database: t.database },
    )
    try {
      const { site, space } = await publisher.publish()
      const both = async (path = '/setup') => {
        const request = { url: `/${site.basename}${path}`, headers: sitesHost }
        const answers = [await t.app.http.inject(request), await other.app.http.inject(request)]
        return answers.map(({ statusCode, body }) => ({ statusCode, body }))
      }
      expect(await both()).toEqual(holds(200, 'Install the zebra.'))
      await commitChanges(t, admin, space.id, [
        { type: 'update-page', id: 'setup', document: { markdown: 'Install the quagga.' } },
        newPage('fresh', 'Fresh', 'Just merged.'),
      ])
      expect(await both()).toEqual(holds(200, 'Install the quagga.'))
      expect(await both('/fresh')).toEqual(holds(200, 'Just merged.'))
      await publisher.customize(site, { title: 'Another name' })
      expect(await both()).toEqual(holds(200, 'Another name'))
      expectStatus(200, await admin.post(`${publisher.getApiPath(site)}/unpublish`))
      expect(await both()).toEqual(holds(404))
    } finally {
      await other.app.close()
    }
  })
})
