import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import type { Organization } from '../areas/organizations/organizations/schema.ts'
import { TestApp } from '../testing/app.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const authorization = `Bearer ${admin.token}`
const path = `/orgs/${organizationId}`

const inject = (options: InjectOptions) =>
  app.app.http.inject({ ...options, headers: { authorization, ...options.headers } })

const readETag = async (url = path) => String((await admin.get(url)).headers['etag'])

describe('ETag', () => {
  test('200 has one that changes only when the object changes', async () => {
    const first = await readETag()

    expect(first).toMatch(/^W\/"[\w-]+"$/)
    expect(await readETag()).toBe(first)
    await admin.patch(path, { title: 'Renamed' })
    expect(await readETag()).not.toBe(first)
  })

  test('304 without a body when the client sends it back: strong, weak, in a list, or as *', async () => {
    const etag = await readETag()

    for (const match of [etag, etag.slice(2), `"x", W/"y" , ${etag}`, '*']) {
      const answer = await inject({ url: `/v1${path}`, headers: { 'if-none-match': match } })
      expect(answer.statusCode).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers).toMatchObject({ etag, 'x-request-id': expect.any(String) })
      expect(answer.headers).not.toHaveProperty('content-type')
    }
  })

  test('200 for one that does not match', async () => {
    const etag = await readETag()

    for (const match of ['"x"', etag.slice(3, -1), '', `"${etag}"`]) {
      const answer = await inject({ url: `/v1${path}`, headers: { 'if-none-match': match } })
      expect(answer.statusCode).toBe(200)
    }
  })

  test('304 for lists too, until an item changes', async () => {
    const list = `${path}/spaces`
    await app.space(admin, organizationId)
    const etag = await readETag(list)

    expect((await admin.get(list, { 'if-none-match': etag })).status).toBe(304)
    await app.space(admin, organizationId)
    expect((await admin.get(list, { 'if-none-match': etag })).status).toBe(200)
  })

  test('304 depends on the caller: one with other permissions has another ETag', async () => {
    const reader = await app.member(organizationId, 'read')

    expect((await reader.get(path, { 'if-none-match': await readETag() })).status).toBe(200)
    expect((await app.anonymous.get(path, { 'if-none-match': '*' })).status).toBe(401)
  })

  test('200, never 304, for a write, and the write happens', async () => {
    const etag = await readETag()

    for (const match of ['*', etag]) {
      const title = `Title for ${match}`
      const answer = await admin.send<Organization>('PATCH', path, { title }, { 'if-none-match': match })
      expect(answer.status).toBe(200)
      expect(answer.headers).not.toHaveProperty('etag')
      expect((await admin.get<Organization>(path)).body.title).toBe(title)
    }
    const created = await admin.send('POST', `${path}/spaces`, {}, { 'if-none-match': '*' })
    expect(created.status).toBe(201)
    const space = await app.space(admin, organizationId)
    const deleted = await admin.send('DELETE', `/spaces/${space.id}`, undefined, { 'if-none-match': '*' })
    expect(deleted.status).toBe(205)
  })

  test('404, never 304, for a missing object', async () => {
    expect((await admin.get('/orgs/nope', { 'if-none-match': '*' })).status).toBe(404)
  })

  test('HEAD answers like GET, without the body', async () => {
    const get = await inject({ url: `/v1${path}` })
    const head = await inject({ method: 'HEAD', url: `/v1${path}` })

    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect(head.headers).toMatchObject({
      etag: get.headers.etag,
      'content-type': get.headers['content-type'],
      'content-length': get.headers['content-length'],
    })
    expect((await inject({ method: 'HEAD', url: '/v1/orgs/nope' })).statusCode).toBe(404)
    expect((await app.app.http.inject({ method: 'HEAD', url: `/v1${path}` })).statusCode).toBe(401)
  })
})

describe('compression', () => {
  test('large responses are compressed in an encoding that the client accepts', async () => {
    for (let n = 0; n < 3; n++) await app.space(admin, organizationId)
    const url = `/v1${path}/spaces`
    const plain = await inject({ url })
    const gzip = await inject({ url, headers: { 'accept-encoding': 'gzip' } })
    const brotli = await inject({ url, headers: { 'accept-encoding': 'br, gzip' } })

    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(gzip.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringMatching(/accept-encoding/i),
    })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length)
  })

  test('small responses and rejected encodings are sent uncompressed', async () => {
    const small = await inject({ url: '/v1/user', headers: { 'accept-encoding': 'gzip' } })
    const uncompressed = await inject({
      url: `/v1${path}/spaces`,
      headers: { 'accept-encoding': 'identity' },
    })

    expect(small.headers).not.toHaveProperty('content-encoding')
    expect(uncompressed.headers).not.toHaveProperty('content-encoding')
    expect(uncompressed.statusCode).toBe(200)
  })
})

describe('every response', () => {
  test('has a request id of its own and the security headers', async () => {
    const answers = await Promise.all([
      ...['/v1/user', '/v1/nope', '/nope', '/healthz', '/openapi.json'].map((url) => inject({ url })),
      inject({ method: 'DELETE', url: '/v1/user' }),
      inject({ method: 'DELETE', url: '/v1/user/tokens/nope' }),
      app.app.http.inject({ url: '/v1/user' }),
    ])

    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-request-id': expect.stringMatching(/^\w{26}$/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length)
  })

  test('ignores a request id from the client', async () => {
    const { headers } = await inject({ url: '/v1/user', headers: { 'x-request-id': 'mine' } })

    expect(headers['x-request-id']).not.toBe('mine')
  })

  test('sends Strict-Transport-Security if the public URL is https', async () => {
    const secure = await TestApp.start({ publicUrl: 'https://docs.example.com' })
    const { headers } = await secure.app.http.inject({ url: '/healthz' })
    const { body } = await secure.person().then((person) => person.get<{ urls: object }>('/user'))

    expect(headers['strict-transport-security']).toContain('max-age')
    expect(body.urls).toMatchObject({
      location: expect.stringMatching(/^https:\/\/docs\.example\.com\/v1\//),
    })
    await secure.stop()
  })
})
