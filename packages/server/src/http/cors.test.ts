import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenAPISpec } from '../areas/openapi/specs/schema.ts'
import type { PublishedLookup } from '../areas/sites/renderer-api/schema.ts'
import type { Preview } from '../areas/sites/visitors/schema.ts'
import { expectStatus, TestApp } from '../testing/app.ts'
import { commitChanges } from '../testing/direct-changes.ts'
import { createTestImage } from '../testing/images.ts'
import { listRegisteredUrls } from '../testing/registered-urls.ts'
import { SingleSignOn } from '../testing/single-sign-on.ts'
import { type PublishedTestSite, SitePublisher } from '../testing/site-publisher.ts'
import { createPetstore } from '../testing/specs.ts'

const origin = 'https://evil.example'
const host = 'localhost:4000'
const unknownToken = 'verso_unknown_token_0123456789'

let t: TestApp
let publisher: SitePublisher
let authorization: string
let sessionCookie: string
let handbook: PublishedTestSite

beforeAll(async () => {
  t = await TestApp.start()
  publisher = await SitePublisher.create(t, host)
  authorization = `Bearer ${publisher.admin.token}`
  handbook = await publisher.publish()
  const sso = await SingleSignOn.start(t)
  sessionCookie = (await sso.signIn(await sso.createProvider())).cookie
})
afterAll(() => t.stop())

/** A request as a page of another origin sends it. */
const sendFromPage = (options: InjectOptions) =>
  t.app.http.inject({ ...options, headers: { host, origin, ...options.headers } })

/** A preflight as a browser sends it before a request of a page of another origin. */
const sendPreflight = (url: string, method: string, requestedHeaders: string) =>
  sendFromPage({
    method: 'OPTIONS',
    url,
    headers: {
      'access-control-request-method': method,
      ...(requestedHeaders !== '' && { 'access-control-request-headers': requestedHeaders }),
    },
  })

type Response = Awaited<ReturnType<typeof sendFromPage>>

/** Whether a page of another origin can read the response. Throws for half of the headers, and for allowed cookies. */
function isReadable({ headers }: Response): boolean {
  const corsHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
  if (corsHeaders.length === 0) return false
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.ok(!corsHeaders.includes('access-control-allow-credentials'))
  return true
}

interface NamedRequest {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
}

/** The names of the requests whose responses a page of another origin can read. */
async function listReadable(requests: NamedRequest[], headers: Record<string, string>): Promise<string[]> {
  const names: string[] = []
  for (const { name, ...request } of requests) {
    const response = await sendFromPage({ ...request, headers })
    assert.ok(response.statusCode < 500, `${name}: ${response.statusCode}`)
    if (isReadable(response)) names.push(name)
  }
  return names
}

/** The names of the requests that a browser may send for a page of another origin, after a preflight. */
async function listSendable(requests: NamedRequest[], requestedHeaders: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, url, method } of requests) {
    const response = await sendPreflight(url, method, requestedHeaders)
    if (!isReadable(response)) continue
    assert.equal(response.statusCode, 204)
    assert.equal(response.headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, PATCH, DELETE')
    assert.equal(response.headers['access-control-allow-headers'], requestedHeaders)
    names.push(name)
  }
  return names
}

const listNames = (requests: NamedRequest[]): string[] => requests.map(({ name }) => name)

describe('the operations of the API', () => {
  let operations: NamedRequest[]

  beforeAll(() => {
    operations = t.app.routes.map(({ operationId: name, method, path, body }) => ({
      name,
      method,
      url: `/v1${path.replaceAll(/:\w+/g, 'x')}`,
      ...(body && { payload: {} }),
    }))
  })

  test('can all be read with a valid token', async () => {
    expect(await listReadable(operations, { authorization })).toEqual(listNames(operations))
  })

  test('can none be read without a token', async () => {
    expect(await listReadable(operations, {})).toEqual([])
  })

  test('say with an unknown token that it is unknown, and nothing else, also those that need none', async () => {
    const headers = { authorization: `Bearer ${unknownToken}` }
    const readable = new Set(await listReadable(operations, headers))
    const statuses = await Promise.all(
      operations.map(async ({ name, ...request }) => ({
        name,
        isReadable: readable.has(name),
        status: (await sendFromPage({ ...request, headers })).statusCode,
      })),
    )
    expect(statuses.filter((entry) => entry.isReadable !== (entry.status === 401))).toEqual([])
    const open = t.app.routes.filter(({ permission }) => permission === 'public')
    expect(open.map(({ operationId }) => operationId)).toContain('getPublishedContentByUrl')
    expect(readable).not.toContain('getPublishedContentByUrl')
  })

  test('can none be read by requests that carry a session cookie, with a token or without', async () => {
    const cookie = sessionCookie
    expect(await listReadable(operations, { cookie })).toEqual([])
    expect(await listReadable(operations, { cookie, authorization })).toEqual([])
  })

  test('may be sent after a preflight that announces a token, and after no other', async () => {
    const names = listNames(operations)
    expect(await listSendable(operations, 'authorization,content-type')).toEqual(names)
    expect(await listSendable(operations, 'Content-Type, Authorization')).toEqual(names)
    expect(await listSendable(operations, 'content-type,x-authorization')).toEqual([])
    expect(await listSendable(operations, '')).toEqual([])
  })
})

describe('the API', () => {
  test('shows the errors and the important headers to a valid token', async () => {
    const statuses = []
    for (const request of [
      { url: '/v1/nope' },
      { method: 'DELETE', url: '/v1/user' },
      { method: 'POST', url: '/v1/orgs', headers: { 'content-type': 'application/json' }, payload: '{' },
    ] as const) {
      const headers = { ...('headers' in request && request.headers), authorization }
      const response = await sendFromPage({ ...request, headers })
      statuses.push({ status: response.statusCode, isReadable: isReadable(response) })
      expect(response.headers['access-control-expose-headers']).toMatch(/ETag.*Location.*X-Request-Id/)
    }
    expect(statuses).toEqual([404, 405, 400].map((status) => ({ status, isReadable: true })))
  })

  test('can be read with the token of a visitor', async () => {
    const url = `http://${host}${handbook.path}/`
    const lookup = expectStatus(200, await t.anonymous.post<PublishedLookup>('/urls/published', { url }))
    assert.ok('apiToken' in lookup)
    const response = await sendFromPage({
      url: `/v1/spaces/${handbook.space.id}/content`,
      headers: { authorization: `Bearer ${lookup.apiToken}` },
    })
    expect({ status: response.statusCode, isReadable: isReadable(response) }).toEqual({
      status: 200,
      isReadable: true,
    })
  })

  test('204 for OPTIONS from a client that is not a browser', async () => {
    const response = await t.app.http.inject({ method: 'OPTIONS', url: '/v1/user' })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
  })
})

/** A URL of each path beside the API, by the path that is registered, and whether pages of every origin may read it. */
interface OtherUrl {
  route: string
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  isOpen: boolean
}

/** URLs that are their own permission, because nobody can guess them. */
async function listCapabilityUrls(): Promise<OtherUrl[]> {
  const { admin, organization } = publisher
  const { files } = t.app.areas.content
  const image = await files.store({ name: 'a.png', bytes: createTestImage.png(1, 1) })
  const download = new URL(files.createDownloadUrl(image))
  const specPath = `/orgs/${organization}/openapi/petstore`
  expectStatus(201, await admin.put(specPath, { source: { text: JSON.stringify(createPetstore()) } }))
  const spec = expectStatus(200, await admin.patch<OpenAPISpec>(specPath, { visibility: 'public' }))
  const pdf = expectStatus(200, await admin.get<{ url: string }>(`/spaces/${handbook.space.id}/pdf`))
  const isOpen = true
  return [
    { route: '/files/:blob/:name', url: download.pathname + download.search, isOpen },
    { route: '/files/uploads/:key', url: '/files/uploads/x', method: 'PUT', isOpen },
    { route: '/~openapi/:specId', url: new URL(spec.urls.published ?? '').pathname, isOpen },
    { route: '/pdf/:spaceId/:revisionId', url: new URL(pdf.url).pathname, isOpen },
  ]
}

/** Everything that a published site answers, and a preview of it. */
async function listPublishedUrls(): Promise<OtherUrl[]> {
  const { t: app, admin } = publisher
  const file = await app.app.areas.content.files.store({ name: 'plan.txt', bytes: Buffer.from('The plan.') })
  await commitChanges(app, admin, handbook.space.id, [{ type: 'put-file', id: 'plan', file }])
  const previewPath = `${publisher.getApiPath(handbook.site)}/publishing/preview`
  const preview = new URL(expectStatus(200, await admin.get<Preview>(previewPath)).url).pathname
  const page = (await publisher.get(handbook.path)).text
  const findAsset = (pattern: RegExp): string => {
    const [, url] = pattern.exec(page) ?? []
    if (url === undefined) throw new Error(`The page has nothing that matches ${pattern}.`)
    return url
  }
  const style = findAsset(/href="([^"]*~verso\/style-[^"]*)"/)
  const font = /url\("?([^")]*~verso\/fonts\/[^")]*)/.exec((await publisher.get(style)).text)?.[1] ?? ''
  const below = (path: string, method: 'GET' | 'POST' = 'GET'): OtherUrl => ({
    route: '/*',
    url: `${handbook.path}/${path}`,
    method,
    isOpen: false,
  })
  return [
    ...[
      '',
      'setup',
      'setup.md',
      'missing',
      'sitemap.xml',
      'sitemap-pages.xml',
      'robots.txt',
      'llms.txt',
      'llms-full.txt',
      '~verso/search?q=zebra',
      '~verso/icon.svg',
      `~verso/files/${handbook.space.id}/plan/${file.blob.slice(0, 16)}/plan.txt`,
    ].map((path) => below(path)),
    below('~verso/mcp', 'POST'),
    { route: '/*', url: preview, isOpen: false },
    { route: '/*', url: `${preview}setup`, isOpen: false },
    { route: '/*', url: style, isOpen: false },
    // The same in every installation.
    { route: '/*', url: findAsset(/src="([^"]*~verso\/[^"]*\.js)"/), isOpen: true },
    { route: '/*', url: font, isOpen: true },
  ]
}

const ownPages: OtherUrl[] = [
  '/',
  '/app',
  '/app/assets/:name',
  '/app/icons.json',
  '/app/icons/:name.svg',
  '/docs',
  '/docs/js/scalar.js',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/healthz',
  '/tls/allowed',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/sso/:providerId/metadata',
  '/sso/:providerId/start',
  '/sso/:providerId/logout',
  '/sso/oidc/:providerId/callback',
  '/sso/oidc/:providerId/start',
].map((route) => ({ route, url: route.replace(':providerId', 'x'), isOpen: false }))

const ownForms: OtherUrl[] = ['/sso/:providerId/acs', '/sso/logout'].map((route) => ({
  route,
  url: route.replace(':providerId', 'x'),
  method: 'POST',
  isOpen: false,
}))

/** What every first visit loads, as opposed to URLs that are their own permission. */
const isAssetRoute = (route: string): boolean => route === '/*' || route === '/app/diagrams/:name'

describe('beside the API', () => {
  let urls: OtherUrl[]
  let requests: NamedRequest[]

  beforeAll(async () => {
    urls = [
      ...ownPages,
      ...ownForms,
      { route: '/app*', url: '/app/spaces/x', isOpen: false },
      // The same in every installation, for a frame without an origin.
      { route: '/app/diagrams/:name', url: '/app/diagrams/frame.html', isOpen: true },
      ...(await listCapabilityUrls()),
      ...(await listPublishedUrls()),
    ]
    requests = urls.map(({ url, method = 'GET' }) => ({
      name: url,
      url,
      method,
      ...(method !== 'GET' && { payload: {} }),
    }))
  })

  const listUrls = (isIncluded: (url: OtherUrl) => boolean): string[] =>
    urls.filter(isIncluded).map(({ url }) => url)

  test('every path is in the list of this test', () => {
    const paths = listRegisteredUrls(t.app.http).filter((path) => !path.startsWith('/v1'))
    expect([...new Set(urls.map(({ route }) => route))].toSorted()).toEqual(paths.toSorted())
  })

  test('only assets and URLs that are their own permission can be read', async () => {
    const openUrls = listUrls(({ isOpen }) => isOpen)
    expect(await listReadable(requests, {})).toEqual(openUrls)
    expect(await listReadable(requests, { authorization })).toEqual(openUrls)
  })

  test('only assets and URLs that are their own permission can be embedded', async () => {
    const embeddable = []
    for (const { name, ...request } of requests) {
      const { headers } = await sendFromPage(request)
      if (headers['cross-origin-resource-policy'] === 'cross-origin') embeddable.push(name)
      else assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
    }
    expect(embeddable).toEqual(listUrls(({ isOpen }) => isOpen))
  })

  test('only URLs that are their own permission allow preflights', async () => {
    const openUrls = listUrls(({ isOpen, route }) => isOpen && !isAssetRoute(route))
    expect(await listSendable(requests, 'content-type,authorization')).toEqual(openUrls)
  })

  test('a session cookie closes all but the assets', async () => {
    const assets = listUrls(({ isOpen, route }) => isOpen && isAssetRoute(route))
    expect(await listReadable(requests, { cookie: sessionCookie })).toEqual(assets)
  })
})
