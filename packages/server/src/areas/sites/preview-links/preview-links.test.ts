import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import type { PreviewLink } from './schema.ts'

let t: TestApp
let organization: string
let admin: Person
let editor: Person

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await t.organization())
  expectStatus(200, await admin.patch(`/orgs/${organization}`, { hostname: 'acme' }))
  editor = await t.member(organization, 'edit')
})
afterAll(() => t.stop())

/** A site that is not published, with two spaces in sections, and a change request of the first. */
async function prepare() {
  const space = await t.space(admin, organization, { title: 'Guide' })
  await commitChanges(t, admin, space.id, [
    newPage('welcome', 'Welcome', 'The old okapi.'),
    newPage('setup', 'Setup', 'Install it.'),
  ])
  const other = await t.space(admin, organization, { title: 'Secrets' })
  await commitChanges(t, admin, other.id, [newPage('plans', 'Plans', 'The hidden tapir.')])
  const site = await t.site(admin, organization, { title: 'Docs', visibility: 'visitor-auth' })
  const sitePath = `/orgs/${organization}/sites/${site.id}`
  for (const { id } of [other, space])
    expectStatus(201, await admin.post(`${sitePath}/sections`, { spaceId: id }))
  const requests = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await editor.post<{ id: string }>(requests, { subject: 'Better' }))
  const path = `${requests}/${id}`
  await write(path, 'The new okapi.')
  return { space, other, site, sitePath, path }
}

const write = async (path: string, markdown: string) =>
  expectStatus(
    200,
    await editor.post(`${path}/content`, {
      changes: [{ operation: 'update_page', page: 'welcome', document: { markdown } }],
    }),
  )

const create = async (path: string, body: object, by = editor) =>
  expectStatus(201, await by.post<PreviewLink>(`${path}/preview-links`, body))

const visit = async (url: string) => {
  const { pathname, search } = new URL(url)
  const response = await t.app.http.inject({ url: pathname + search, headers: { host: 'verso.example' } })
  return { status: response.statusCode, text: response.payload, headers: response.headers }
}

/** The first page of a preview, wherever it is. */
async function open(url: string) {
  const response = await visit(url)
  const { location } = response.headers
  return response.status === 302 ? visit(new URL(String(location), url).href) : response
}

describe('a link that previews a change request', () => {
  test('201, and it shows the change request as the site would to somebody without an account', async () => {
    const { site, path } = await prepare()
    const link = await create(path, { site: site.id })
    expect(link).toMatchObject({
      object: 'preview-link',
      site: { id: site.id, title: 'Docs' },
      createdBy: editor.id,
    })
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * 86_400_000)
    const page = await open(link.url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('The new okapi.')
    expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    // What is written next is shown next.
    await write(path, 'The newest okapi.')
    expect((await open(link.url)).text).toContain('The newest okapi.')
    expect(
      expectStatus(200, await editor.get<{ items: PreviewLink[] }>(`${path}/preview-links`)).items,
    ).toEqual([link])
  })

  test('shows nothing else of the site', async () => {
    const { space, other, site, sitePath, path } = await prepare()
    const { url } = await create(path, { site: site.id })
    const { text } = await open(url)
    expect(text).not.toContain('Secrets')
    const revision = expectStatus(200, await admin.get<{ revision: string }>(`/spaces/${space.id}`)).revision
    const hidden = [
      'secrets',
      'secrets/plans',
      `~/revisions/${revision}`,
      '~/changes/1',
      `guide/~/changes/1`,
      `guide/~/revisions/${revision}`,
    ]
    for (const rest of hidden) expect([rest, (await open(url + rest)).status]).toEqual([rest, 404])
    for (const rest of ['llms-full.txt', 'sitemap.xml', '~verso/search?q=tapir'])
      expect((await open(url + rest)).text).not.toContain('hidden tapir')
    // It is no credential of the API, and no preview of another site.
    const lookup = await t.anonymous.post<{ apiToken?: string }>('/urls/published', { url })
    expect(lookup.body.apiToken).toBeUndefined()
    const second = await t.site(admin, organization, { title: 'Second', spaces: [other.id] })
    const [, , basename = ''] = new URL(url).pathname.split('/')
    const elsewhere = url.replace(`/${basename}/`, `/${second.basename}/`)
    expect((await visit(elsewhere)).status).toBe(404)
    expectStatus(200, await admin.post(`${sitePath}/publish`))
    expect((await open(`${url}secrets/plans`)).status).toBe(404)
  })

  test('shows a space that only some visitors see, because the change request is meant', async () => {
    const { site, sitePath, path } = await prepare()
    const sections = expectStatus(
      200,
      await admin.get<{ items: { id: string; title: string }[] }>(`${sitePath}/sections`),
    ).items
    const guide = sections.find(({ title }) => title === 'Guide')
    expectStatus(
      200,
      await admin.patch(`${sitePath}/sections/${guide?.id}`, { condition: 'visitor.claims.isBeta' }),
    )
    expect((await open((await create(path, { site: site.id })).url)).text).toContain('The new okapi.')
  })

  test.each([
    [
      'it is deleted',
      async ({ path, id }: Ended) => expectStatus(205, await editor.delete(`${path}/preview-links/${id}`)),
    ],
    ['its time is over', async () => t.clock.advance(2 * 86_400_000)],
    [
      'the change request is merged',
      async ({ path }: Ended) => expectStatus(200, await admin.post(`${path}/merge`, {})),
    ],
    [
      'the change request is archived',
      async ({ path }: Ended) => expectStatus(200, await admin.patch(path, { status: 'archived' })),
    ],
    ['the site is deleted', async ({ sitePath }: Ended) => expectStatus(205, await admin.delete(sitePath))],
  ])('404 once %s', async (_, end) => {
    const { site, sitePath, path } = await prepare()
    const { id, url } = await create(path, { site: site.id, days: 1 })
    expect((await open(url)).status).toBe(200)
    await end({ path, id, sitePath })
    expect((await open(url)).status).toBe(404)
  })

  test('404 once whoever made it is no member any more', async () => {
    const { site, path } = await prepare()
    const leaving = await t.member(organization, 'edit')
    const { url } = await create(path, { site: site.id }, leaving)
    expect((await open(url)).status).toBe(200)
    expectStatus(205, await admin.delete(`/orgs/${organization}/members/${leaving.id}`))
    expect((await open(url)).status).toBe(404)
  })

  test('400, 403, 404 and 409 for what cannot be previewed', async () => {
    const { site, path, other } = await prepare()
    const links = `${path}/preview-links`
    for (const body of [{}, { site: site.id, days: 0 }, { site: site.id, days: 31 }, { site: 1 }])
      expectStatus(400, await editor.post(links, body))
    const without = await t.site(admin, organization, { title: 'Without', spaces: [other.id] })
    expectStatus(400, await editor.post(links, { site: without.id }))
    const foreign = await t.organization('Foreign')
    const foreignSite = await t.site(foreign.admin, foreign.id, { title: 'Theirs' })
    expectStatus(404, await editor.post(links, { site: foreignSite.id }))
    expectStatus(404, await foreign.admin.post(links, { site: foreignSite.id }))
    const reader = await t.member(organization, 'read')
    expectStatus(403, await reader.post(links, { site: site.id }))
    expectStatus(403, await reader.get(links))
    for (let n = 0; n < 20; n++) await create(path, { site: site.id })
    expect((await editor.post(links, { site: site.id })).status).toBe(409)
    t.clock.advance(8 * 86_400_000)
    await create(path, { site: site.id })
    expectStatus(200, await admin.patch(path, { status: 'archived' }))
    expect((await editor.post(links, { site: site.id })).status).toBe(409)
  })
})

interface Ended {
  path: string
  id: string
  sitePath: string
}
