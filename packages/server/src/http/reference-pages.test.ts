import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../database/database.ts'
import { TestApp } from '../testing/app.ts'

const app = await TestApp.start({ publicUrl: 'https://docs.example.com' })
afterAll(() => app.stop())

const get = (url: string, headers: Record<string, string> = {}) => app.app.http.inject({ url, headers })

describe('GET /healthz and /readyz', () => {
  test('200 without a token', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('503 from /readyz while migrations are missing; 200 from /healthz', async () => {
    const old = await TestApp.start()
    await old.database.execute(sql`delete from migrations where version > 1`)
    const ready = await old.app.http.inject({ url: '/readyz' })

    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({
      error: { code: 503, message: expect.stringContaining('version 1') },
    })
    expect((await old.app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    await old.stop()
  })

  test('503 from /readyz without the database; 200 from /healthz', async () => {
    const cut = await TestApp.start()
    await cut.database.close()
    const ready = await cut.app.http.inject({ url: '/readyz' })

    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ error: { code: 503, message: 'The database cannot be reached.' } })
    expect((await cut.app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    await cut.app.close()
  })
})

describe('GET /metrics', () => {
  test('200 counts requests by operation and status, and shows the pool', async () => {
    const person = await app.person()
    await person.get('/user')
    await person.get('/orgs/nope')
    const { statusCode, headers, body } = await get('/metrics')

    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toMatch(
      /verso_http_request_duration_seconds_count\{method="GET",operation="getAuthenticatedUser",status="200"\} 1/,
    )
    expect(body).toMatch(/operation="getOrganizationById",status="404"/)
    expect(body).toMatch(/verso_database_connections\{pool="requests",state="idle"\} \d+/)
    expect(body).not.toContain(person.id)
    expect(body).not.toContain(person.token)
  })
})

interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses: Record<string, object> }
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean }
  responses: Record<string, object>
}

const readDocument = async () => (await get('/openapi.json')).json<OpenApi>()

describe('GET /openapi.json', () => {
  test('200 describes every operation of the route table, once', async () => {
    const document = await readDocument()
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    )
    const routes = app.app.routes.map(
      ({ method, path, operationId }) =>
        `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${operationId}`,
    )

    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://docs.example.com/v1' }] })
    expect(operations.sort()).toEqual(routes.sort())
    expect(new Set(app.app.routes.map(({ operationId }) => operationId)).size).toBe(routes.length)
  })

  test('200 gives every operation a summary, its parameters and its answers', async () => {
    const { paths } = await readDocument()

    for (const [path, methods] of Object.entries(paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation.summary).not.toBe('')
        expect(Object.keys(operation.responses)).toContain('default')
        expect(Object.keys(operation.responses).some((status) => /^20[0-5]$/.test(status))).toBe(true)
        const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      }
    }
    expect(paths['/']?.['get']?.security).toEqual([])
    const list = paths['/orgs/{organizationId}/spaces']?.['get']
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['organizationId', 'page', 'limit', 'deleted']),
    )
  })

  test('200 has no references to missing components', async () => {
    const document = await readDocument()
    const references = new Set(JSON.stringify(document).match(/"#\/components\/[^"]+"/g))

    expect(references.size).toBeGreaterThan(10)
    for (const reference of references) {
      const [, , kind = '', name = ''] = reference.slice(1, -1).split('/')
      expect(document.components).toHaveProperty([kind, name])
    }
    expect(JSON.stringify(document)).not.toContain('x-name')
  })
})

describe('pages', () => {
  test('200 at /docs: a reference that loads nothing from other hosts', async () => {
    expect((await get('/docs')).headers['location']).toBe('/docs/')
    const { statusCode, headers, body } = await get('/docs/')

    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(body).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/)
    expect((await get('/docs/js/scalar.js')).statusCode).toBe(200)
  })

  test('200 at /v1 without a token, with the version', async () => {
    const { body, status } = await app.anonymous.get('/')

    expect(status).toBe(200)
    expect(body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      build: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await get('/v1')).json()).toEqual(body)
  })
})
