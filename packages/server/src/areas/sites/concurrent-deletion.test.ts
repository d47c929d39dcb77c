import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../database/database.ts'
import { expectStatus, type Person, TestApp, type TestResponse } from '../../testing/app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { SiteRedirect, UpsertedRedirects } from './redirects/schema.ts'

/** Requests that were admitted, and then find that another request has deleted what they are about. */
let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const newSitePath = async (): Promise<string> =>
  `/orgs/${organization}/sites/${(await app.site(admin, organization)).id}`

const createRedirect = async (path: string, fields: object = {}): Promise<SiteRedirect> => {
  const body = { source: '/old', destination: { kind: 'external', url: 'https://new.example/' }, ...fields }
  return expectStatus(201, await admin.post<SiteRedirect>(`${path}/redirects`, body))
}

/** Sends a request while a transaction has deleted rows, and commits the transaction once the request waits for it. */
async function sendWhileDeleting<Body>(
  deletion: Sql,
  send: () => Promise<TestResponse<Body>>,
): Promise<TestResponse<Body>> {
  let response: Promise<TestResponse<Body>> | undefined
  await app.database.transaction(async (tx) => {
    await tx.execute(deletion)
    response = send()
    await waitFor('the request to wait for the deletion', async () => {
      const waiting = await app.database.row(sql`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' limit 1`)
      return waiting !== undefined
    })
  })
  if (!response) throw new Error('No request was sent.')
  return response
}

const deleteRedirects = (path: string): Sql =>
  sql`delete from site_redirects where site_id = ${path.split('/').at(-1) ?? ''}`

describe('a redirect', () => {
  test.each([
    { draft: false },
    { destination: { kind: 'external', url: 'https://other.example/' } },
    { source: '/new' },
  ])('404 to set %j after it was deleted', async (body) => {
    const path = await newSitePath()
    const { id } = await createRedirect(path, { draft: true })
    const response = await sendWhileDeleting(deleteRedirects(path), () =>
      admin.patch(`${path}/redirects/${id}`, body),
    )
    expect(response.status).toBe(404)
  })

  test.each([
    { source: '/old', intent: 'publish' },
    { source: '/old', intent: 'draft', destination: { kind: 'external', url: 'https://other.example/' } },
  ])('an error of its own for %j among many, after its draft was deleted', async (redirect) => {
    const path = await newSitePath()
    await createRedirect(path)
    await createRedirect(path, { draft: true })
    const body = {
      redirects: [
        redirect,
        { source: '/more', destination: { kind: 'external', url: 'https://a.example/' } },
      ],
    }
    const deletion = sql`${deleteRedirects(path)} and draft`
    const response = await sendWhileDeleting(deletion, () =>
      admin.put<UpsertedRedirects>(`${path}/redirects`, body),
    )
    const { results } = expectStatus(200, response)
    expect(results).toMatchObject([{ status: 'error', source: '/old' }, { status: 'created' }])
    // The redirect that is in use is still there.
    expectStatus(200, await admin.get(`${path}/redirect?source=/old`))
  })
})

describe('404 after the site was deleted', () => {
  const redirect = { source: '/a', destination: { kind: 'external', url: 'https://a.example/' } }
  const jsonSchema = {
    type: 'object',
    properties: { unsigned: { type: 'object', properties: {}, additionalProperties: false } },
    additionalProperties: false,
  }

  test.each<[string, (path: string) => Promise<TestResponse<unknown>>]>([
    ['update the site', (path) => admin.patch(path, { title: 'Renamed' })],
    ['publish', (path) => admin.post(`${path}/publish`)],
    ['set a hostname', (path) => admin.patch(path, { hostname: 'docs.gone.example' })],
    ['customize', (path) => admin.put(`${path}/customization`, { title: 'Renamed' })],
    ['create a redirect', (path) => admin.post(`${path}/redirects`, redirect)],
    ['create redirects', (path) => admin.put(`${path}/redirects`, { redirects: [redirect] })],
    ['create a share link', (path) => admin.post(`${path}/share-links`, { name: 'Friends' })],
    ['read the key', (path) => admin.get(`${path}/publishing/auth`)],
    [
      'set the fallback',
      (path) => admin.patch(`${path}/publishing/auth`, { fallbackURL: 'https://a.example/' }),
    ],
    ['replace the key', (path) => admin.post(`${path}/publishing/auth/regenerate`)],
    ['set the schema', (path) => admin.put(`${path}/adaptive-schema`, { jsonSchema })],
    ['add a group', (path) => admin.post(`${path}/section-groups`, { title: 'Group' })],
  ])('%s', async (_name, send) => {
    const path = await newSitePath()
    const deletion = sql`delete from sites where id = ${path.split('/').at(-1) ?? ''}`
    expect((await sendWhileDeleting(deletion, () => send(path))).status).toBe(404)
  })
})
