import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../common/ids.ts'
import type { NewToken, Token } from '../areas/identity/tokens/schema.ts'
import type { Route } from '../http/route.ts'
import { Client, expectStatus, type ListBody, readError, TestApp } from '../testing/app.ts'
import { permissions } from './permissions.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization('Fernwall')
const elsewhereId = expectStatus(201, await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })).id
const [space, otherSpace] = [await app.space(admin, organizationId), await app.space(admin, organizationId)]
const [site, otherSite] = [await app.site(admin, organizationId), await app.site(admin, organizationId)]
const collection = await app.collection(admin, organizationId)

const createToken = async (scope: object) =>
  expectStatus(201, await admin.post<NewToken>('/user/tokens', { name: 'x', ...scope }))

const tryToCreate = async (scope: object) =>
  (await admin.post('/user/tokens', { name: 'x', ...scope })).status

const createClient = async (scope: object) => new Client(app.app, (await createToken(scope)).token)

/** Every operation that wants somebody signed in. */
const guarded = app.app.routes.filter(({ permission }) => permissions[permission].on !== 'anyone')

const subjectIds: Record<string, string> = {
  organizationId,
  collectionId: collection.id,
  spaceId: otherSpace.id,
  siteId: otherSite.id,
}

/** The path of a route, with things that exist and that the admin may do everything with. */
const buildPath = ({ path }: Route): string =>
  path.replaceAll(/:(\w+)/g, (_match, name: string) => subjectIds[name] ?? newId())

const kindOf = ({ permission }: Route) => permissions[permission].on

test('the answer and the list say what a token is limited to', async () => {
  const { id, token: _token, ...token } = await createToken({ readOnly: true, space: space.id })
  expect(token.scope).toEqual({
    readOnly: true,
    organization: { id: organizationId, title: 'Fernwall' },
    space: { id: space.id, title: space.title },
  })
  const { items } = expectStatus(200, await admin.get<ListBody<Token>>('/user/tokens?limit=1000'))
  expect(items.find((item) => item.id === id)).toEqual({ id, ...token })
  expect((await createToken({})).scope).toEqual({ readOnly: false })
})

test('400 for several at once and for wrong types, 404 for what the caller does not see', async () => {
  expect(await tryToCreate({ space: space.id, site: site.id })).toBe(400)
  expect(await tryToCreate({ organization: organizationId, space: space.id })).toBe(400)
  for (const wrong of [{ readOnly: 'yes' }, { space: 1 }, { site: null }, { organization: [] }]) {
    expect(await tryToCreate(wrong)).toBe(400)
  }
  const { id, admin: stranger } = await app.organization('Other')
  const foreign = await app.space(stranger, id)
  for (const scope of [{ organization: id }, { space: foreign.id }, { site: newId() }, { space: site.id }]) {
    expect(await tryToCreate(scope)).toBe(404)
  }
})

describe('a token that only reads', () => {
  test('403 for every operation that is not a GET', async () => {
    const reader = await createClient({ readOnly: true })
    for (const route of guarded.filter(({ method }) => method !== 'GET')) {
      const answer = await reader.send(route.method, buildPath(route), {})
      expect([route.operationId, answer.status]).toEqual([route.operationId, 403])
      expect(readError(answer).message).toContain('only reads')
    }
    expect((await admin.get(`/spaces/${otherSpace.id}`)).status).toBe(200)
  })

  test('200 for reading what its owner may read', async () => {
    const reader = await createClient({ readOnly: true })
    for (const path of ['/user', '/orgs', `/spaces/${space.id}`, `/orgs/${organizationId}/members`]) {
      expect((await reader.get(path)).status).toBe(200)
    }
  })
})

describe('a token for one organization', () => {
  test('reaches it, and nothing of another', async () => {
    const client = await createClient({ organization: organizationId })
    expect((await client.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect((await client.patch(`/spaces/${space.id}`, { title: 'Renamed' })).status).toBe(200)
    const elsewhere = await client.get(`/orgs/${elsewhereId}`)
    expect(elsewhere.status).toBe(404)
    expect(readError(elsewhere).message).toContain(`limited to the organization "${organizationId}"`)
    // The answer is the same for what does not exist.
    const missingId = newId()
    expect(readError(await client.get(`/orgs/${missingId}`)).message).toBe(
      readError(elsewhere).message.replace(elsewhereId, missingId),
    )
    const { body } = await client.get<ListBody<{ id: string }>>('/orgs')
    expect(body.items?.map(({ id }) => id) ?? [organizationId]).toEqual([organizationId])
    const created = await client.post('/orgs', { title: 'Mine' })
    expect(created.status).toBe(403)
    expect(readError(created).message).toContain('Your access token is limited to one organization')
  })

  test('makes no token that reaches further', async () => {
    const client = await createClient({ organization: organizationId })
    const made = expectStatus(201, await client.post<NewToken>('/user/tokens', { name: 'x' }))
    expect(made.scope).toEqual({
      readOnly: false,
      organization: { id: organizationId, title: 'Fernwall' },
    })
    expect((await client.post('/user/tokens', { name: 'x', organization: elsewhereId })).status).toBe(404)
  })
})

describe.each([
  ['space', { space: space.id }],
  ['site', { site: site.id }],
] as const)('a token for one %s', (kind, scope) => {
  test('reaches it, and says whose it is', async () => {
    const client = await createClient(scope)
    const path = kind === 'space' ? `/spaces/${space.id}` : `/orgs/${organizationId}/sites/${site.id}`
    expect((await client.get(path)).status).toBe(200)
    expect((await client.patch(path, { title: 'Renamed' })).status).toBe(200)
    expect((await client.get('/user')).body).toMatchObject({ id: admin.id })
  })

  test('403 or 404 for every operation on anything else, and nothing is deleted', async () => {
    const client = await createClient(scope)
    for (const route of guarded.filter(({ withinContent }) => !withinContent)) {
      const { status } = await client.send(
        route.method,
        buildPath(route),
        route.method === 'GET' ? undefined : {},
      )
      // Deleting what one does not see is no error.
      const expected =
        kindOf(route) === 'self' ? [403] : route.response.kind === 'deletion' ? [404, 204] : [404]
      expect(expected.map((code) => [route.operationId, code])).toContainEqual([route.operationId, status])
    }
    for (const path of [
      `/spaces/${otherSpace.id}`,
      `/collections/${collection.id}`,
      `/orgs/${organizationId}/sites/${otherSite.id}`,
    ]) {
      expect((await admin.get(path)).status).toBe(200)
    }
  })
})

test('a token for one space moves it nowhere that it does not reach', async () => {
  const client = await createClient({ space: space.id })
  expect((await client.post(`/spaces/${space.id}/move`, { parent: collection.id })).status).toBe(404)
  const transfer = { organization: elsewhereId }
  expect((await client.post(`/spaces/${space.id}/transfer`, transfer)).status).toBe(404)
})

test('a token for one site brings no spaces into it', async () => {
  const client = await createClient({ site: site.id })
  const sitePath = `/orgs/${organizationId}/sites/${site.id}`
  expect((await client.post(`${sitePath}/site-spaces`, { spaceId: otherSpace.id })).status).toBe(404)
  expect((await client.post(`${sitePath}/sections`, { spaceId: otherSpace.id })).status).toBe(404)
})

test('a limited token expires like any other', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const client = await createClient({ organization: organizationId, readOnly: true, expiresAt })
  expect((await client.get(`/orgs/${organizationId}`)).status).toBe(200)
  app.clock.advance(61_000)
  expect((await client.get('/user')).status).toBe(401)
})

test('a token for one organization ends with the membership', async () => {
  const { id, admin: owner } = await app.organization('Left')
  const member = await app.member(id, 'read')
  const body = { name: 'Reader', organization: id }
  const { token } = expectStatus(201, await member.post<NewToken>('/user/tokens', body))
  const client = new Client(app.app, token)
  expect((await client.get(`/orgs/${id}`)).status).toBe(200)
  expectStatus(205, await owner.delete(`/orgs/${id}/members/${member.id}`))
  expect((await client.get('/user')).status).toBe(401)
})

test('a token ends with the space that it is for', async () => {
  const { id } = await app.space(admin, organizationId)
  const client = await createClient({ space: id })
  expectStatus(205, await admin.delete(`/spaces/${id}`))
  expect((await client.get(`/spaces/${id}`)).status).toBe(404)
})
