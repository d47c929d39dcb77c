import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { hours } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { Client, countStatuses, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { createPetstore, waitForProcessedSpec } from '../../../testing/specs.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Job } from '../../tasks/schema.ts'
import type { PublishedLookup } from '../../sites/renderer-api/schema.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { OpenAPISpec, OpenAPISpecContent, OpenAPISpecRawContent, OpenAPISpecVersion } from './schema.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

let app: TestApp
let organization: string
let admin: Person
const network = new TestNetwork()
/** The responses of the server at api.example.com, by path. */
const responses = new Map<string, string | Listener>()
const requestedPaths: string[] = []

beforeAll(async () => {
  await network.addSite('api.example.com', '93.184.216.34', (request, response) => {
    requestedPaths.push(request.url ?? '')
    const content = responses.get(request.url ?? '')
    if (typeof content === 'function') content(request, response)
    else response.writeHead(content === undefined ? 404 : 200).end(content)
  })
  network.setAddresses('private.example.com', ['10.0.0.7'])
  app = await TestApp.start(
    {},
    { role: 'all', network, openapiLimits: { timeoutMs: 300, maxBytes: 8_000_000 } },
  )
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  await app.stop()
  await network.close()
})
beforeEach(() => {
  responses.clear()
  requestedPaths.length = 0
})

const makeUrl = (path: string) => `http://api.example.com${path}`
const specPath = (slug: string) => `/orgs/${organization}/openapi/${slug}`
const makeJson = (changes: object = {}) => JSON.stringify(createPetstore(changes))

const makeReferring = ($ref: string) => makeJson({ paths: { '/a': { $ref } } })

const putSpec = async (slug: string, source: object): Promise<OpenAPISpec> => {
  const response = await admin.put<OpenAPISpec>(specPath(slug), { source })
  if (response.status !== 201) expectStatus(200, response)
  return waitForSpec(slug)
}
const waitForSpec = (slug: string) => waitForProcessedSpec(admin, organization, slug)
const listVersions = (slug: string) => readList<OpenAPISpecVersion>(admin, `${specPath(slug)}/versions`)
const readContent = async (slug: string, version = 'latest') =>
  expectStatus(200, await admin.get<OpenAPISpecContent>(`${specPath(slug)}/versions/${version}/content`))
const listJobs = async () =>
  (await readList<Job>(admin, `/orgs/${organization}/jobs?type=openapi-spec`)).items

/** The last job once it has ended. The state of the spec changes a moment before that of the job. */
const waitForLastJob = (): Promise<Job> =>
  waitFor('the end of the last job', async () => {
    const [job] = await listJobs()
    return job?.status !== 'running' && job
  })

/** Requests a URL without a token. */
const readPublished = async (url: string, headers: Record<string, string> = {}) =>
  app.app.http.inject({ method: 'GET', url: new URL(url).pathname, headers })

/** Waits until the last attempt at a source failed. The clock is advanced so that no retry is waited for. */
const waitForFailedSpec = (slug: string): Promise<OpenAPISpec> =>
  waitFor(`the failure of ${slug}`, async () => {
    const spec = expectStatus(200, await admin.get<OpenAPISpec>(specPath(slug)))
    if (spec.processingState === 'complete') return spec
    app.clock.advance(60_000)
    return undefined
  })

const waitForErrorMessage = (slug: string, text: string) =>
  waitFor(text, async () => {
    const { body } = await admin.get<OpenAPISpec>(specPath(slug))
    return body.lastProcessedErrors.some(({ message }) => message.includes(text))
  })

describe('creating a spec', () => {
  test('201 creates a pending spec, which becomes complete with a version that has the text as it was sent', async () => {
    const text = `${stringify(createPetstore())}# the end\n`
    const body = { slug: 'from-text', source: { text } }
    const answer = await admin.post<OpenAPISpec>(`/orgs/${organization}/openapi`, body)
    expect(expectStatus(201, answer)).toMatchObject({
      object: 'openapi-spec',
      slug: 'from-text',
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true },
    })
    expect(answer.headers['location']).toBe(answer.body.urls.location)

    const spec = await waitForSpec('from-text')
    expect(spec).toMatchObject({ lastProcessedErrors: [], lastProcessedErrorCount: 0 })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect(spec).not.toHaveProperty('sourceURL')
    expect((await listVersions('from-text')).items.map(({ id }) => id)).toEqual([spec.lastVersion])
    expect((await readContent('from-text')).filesystem).toMatchObject([
      {
        dir: './',
        isEntrypoint: true,
        references: {},
        filename: 'openapi.json',
        specification: {
          ...createPetstore(),
          tags: [
            {
              name: 'pets',
              description: 'Everything about *pets*.',
              'x-gitbook-description-html': expect.stringMatching(
                /<p[^>]*>Everything about <em>pets<\/em>\.<\/p>/,
              ),
            },
          ],
        },
      },
    ])
    const raw = await admin.get<OpenAPISpecRawContent>(`${specPath('from-text')}/versions/latest/content/raw`)
    expect(raw.body).toEqual({ text, format: 'yaml' })
    expect(await waitForLastJob()).toMatchObject({ status: 'completed', attempts: 1 })
  })

  test('201 from a URL, through redirects', async () => {
    responses.set('/old.json', (_, response) => response.writeHead(302, { location: '/new/api.json' }).end())
    responses.set('/new/api.json', makeJson())
    const spec = await putSpec('from-url', { url: makeUrl('/old.json') })
    expect(spec).toMatchObject({ sourceURL: makeUrl('/old.json'), lastVersion: expect.any(String) })
  })

  test('409 for a slug that exists, also in concurrent requests', async () => {
    const body = { slug: 'taken', source: { text: makeJson() } }
    const responsesOfAll = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(`/orgs/${organization}/openapi`, body)),
    )
    expect(countStatuses(responsesOfAll)).toEqual({ 201: 1, 409: 4 })
    const other = await app.organization('Other')
    expectStatus(201, await other.admin.post(`/orgs/${other.id}/openapi`, body))
    expect((await other.admin.get(specPath('taken'))).status).toBe(404)
  })

  test.each(['a', '0', 'a-b', 'a1-2b-c', 'a'.repeat(100)])('201 for the slug %s', async (slug) => {
    const body = { slug, source: { text: makeJson() } }
    expect((await admin.post(`/orgs/${organization}/openapi`, body)).status).toBe(201)
    expect((await admin.delete(specPath(slug))).status).toBe(205)
  })

  test.each(['', '-', 'a-', '-a', 'a--b', 'A', 'a_b', 'a b', 'ä', 'a\n', 'a'.repeat(101), '../x', '%'])(
    '400 for the slug %j',
    async (slug) => {
      const source = { text: makeJson() }
      expect((await admin.post(`/orgs/${organization}/openapi`, { slug, source })).status).toBe(400)
      if (slug === '' || slug === '../x' || slug === '%') return
      expect((await admin.put(specPath(encodeURIComponent(slug)), { source })).status).toBe(400)
    },
  )

  test.each([
    [{}],
    [{ url: 'https://a.example', text: 'x' }],
    [{ text: '' }],
    [{ text: 7 }],
    [{ url: 'file:///etc/passwd' }],
    [{ url: 'http://127.0.0.1/api.json' }],
    [{ url: 'http://[::1]/api.json' }],
    [{ url: 'http://ann:secret@api.example.com/' }],
    [{ url: 'nowhere' }],
    [{ text: 'x', more: true }],
    ['x'],
  ])('400 for the source %j', async (source) => {
    const answer = await admin.put(specPath('wrong-source'), { source })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).not.toBe('')
    expect((await admin.get(specPath('wrong-source'))).status).toBe(404)
  })

  test('413 for a text that is too large', async () => {
    const text = 'x'.repeat(16 * 1024 * 1024 + 1)
    expect((await admin.put(specPath('too-large'), { source: { text } })).status).toBe(413)
  })
})

describe('the versions of a spec', () => {
  test('are created when the description changed, are listed latest first, and never change', async () => {
    responses.set('/api.json', makeJson())
    const first = await putSpec('changing', { url: makeUrl('/api.json') })
    expect((await putSpec('changing', { url: makeUrl('/api.json') })).lastVersion).toBe(first.lastVersion)
    responses.set('/api.json', makeJson({ info: { title: 'Pets', version: '2.0.0' } }))
    const second = await putSpec('changing', { url: makeUrl('/api.json') })
    expect(second.lastVersion).not.toBe(first.lastVersion)
    const { items, count } = await listVersions('changing')
    expect(items.map(({ id }) => id)).toEqual([second.lastVersion, first.lastVersion])
    expect(count).toBe(2)
    expect((await readContent('changing', first.lastVersion)).filesystem).toMatchObject([
      { specification: createPetstore() },
    ])
    const latest = await admin.get<OpenAPISpecVersion>(`${specPath('changing')}/versions/latest`)
    expect(latest.body).toEqual(items[0])
    expect((await admin.get(`${specPath('changing')}/versions/${first.lastVersion}`)).body).toEqual(items[1])
  })

  test('404 for a version of another spec, and before there is a version', async () => {
    await putSpec('one', { text: makeJson() })
    const { lastVersion } = await putSpec('two', { text: makeJson() })
    for (const path of [
      `/versions/${lastVersion}`,
      `/versions/${lastVersion}/content`,
      '/versions/nowhere',
    ]) {
      expect((await admin.get(`${specPath('one')}${path}`)).status).toBe(404)
    }
    await putSpec('broken', { text: 'no description' })
    for (const path of ['/versions/latest', '/versions/latest/content', '/versions/latest/content/raw']) {
      expect((await admin.get(`${specPath('broken')}${path}`)).status).toBe(404)
    }
    expect((await listVersions('broken')).items).toEqual([])
  })

  test('referenced files are fetched and become part of one document', async () => {
    responses.set(
      '/multi/api.yaml',
      stringify(createPetstore({ paths: { '/pets': { $ref: 'paths/pets.yaml' } } })),
    )
    responses.set('/multi/paths/pets.yaml', 'get:\n  responses:\n    200: { $ref: "../common.json#/ok" }\n')
    responses.set('/multi/common.json', '{"ok": {"description": "Fine"}}')
    const spec = await putSpec('multi', { url: makeUrl('/multi/api.yaml') })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect((await readContent('multi')).filesystem[0]?.specification).toMatchObject({
      paths: { '/pets': { $ref: '#/x-files/pets.yaml' } },
      'x-files': {
        'pets.yaml': { get: { responses: { 200: { $ref: '#/x-files/common.json/ok' } } } },
        'common.json': { ok: { description: 'Fine' } },
      },
    })
    // A change of a file that is referred to is one of the description.
    responses.set('/multi/common.json', '{"ok": {"description": "Better"}}')
    expect((await putSpec('multi', { url: makeUrl('/multi/api.yaml') })).lastVersion).not.toBe(
      spec.lastVersion,
    )
  })
})

describe('a description that cannot be processed', () => {
  test.each([
    ['a sentence', 'PARSE_ERROR', 'NOT_AN_OBJECT', 'no description'],
    ['half a JSON', 'PARSE_ERROR', 'INVALID_JSON', '{"a": '],
    ['JSON that is no OpenAPI', 'PARSE_ERROR', 'UNSUPPORTED_VERSION', '{"name": "x", "version": "1.0.0"}'],
    ['OpenAPI of nothing', 'PARSE_ERROR', 'MISSING_INFO', JSON.stringify({ openapi: '3.0.0', paths: {} })],
    ['a file beside a text', 'PARSE_ERROR', 'UNRESOLVABLE_REFERENCE', makeReferring('other.yaml')],
    ['a file of the machine', 'FETCH_ERROR', 'FETCH_ERROR', makeReferring('file:///etc/passwd')],
    [
      'a name with a private address',
      'FETCH_ERROR',
      'FETCH_ERROR',
      makeReferring('http://private.example.com/a'),
    ],
    ['a private address', 'FETCH_ERROR', 'FETCH_ERROR', makeReferring('http://169.254.169.254/latest')],
  ])('%s: %s, %s', async (_, code, errorCode, text) => {
    const before = network.connections.length
    const spec = await putSpec('unreadable', { text })
    expect(spec).toMatchObject({ lastProcessErrorCode: code, lastProcessedErrors: [{ code: errorCode }] })
    expect(spec).not.toHaveProperty('lastVersion')
    expect(network.connections.slice(before)).toEqual([])
    expect(await waitForLastJob()).toMatchObject({
      status: 'failed',
      error: spec.lastProcessedErrors[0]?.message,
    })
  })

  test('FETCH_ERROR for 404 without a retry; the last valid version stays', async () => {
    responses.set('/gone.json', makeJson())
    const good = await putSpec('gone', { url: makeUrl('/gone.json') })
    responses.delete('/gone.json')
    const gone = await putSpec('gone', { url: makeUrl('/gone.json') })
    expect(gone).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR', lastVersion: good.lastVersion })
    expect(gone.lastProcessedErrors[0]?.message).toContain('404')
    expect((await readContent('gone')).filesystem).toMatchObject([{ specification: createPetstore() }])
    expect(requestedPaths.filter((path) => path === '/gone.json')).toHaveLength(2)
  })

  test('FETCH_TIMEOUT for a source that does not respond, after three attempts', async () => {
    responses.set('/hangs.json', () => undefined)
    await admin.put(specPath('hangs'), { source: { url: makeUrl('/hangs.json') } })
    const spec = await waitForFailedSpec('hangs')
    expect(spec).toMatchObject({ lastProcessErrorCode: 'FETCH_TIMEOUT' })
    expect(requestedPaths).toHaveLength(3)
    expect(await waitForLastJob()).toMatchObject({ status: 'failed', attempts: 3 })
  })

  test('a source with a transient failure is requested again', async () => {
    let times = 0
    responses.set('/moody.json', (_, response) => {
      times += 1
      if (times < 3) response.writeHead(times === 1 ? 503 : 429).end()
      else response.end(makeJson())
    })
    await admin.put(specPath('moody'), { source: { url: makeUrl('/moody.json') } })
    expect(await waitForFailedSpec('moody')).toMatchObject({
      lastVersion: expect.any(String),
      lastProcessedErrors: [],
    })
    expect(times).toBe(3)
  })

  test('FETCH_ERROR for an incomplete response, and PARSE_ERROR for a response that is not text', async () => {
    responses.set('/torn.json', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"openapi"')
      setTimeout(() => response.destroy(), 20)
    })
    await admin.put(specPath('torn'), { source: { url: makeUrl('/torn.json') } })
    expect(await waitForFailedSpec('torn')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' })
    responses.set('/latin.yaml', (_, response) => response.end(Buffer.from([0x61, 0x3a, 0x20, 0xe9])))
    expect(await putSpec('latin', { url: makeUrl('/latin.yaml') })).toMatchObject({
      lastProcessErrorCode: 'PARSE_ERROR',
    })
    responses.set('/nul.yaml', (_, response) => response.end('a: "\0"'))
    expect(await putSpec('nul', { url: makeUrl('/nul.yaml') })).toMatchObject({
      lastProcessErrorCode: 'PARSE_ERROR',
    })
  })

  test('FETCH_ERROR for too many bytes, and for too many files', async () => {
    responses.set('/large.json', (_, response) => response.end('x'.repeat(8_000_001)))
    expect(await putSpec('large', { url: makeUrl('/large.json') })).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
    })
    const paths: Record<string, object> = {}
    for (let n = 0; n < 120; n++) {
      responses.set(`/many/${n}.json`, '{}')
      paths[`/p${n}`] = { $ref: `many/${n}.json` }
    }
    responses.set('/many.json', makeJson({ paths }))
    expect(await putSpec('many', { url: makeUrl('/many.json') })).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
    })
    expect(requestedPaths.length).toBeLessThan(110)
  })

  test('a description that changes while it is read is read again', async () => {
    let times = 0
    const paths = { '/a': { $ref: 'part.json' } }
    responses.set('/shifting.json', (_, response) => {
      times += 1
      response.end(makeJson({ paths, info: { title: 'Pets', version: String(Math.min(times, 2)) } }))
    })
    responses.set('/part.json', '{"get": {"responses": {}}}')
    await admin.put(specPath('shifting'), { source: { url: makeUrl('/shifting.json') } })
    expect(await waitForFailedSpec('shifting')).toMatchObject({ lastVersion: expect.any(String) })
    expect((await readContent('shifting')).filesystem).toMatchObject([
      { specification: { info: { version: '2' } } },
    ])
    expect((await listVersions('shifting')).count).toBe(1)
  })

  test('PARSE_ERROR for YAML with aliases that expand without end', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let n = 1; n < 12; n++) {
      lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`)
    }
    const spec = await putSpec('bomb', { text: lines.join('\n') })
    expect(spec).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR' })
  })

  test('a description of 5 MB with recursive schemas is processed while requests are served', async () => {
    const schemas: Record<string, object> = {}
    for (let n = 0; n < 10_000; n++) {
      const next = { $ref: `#/components/schemas/S${(n + 1) % 10_000}` }
      schemas[`S${n}`] = { type: 'object', description: 'x'.repeat(400), properties: { next } }
    }
    const text = makeJson({ components: { schemas } })
    expect(text.length).toBeGreaterThan(5_000_000)
    await admin.put(specPath('huge'), { source: { text } })
    let requests = 0
    await waitFor('the processing of a large description', async () => {
      const { body } = await admin.get<OpenAPISpec>(specPath('huge'))
      if (body.processingState === 'complete') return true
      requests += 1
      return false
    })
    expect(requests).toBeGreaterThan(3)
    const spec = await waitForSpec('huge')
    expect(spec).toMatchObject({ lastVersion: expect.any(String) })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
  })
})

test('an error of Verso says that the spec is tried again, and after the last attempt that it is not', async () => {
  await app.database.execute(sql`
    create function refuse_version() returns trigger language plpgsql as $$
      begin raise 'this version cannot be stored'; end $$`)
  await app.database.execute(
    sql`create trigger refuse before insert on openapi_versions for each row execute function refuse_version()`,
  )
  try {
    await putSpec('refused', { text: makeJson() })
    await waitForErrorMessage('refused', 'It is tried again.')
    await waitFor('the end of the first attempt', async () => (await listJobs())[0]?.status === 'pending')
    await app.database.execute(sql`
      update tasks set attempts = 5, due_at = now() where type = 'openapi-spec' and status = 'pending'`)
    await waitForErrorMessage('refused', 'It is not tried again')
    expect((await waitForLastJob()).status).toBe('failed')
  } finally {
    await app.database.execute(sql`drop trigger refuse on openapi_versions`)
  }
})

describe('concurrent changes of a spec', () => {
  test('only the last request counts', async () => {
    responses.set('/slow.json', (_, response) => setTimeout(() => response.end(makeJson()), 200))
    await admin.put(specPath('overtaken'), { source: { url: makeUrl('/slow.json') } })
    await waitFor('the request for the source', () => requestedPaths.includes('/slow.json'))
    const texts = Array.from({ length: 4 }, (_, n) =>
      makeJson({ info: { title: 'Pets', version: `9.${n}` } }),
    )
    for (const text of texts) expectStatus(200, await admin.put(specPath('overtaken'), { source: { text } }))
    const spec = await waitForSpec('overtaken')
    expect(spec).not.toHaveProperty('sourceURL')
    expect((await readContent('overtaken')).filesystem).toMatchObject([
      { specification: { info: { version: '9.3' } } },
    ])
    expect((await listJobs()).map(({ status }) => status)).toContain('canceled')
  })

  test('205 deletes the spec and cancels its processing; 204 if there is no such spec', async () => {
    const closed = Promise.withResolvers<void>()
    responses.set('/late.json', (_, response) => {
      response.once('close', () => closed.resolve())
      setTimeout(() => response.end(makeJson()), 200)
    })
    const { body } = await admin.put<OpenAPISpec>(specPath('deleted'), {
      source: { url: makeUrl('/late.json') },
    })
    await waitFor('the request for the source', () => requestedPaths.includes('/late.json'))
    expectStatus(205, await admin.delete(specPath('deleted')))
    expect((await admin.get(specPath('deleted'))).status).toBe(404)
    expect((await admin.delete(specPath('deleted'))).status).toBe(204)
    await closed.promise
    const left = await app.database.rows(sql`select id from openapi_versions where spec_id = ${body.id}`)
    expect(left).toEqual([])
    expect(await waitForLastJob()).toMatchObject({ status: 'canceled' })
  })
})

describe('the refresh every six hours', () => {
  test('reads URLs again, and not texts', async () => {
    responses.set('/due.json', makeJson())
    const first = await putSpec('due', { url: makeUrl('/due.json') })
    const text = await putSpec('not-due', { text: makeJson() })
    responses.set('/due.json', makeJson({ info: { title: 'Pets', version: '2' } }))
    app.clock.advance(5 * hours)
    await app.app.areas.openapi.specs.refreshStaleSpecs()
    expect((await waitForSpec('due')).lastVersion).toBe(first.lastVersion)
    app.clock.advance(1 * hours)
    await app.app.areas.openapi.specs.refreshStaleSpecs()
    const second = await waitForSpec('due')
    expect(second.lastVersion).not.toBe(first.lastVersion)
    expect(second.updatedAt).toBe(first.updatedAt)
    expect((await waitForSpec('not-due')).lastProcessedAt).toBe(text.lastProcessedAt)
    expect(await waitForLastJob()).toMatchObject({ type: 'openapi-spec' })
  })
})

describe('public specs', () => {
  test('can be read at urls.published without a token, as they were sent, until they are private again', async () => {
    const text = stringify(createPetstore())
    await putSpec('open', { text })
    const hidden = expectStatus(200, await admin.get<OpenAPISpec>(specPath('open')))
    expect(hidden.urls).not.toHaveProperty('published')
    const publicSpec = expectStatus(
      200,
      await admin.patch<OpenAPISpec>(specPath('open'), { visibility: 'public' }),
    )
    const url = publicSpec.urls.published ?? ''
    const answer = await readPublished(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(text)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/yaml; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    expect((await readPublished(url, { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(
      304,
    )
    expect((await readContent('open')).urls).toEqual({ source: url, public: url })
    await admin.patch(specPath('open'), { visibility: 'private' })
    expect((await readPublished(url)).statusCode).toBe(404)
    expect((await readPublished(`${url}x`)).statusCode).toBe(404)
  })

  test('of several files are sent as one document', async () => {
    responses.set('/parts.yaml', stringify(createPetstore({ paths: { '/a': { $ref: 'a.json' } } })))
    responses.set('/a.json', '{"get": {"responses": {}}}')
    await putSpec('parts', { url: makeUrl('/parts.yaml') })
    const { urls } = expectStatus(
      200,
      await admin.patch<OpenAPISpec>(specPath('parts'), { visibility: 'public' }),
    )
    const answer = await readPublished(urls.published ?? '')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ 'x-files': { 'a.json': { get: {} } } })
  })
})

test('visitors of a site can read the latest content of specs that its pages show, without the URL of the source', async () => {
  responses.set('/secret.json', makeJson())
  await putSpec('for-visitors', { url: makeUrl('/secret.json') })
  const space = await app.space(admin, organization)
  const newSite = await app.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  const site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${newSite.id}/publish`))
  const lookup = { url: site.urls.published, visitor: { unsignedClaims: {} } }
  const published = expectStatus(200, await app.anonymous.post<PublishedLookup>('/urls/published', lookup))
  const visitor = new Client(app.app, 'apiToken' in published ? published.apiToken : '')
  const path = `${specPath('for-visitors')}/versions/latest/content`
  expect((await visitor.get(path)).status).toBe(404)
  const block =
    '{% openapi-operation spec="for-visitors" path="/pets" method="get" %}\n{% endopenapi-operation %}'
  await writePages(admin, space.id, [{ title: 'Pets', markdown: block }])
  const seen = expectStatus(200, await visitor.get<OpenAPISpecContent>(path))
  expect(seen.filesystem).toMatchObject([{ specification: createPetstore() }])
  expect(JSON.stringify(seen)).not.toContain('secret.json')
  expect((await admin.get<OpenAPISpecContent>(path)).body.urls.source).toBe(makeUrl('/secret.json'))
  expect((await visitor.get(`${path}/raw`)).status).toBe(403)
  expect((await visitor.get(specPath('for-visitors'))).status).toBe(403)
  const other = await app.organization('Elsewhere')
  await other.admin.put(`/orgs/${other.id}/openapi/theirs`, { source: { text: makeJson() } })
  expect((await visitor.get(`/orgs/${other.id}/openapi/theirs/versions/latest/content`)).status).toBe(404)
})

test('a published description of 1.7 MB is processed, in JSON and in YAML', async () => {
  const require = createRequire(import.meta.url)
  for (const extension of ['json', 'yaml']) {
    const text = readFileSync(require.resolve(`gitbook-api-0.202/spec/openapi.${extension}`), 'utf8')
    const spec = await putSpec(`gitbook-${extension}`, { text })
    expect(spec).toMatchObject({ lastProcessedErrors: [], lastVersion: expect.any(String) })
    const { filesystem } = await readContent(`gitbook-${extension}`)
    const [file] = filesystem as { specification: { paths: object } }[]
    expect(Object.keys(file?.specification.paths ?? {}).length).toBeGreaterThan(200)
  }
}, 120_000)
