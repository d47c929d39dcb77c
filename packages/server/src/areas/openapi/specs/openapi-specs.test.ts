import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { hours } from '../../../common/clock.ts'
import { sql } from '../../../database/database.ts'
import { Client, countStatuses, errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { writePages } from '../../../testing/content.ts'
import { readList } from '../../../testing/lists.ts'
import { TestNetwork } from '../../../testing/network.ts'
import { makePetstore, waitForProcessedSpec } from '../../../testing/specs.ts'
import type { Job } from '../../tasks/schema.ts'
import type { PublishedLookup } from '../../sites/renderer-api/schema.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { OpenAPISpec, OpenAPISpecContent, OpenAPISpecRawContent, OpenAPISpecVersion } from './schema.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

let app: TestApp
let organization: string
let admin: Person
const network = new TestNetwork()
/** What the server at api.example.com answers, by path. */
const answers = new Map<string, string | Listener>()
const asked: string[] = []

beforeAll(async () => {
  await network.addSite('api.example.com', '93.184.216.34', (request, response) => {
    asked.push(request.url ?? '')
    const answer = answers.get(request.url ?? '')
    if (typeof answer === 'function') answer(request, response)
    else response.writeHead(answer === undefined ? 404 : 200).end(answer)
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
  answers.clear()
  asked.length = 0
})

const at = (path: string) => `http://api.example.com${path}`
const specPath = (slug: string) => `/orgs/${organization}/openapi/${slug}`
const jsonOf = (changes: object = {}) => JSON.stringify(makePetstore(changes))

const referring = ($ref: string) => jsonOf({ paths: { '/a': { $ref } } })

const put = async (slug: string, source: object): Promise<OpenAPISpec> => {
  const answer = await admin.put<OpenAPISpec>(specPath(slug), { source })
  if (answer.status !== 201) expectStatus(200, answer)
  return settled(slug)
}
const settled = (slug: string) => waitForProcessedSpec(admin, organization, slug)
const versions = (slug: string) => readList<OpenAPISpecVersion>(admin, `${specPath(slug)}/versions`)
const content = async (slug: string, version = 'latest') =>
  expectStatus(200, await admin.get<OpenAPISpecContent>(`${specPath(slug)}/versions/${version}/content`))
const jobs = async () => (await readList<Job>(admin, `/orgs/${organization}/jobs?type=openapi-spec`)).items

/** What became of what was asked for last: it is said of the spec a moment before it is said of the job. */
async function lastJob(): Promise<Job | undefined> {
  for (;;) {
    const [job] = await jobs()
    if (job?.status !== 'running') return job
    await sleep(20)
  }
}

/** What anyone gets at an address. */
const published = async (url: string, headers: Record<string, string> = {}) =>
  app.app.http.inject({ method: 'GET', url: new URL(url).pathname, headers })

/** A spec whose source failed for the last time; what is tried again is not waited for. */
async function failed(slug: string): Promise<OpenAPISpec> {
  for (;;) {
    const spec = expectStatus(200, await admin.get<OpenAPISpec>(specPath(slug)))
    if (spec.processingState === 'complete') return spec
    app.clock.advance(60_000)
    await sleep(50)
  }
}

describe('creating', () => {
  test('201 pending, then complete with a version that is read back as it came', async () => {
    const text = `${stringify(makePetstore())}# the end\n`
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

    const spec = await settled('from-text')
    expect(spec).toMatchObject({ lastProcessedErrors: [], lastProcessedErrorCount: 0 })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect(spec).not.toHaveProperty('sourceURL')
    expect((await versions('from-text')).items.map(({ id }) => id)).toEqual([spec.lastVersion])
    expect((await content('from-text')).filesystem).toEqual(makePetstore())
    const raw = await admin.get<OpenAPISpecRawContent>(`${specPath('from-text')}/versions/latest/content/raw`)
    expect(raw.body).toEqual({ text, format: 'yaml' })
    expect(await lastJob()).toMatchObject({ status: 'completed', attempts: 1 })
  })

  test('201 from a URL, through redirects', async () => {
    answers.set('/old.json', (_, response) => response.writeHead(302, { location: '/new/api.json' }).end())
    answers.set('/new/api.json', jsonOf())
    const spec = await put('from-url', { url: at('/old.json') })
    expect(spec).toMatchObject({ sourceURL: at('/old.json'), lastVersion: expect.any(String) })
  })

  test('409 for a name that is taken, whoever was first', async () => {
    const body = { slug: 'taken', source: { text: jsonOf() } }
    const made = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(`/orgs/${organization}/openapi`, body)),
    )
    expect(countStatuses(made)).toEqual({ 201: 1, 409: 4 })
    const other = await app.organization('Other')
    expectStatus(201, await other.admin.post(`/orgs/${other.id}/openapi`, body))
    expect((await other.admin.get(specPath('taken'))).status).toBe(404)
  })

  test.each(['a', '0', 'a-b', 'a1-2b-c', 'a'.repeat(100)])('201 for the slug %s', async (slug) => {
    const body = { slug, source: { text: jsonOf() } }
    expect((await admin.post(`/orgs/${organization}/openapi`, body)).status).toBe(201)
    expect((await admin.delete(specPath(slug))).status).toBe(205)
  })

  test.each(['', '-', 'a-', '-a', 'a--b', 'A', 'a_b', 'a b', 'ä', 'a\n', 'a'.repeat(101), '../x', '%'])(
    '400 for the slug %j',
    async (slug) => {
      const source = { text: jsonOf() }
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
    expect(errorOf(answer).message).not.toBe('')
    expect((await admin.get(specPath('wrong-source'))).status).toBe(404)
  })

  test('413 for a text that is too large', async () => {
    const text = 'x'.repeat(16 * 1024 * 1024 + 1)
    expect((await admin.put(specPath('too-large'), { source: { text } })).status).toBe(413)
  })
})

describe('versions', () => {
  test('are made when something changed, the latest first, and none changes', async () => {
    answers.set('/api.json', jsonOf())
    const first = await put('changing', { url: at('/api.json') })
    expect((await put('changing', { url: at('/api.json') })).lastVersion).toBe(first.lastVersion)
    answers.set('/api.json', jsonOf({ info: { title: 'Pets', version: '2.0.0' } }))
    const second = await put('changing', { url: at('/api.json') })
    expect(second.lastVersion).not.toBe(first.lastVersion)
    const { items, count } = await versions('changing')
    expect(items.map(({ id }) => id)).toEqual([second.lastVersion, first.lastVersion])
    expect(count).toBe(2)
    expect((await content('changing', first.lastVersion)).filesystem).toEqual(makePetstore())
    const latest = await admin.get<OpenAPISpecVersion>(`${specPath('changing')}/versions/latest`)
    expect(latest.body).toEqual(items[0])
    expect((await admin.get(`${specPath('changing')}/versions/${first.lastVersion}`)).body).toEqual(items[1])
  })

  test('404 for a version of another spec, and before there is one', async () => {
    await put('one', { text: jsonOf() })
    const { lastVersion } = await put('two', { text: jsonOf() })
    for (const path of [
      `/versions/${lastVersion}`,
      `/versions/${lastVersion}/content`,
      '/versions/nowhere',
    ]) {
      expect((await admin.get(`${specPath('one')}${path}`)).status).toBe(404)
    }
    await put('broken', { text: 'no description' })
    for (const path of ['/versions/latest', '/versions/latest/content', '/versions/latest/content/raw']) {
      expect((await admin.get(`${specPath('broken')}${path}`)).status).toBe(404)
    }
    expect((await versions('broken')).items).toEqual([])
  })

  test('files that are referred to are fetched, and stand in the one document', async () => {
    answers.set(
      '/multi/api.yaml',
      stringify(makePetstore({ paths: { '/pets': { $ref: 'paths/pets.yaml' } } })),
    )
    answers.set('/multi/paths/pets.yaml', 'get:\n  responses:\n    200: { $ref: "../common.json#/ok" }\n')
    answers.set('/multi/common.json', '{"ok": {"description": "Fine"}}')
    const spec = await put('multi', { url: at('/multi/api.yaml') })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
    expect((await content('multi')).filesystem).toMatchObject({
      paths: { '/pets': { $ref: '#/x-files/pets.yaml' } },
      'x-files': {
        'pets.yaml': { get: { responses: { 200: { $ref: '#/x-files/common.json/ok' } } } },
        'common.json': { ok: { description: 'Fine' } },
      },
    })
    // A change of a file that is referred to is one of the description.
    answers.set('/multi/common.json', '{"ok": {"description": "Better"}}')
    expect((await put('multi', { url: at('/multi/api.yaml') })).lastVersion).not.toBe(spec.lastVersion)
  })
})

describe('what cannot be read', () => {
  test.each([
    ['a sentence', 'PARSE_ERROR', 'NOT_AN_OBJECT', 'no description'],
    ['half a JSON', 'PARSE_ERROR', 'INVALID_JSON', '{"a": '],
    ['JSON that is no OpenAPI', 'PARSE_ERROR', 'UNSUPPORTED_VERSION', '{"name": "x", "version": "1.0.0"}'],
    ['OpenAPI of nothing', 'PARSE_ERROR', 'MISSING_INFO', JSON.stringify({ openapi: '3.0.0', paths: {} })],
    ['a file beside a text', 'PARSE_ERROR', 'UNRESOLVABLE_REFERENCE', referring('other.yaml')],
    ['a file of the machine', 'FETCH_ERROR', 'FETCH_ERROR', referring('file:///etc/passwd')],
    [
      'a name with a private address',
      'FETCH_ERROR',
      'FETCH_ERROR',
      referring('http://private.example.com/a'),
    ],
    ['a private address', 'FETCH_ERROR', 'FETCH_ERROR', referring('http://169.254.169.254/latest')],
  ])('%s: %s, %s', async (_, code, errorCode, text) => {
    const before = network.connections.length
    const spec = await put('unreadable', { text })
    expect(spec).toMatchObject({ lastProcessErrorCode: code, lastProcessedErrors: [{ code: errorCode }] })
    expect(spec).not.toHaveProperty('lastVersion')
    expect(network.connections.slice(before)).toEqual([])
    expect(await lastJob()).toMatchObject({ status: 'failed', error: spec.lastProcessedErrors[0]?.message })
  })

  test('FETCH_ERROR for 404 at once; the last good version stays', async () => {
    answers.set('/gone.json', jsonOf())
    const good = await put('gone', { url: at('/gone.json') })
    answers.delete('/gone.json')
    const gone = await put('gone', { url: at('/gone.json') })
    expect(gone).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR', lastVersion: good.lastVersion })
    expect(gone.lastProcessedErrors[0]?.message).toContain('404')
    expect((await content('gone')).filesystem).toEqual(makePetstore())
    expect(asked.filter((path) => path === '/gone.json')).toHaveLength(2)
  })

  test('FETCH_TIMEOUT for a source that hangs, after it was asked three times', async () => {
    answers.set('/hangs.json', () => undefined)
    await admin.put(specPath('hangs'), { source: { url: at('/hangs.json') } })
    const spec = await failed('hangs')
    expect(spec).toMatchObject({ lastProcessErrorCode: 'FETCH_TIMEOUT' })
    expect(asked).toHaveLength(3)
    expect(await lastJob()).toMatchObject({ status: 'failed', attempts: 3 })
  })

  test('a source that fails for a moment is asked again', async () => {
    let times = 0
    answers.set('/moody.json', (_, response) => {
      times += 1
      if (times < 3) response.writeHead(times === 1 ? 503 : 429).end()
      else response.end(jsonOf())
    })
    await admin.put(specPath('moody'), { source: { url: at('/moody.json') } })
    expect(await failed('moody')).toMatchObject({ lastVersion: expect.any(String), lastProcessedErrors: [] })
    expect(times).toBe(3)
  })

  test('FETCH_ERROR for an answer that breaks off, and PARSE_ERROR for what is no text', async () => {
    answers.set('/torn.json', (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"openapi"')
      setTimeout(() => response.destroy(), 20)
    })
    await admin.put(specPath('torn'), { source: { url: at('/torn.json') } })
    expect(await failed('torn')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' })
    answers.set('/latin.yaml', (_, response) => response.end(Buffer.from([0x61, 0x3a, 0x20, 0xe9])))
    expect(await put('latin', { url: at('/latin.yaml') })).toMatchObject({
      lastProcessErrorCode: 'PARSE_ERROR',
    })
    answers.set('/nul.yaml', (_, response) => response.end('a: "\0"'))
    expect(await put('nul', { url: at('/nul.yaml') })).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR' })
  })

  test('FETCH_ERROR for more bytes than are taken, and for more files', async () => {
    answers.set('/large.json', (_, response) => response.end('x'.repeat(8_000_001)))
    expect(await put('large', { url: at('/large.json') })).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
    })
    const paths: Record<string, object> = {}
    for (let n = 0; n < 120; n++) {
      answers.set(`/many/${n}.json`, '{}')
      paths[`/p${n}`] = { $ref: `many/${n}.json` }
    }
    answers.set('/many.json', jsonOf({ paths }))
    expect(await put('many', { url: at('/many.json') })).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
    })
    expect(asked.length).toBeLessThan(110)
  })

  test('a description that changes while it is read is read again', async () => {
    let times = 0
    const paths = { '/a': { $ref: 'part.json' } }
    answers.set('/shifting.json', (_, response) => {
      times += 1
      response.end(jsonOf({ paths, info: { title: 'Pets', version: String(Math.min(times, 2)) } }))
    })
    answers.set('/part.json', '{"get": {"responses": {}}}')
    await admin.put(specPath('shifting'), { source: { url: at('/shifting.json') } })
    expect(await failed('shifting')).toMatchObject({ lastVersion: expect.any(String) })
    expect((await content('shifting')).filesystem).toMatchObject({ info: { version: '2' } })
    expect((await versions('shifting')).count).toBe(1)
  })

  test('YAML that unfolds without end: PARSE_ERROR', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let n = 1; n < 12; n++) {
      lines.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`)
    }
    const spec = await put('bomb', { text: lines.join('\n') })
    expect(spec).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR' })
  })

  test('a description of 5 MB, with schemas that refer to themselves, and requests go on meanwhile', async () => {
    const schemas: Record<string, object> = {}
    for (let n = 0; n < 10_000; n++) {
      const next = { $ref: `#/components/schemas/S${(n + 1) % 10_000}` }
      schemas[`S${n}`] = { type: 'object', description: 'x'.repeat(400), properties: { next } }
    }
    const text = jsonOf({ components: { schemas } })
    expect(text.length).toBeGreaterThan(5_000_000)
    await admin.put(specPath('huge'), { source: { text } })
    let requests = 0
    for (;;) {
      const { body } = await admin.get<OpenAPISpec>(specPath('huge'))
      if (body.processingState === 'complete') break
      requests += 1
    }
    expect(requests).toBeGreaterThan(3)
    const spec = await settled('huge')
    expect(spec).toMatchObject({ lastVersion: expect.any(String) })
    expect(spec).not.toHaveProperty('lastProcessErrorCode')
  })
})

describe('one at a time', () => {
  test('only what was asked for last counts', async () => {
    answers.set('/slow.json', (_, response) => setTimeout(() => response.end(jsonOf()), 200))
    await admin.put(specPath('overtaken'), { source: { url: at('/slow.json') } })
    await sleep(50)
    const texts = Array.from({ length: 4 }, (_, n) => jsonOf({ info: { title: 'Pets', version: `9.${n}` } }))
    for (const text of texts) expectStatus(200, await admin.put(specPath('overtaken'), { source: { text } }))
    const spec = await settled('overtaken')
    expect(spec).not.toHaveProperty('sourceURL')
    expect((await content('overtaken')).filesystem).toMatchObject({ info: { version: '9.3' } })
    expect((await jobs()).map(({ status }) => status)).toContain('canceled')
  })

  test('205 deletes it with what is being done about it; 204 when it is not there', async () => {
    answers.set('/late.json', (_, response) => setTimeout(() => response.end(jsonOf()), 200))
    const { body } = await admin.put<OpenAPISpec>(specPath('deleted'), { source: { url: at('/late.json') } })
    await sleep(50)
    expectStatus(205, await admin.delete(specPath('deleted')))
    expect((await admin.get(specPath('deleted'))).status).toBe(404)
    expect((await admin.delete(specPath('deleted'))).status).toBe(204)
    await sleep(300)
    const left = await app.database.rows(sql`select id from openapi_versions where spec_id = ${body.id}`)
    expect(left).toEqual([])
    expect(await lastJob()).toMatchObject({ status: 'canceled' })
  })
})

describe('every six hours', () => {
  test('what is at the address is read again; texts are not', async () => {
    answers.set('/due.json', jsonOf())
    const first = await put('due', { url: at('/due.json') })
    const text = await put('not-due', { text: jsonOf() })
    answers.set('/due.json', jsonOf({ info: { title: 'Pets', version: '2' } }))
    app.clock.advance(5 * hours)
    await app.app.areas.openapi.specs.refreshStaleSpecs()
    expect((await settled('due')).lastVersion).toBe(first.lastVersion)
    app.clock.advance(1 * hours)
    await app.app.areas.openapi.specs.refreshStaleSpecs()
    const second = await settled('due')
    expect(second.lastVersion).not.toBe(first.lastVersion)
    expect(second.updatedAt).toBe(first.updatedAt)
    expect((await settled('not-due')).lastProcessedAt).toBe(text.lastProcessedAt)
    expect(await lastJob()).toMatchObject({ type: 'openapi-spec' })
  })
})

describe('public ones', () => {
  test('are read at urls.published without a token, as they came, until they are private again', async () => {
    const text = stringify(makePetstore())
    await put('open', { text })
    const hidden = expectStatus(200, await admin.get<OpenAPISpec>(specPath('open')))
    expect(hidden.urls).not.toHaveProperty('published')
    const shown = expectStatus(
      200,
      await admin.patch<OpenAPISpec>(specPath('open'), { visibility: 'public' }),
    )
    const url = shown.urls.published ?? ''
    const answer = await published(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(text)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/yaml; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    expect((await published(url, { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304)
    expect((await content('open')).urls).toEqual({ source: url, public: url })
    await admin.patch(specPath('open'), { visibility: 'private' })
    expect((await published(url)).statusCode).toBe(404)
    expect((await published(`${url}x`)).statusCode).toBe(404)
  })

  test('of several files, the one document', async () => {
    answers.set('/parts.yaml', stringify(makePetstore({ paths: { '/a': { $ref: 'a.json' } } })))
    answers.set('/a.json', '{"get": {"responses": {}}}')
    await put('parts', { url: at('/parts.yaml') })
    const { urls } = expectStatus(
      200,
      await admin.patch<OpenAPISpec>(specPath('parts'), { visibility: 'public' }),
    )
    const answer = await published(urls.published ?? '')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ 'x-files': { 'a.json': { get: {} } } })
  })
})

test('visitors of a site read the latest content of what its pages show, and are not told where it comes from', async () => {
  answers.set('/secret.json', jsonOf())
  await put('for-visitors', { url: at('/secret.json') })
  const space = await app.space(admin, organization)
  const made = await app.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  const site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${made.id}/publish`))
  const lookup = { url: site.urls.published, visitor: { unsignedClaims: {} } }
  const found = expectStatus(200, await app.anonymous.post<PublishedLookup>('/urls/published', lookup))
  const visitor = new Client(app.app, 'apiToken' in found ? found.apiToken : '')
  const path = `${specPath('for-visitors')}/versions/latest/content`
  expect((await visitor.get(path)).status).toBe(404)
  const block =
    '{% openapi-operation spec="for-visitors" path="/pets" method="get" %}\n{% endopenapi-operation %}'
  await writePages(admin, space.id, [{ title: 'Pets', markdown: block }])
  const seen = expectStatus(200, await visitor.get<OpenAPISpecContent>(path))
  expect(seen.filesystem).toEqual(makePetstore())
  expect(JSON.stringify(seen)).not.toContain('secret.json')
  expect((await admin.get<OpenAPISpecContent>(path)).body.urls.source).toBe(at('/secret.json'))
  expect((await visitor.get(`${path}/raw`)).status).toBe(403)
  expect((await visitor.get(specPath('for-visitors'))).status).toBe(403)
  const other = await app.organization('Elsewhere')
  await other.admin.put(`/orgs/${other.id}/openapi/theirs`, { source: { text: jsonOf() } })
  expect((await visitor.get(`/orgs/${other.id}/openapi/theirs/versions/latest/content`)).status).toBe(404)
})

test('a description of 1.7 MB that others wrote is read, in JSON and in YAML', async () => {
  const require = createRequire(import.meta.url)
  for (const extension of ['json', 'yaml']) {
    const text = readFileSync(require.resolve(`gitbook-api-0.202/spec/openapi.${extension}`), 'utf8')
    const spec = await put(`gitbook-${extension}`, { text })
    expect(spec).toMatchObject({ lastProcessedErrors: [], lastVersion: expect.any(String) })
    const { filesystem } = await content(`gitbook-${extension}`)
    expect(Object.keys((filesystem as { paths: object }).paths).length).toBeGreaterThan(200)
  }
}, 120_000)
