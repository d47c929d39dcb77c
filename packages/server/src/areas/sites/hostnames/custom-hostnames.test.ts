import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { TestDnsServer } from '../../../testing/dns-server.ts'
import type { Site } from '../sites/schema.ts'
import type { SiteHostname } from './schema.ts'

let dns: TestDnsServer
let app: TestApp
let organization: string
let admin: Person
let outsider: Person

beforeAll(async () => {
  dns = await TestDnsServer.start()
  app = await TestApp.start({ publicUrl: 'https://verso.example.com', dnsServers: [dns.address] })
  ;({ id: organization, admin } = await app.organization())
  ;({ admin: outsider } = await app.organization('Other'))
})
afterAll(async () => {
  await app.stop()
  dns.stop()
})

const readSite = async ({ id }: { id: string }) =>
  expectStatus(200, await admin.get<Site>(`/orgs/${organization}/sites/${id}`))

async function claim(hostname: string): Promise<Site> {
  const { id } = await app.site(admin, organization)
  return expectStatus(200, await admin.patch<Site>(`/orgs/${organization}/sites/${id}`, { hostname }))
}

describe('/custom-hostnames/:hostname', () => {
  test('200 with what the site has, in any case of letters, for who may see the site', async () => {
    const site = await claim('one.company.example')
    const own = (await admin.get<SiteHostname>(`/orgs/${organization}/sites/${site.id}/hostname`)).body
    expect(expectStatus(200, await admin.get('/custom-hostnames/one.company.example'))).toEqual(own)
    expect(own).toMatchObject({ isActive: false, target: { type: 'site', site: site.id } })
    const reader = await app.member(organization, 'read')
    expect((await reader.get('/custom-hostnames/ONE.company.example')).status).toBe(200)
  })

  test('204 looks the record up; 409 for one that is proven', async () => {
    const site = await claim('two.company.example')
    const path = '/custom-hostnames/two.company.example'
    expectStatus(204, await admin.patch(path))
    expect(expectStatus(200, await admin.get(path))).toMatchObject({ isActive: false })
    dns.setTexts('_verso-challenge.two.company.example', `verso-site-verification=${site.id}`)
    expectStatus(204, await admin.patch(path))
    expect(expectStatus(200, await admin.get(path))).toMatchObject({ isActive: true, status: 'dns_passed' })
    expect((await admin.patch(path)).status).toBe(409)
  })

  test('205 takes it from the site, once', async () => {
    const site = await claim('three.company.example')
    const path = '/custom-hostnames/three.company.example'
    const responses = await Promise.all([admin.delete(path), admin.delete(path)])
    expect(countStatuses(responses)).toEqual({ 204: 1, 205: 1 })
    expect(await readSite(site)).not.toHaveProperty('hostname')
    expect((await admin.get(path)).status).toBe(404)
    await claim('three.company.example')
  })

  test('the same 404 for a name that nobody has and for one of others, 403 for readers', async () => {
    const site = await claim('four.company.example')
    const reader = await app.member(organization, 'read')
    expect((await reader.patch('/custom-hostnames/four.company.example')).status).toBe(403)
    expect((await reader.delete('/custom-hostnames/four.company.example')).status).toBe(403)
    expect((await outsider.patch('/custom-hostnames/four.company.example')).status).toBe(404)
    expect((await outsider.delete('/custom-hostnames/four.company.example')).status).toBe(204)
    const read = async (name: string) => {
      const { status, body } = await outsider.get(`/custom-hostnames/${name}`)
      return { status, text: JSON.stringify(body).replaceAll(name, 'NAME') }
    }
    const taken = await read('four.company.example')
    expect(taken.status).toBe(404)
    expect(await read('five.company.example')).toEqual(taken)
    expect((await app.anonymous.get('/custom-hostnames/four.company.example')).status).toBe(401)
    for (const name of ['%00', '..%2F..', 'a'.repeat(300)])
      expect((await admin.get(`/custom-hostnames/${name}`)).status).toBeGreaterThanOrEqual(400)
    expect((await readSite(site)).hostname).toBe('four.company.example')
  })
})
