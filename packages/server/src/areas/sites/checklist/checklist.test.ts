import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import type { SiteChecklist } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

describe('the checklist of a site', () => {
  test('200 names broken links, pages without title and pages without description, in each space', async () => {
    const guide = await app.space(admin, organization, { title: 'Guide' })
    await commitChanges(app, admin, guide.id, [
      newPage('fine', 'Fine', 'See [more](more.md).', { description: 'All there.' }),
      newPage('more', 'More', 'See [nothing](gone.md) and [nothing again](gone.md) and [page](fine.md).'),
      newPage('untitled', 'Untitled', 'A text.'),
      newPage('hidden', 'Untitled', 'Nobody finds it.', { hidden: true }),
    ])
    const empty = await app.space(admin, organization, { title: 'Empty' })
    const site = await app.site(admin, organization, { title: 'Docs', spaces: [guide.id, empty.id] })
    const at = `/orgs/${organization}/sites/${site.id}`
    const { spaces, unchecked } = expectStatus(200, await admin.get<SiteChecklist>(`${at}/checklist`))
    expect(spaces).toEqual([
      {
        id: guide.id,
        title: 'Guide',
        pages: 3,
        brokenLinks: 1,
        withoutTitle: { count: 1, pages: [{ id: 'untitled', title: 'Untitled' }] },
        withoutDescription: {
          count: 2,
          pages: [
            { id: 'more', title: 'More' },
            { id: 'untitled', title: 'Untitled' },
          ],
        },
      },
      {
        id: empty.id,
        title: 'Empty',
        pages: 0,
        brokenLinks: 0,
        withoutTitle: { count: 0, pages: [] },
        withoutDescription: { count: 0, pages: [] },
      },
    ])
    expect(unchecked).toBe(0)
  })

  test('200 without the spaces that the caller may not see, 403 and 404 for others', async () => {
    const open = await app.space(admin, organization, { title: 'Open' })
    const secret = await app.space(admin, organization, { title: 'Secret' })
    expectStatus(200, await admin.patch(`/spaces/${secret.id}`, { defaultLevel: null }))
    const site = await app.site(admin, organization, { title: 'Both', spaces: [open.id, secret.id] })
    const at = `/orgs/${organization}/sites/${site.id}`
    const member = await app.member(organization, 'create')
    expect((await member.get(`${at}/checklist`)).status).toBe(403)
    await admin.patch(`${at}/permissions/users/${member.id}`, { role: 'admin' })
    const checklist = expectStatus(200, await member.get<SiteChecklist>(`${at}/checklist`))
    expect(checklist.spaces.map(({ title }) => title)).toEqual(['Open'])
    expect(checklist.unchecked).toBe(1)
    const { admin: stranger } = await app.organization('Other')
    expect((await stranger.get(`${at}/checklist`)).status).toBe(404)
    expect((await admin.get(`/orgs/${organization}/sites/nowhere/checklist`)).status).toBe(404)
  })
})
