import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { waitForAssertions } from '../../../testing/wait-for.ts'
import type { Site } from '../sites/schema.ts'
import type { MissedPaths } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await app.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
})
afterAll(() => app.stop())

async function newSite(title: string, visibility = 'public') {
  const space = await app.space(admin, organization, { title })
  await commitChanges(app, admin, space.id, [newPage('welcome', 'Welcome', 'Hello.')])
  const site = await app.site(admin, organization, { title, spaces: [space.id] })
  const path = `/orgs/${organization}/sites/${site.id}`
  expectStatus(200, await admin.patch(path, { visibility }))
  const { basename } = expectStatus(200, await admin.post<Site>(`${path}/publish`))
  const visit = async (below: string) =>
    (await app.app.http.inject({ url: `/acme/${basename}${below}`, headers: { host: 'verso.example' } }))
      .statusCode
  const list = async () =>
    expectStatus(200, await admin.get<MissedPaths>(`${path}/missed-paths`)).paths.map((missed) => [
      missed.path,
      missed.count,
    ])
  return { path, visit, list }
}

describe('addresses at which readers found nothing', () => {
  test('are counted, left out once a redirect begins there, and forgotten', async () => {
    const { path, visit, list } = await newSite('Counted')
    expect(await list()).toEqual([])
    for (const below of ['/old', '/old?utm=somebody', '/old#part', '/blog/über-uns', '/welcome'])
      await visit(encodeURI(below))
    await waitForAssertions(async () =>
      expect(await list()).toEqual([
        ['/old', 3],
        ['/blog/über-uns', 1],
      ]),
    )
    const destination = { kind: 'external', url: 'https://blog.example.com' }
    expectStatus(201, await admin.post(`${path}/redirects`, { source: '/old', destination }))
    expect(await list()).toEqual([['/blog/über-uns', 1]])
    expect((await admin.delete(`${path}/missed-paths`)).status).toBe(205)
    expect((await admin.delete(`${path}/missed-paths`)).status).toBe(204)
    expect(await list()).toEqual([])
  })

  test('are not kept where they are hostile or could say something about a person', async () => {
    const { visit, list } = await newSite('Hostile')
    const hostile = [
      `/${'a'.repeat(300)}`,
      `/${'a'.repeat(120)}`,
      '/ann@example.com',
      '/reset/Zx9aQ0bK3rT7yUi1PpLm',
      '/%3Cscript%3Ealert(1)%3C/script%3E',
      '/a%0Ab',
      '/~verso/nothing',
      '/%E2%80%AEtxt',
    ]
    for (const below of hostile) expect(await visit(below)).toBeGreaterThanOrEqual(400)
    await visit('/plain')
    await waitForAssertions(async () => expect(await list()).toEqual([['/plain', 1]]))
  })

  test('are bounded for each site, and keep those that are asked for most', async () => {
    const { visit, list } = await newSite('Bounded')
    await visit('/wanted')
    await visit('/wanted')
    for (let index = 0; index < 230; index++) await visit(`/scan-${index}`)
    await waitForAssertions(async () => {
      const paths = await list()
      expect(paths).toHaveLength(200)
      expect(paths[0]).toEqual(['/wanted', 2])
    })
  })

  test('count only readers who may read the site; for admins alone', async () => {
    const { path, visit, list } = await newSite('Closed', 'share-link')
    expect(await visit('/secret')).toBe(404)
    const open = await newSite('Open beside it')
    await open.visit('/seen')
    await waitForAssertions(async () => expect(await open.list()).toEqual([['/seen', 1]]))
    expect(await list()).toEqual([])
    const member = await app.member(organization, 'create')
    expect((await member.get(`${path}/missed-paths`)).status).toBe(403)
    expect((await member.delete(`${path}/missed-paths`)).status).toBe(403)
    const { admin: stranger } = await app.organization('Other')
    expect((await stranger.get(`${path}/missed-paths`)).status).toBe(404)
  })

  test('are forgotten when nobody asked for them in 90 days', async () => {
    const { visit, list } = await newSite('Old')
    await visit('/once')
    await waitForAssertions(async () => expect(await list()).toEqual([['/once', 1]]))
    const { missedPaths } = app.app.areas.sites
    const days = (count: number) => new Date(app.clock.now().getTime() + count * 24 * 60 * 60 * 1000)
    await missedPaths.cleanUp(days(89))
    expect(await list()).toEqual([['/once', 1]])
    await missedPaths.cleanUp(days(91))
    expect(await list()).toEqual([])
  })
})
