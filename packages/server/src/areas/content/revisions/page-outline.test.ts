import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent } from '../../../testing/content.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { RevisionPages } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  // Too little for all fields of ten thousand pages.
  app = await TestApp.start({ cacheSize: 24 * 1024 * 1024 })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const handbook = [
  newPage('start', 'Start', 'Hello.', { emoji: '1f44b' }),
  newPage('guide', 'Guide', '', { type: 'group' }),
  newPage('install', 'Install <b>', 'Text', { icon: 'download', hidden: true }, 'guide'),
  newPage('deep', 'Deep', 'Text', { description: 'Not listed' }, 'install'),
  newPage('last', 'Last', 'Text'),
]

const createSpace = async (): Promise<Space> => {
  const { id } = await app.space(admin, organization)
  await commitChanges(app, admin, id, handbook)
  return (await admin.get<Space>(`/spaces/${id}`)).body
}

const readTree = async (path: string, by: Client = admin) =>
  expectStatus(200, await by.get<RevisionPages>(`${path}/pages?fields=tree`)).pages

test('200 a flat list in the order of the table of contents, for space, change request and revision', async () => {
  const { id, revision } = await createSpace()
  const outline = [
    { id: 'start', type: 'document', title: 'Start', path: 'start', emoji: '1f44b' },
    { id: 'guide', type: 'group', title: 'Guide', path: 'guide' },
    {
      id: 'install',
      parent: 'guide',
      type: 'document',
      title: 'Install <b>',
      path: 'guide/install',
      icon: 'download',
      hidden: true,
    },
    { id: 'deep', parent: 'install', type: 'document', title: 'Deep', path: 'guide/install/deep' },
    { id: 'last', type: 'document', title: 'Last', path: 'last' },
  ]
  const { id: request } = expectStatus(
    201,
    await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}),
  )
  const scopes = ['content', `change-requests/${request}/content`, `revisions/${revision}`]
  for (const scope of scopes) expect(await readTree(`/spaces/${id}/${scope}`)).toEqual(outline)

  const changes = [{ operation: 'delete_page', page: 'guide' }]
  expectStatus(200, await admin.post(`/spaces/${id}/change-requests/${request}/content`, { changes }))
  const ids = async (scope: string) => (await readTree(`/spaces/${id}/${scope}`)).map((page) => page.id)
  expect(await ids(`change-requests/${request}/content`)).toEqual(['start', 'last'])
  expect(await ids('content')).toEqual(['start', 'guide', 'install', 'deep', 'last'])
})

test('200 other lists of pages are as they were, with fields=all too', async () => {
  const { id } = await createSpace()
  const nested = expectStatus(200, await admin.get<RevisionPages>(`/spaces/${id}/content/pages`))
  expect(nested.pages).toHaveLength(3)
  expect(JSON.stringify(nested)).not.toContain('"parent"')
  expect((await admin.get(`/spaces/${id}/content/pages?fields=all`)).body).toEqual(nested)
})

test('400 for unknown fields, 404 for outsiders, 401 without a token', async () => {
  const { id } = await createSpace()
  const path = `/spaces/${id}/content/pages`
  expect((await admin.get(`${path}?fields=everything`)).status).toBe(400)
  expect((await admin.get(`${path}?fields=tree&fields=tree`)).status).toBe(400)
  const { admin: outsider } = await app.organization('Other')
  expect((await outsider.get(`${path}?fields=tree`)).status).toBe(404)
  expect((await app.anonymous.get(`${path}?fields=tree`)).status).toBe(401)
  const reader = await app.member(organization, 'read')
  expect(await readTree(`/spaces/${id}/content`, reader)).toHaveLength(5)
})

test('200 a visitor gets neither pages that are hidden from them nor what is below those', async () => {
  const publisher = await SitePublisher.create(app)
  const { site, space } = await publisher.publish(
    {},
    {
      pages: [
        newPage('open', 'Open', 'Text'),
        newPage('beta', 'Beta', 'Text', { condition: 'visitor.claims.unsigned.isBeta' }),
        newPage('below', 'Below', 'Text', {}, 'beta'),
      ],
    },
  )
  const { urls } = expectStatus(200, await publisher.admin.get<Site>(publisher.getApiPath(site)))
  const lookup = { url: urls.published, visitor: {} }
  const resolved = expectStatus(
    200,
    await app.anonymous.post<{ apiToken: string }>('/urls/published', lookup),
  )
  const visitor = new Client(app.app, resolved.apiToken)
  const pages = await readTree(`/spaces/${space.id}/content`, visitor)
  expect(pages.map(({ id }) => id)).toEqual(['open'])
})

test('200 ten thousand pages, compressed once and sent from memory until the content changes', async () => {
  const { id } = await app.space(admin, organization)
  const pages = Array.from({ length: 10_000 }, (_, number) =>
    newPage(`p${number}`, `Page ${number}`, '', {}, number < 100 ? null : `p${number % 100}`),
  )
  await commitChanges(app, admin, id, pages)
  const path = `/spaces/${id}/content`
  const outline = await readTree(path)
  expect(outline).toHaveLength(10_000)
  expect(outline.slice(0, 2).map((page) => page.id)).toEqual(['p0', 'p100'])

  const send = (headers: Record<string, string>) =>
    app.app.http.inject({
      url: `/v1${path}/pages?fields=tree`,
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
    })
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const compressed = await send({ 'accept-encoding': encoding })
    expect(compressed.headers).toMatchObject({ 'content-encoding': encoding })
    expect(compressed.headers.vary).toContain('accept-encoding')
    expect(compressed.rawPayload.length).toBeLessThan(200_000)
    expect(JSON.parse(decode(compressed.rawPayload).toString())).toEqual({ pages: outline })
    let again = compressed
    expect(await app.countStatements(async () => (again = await send({ 'accept-encoding': encoding })))).toBe(
      1,
    )
    expect(again.rawPayload.equals(compressed.rawPayload)).toBe(true)
  }
  const { headers } = await send({})
  expect(headers['content-encoding']).toBeUndefined()
  const unchanged = await send({ 'if-none-match': String(headers.etag), 'accept-encoding': 'br' })
  expect(unchanged.statusCode).toBe(304)
  expect(unchanged.headers['content-encoding']).toBeUndefined()
  expect(unchanged.rawPayload.length).toBe(0)

  // All fields of all pages are too large for the cache, so they are kept compressed only.
  const sendWhole = (headers: Record<string, string>) =>
    app.app.http.inject({
      url: `/v1${path}/pages`,
      headers: { authorization: `Bearer ${admin.token}`, ...headers },
    })
  const [whole, ...others] = await Promise.all([sendWhole({}), sendWhole({}), sendWhole({})])
  expect(others.map(({ body }) => body === whole.body)).toEqual([true, true])
  for (const [encoding, contentEncoding, decode] of [
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, br', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    let again = whole
    const statements = await app.countStatements(
      async () => (again = await sendWhole({ 'accept-encoding': encoding })),
    )
    expect(statements).toBe(1)
    expect(again.headers['content-encoding']).toBe(contentEncoding)
    expect(again.headers.etag).toBe(whole.headers.etag)
    expect(decode(again.rawPayload).equals(whole.rawPayload)).toBe(true)
    expect(again.headers['content-length']).toBe(String(again.rawPayload.length))
  }
  const head = await app.app.http.inject({
    method: 'HEAD',
    url: `/v1${path}/pages`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(whole.rawPayload.length),
  ])
  const known = await sendWhole({ 'if-none-match': String(whole.headers.etag), 'accept-encoding': 'gzip' })
  expect([known.statusCode, known.rawPayload.length, known.headers['content-encoding']]).toEqual([
    304,
    0,
    undefined,
  ])

  await changeContent(admin, id, [{ operation: 'update_page', page: 'p0', title: 'New' }])
  const changed = await send({ 'if-none-match': String(headers.etag) })
  expect(changed.statusCode).toBe(200)
  expect(changed.json<RevisionPages>().pages[0]).toMatchObject({ id: 'p0', title: 'New' })
})
