import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { SiteStructure } from '../structure/schema.ts'
import type { Site } from '../sites/schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const pathOf = ({ id }: { id: string }) => `/orgs/${organization}/sites/${id}`
const readStructure = async (site: Site) =>
  expectStatus(200, await admin.get<SiteStructure>(`${pathOf(site)}/structure`))
const countSpaces = async () =>
  expectStatus(200, await admin.get<ListBody<Space>>(`/orgs/${organization}/spaces`)).items.length

describe('POST /orgs/:organizationId/sites/:siteId/template', () => {
  test('200 with two sections that have pages, and a look', async () => {
    const site = await app.site(admin, organization, { title: 'Acme' })
    const { status, body } = await admin.post(`${pathOf(site)}/template`)
    expect({ status, body }).toEqual({ status: 200, body: undefined })
    const { structure } = await readStructure(site)
    expect(structure).toMatchObject([
      { object: 'site-section', title: 'Documentation', icon: 'book-open', default: true },
      { object: 'site-section', title: 'Changelog', icon: 'bullhorn' },
    ])
    const { html } = expectStatus(
      200,
      await admin.post<{ html: string }>(`${pathOf(site)}/customization/preview`, { path: 'changelog' }),
    )
    expect(html).toContain('theme-muted')
    expect(html).toContain('Documentation')
  })

  test('200 and a look that was chosen stays', async () => {
    const site = await app.site(admin, organization)
    expectStatus(200, await admin.put(`${pathOf(site)}/customization`, { styling: { theme: 'bold' } }))
    expectStatus(200, await admin.post(`${pathOf(site)}/template`))
    const { styling } = expectStatus(
      200,
      await admin.get<{ styling: object }>(`${pathOf(site)}/customization`),
    )
    expect(styling).toMatchObject({ theme: 'bold', links: 'default' })
  })

  test('409 for a site that shows something, and for the second of two at once; nothing is left behind', async () => {
    const { id: space } = await app.space(admin, organization)
    const full = await app.site(admin, organization, { spaces: [space] })
    const site = await app.site(admin, organization)
    const before = await countSpaces()
    expect((await admin.post(`${pathOf(full)}/template`)).status).toBe(409)
    expect(await countSpaces()).toBe(before)
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => admin.post(`${pathOf(site)}/template`)),
    )
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 2 })
    expect((await readStructure(site)).structure).toHaveLength(2)
    expect(await countSpaces()).toBe(before + 2)
  })

  test('403 for an admin of the site who may not create spaces, 404 for others', async () => {
    const site = await app.site(admin, organization)
    const editor = await app.member(organization, 'edit')
    expectStatus(204, await admin.post(`${pathOf(site)}/permissions`, { role: 'admin', users: [editor.id] }))
    expectStatus(200, await editor.patch(pathOf(site), { title: 'Renamed' }))
    expect((await editor.post(`${pathOf(site)}/template`)).status).toBe(403)
    const { admin: outsider } = await app.organization()
    expect((await outsider.post(`${pathOf(site)}/template`)).status).toBe(404)
    expect((await admin.post(`/orgs/${organization}/sites/nowhere/template`)).status).toBe(404)
    expect((await readStructure(site)).structure).toHaveLength(0)
  })
})
