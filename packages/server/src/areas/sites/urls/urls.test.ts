import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Site } from '../sites/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { ContentLookup } from './schema.ts'

let t: TestApp
let organization: string
let admin: Person
let outsider: Person
let space: Space
let merged: ChangeRequest
let page: RevisionPage

beforeAll(async () => {
  t = await TestApp.start({ publicUrl: 'https://verso.example/base' })
  ;({ id: organization, admin } = await t.organization())
  outsider = (await t.organization('Other')).admin
  space = await t.space(admin, organization, { title: 'Guide' })
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(path, {}))
  const changes = [{ operation: 'insert_page', title: 'Start', document: { markdown: 'Hello.' } }]
  merged = expectStatus(200, await admin.post<ChangeRequest>(`${path}/${id}/content`, { changes }))
  expectStatus(200, await admin.post(`${path}/${id}/merge`))
  page = expectStatus(200, await admin.get<RevisionPage>(`/spaces/${space.id}/content/path/start`))
})
afterAll(() => t.stop())

const lookup = (by: Client, url: string) =>
  by.get<ContentLookup>(`/urls/content?url=${encodeURIComponent(url)}`)

describe('GET /urls/content', () => {
  test('200 for a collection, a space, a page, a change request and a page in it', async () => {
    const collection = await t.collection(admin, organization)
    const resolve = async (url: string) => expectStatus(200, await lookup(admin, url))
    expect(await resolve(collection.urls.app)).toEqual({ collection })
    expect(await resolve(space.urls.app)).toMatchObject({ space: { id: space.id } })
    const inSpace = await resolve(page.urls?.app ?? '')
    expect(inSpace).toMatchObject({ space: { id: space.id }, page: { id: page.id, title: 'Start' } })
    expect(inSpace).not.toHaveProperty('page.document')
    const inRequest = await resolve(`${space.urls.app}/change-requests/${merged.number}/pages/${page.id}`)
    expect(inRequest).toMatchObject({ changeRequest: { number: merged.number }, page: { id: page.id } })
  })

  test('200 for a URL of a published site, with its page', async () => {
    const unpublishedSite = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
    const site = expectStatus(
      200,
      await admin.post<Site>(`/orgs/${organization}/sites/${unpublishedSite.id}/publish`),
    )
    const url = site.urls.published ?? ''
    expect((await lookup(admin, url)).body).toMatchObject({ space: { id: space.id } })
    expect((await lookup(admin, `${url}start`)).body).toMatchObject({ page: { id: page.id } })
    expect((await lookup(admin, `${url}nothing`)).status).toBe(404)
    const inRequest = (await lookup(admin, `${url}~/changes/${merged.number}/start`)).body
    expect(inRequest).toMatchObject({ changeRequest: { id: merged.id }, page: { id: page.id } })
    const revision = await lookup(admin, `${url}~/revisions/${merged.revision}/start`)
    expect(revision.body).toMatchObject({ space: { id: space.id }, page: { id: page.id } })
    expect((await lookup(admin, `${url}~/changes/999/start`)).status).toBe(404)
    expect((await lookup(admin, `${url}~/revisions/nothing/start`)).status).toBe(404)
    expect((await lookup(outsider, `${url}~/changes/${merged.number}/start`)).status).toBe(404)
    // Everyone may read the site; what is behind it is another matter.
    expect((await lookup(outsider, url)).status).toBe(404)
  })

  test.each([
    'https://elsewhere.example/',
    'https://verso.example/base/app',
    'https://verso.example/base/app/spaces/nowhere',
    'https://verso.example/base/app/__proto__/x',
    'https://verso.example/other',
  ])('404 for %s', async (url) => {
    expect((await lookup(admin, url)).status).toBe(404)
  })

  test('404 for another organization, 400 for no URL, 401 without a token', async () => {
    expect((await lookup(outsider, space.urls.app)).status).toBe(404)
    expect((await lookup(outsider, page.urls?.app ?? '')).status).toBe(404)
    expect((await lookup(admin, 'javascript:alert(1)')).status).toBe(400)
    expect((await admin.get('/urls/content')).status).toBe(400)
    expect((await lookup(t.anonymous, space.urls.app)).status).toBe(401)
  })
})

describe('GET /subdomains/:subdomain', () => {
  test('200 for members, active once a site is published', async () => {
    const { id, admin } = await t.organization()
    expectStatus(200, await admin.patch(`/orgs/${id}`, { hostname: 'bakery' }))
    const target = { type: 'organization', organization: id }
    const expected = { object: 'subdomain', subdomain: 'bakery', target, isActive: false }
    expect((await admin.get('/subdomains/bakery')).body).toEqual(expected)
    const site = await t.site(admin, id)
    expectStatus(200, await admin.post(`/orgs/${id}/sites/${site.id}/publish`))
    expect((await admin.get('/subdomains/bakery')).body).toEqual({ ...expected, isActive: true })
    expect((await outsider.get('/subdomains/bakery')).status).toBe(404)
    expect((await admin.get('/subdomains/nobody')).status).toBe(404)
  })

  test.each(['ab', 'Bakery', 'a_b_c', '-bakery', 'x'.repeat(33)])('400 for %s', async (subdomain) => {
    expect((await admin.get(`/subdomains/${subdomain}`)).status).toBe(400)
  })
})
