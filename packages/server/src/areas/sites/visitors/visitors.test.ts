import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readError, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { Site } from '../sites/schema.ts'
import type { AdaptiveSchema, PublishingAuth, ShareLink, TemplateConditions } from './schema.ts'

let t: TestApp
let organizationId: string
let admin: Person
let member: Person
let outsider: Person
let site: Site
let path: string

beforeAll(async () => {
  t = await TestApp.start()
  const organization = await t.organization()
  organizationId = organization.id
  admin = organization.admin
  member = await t.member(organizationId, 'create')
  outsider = (await t.organization()).admin
})
beforeEach(async () => {
  site = await t.site(admin, organizationId)
  path = `/orgs/${organizationId}/sites/${site.id}`
})
afterAll(() => t.stop())

const create = async (name = 'For partners') =>
  expectStatus(201, await admin.post<ShareLink>(`${path}/share-links`, { name }))

describe('share links', () => {
  test('201, then listed with a secret in their URL, oldest first', async () => {
    const first = await create()
    const second = await create('')
    expect(first).toMatchObject({ object: 'share-link', name: 'For partners', active: true })
    expect(first.urls.published).toMatch(/^http:\/\/localhost:4000\/[^/]+\/docs[^/]*\/[\w-]{43}\/$/)
    expect(second.urls.published).not.toBe(first.urls.published)
    const list = await admin.get<ListBody<ShareLink>>(`${path}/share-links`)
    expect(list.body).toMatchObject({ count: 2, items: [first, second] })
  })

  test('200 for a new name or deactivation, 400 without a change, 404 for another site', async () => {
    const link = await create()
    const one = `${path}/share-links/${link.id}`
    const revoked = await admin.patch<ShareLink>(one, { active: false, name: 'Old' })
    expect(revoked.body).toEqual({ ...link, active: false, name: 'Old' })
    expect((await admin.patch(one, {})).status).toBe(400)
    expect((await admin.patch(one, { name: 'x'.repeat(51) })).status).toBe(400)
    const other = await t.site(admin, organizationId)
    const elsewhere = `/orgs/${organizationId}/sites/${other.id}/share-links/${link.id}`
    expect((await admin.patch(elsewhere, { active: true })).status).toBe(404)
    expect((await admin.delete(elsewhere)).status).toBe(204)
    expect((await admin.get<ListBody<ShareLink>>(`${path}/share-links`)).body.count).toBe(1)
  })

  test('a link opens the site until its end, which can be set, moved and taken back', async () => {
    site = await t.site(admin, organizationId, { title: 'Shown', spaces: 'sample' })
    path = `/orgs/${organizationId}/sites/${site.id}`
    expectStatus(200, await admin.patch(path, { visibility: 'share-link' }))
    expectStatus(200, await admin.post(`${path}/publish`))
    const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString()
    const open = async (url: string) => {
      const { pathname } = new URL(url)
      return (await t.app.http.inject({ url: pathname, headers: { host: 'localhost:4000' } })).statusCode
    }
    const lasting = await create()
    expect(lasting).not.toHaveProperty('expiresAt')
    const end = inMinutes(10)
    const link = expectStatus(
      201,
      await admin.post<ShareLink>(`${path}/share-links`, { name: 'For a while', expiresAt: end }),
    )
    expect(link.expiresAt).toBe(end)
    const one = `${path}/share-links/${link.id}`
    expect(await open(link.urls.published)).toBe(302)
    const cookie = link.urls.published.split('/').at(-2)
    const isAdmitted = async () => {
      const { statusCode } = await t.app.http.inject({
        url: new URL(link.urls.published).pathname.replace(`${cookie}/`, ''),
        headers: { host: 'localhost:4000', cookie: `verso-share=${cookie}` },
      })
      return statusCode === 200
    }
    expect(await isAdmitted()).toBe(true)
    t.clock.advance(11 * 60_000)
    expect(await open(link.urls.published)).toBe(404)
    expect(await isAdmitted()).toBe(false)
    expect(await open(lasting.urls.published)).toBe(302)
    const later = inMinutes(5)
    expect(expectStatus(200, await admin.patch<ShareLink>(one, { expiresAt: later })).expiresAt).toBe(later)
    expect(await open(link.urls.published)).toBe(302)
    t.clock.advance(6 * 60_000)
    expect(await open(link.urls.published)).toBe(404)
    expect(expectStatus(200, await admin.patch<ShareLink>(one, { expiresAt: null }))).not.toHaveProperty(
      'expiresAt',
    )
    expect(await open(link.urls.published)).toBe(302)
    for (const expiresAt of [inMinutes(-1), 'tomorrow', 5, '', '2030-02-31']) {
      expect((await admin.post(`${path}/share-links`, { name: 'Wrong', expiresAt })).status).toBe(400)
      expect((await admin.patch(one, { expiresAt })).status).toBe(400)
    }
  })

  test('205 for a deletion, 204 for a second one', async () => {
    const link = await create()
    expect((await admin.delete(`${path}/share-links/${link.id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/share-links/${link.id}`)).status).toBe(204)
  })

  test('403 for members who are no admins, 404 for others', async () => {
    expect((await member.get(`${path}/share-links`)).status).toBe(403)
    expect((await member.post(`${path}/share-links`, { name: 'Mine' })).status).toBe(403)
    expect((await outsider.get(`${path}/share-links`)).status).toBe(404)
  })
})

describe('the key of a site', () => {
  test('is created once, readable only by admins, and different after it is replaced', async () => {
    const auth = `${path}/publishing/auth`
    const [first, again] = await Promise.all([
      admin.get<PublishingAuth>(auth),
      admin.get<PublishingAuth>(auth),
    ])
    expect(first.body).toMatchObject({ object: 'publishing-auth', backend: 'custom' })
    expect(first.body.privateKey).toMatch(/^[\w-]{43}$/)
    expect(again.body).toEqual(first.body)
    expect((await member.get(auth)).status).toBe(403)
    expect((await outsider.get(auth)).status).toBe(404)
    const rotated = await admin.post<PublishingAuth>(`${auth}/regenerate`)
    expect(rotated.status).toBe(200)
    expect(rotated.body.privateKey).not.toBe(first.body.privateKey)
    expect((await admin.get(auth)).body).toEqual(rotated.body)
    const other = await t.site(admin, organizationId)
    const its = await admin.get<PublishingAuth>(`/orgs/${organizationId}/sites/${other.id}/publishing/auth`)
    expect(its.body.privateKey).not.toBe(rotated.body.privateKey)
  })

  test('the fallback URL is set, stays when the key is replaced, and is removed with null', async () => {
    const auth = `${path}/publishing/auth`
    const body = { backend: 'custom', fallbackURL: 'https://login.example.com/' }
    const set = await admin.patch<PublishingAuth>(auth, body)
    expect(set.body).toMatchObject(body)
    expect((await admin.post(`${auth}/regenerate`)).body).toMatchObject(body)
    expect((await admin.patch(auth, { backend: 'custom' })).body).toMatchObject(body)
    const unset = await admin.patch<PublishingAuth>(auth, { backend: 'custom', fallbackURL: null })
    expect(unset.body).not.toHaveProperty('fallbackURL')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'login.example.com', 3])(
    '400 for the fallback %s',
    async (fallbackURL) => {
      const answer = await admin.patch(`${path}/publishing/auth`, { backend: 'custom', fallbackURL })
      expect(answer.status).toBe(400)
    },
  )

  test('400 for an unknown backend', async () => {
    expect((await admin.patch(`${path}/publishing/auth`, { backend: 'integration' })).status).toBe(400)
  })
})

describe('the schema of claims', () => {
  const jsonSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      zebra: { type: 'boolean', description: 'Likes zebras' },
      ant: { type: 'boolean', description: 'Likes ants' },
      unsigned: {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: { dark: { type: 'boolean', description: 'Likes it dark' } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  }

  test('404 before it is set; then 200, with its keys in the same order', async () => {
    expect((await admin.get(`${path}/adaptive-schema`)).status).toBe(404)
    expect((await admin.get(`${path}/adaptive-schema/template-conditions`)).body).toEqual({ items: [] })
    const put = await admin.put<AdaptiveSchema>(`${path}/adaptive-schema`, { jsonSchema })
    expect(put.body).toMatchObject({ object: 'site-adaptive-schema', jsonSchema })
    const got = await member.get<AdaptiveSchema>(`${path}/adaptive-schema`)
    expect(got.body).toEqual(put.body)
    expect(Object.keys(got.body.jsonSchema.properties)).toEqual(['zebra', 'ant', 'unsigned'])
    const templates = await member.get<TemplateConditions>(`${path}/adaptive-schema/template-conditions`)
    expect(templates.body.items.map(({ condition }) => condition)).toContain('visitor.claims.unsigned.dark')
    expect((await member.put(`${path}/adaptive-schema`, { jsonSchema })).status).toBe(403)
    expect((await outsider.get(`${path}/adaptive-schema`)).status).toBe(404)
  })

  test('400 names the problem, and the schema is unchanged', async () => {
    await admin.put(`${path}/adaptive-schema`, { jsonSchema })
    const wrong = { ...jsonSchema, properties: { a: { $ref: '#' } } }
    const answer = await admin.put(`${path}/adaptive-schema`, { jsonSchema: wrong })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('body.jsonSchema.properties.a.$ref')
    expect((await admin.put(`${path}/adaptive-schema`, {})).status).toBe(400)
    expect((await admin.get<AdaptiveSchema>(`${path}/adaptive-schema`)).body.jsonSchema).toEqual(jsonSchema)
  })

  test('400 or 413 for a schema that is too large or too deep', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 15_000 }, (_, n) => [
        `claim${n}`,
        { type: 'boolean', description: 'x'.repeat(20) },
      ]),
    )
    const large = await admin.put(`${path}/adaptive-schema`, {
      jsonSchema: { ...jsonSchema, properties: many },
    })
    expect([400, 413]).toContain(large.status)
    const text = `{"jsonSchema":${'{"type":"object","properties":{"a":'.repeat(5000)}1${'}}'.repeat(5000)}}`
    const deep = await t.app.http.inject({
      method: 'PUT',
      url: `/v1${path}/adaptive-schema`,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: text,
    })
    expect(deep.statusCode).toBe(400)
  })
})
