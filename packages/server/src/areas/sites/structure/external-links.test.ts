import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import type { LookPreview } from '../look-previews/schema.ts'
import type { SiteExternalLink, SiteSectionGroup, SiteStructure } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

/** A site with two sections. */
async function createSite() {
  const { id } = await app.site(admin, organization, { title: 'Docs' })
  const path = `/orgs/${organization}/sites/${id}`
  const sections: string[] = []
  for (const title of ['Guide', 'Reference']) {
    const space = await app.space(admin, organization, { title })
    await commitChanges(app, admin, space.id, [newPage('welcome', `Welcome to ${title}`, 'Hello.')])
    const section = await admin.post<{ id: string }>(`${path}/sections`, { spaceId: space.id, title })
    sections.push(expectStatus(201, section).id)
  }
  return {
    path,
    sections,
    add: (body: object) => admin.post<SiteExternalLink>(`${path}/external-links`, body),
    update: (linkId: string, body: object) =>
      admin.patch<SiteExternalLink>(`${path}/external-links/${linkId}`, body),
    readTitles: async () =>
      expectStatus(200, await admin.get<SiteStructure>(`${path}/structure`)).structure.map(
        ({ title }) => title,
      ),
    render: async (claims: object = {}) =>
      expectStatus(200, await admin.post<LookPreview>(`${path}/customization/preview`, { claims })).html,
  }
}

const status = { title: 'Status', url: 'https://status.example/now?a=1&b=2' }

describe('external links of a site', () => {
  test('201 at the end, 200 where they are moved and changed, 205 when they go; readers see them in order', async () => {
    const site = await createSite()
    const link = expectStatus(201, await site.add({ ...status, icon: 'signal', description: 'How we are' }))
    expect(link).toEqual({
      object: 'site-external-link',
      id: link.id,
      ...status,
      icon: 'signal',
      description: 'How we are',
      draft: false,
      urls: { location: expect.stringMatching(`/external-links/${link.id}$`) },
    })
    expect(await site.readTitles()).toEqual(['Guide', 'Reference', 'Status'])
    expect(await site.render()).toContain('href="https://status.example/now?a=1&amp;b=2" rel="noopener"')
    const moved = await admin.patch(`${site.path}/structure/sort`, {
      item: { type: 'site-external-link', id: link.id },
      position: { before: { type: 'site-section', id: site.sections[1] } },
    })
    expect(expectStatus(200, moved)).toEqual(link)
    expect(await site.readTitles()).toEqual(['Guide', 'Status', 'Reference'])
    expectStatus(
      200,
      await admin.patch(`${site.path}/structure/sort`, {
        item: { type: 'site-section', id: site.sections[0] },
        position: { after: { type: 'site-external-link', id: link.id } },
      }),
    )
    expect(await site.readTitles()).toEqual(['Status', 'Guide', 'Reference'])
    const changed = expectStatus(
      200,
      await site.update(link.id, {
        title: 'Health',
        icon: null,
        description: null,
        url: 'http://a.example/',
      }),
    )
    expect(changed).toEqual({
      object: 'site-external-link',
      id: link.id,
      title: 'Health',
      url: 'http://a.example/',
      draft: false,
      urls: link.urls,
    })
    expectStatus(205, await admin.delete(`${site.path}/external-links/${link.id}`))
    expect((await admin.delete(`${site.path}/external-links/${link.id}`)).status).toBe(204)
    expect(await site.render()).not.toContain('Health')
  })

  test('in and out of groups; they outlive the group, and go with the last section', async () => {
    const site = await createSite()
    const group = expectStatus(
      201,
      await admin.post<SiteSectionGroup>(`${site.path}/section-groups`, { title: 'More' }),
    )
    const link = expectStatus(201, await site.add({ ...status, parent: group.id }))
    expect(link.sectionGroup).toBe(group.id)
    expect(await site.readTitles()).toEqual(['Guide', 'Reference', 'More'])
    // A group with nothing but a link is shown.
    expect(await site.render()).toContain('More')
    expect(expectStatus(200, await site.update(link.id, { parent: null }))).not.toHaveProperty('sectionGroup')
    expectStatus(200, await site.update(link.id, { parent: group.id }))
    expectStatus(205, await admin.delete(`${site.path}/section-groups/${group.id}`))
    expect(await site.readTitles()).toEqual(['Guide', 'Reference', 'Status'])
    for (const id of site.sections) expectStatus(205, await admin.delete(`${site.path}/sections/${id}`))
    expect((await site.update(link.id, { title: 'Gone' })).status).toBe(404)
  })

  test('drafts and links whose condition does not hold are shown to nobody else', async () => {
    const site = await createSite()
    expectStatus(201, await site.add({ title: 'Hidden draft', url: 'https://a.example', draft: true }))
    expectStatus(
      201,
      await site.add({ title: 'For members', url: 'https://b.example', condition: 'visitor.claims.member' }),
    )
    expect(await site.readTitles()).toEqual(['Guide', 'Reference', 'Hidden draft', 'For members'])
    const everybody = await site.render()
    expect(everybody).not.toContain('Hidden draft')
    expect(everybody).not.toContain('For members')
    const member = await site.render({ member: true })
    expect(member).toContain('For members')
    expect(member).not.toContain('Hidden draft')
  })

  test('400 without sections, for addresses that are none, for wrong parents and conditions', async () => {
    const plain = await app.site(admin, organization)
    const path = `/orgs/${organization}/sites/${plain.id}/external-links`
    expect((await admin.post(path, status)).status).toBe(400)
    const site = await createSite()
    for (const body of [
      { ...status, url: 'javascript:alert(1)' },
      { ...status, url: '/relative' },
      { ...status, url: 'data:text/html,<script>alert(1)</script>' },
      { ...status, url: 7 },
      { title: 'Status' },
      { url: 'https://a.example' },
      { ...status, title: 'x' },
      { ...status, title: 'x'.repeat(129) },
      { ...status, parent: 'nowhere' },
      { ...status, parent: site.sections[0] },
      { ...status, condition: 'visitor.claims.' },
      { ...status, draft: 'yes' },
    ])
      expect({ body, status: (await site.add(body)).status }).toEqual({ body, status: 400 })
    const hostile = expectStatus(201, await site.add({ ...status, title: '<img src=x onerror=alert(1)>' }))
    expect(await site.render()).not.toContain('<img src=x')
    expect((await site.update(hostile.id, { url: 'javascript:alert(1)' })).status).toBe(400)
  })

  test('404 for a link of another site, and for other organizations', async () => {
    const [one, other] = [await createSite(), await createSite()]
    const link = expectStatus(201, await one.add(status))
    expect((await other.update(link.id, { title: 'Taken' })).status).toBe(404)
    expect((await admin.delete(`${other.path}/external-links/${link.id}`)).status).toBe(204)
    const { admin: outsider } = await app.organization()
    expect((await outsider.post(`${one.path}/external-links`, status)).status).toBe(404)
    expect(await one.readTitles()).toEqual(['Guide', 'Reference', 'Status'])
  })
})
