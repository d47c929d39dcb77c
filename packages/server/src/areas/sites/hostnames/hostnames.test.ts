import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { TestDnsServer } from '../../../testing/dns-server.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import type { PublishedLookup } from '../renderer-api/schema.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteHostname } from './schema.ts'

let dns: TestDnsServer
let app: TestApp
let tenant: { id: string; admin: Person }
let rival: { id: string; admin: Person }
let count = 0

beforeAll(async () => {
  dns = await TestDnsServer.start()
  app = await TestApp.start({
    publicUrl: 'https://verso.example.com',
    sitesHost: 'sites.example.com',
    dnsServers: [dns.address],
    trustedDomains: ['intranet.example'],
  })
  tenant = await app.organization('Tenant')
  rival = await app.organization('Rival')
})
afterAll(async () => {
  await app.stop()
  dns.stop()
})

/** A hostname that no other test uses. */
const newHostname = (): string => `docs${count++}.company.example`

const pathOf = (site: Site, { id } = tenant): string => `/orgs/${id}/sites/${site.id}`

/** Creates a published site with one page. */
async function publishSite({ id, admin } = tenant): Promise<Site> {
  const space = await app.space(admin, id)
  await commitChanges(app, admin, space.id, [newPage('welcome', 'Welcome', `Hello from ${id}.`)])
  const site = await app.site(admin, id, { title: 'Docs', spaces: [space.id] })
  expectStatus(200, await admin.post(`/orgs/${id}/sites/${site.id}/publish`))
  return site
}

const claim = (site: Site, hostname: string | null, by = tenant) =>
  by.admin.patch<Site>(pathOf(site, by), { hostname })

const check = (site: Site, by = tenant) => by.admin.post<SiteHostname>(`${pathOf(site, by)}/hostname/check`)

/** Creates the record that proves a hostname. */
function prove(site: Site, hostname: string): void {
  dns.setTexts(`_verso-challenge.${hostname}`, 'something else', `verso-site-verification=${site.id}`)
}

async function claimAndProve(site: Site, hostname: string, by = tenant): Promise<void> {
  expectStatus(200, await claim(site, hostname, by))
  prove(site, hostname)
  expect(expectStatus(200, await check(site, by)).isActive).toBe(true)
}

/** The text of the page that visitors see at a host; undefined if there is none. */
async function visit(host: string): Promise<string | undefined> {
  const response = await app.app.http.inject({ url: '/', headers: { host } })
  return response.statusCode === 200 ? response.body : undefined
}

const resolve = (hostname: string) =>
  app.anonymous.post<PublishedLookup>('/urls/published', { url: `https://${hostname}/` })

describe('a claimed hostname', () => {
  test('serves nothing and is no address of the site, until its record was found', async () => {
    const site = await publishSite()
    const hostname = newHostname()
    const before = expectStatus(200, await claim(site, hostname))
    expect(before).toMatchObject({
      hostname,
      urls: { published: expect.stringContaining('.sites.example.com') },
    })
    expect(await visit(hostname)).toBeUndefined()
    expect((await resolve(hostname)).status).toBe(404)
    const pending = expectStatus(200, await check(site))
    expect(pending).toMatchObject({
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site: site.id },
      isActive: false,
      record: {
        type: 'TXT',
        name: `_verso-challenge.${hostname}`,
        value: `verso-site-verification=${site.id}`,
      },
      expiresAt: expect.any(String),
      problem: expect.stringContaining('no TXT record'),
    })
    expect(dns.questions).toContain(`_verso-challenge.${hostname}`)

    prove(site, hostname)
    expect(await visit(hostname)).toBeUndefined()
    const active = expectStatus(200, await check(site))
    expect(active).toMatchObject({ isActive: true, status: 'dns_passed', proof: 'record' })
    expect(active).not.toHaveProperty('expiresAt')
    expect(await visit(hostname)).toContain('Hello')
    expect((await resolve(hostname)).status).toBe(200)
    const after = expectStatus(200, await tenant.admin.get<Site>(pathOf(site)))
    expect(after.urls.published).toBe(`https://${hostname}/`)
    const own = expectStatus(200, await tenant.admin.get<SiteHostname>(`${pathOf(site)}/hostname`))
    expect(own).toEqual(active)
  })

  test('is not proven by the record of another site, another name or a part of the value', async () => {
    const site = await publishSite()
    const other = await publishSite()
    const hostname = newHostname()
    expectStatus(200, await claim(site, hostname))
    const value = `verso-site-verification=${site.id}`
    dns.setTexts(hostname, value)
    dns.setTexts('_verso-challenge.company.example', value)
    for (const text of [
      `verso-site-verification=${other.id}`,
      `${value}x`,
      `x${value}`,
      '',
      'x'.repeat(600),
    ]) {
      dns.setTexts(`_verso-challenge.${hostname}`, text)
      const answer = expectStatus(200, await check(site))
      expect(answer).toMatchObject({ isActive: false, problem: expect.stringContaining('another value') })
    }
    expect(await visit(hostname)).toBeUndefined()
  })

  test('stays claimed and says so when the name server fails', async () => {
    const site = await publishSite()
    const hostname = newHostname()
    expectStatus(200, await claim(site, hostname))
    prove(site, hostname)
    dns.isBroken = true
    const answer = expectStatus(200, await check(site))
    dns.isBroken = false
    expect(answer).toMatchObject({ isActive: false, problem: expect.stringContaining('could not be asked') })
    expect(expectStatus(200, await check(site)).isActive).toBe(true)
  })

  test('stays proven when the record is removed, when other fields change and while the site is unpublished', async () => {
    const site = await publishSite()
    const hostname = newHostname()
    await claimAndProve(site, hostname)
    dns.setTexts(`_verso-challenge.${hostname}`)
    expectStatus(200, await tenant.admin.patch(pathOf(site), { title: 'Renamed', hostname }))
    expect(expectStatus(200, await check(site)).isActive).toBe(true)
    expectStatus(200, await tenant.admin.post(`${pathOf(site)}/unpublish`))
    expect(await visit(hostname)).toBeUndefined()
    const other = await publishSite(rival)
    expect((await claim(other, hostname, rival)).status).toBe(409)
    prove(other, hostname)
    expect((await claim(other, hostname, rival)).status).toBe(409)
    expectStatus(200, await tenant.admin.post(`${pathOf(site)}/publish`))
    expect(await visit(hostname)).toContain('Hello')
  })

  test('is found whatever the case of the request, with a dot at its end and with a port', async () => {
    const site = await publishSite()
    const hostname = 'xn--bcher-kva.company.example'
    await claimAndProve(site, hostname)
    for (const host of [
      hostname.toUpperCase(),
      `${hostname}.`,
      `${hostname}:8443`,
      'bücher.company.example',
    ]) {
      expect(await visit(host)).toContain('Hello')
    }
    expect((await resolve('BÜCHER.company.example.')).status).toBe(200)
  })

  test('404 to check or get one where there is none', async () => {
    const site = await publishSite()
    expect((await check(site)).status).toBe(404)
    expect((await tenant.admin.get(`${pathOf(site)}/hostname`)).status).toBe(404)
  })
})

describe('two sites', () => {
  test('409 for the second, until the claim of the first has expired', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = newHostname()
    expectStatus(200, await claim(first, hostname))
    const conflict = await claim(second, hostname, rival)
    expect(conflict.status).toBe(409)
    expect(readError(conflict).message).toContain(`verso-site-verification=${second.id}`)
    app.clock.advance(7 * days + 1000)
    expectStatus(200, await claim(second, hostname, rival))
    expect(expectStatus(200, await tenant.admin.get<Site>(pathOf(first)))).not.toHaveProperty('hostname')
    expect((await check(first)).status).toBe(404)
  })

  test('the one that proves the hostname takes it from one that has not', async () => {
    const [squatter, owner] = [await publishSite(rival), await publishSite()]
    const hostname = newHostname()
    expectStatus(200, await claim(squatter, hostname, rival))
    prove(owner, hostname)
    expectStatus(200, await claim(owner, hostname))
    expect(await visit(hostname)).toContain(`Hello from ${tenant.id}`)
    expect((await claim(squatter, hostname, rival)).status).toBe(409)
    expect(expectStatus(200, await rival.admin.get<Site>(pathOf(squatter, rival)))).not.toHaveProperty(
      'hostname',
    )
  })

  test('the hostname of a deleted site serves no other site without a record of its own', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = newHostname()
    await claimAndProve(first, hostname)
    expectStatus(205, await tenant.admin.delete(pathOf(first)))
    expect(await visit(hostname)).toBeUndefined()
    // The record of the first site is still there, as it is when nobody cleans up.
    expectStatus(200, await claim(second, hostname, rival))
    expect(expectStatus(200, await check(second, rival)).isActive).toBe(false)
    expect(await visit(hostname)).toBeUndefined()
    prove(second, hostname)
    expect(expectStatus(200, await check(second, rival)).isActive).toBe(true)
    expect(await visit(hostname)).toContain(`Hello from ${rival.id}`)
  })

  test('a removed hostname is free for others, and to be proven again', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = newHostname()
    await claimAndProve(first, hostname)
    expectStatus(200, await claim(first, null))
    expect(await visit(hostname)).toBeUndefined()
    expectStatus(200, await claim(second, hostname, rival))
    expect(await visit(hostname)).toBeUndefined()
    const moved = newHostname()
    await claimAndProve(first, hostname.replace('docs', 'help'))
    expectStatus(200, await claim(first, moved))
    expect(await visit(moved)).toBeUndefined()
  })

  test('one gets a hostname that both prove at once', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = newHostname()
    const texts = [first, second].map(({ id }) => `verso-site-verification=${id}`)
    dns.setTexts(`_verso-challenge.${hostname}`, ...texts)
    const answers = await Promise.all([claim(first, hostname), claim(second, hostname, rival)])
    const checks = await Promise.all([check(first), check(second, rival)])
    const active = checks.filter(({ body }) => 'isActive' in body && body.isActive)
    expect(active).toHaveLength(1)
    expect(Object.keys(countStatuses(answers)).every((status) => ['200', '409'].includes(status))).toBe(true)
    expect(await visit(hostname)).toContain('Hello')
  })
})

describe('without proof', () => {
  test('a domain that the operator trusts serves at once, and only the first that claims it', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = 'handbook.intranet.example'
    expectStatus(200, await claim(first, hostname))
    expect(await visit(hostname)).toContain('Hello')
    expect(dns.questions).not.toContain(`_verso-challenge.${hostname}`)
    expect((await claim(second, hostname, rival)).status).toBe(409)
    const own = await tenant.admin.get<SiteHostname>(`${pathOf(first)}/hostname`)
    expect(own.body).toMatchObject({ isActive: true, proof: 'trusted' })
    const similar = 'handbook.notintranet.example'
    expectStatus(200, await claim(second, similar, rival))
    expect(await visit(similar)).toBeUndefined()
  })

  test('a hostname from before proof was needed keeps serving, until its owner proves it', async () => {
    const [first, second] = [await publishSite(), await publishSite(rival)]
    const hostname = newHostname()
    expectStatus(200, await claim(first, hostname))
    await app.database.execute(sql`update sites set hostname_proof = 'earlier' where id = ${first.id}`)
    expect(await visit(hostname)).toContain(`Hello from ${tenant.id}`)
    app.clock.advance(30 * days)
    expect((await claim(second, hostname, rival)).status).toBe(409)
    expect(expectStatus(200, await check(first))).toMatchObject({ isActive: true, proof: 'earlier' })
    prove(second, hostname)
    expectStatus(200, await claim(second, hostname, rival))
    expect(await visit(hostname)).toContain(`Hello from ${rival.id}`)
  })

  test.each([
    'verso.example.com',
    'docs.sites.example.com',
    'rival.sites.example.com',
    '127.0.0.10',
    'Docs.company.example',
    'docs.company.example.',
    'docs.company.example:443',
    'bücher.company.example',
  ])('400 for %s', async (hostname) => {
    const site = await publishSite()
    expect((await claim(site, hostname)).status).toBe(400)
  })
})
