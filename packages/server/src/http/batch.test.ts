import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '../common/clock.ts'
import { writePages } from '../testing/content.ts'
import { type Client, readError, TestApp, type TestResponse } from '../testing/app.ts'

const RATE_LIMIT = 60

const app = await TestApp.start({ rateLimit: RATE_LIMIT })
afterAll(() => app.stop())

/** Stands just behind the beginning of a minute that nothing was counted in. */
beforeEach(() => app.clock.advance(minutes - (app.clock.now().getTime() % minutes) + 1000))

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const space = await app.space(admin, organizationId, { title: 'Handbook' })

interface Batch {
  responses: { status: number; body: unknown; requestId?: string }[]
}

const sendBatch = (
  client: Client,
  paths: readonly string[],
  headers?: Record<string, string>,
): Promise<TestResponse<Batch>> =>
  client.get(`/batch?${paths.map((path) => `path=${encodeURIComponent(path)}`).join('&')}`, headers)

const readStatuses = async (client: Client, paths: readonly string[]): Promise<number[]> => {
  const { status, body } = await sendBatch(client, paths)
  expect(status).toBe(200)
  return body.responses.map((response) => response.status)
}

describe('GET /batch', () => {
  test('200 with the same answers as requests of their own, in the order of the paths', async () => {
    const paths = [
      `/spaces/${space.id}`,
      '/user',
      `/orgs/${organizationId}/spaces?limit=1`,
      '/user',
      `/orgs/${organizationId}/change-requests?status=draft&status=open`,
    ]
    const { status, body } = await sendBatch(admin, paths)
    expect(status).toBe(200)
    const single = await Promise.all(paths.map((path) => admin.get(path)))
    expect(body.responses).toEqual(single.map((answer) => ({ status: 200, body: answer.body })))
  })

  test('200 whatever fails in it: each read says so for itself, with its request id', async () => {
    const other = await app.organization('Other')
    const secret = await app.space(other.admin, other.id)
    const paths = [
      `/spaces/${secret.id}`,
      `/spaces/${space.id}`,
      '/nowhere',
      `/orgs/${organizationId}/spaces?limit=-1`,
    ]
    const { status, body } = await sendBatch(reader, paths)
    expect(status).toBe(200)
    expect(body.responses.map((response) => response.status)).toEqual([404, 200, 400, 400])
    const [hidden] = body.responses
    expect(hidden?.body).toEqual((await reader.get(`/spaces/${secret.id}`)).body)
    expect(hidden?.requestId).toMatch(/\w+/)
    expect(body.responses[1]).not.toHaveProperty('requestId')
  })

  test('200 with what the caller may do, and no more', async () => {
    const paths = [`/spaces/${space.id}`, `/orgs/${organizationId}/link-invites`]
    expect(await readStatuses(admin, paths)).toEqual([200, 200])
    expect(await readStatuses(reader, paths)).toEqual([200, 403])
    expect(await readStatuses(app.anonymous, [...paths, '/'])).toEqual([401, 401, 200])
  })

  test('400 for each path that no batch may contain: streams, secrets, batches, and what is not the API', async () => {
    const paths = [
      `/orgs/${organizationId}/events/stream`,
      `/orgs/${organizationId}/link-invites/some-secret`,
      '/batch?path=/user',
      '/../app',
      '/../healthz',
      '/../../metrics',
      '/..//docs',
    ]
    expect(await readStatuses(admin, paths)).toEqual(paths.map(() => 400))
  })

  test('400 without paths, with too many, with one that is too long or begins elsewhere', async () => {
    for (const paths of [
      [],
      Array.from({ length: 21 }, () => '/user'),
      [`/${'a'.repeat(4000)}`],
      ['user'],
      ['https://elsewhere.example/v1/user'],
    ]) {
      const answer = await sendBatch(admin, paths)
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toContain('path')
    }
  })

  test('413 for the reads that would make the response too large, and 200 for the others', async () => {
    const large = await app.space(admin, organizationId, { title: 'Large' })
    await writePages(admin, large.id, [{ title: 'Long', markdown: 'Many words. '.repeat(35_000) }])
    const page = `/spaces/${large.id}/content/path/long?format=markdown`
    const statuses = await readStatuses(admin, [...Array.from({ length: 12 }, () => page), '/user'])
    // A page has 420,000 characters, and a response four million.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 413, 413, 413, 200])
  })

  test('304 until one of the answers changes', async () => {
    const paths = ['/user', `/spaces/${space.id}`]
    const { headers } = await sendBatch(admin, paths)
    const etag = String(headers['etag'])
    expect((await sendBatch(admin, paths, { 'if-none-match': etag })).status).toBe(304)
    await admin.patch(`/spaces/${space.id}`, { title: 'Guide' })
    const changed = await sendBatch(admin, paths, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.body.responses[1]?.body).toMatchObject({ title: 'Guide' })
  })

  test('429 for the reads beyond the limit: a batch is counted as all of its requests', async () => {
    const person = await app.person()
    const paths = Array.from({ length: 20 }, () => '/user')
    expect(await readStatuses(person, paths)).toEqual(paths.map(() => 200))
    expect(await readStatuses(person, paths)).toEqual(paths.map(() => 200))
    const statuses = await readStatuses(person, paths)
    // Three requests for batches, and their reads.
    expect(statuses.filter((status) => status === 200)).toHaveLength(RATE_LIMIT - 43)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect((await sendBatch(person, paths)).status).toBe(429)
  })
})
