import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, type InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { Conflict } from '../common/errors.ts'
import { sql } from '../database/database.ts'
import { expectViolations } from '../database/violations.ts'
import { readError, TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { readList } from '../testing/lists.ts'
import { type ErrorBody, registerErrors } from './errors.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const authorization = `Bearer ${admin.token}`

/** A request as it is, on any path. */
async function send(options: InjectOptions) {
  const response = await app.app.http.inject(options)
  return {
    status: response.statusCode,
    headers: response.headers,
    error: response.json<ErrorBody>().error,
  }
}

const postOrganization = (payload: string | Buffer | Readable, headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    url: '/v1/orgs',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    payload,
  })

const countOrganizations = async () => (await readList(admin, '/orgs?limit=0')).count

const createNestedJson = (depth: number) =>
  `{"title":"Acme","unknown":${'['.repeat(depth)}${']'.repeat(depth)}}`

/** What comes back on a connection that says this. */
async function sendRawText(text: string): Promise<string> {
  await app.app.http.listen({ host: '127.0.0.1', port: 0 }).catch(() => undefined)
  // Listening on a port, so the address is no pipe.
  const { port } = app.app.http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  let answer = ''
  socket.on('data', (data) => (answer += data.toString()))
  await once(socket, 'close')
  return answer
}

describe('bodies', () => {
  test.each(['{', '{"title":"x"', '{title:"x"}', "{'title':'x'}", '{"title":"ab"}}', 'nonsense', '\u0000'])(
    '400 for JSON that is broken: %j',
    async (payload) => {
      const { status, error } = await postOrganization(payload)

      expect(status).toBe(400)
      expect(error.code).toBe(400)
      expect(error.message).toMatch(/^The body is not valid JSON/)
    },
  )

  test('400 without a required body, even with the content type', async () => {
    expect((await postOrganization('')).error.message).toContain('body must be given')
    expect(readError(await admin.post('/orgs')).message).toContain('body must be given')
  })

  test('201 with a charset in the content type, and with the key `__proto__`', async () => {
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    const polluting = '{"title":"Acme","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'

    expect((await postOrganization('{"title":"Acme"}', charset)).status).toBe(201)
    expect((await postOrganization(polluting)).status).toBe(201)
    expect({}).not.toHaveProperty('admin')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'x',
  ])('415 for the content type %s', async (type) => {
    const { status, error } = await postOrganization('{"title":"Acme"}', { 'content-type': type })

    expect(status).toBe(415)
    expect(error).toMatchObject({ code: 415, message: expect.stringContaining('application/json') })
  })

  test('413 for 10 MB, with or without a content length, and nothing is created', async () => {
    const before = await countOrganizations()
    const huge = JSON.stringify({ title: 'x'.repeat(10_000_000) })
    // A stream comes without a length, so only the bytes themselves can tell.
    for (const payload of [huge, Readable.from(Buffer.from(huge))]) {
      const { status, error } = await postOrganization(payload)
      expect(status).toBe(413)
      expect(error).toMatchObject({ code: 413, message: expect.stringContaining('too large') })
    }
    expect(await countOrganizations()).toBe(before)
    expect((await admin.get('/user')).status).toBe(200)
  })

  test('401 before the body is read', async () => {
    const answer = await send({
      method: 'POST',
      url: '/v1/orgs',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    })

    expect(answer.status).toBe(401)
  })

  test('400 for JSON that is nested too deeply, in known and unknown fields; 201 up to the limit', async () => {
    expect((await postOrganization(createNestedJson(60))).status).toBe(201)
    for (const payload of [
      createNestedJson(70),
      createNestedJson(100_000),
      '['.repeat(300_000) + ']'.repeat(300_000),
    ]) {
      const { status, error } = await postOrganization(payload)
      expect(status).toBe(400)
      expect(error.message).toContain('nested')
    }
    const objects = `{"title":"Acme","u":${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}}`
    expect((await postOrganization(objects)).status).toBe(400)
  })

  test('400 for NUL and for half a surrogate pair, anywhere in a body', async () => {
    const before = await countOrganizations()

    for (const [payload, path] of [
      [String.raw`{"title":"a\u0000b"}`, 'body.title'],
      [String.raw`{"title":"Acme","emailDomains":["a\u0000b"]}`, 'body.emailDomains.0'],
      [String.raw`{"title":"Acme","a\u0000b":1}`, 'a field name in body'],
      [String.raw`{"title":"a\ud800b"}`, 'body.title'],
      [String.raw`{"title":"\udc00\ud800"}`, 'body.title'],
      [String.raw`{"title":"Acme","\udfff":1}`, 'a field name in body'],
      [String.raw`{"title":"Acme","unknown":[{"deep":"\ud83d"}]}`, 'body.unknown.0.deep'],
    ] as const) {
      const { status, error } = await postOrganization(payload)
      expect(status).toBe(400)
      expect(error.message).toContain(path)
    }
    expect((await postOrganization(String.raw`{"title":"whole \ud83d\ude00"}`)).status).toBe(201)
    expect(await countOrganizations()).toBe(before + 1)
  })
})

describe('URLs', () => {
  test('400 for NUL in a query or a path', async () => {
    expect((await admin.get(`/orgs/${organizationId}/members?search=a%00`)).status).toBe(400)
    expect((await admin.get(`/orgs/${organizationId}/members/a%00`)).status).toBe(400)
    expect((await admin.get(`/spaces/a%00`)).status).toBe(404)
  })

  test.each(['/v1/users/%', '/v1/users/%zz', '/v1/users/%E0%A4', '/v1/users/%ED%A0%80', '/%ff'])(
    '400 for %s, with the headers of every answer',
    async (url) => {
      const { status, headers, error } = await send({ method: 'GET', url, headers: { authorization } })

      expect(status).toBe(400)
      expect(error.message).toContain('URL is not valid')
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.stringMatching(/^\w{26}$/),
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test.each(['/nope', '/v1/nope', '/v1/orgs/x/nope', '/v2/orgs', '/v1//orgs', '/.env', '/%2e%2e/etc'])(
    '404 for the unknown route %s with a token, without, and with a wrong one',
    async (url) => {
      for (const headers of [{ authorization }, {}, { authorization: 'Bearer nope' }]) {
        const { status, error } = await send({ method: 'GET', url, headers })
        expect(status).toBe(404)
        expect(error.code).toBe(404)
      }
    },
  )

  test('200 with a trailing slash', async () => {
    expect((await admin.get('/orgs/')).body).toEqual((await admin.get('/orgs')).body)
  })

  test('404 repeats only the beginning of a long path', async () => {
    const { error } = await send({ method: 'GET', url: `/${'x'.repeat(5000)}` })

    expect(error.message.length).toBeLessThan(300)
  })

  test('405 with the allowed methods, for every path of the API', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const
    for (const path of new Set(app.app.routes.map((route) => route.path))) {
      const used = app.app.routes.filter((route) => route.path === path).map((route): string => route.method)
      const allowed = used.includes('GET') ? [...used, 'HEAD'] : used
      for (const method of methods.filter((name) => !used.includes(name))) {
        const url = `/v1${path.replaceAll(/:\w+/g, 'x')}`
        const { status, headers, error } = await send({ method, url })
        expect(status).toBe(405)
        expect(error.code).toBe(405)
        expect(String(headers.allow).split(', ').sort()).toEqual([...allowed].sort())
      }
    }
  })
})

describe('invalid HTTP', () => {
  test('400 for bytes that are not HTTP, with the usual error body', async () => {
    const answer = await sendRawText('nonsense\r\n\r\n')

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      error: { code: 400, message: 'This is not an HTTP request.' },
    })
  })

  test('431 for headers that are too large', async () => {
    const answer = await sendRawText(
      `GET /v1/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`,
    )

    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 431 } })
  })
})

describe('internal errors', () => {
  test('500 with the request id and no internal details', async () => {
    const broken = await TestApp.start()
    const { id, admin: owner } = await broken.organization()
    await broken.database.execute(sql`drop table teams cascade`)

    const answer = await owner.get(`/orgs/${id}/teams`)

    expect(answer.status).toBe(500)
    expect(readError(answer)).toEqual({
      code: 500,
      message: `Something went wrong in Verso. The log knows it as request ${String(answer.headers['x-request-id'])}.`,
    })
    expect(JSON.stringify(answer.body)).not.toMatch(/teams|relation|select|\.ts/)
    expect((await owner.get(`/orgs/${id}`)).status).toBe(200)
    await broken.stop()
  })

  test('500 in the request guard, when the tokens cannot be read', async () => {
    const broken = await TestApp.start()
    const person = await broken.person()
    await broken.database.execute(sql`drop table tokens cascade`)

    const answer = await person.get('/user')
    expect(answer.status).toBe(500)
    expect(readError(answer).message).toContain(String(answer.headers['x-request-id']))
    await broken.stop()
  })
})

describe('violations of a unique or foreign key', async () => {
  const database = await createTestDatabase()
  afterAll(() => database.close())
  const lines: Record<string, unknown>[] = []
  const logger: FastifyBaseLogger = pino(
    { base: null, level: 'error' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const server = Fastify({ loggerInstance: logger })
  registerErrors(server)
  const insertUser = () =>
    database.execute(sql`
      insert into users (id, display_name, email, created_at) values (gen_random_uuid(), 'Ann', 'ann@example.com', now())`)
  server.get('/unique', insertUser)
  server.get('/foreign', () =>
    database.execute(
      sql`insert into teams (id, organization_id, title, created_at) values ('t', 'o', 'T', now())`,
    ),
  )
  server.get('/expected', () =>
    expectViolations(insertUser(), { users_email: () => new Conflict('The address is taken.') }),
  )
  server.get('/other', () =>
    expectViolations(insertUser(), {
      teams_organization_id_fkey: () => new Conflict('The address is taken.'),
    }),
  )
  await insertUser()

  test.each([
    ['/unique', 'users_email', 'users'],
    ['/other', 'users_email', 'users'],
    ['/foreign', 'teams_organization_id_fkey', 'teams'],
  ])('409 and an error in the log for one that no code expects: %s', async (url, constraint, table) => {
    lines.length = 0
    const response = await server.inject(url)

    expect(response.statusCode).toBe(409)
    expect(response.json<ErrorBody>().error.message).toContain('at the same time. Try again.')
    expect(response.body).not.toContain(table)
    expect(lines).toEqual([
      expect.objectContaining({
        level: pino.levels.values['error'],
        msg: 'a constraint was violated unexpectedly',
        reqId: expect.any(String),
        constraint,
        table,
        err: expect.objectContaining({ stack: expect.stringContaining('database.ts') }),
      }),
    ])
  })

  test('409 with the message of the code that expects it, and nothing in the log', async () => {
    lines.length = 0
    const response = await server.inject('/expected')

    expect(response.json<ErrorBody>().error).toEqual({ code: 409, message: 'The address is taken.' })
    expect(lines).toEqual([])
  })
})
