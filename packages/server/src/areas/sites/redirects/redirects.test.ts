import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { FoundRedirect, SiteRedirect, UpsertedRedirects } from './schema.ts'
import type { SiteSection, SiteSpace } from '../structure/schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  ;({ id: organization, admin } = await app.organization())
  await admin.patch(`/orgs/${organization}`, { hostname: 'acme' })
})
afterAll(() => app.stop())

let count = 0

/** A site with sample pages, and a second section. */
async function newSite() {
  const site = await app.site(admin, organization, { title: `Docs ${count++}`, spaces: 'sample' })
  const path = `/orgs/${organization}/sites/${site.id}`
  const { items } = await readList<SiteSpace>(admin, `${path}/site-spaces`)
  const space = await app.space(admin, organization, { title: 'API' })
  const added = await admin.post<SiteSection>(`${path}/sections`, { spaceId: space.id, title: 'API' })
  const page = await admin.get<{ id: string }>(
    `/spaces/${items[0]?.space.id}/content/path/guides%2Fgetting-started`,
  )
  return {
    path: `${path}/redirects`,
    by: (source: string) => admin.get<FoundRedirect>(`${path}/redirect?source=${encodeURIComponent(source)}`),
    sitePath: path,
    url: `https://verso.example/acme/${site.basename}/`,
    section: expectStatus(201, added),
    siteSpaceId: items[0]?.id ?? '',
    spaceId: items[0]?.space.id ?? '',
    pageId: expectStatus(200, page).id,
  }
}

const to = (destination: object) => ({ source: '/x', destination })

describe('a redirect', () => {
  test('201 to a section, a site space, a page, a path and an external URL; found by its source', async () => {
    const site = await newSite()
    const create = async (source: string, destination: object) =>
      expectStatus(201, await admin.post<SiteRedirect>(site.path, { source, destination }))
    const { siteSpaceId, pageId, spaceId, url } = site
    const page = { kind: 'site-page', siteSpaceId, pageId }
    const createdRedirects = [
      await create('/a', { kind: 'site-section', siteSectionId: site.section.id }),
      await create('/b', { kind: 'site-space', siteSpaceId }),
      await create('/c/d%20e', page),
      await create('/old.html', { kind: 'path', spaceId, path: '/guides/getting-started' }),
      await create('/f', { kind: 'external', url: 'https://elsewhere.example/x' }),
    ]
    expect(createdRedirects[3]?.destination).toEqual(page)
    const targets = [
      `${url}api/`,
      url,
      `${url}guides/getting-started`,
      `${url}guides/getting-started`,
      'https://elsewhere.example/x',
    ]
    for (const [index, redirect] of createdRedirects.entries()) {
      expect(expectStatus(200, await site.by(redirect.source))).toEqual({ redirect, target: targets[index] })
    }
    expect(await listIds(admin, site.path)).toEqual(createdRedirects.map(({ id }) => id))
    expect(await listIds(admin, `${site.path}?search=OLD`)).toEqual([createdRedirects[3]?.id])
    expect((await site.by('/nowhere')).status).toBe(404)
  })

  test('200 for the redirect with the longest source that covers the path, with the rest appended', async () => {
    const site = await newSite()
    const create = (source: string, n: number, captureWildcard: boolean) =>
      admin.post(site.path, {
        source,
        captureWildcard,
        destination: { kind: 'external', url: `https://${n}.example/x` },
      })
    const createdRedirects = [
      await create('/old', 1, true),
      await create('/old/deep/*', 2, false),
      await create('/older*', 3, true),
      await create('/old/exact', 4, false),
    ]
    expect(countStatuses(createdRedirects)).toEqual({ 201: 4 })
    const target = async (source: string) => (await site.by(source)).body.target
    expect(await target('/old')).toBe('https://1.example/x')
    expect(await target('/old/a/b/')).toBe('https://1.example/x/a/b')
    expect(await target('/old/deep/a')).toBe('https://2.example/x')
    expect(await target('/older-ones/c')).toBe('https://3.example/x/-ones/c')
    expect(await target('/old/exact')).toBe('https://4.example/x')
    expect(await target('old/exact/below')).toBe('https://1.example/x/exact/below')
    expect((await site.by('/ol')).status).toBe(404)
  })

  test('200 updates, 205 and 204 delete; 409 for a source that is in use', async () => {
    const site = await newSite()
    const destination = { kind: 'site-space', siteSpaceId: site.siteSpaceId }
    const create = (source: string) => admin.post<SiteRedirect>(site.path, { source, destination })
    const [one] = [expectStatus(201, await create('/one')), expectStatus(201, await create('/two'))]
    expect((await create('/one')).status).toBe(409)
    const path = `${site.path}/${one.id}`
    expect((await admin.patch(path, { source: '/two' })).status).toBe(409)
    const body = {
      source: '/three',
      destination: { kind: 'site-section', siteSectionId: site.section.id },
      permanent: true,
    }
    expect(expectStatus(200, await admin.patch<SiteRedirect>(path, body))).toMatchObject(body)
    expect((await site.by('/one')).status).toBe(404)
    expectStatus(200, await admin.patch(path, { draft: true }))
    expect((await site.by('/three')).status).toBe(404)
    expect((await admin.delete(path)).status).toBe(205)
    expect((await admin.delete(path)).status).toBe(204)
    expect((await admin.patch(path, {})).status).toBe(404)
    const racing = await Promise.all(Array.from({ length: 5 }, () => create('/once')))
    expect(countStatuses(racing)).toEqual({ 201: 1, 409: 4 })
  })

  test('is deleted with its target; for a deleted page it leads to the space', async () => {
    const site = await newSite()
    await admin.post(site.path, to({ kind: 'site-section', siteSectionId: site.section.id }))
    await admin.delete(`${site.sitePath}/sections/${site.section.id}`)
    expect((await site.by('/x')).status).toBe(404)

    const { siteSpaceId, pageId, spaceId } = site
    expectStatus(201, await admin.post(site.path, to({ kind: 'site-page', siteSpaceId, pageId })))
    const requests = `/spaces/${spaceId}/change-requests`
    const { body } = await admin.post<{ id: string }>(requests, {})
    const changes = [{ operation: 'delete_page', page: pageId }]
    expectStatus(200, await admin.post(`${requests}/${body.id}/content`, { changes }))
    expectStatus(200, await admin.post(`${requests}/${body.id}/merge`))
    expect(expectStatus(200, await site.by('/x')).target).toBe(site.url)
  })

  test.each([
    { source: 'x' },
    { source: '/' },
    { source: '/a b' },
    { source: '/a//b' },
    { source: '/*' },
    { source: '/a*b' },
    { source: '/a?b' },
    { source: `/${'x'.repeat(512)}` },
    { destination: { kind: 'external', url: 'javascript:alert(1)' } },
    { destination: { kind: 'external', url: '//elsewhere.example' } },
    { destination: { kind: 'elsewhere' } },
    { destination: {} },
  ])('400 for %j', async (wrong) => {
    const site = await newSite()
    const right = { source: '/a', destination: { kind: 'external', url: 'https://elsewhere.example' } }
    expect((await admin.post(site.path, { ...right, ...wrong })).status).toBe(400)
  })

  test('404 for a target that is not in the site', async () => {
    const [site, other] = [await newSite(), await newSite()]
    for (const destination of [
      { kind: 'site-section', siteSectionId: other.section.id },
      { kind: 'site-space', siteSpaceId: other.siteSpaceId },
      { kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: other.pageId },
      { kind: 'path', spaceId: site.spaceId, path: 'not/there' },
      { kind: 'path', spaceId: other.spaceId, path: 'guides' },
    ]) {
      expect((await admin.post(site.path, { source: '/x', destination })).status).toBe(404)
    }
  })
})

test('200 for many at once, with a result for each', async () => {
  const site = await newSite()
  const upsert = async (redirects: object[]) => {
    const answer = await admin.put<UpsertedRedirects>(site.path, { redirects })
    return expectStatus(200, answer).results.map(({ status }) => status)
  }
  const destination = { kind: 'site-space', siteSpaceId: site.siteSpaceId }
  const elsewhere = { kind: 'external', url: 'https://elsewhere.example/' }
  expect(
    await upsert([
      { source: '/a', destination },
      { source: '/a', destination: elsewhere },
      { source: '/b', destination, intent: 'draft' },
      { source: '/c', destination: { kind: 'site-space', siteSpaceId: 'nowhere' } },
      { source: '/d', destination: null },
      { source: '/e', intent: 'publish' },
      { source: '/f' },
    ]),
  ).toEqual(['created', 'updated', 'created', 'error', 'error', 'error', 'error'])
  expect((await site.by('/b')).status).toBe(404)
  expect(
    await upsert([
      { source: '/b', intent: 'publish' },
      { source: '/a', destination: null },
    ]),
  ).toEqual(['published', 'deleted'])
  expect((await site.by('/b')).body.redirect).toMatchObject({ draft: false, destination })
  expect((await site.by('/a')).status).toBe(404)
  expect((await admin.put(site.path, { redirects: [] })).status).toBe(400)
  const many = Array.from({ length: 501 }, (_, n) => ({ source: `/x${n}`, destination }))
  expect((await admin.put(site.path, { redirects: many })).status).toBe(400)
})

const outside = (site: { url: string }, path: string) => ({ kind: 'external', url: `${site.url}${path}` })

describe('a circle', () => {
  test('409 for a redirect that leads back by way of saved ones, or to those that go round', async () => {
    const site = await newSite()
    const create = (source: string, to: string, more: object = {}) =>
      admin.post<SiteRedirect & { error?: { message: string } }>(site.path, {
        source,
        destination: outside(site, to),
        ...more,
      })
    expect((await create('/a', 'a')).status).toBe(409)
    const first = expectStatus(201, await create('/a', 'b'))
    expectStatus(201, await create('/b', 'c%20d/?q=1#here'))
    const refused = await create('/c%20d', 'a')
    expect(refused.status).toBe(409)
    expect(refused.body.error?.message).toContain('/c d → /a → /b → /c d')
    expect(await listIds(admin, site.path)).toHaveLength(2)
    // One that nobody follows yet may; to publish it is refused.
    const draft = expectStatus(201, await create('/c%20d', 'a', { draft: true }))
    expect((await admin.patch(`${site.path}/${draft.id}`, { draft: false })).status).toBe(409)
    expect((await admin.patch(`${site.path}/${first.id}`, { destination: outside(site, 'a') })).status).toBe(
      409,
    )
    expect((await admin.patch(`${site.path}/${first.id}`, { source: '/c%20d' })).status).toBe(409)
    // With a page on the way nobody goes round.
    expectStatus(201, await create('/guides/*', 'guides/getting-started'))
    expect((await create('/x/*', 'x/y')).status).toBe(409)
    expect((await create('/g', 'g/h', { captureWildcard: true })).status).toBe(409)
    // Another site may have the same paths.
    const other = await newSite()
    const away = { source: '/a', destination: outside(other, 'a') }
    expectStatus(200, await admin.patch(`${site.path}/${first.id}`, away))
  })

  test('an error of its own in a bulk write, which keeps what was there', async () => {
    const site = await newSite()
    const upsert = async (redirects: object[]) =>
      expectStatus(200, await admin.put<UpsertedRedirects>(site.path, { redirects })).results
    const line = (source: string, to: string, more: object = {}) => ({
      source,
      destination: outside(site, to),
      ...more,
    })
    const results = await upsert([line('/a', 'b'), line('/b', 'c'), line('/c', 'a'), line('/d', 'a')])
    expect(results.map(({ status }) => status)).toEqual(['created', 'created', 'error', 'created'])
    expect(results[2]?.error).toContain('/c → /a → /b → /c')
    const again = await upsert([
      line('/b', 'd'),
      line('/c', 'b', { intent: 'draft' }),
      { source: '/b', destination: null },
      line('/b', 'c', { intent: 'draft' }),
      { source: '/c', intent: 'publish' },
      { source: '/b', intent: 'publish' },
    ])
    expect(again.map(({ status }) => status)).toEqual([
      'error',
      'created',
      'deleted',
      'created',
      'published',
      'error',
    ])
    expect((await site.by('/c')).body.target).toBe(`${site.url}b`)
    expect((await site.by('/b')).status).toBe(404)
  })

  test('one of two halves that are written at the same time', async () => {
    const site = await newSite()
    const halves = await Promise.all([
      admin.post(site.path, { source: '/a', destination: outside(site, 'b') }),
      admin.post(site.path, { source: '/b', destination: outside(site, 'a') }),
    ])
    expect(countStatuses(halves)).toEqual({ 201: 1, 409: 1 })
  })

  test('409 for a path by whose redirect readers would go round, and the path stays', async () => {
    const site = await newSite()
    const section = `${site.sitePath}/sections/${site.section.id}`
    expectStatus(
      201,
      await admin.post(site.path, {
        source: '/reference',
        destination: outside(site, 'api'),
        captureWildcard: true,
      }),
    )
    const moved = await admin.patch<{ error?: { message: string } }>(section, { path: 'reference' })
    expect(moved.status).toBe(409)
    expect(moved.body.error?.message).toContain('"/api"')
    const { items } = await readList<SiteSection>(admin, `${site.sitePath}/sections`)
    expect(items.map(({ path }) => path)).toContain('api')
    expect((await site.by('/api')).status).toBe(404)
    expectStatus(200, await admin.patch(section, { path: 'calls' }))
    expectStatus(200, await admin.patch(section, { path: 'api' }))
  })
})
