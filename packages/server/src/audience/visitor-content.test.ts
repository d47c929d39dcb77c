import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client, expectStatus, type Person, TestApp } from '../testing/app.ts'
import { commitChanges, newPage } from '../testing/direct-changes.ts'
import { TestNetwork } from '../testing/network.ts'
import type { PublishedLookup } from '../areas/sites/renderer-api/schema.ts'
import type { SemanticChanges } from '../areas/content/revisions/schema.ts'
import type { Site } from '../areas/sites/sites/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import type { User } from '../areas/identity/users/schema.ts'

/** What visitors may read besides pages: users, embedded URLs, meta links and changes that visible pages name. */
const network = new TestNetwork()
let t: TestApp
let organization: string
let admin: Person
let mentionedUser: Person
let hiddenUser: Person
let otherUser: Person
let space: Space
let site: Site
let visitor: Client
let tester: Client

beforeAll(async () => {
  t = await TestApp.start({}, { network })
  await network.addSite('example.com', '93.184.216.34', (_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Behind it</title>'),
  )
  ;({ id: organization, admin } = await t.organization())
  ;[mentionedUser, hiddenUser, otherUser] = [
    await t.member(organization, 'read'),
    await t.member(organization, 'read'),
    await t.member(organization, 'read'),
  ]
  space = await t.space(admin, organization)
  const metaLinks = { canonical: { kind: 'url', url: 'https://example.com/' } }
  await commitChanges(t, admin, space.id, [
    newPage(
      'start',
      'Start',
      `Ask [her](/users/${mentionedUser.id}).\n\n{% embed url="http://example.com/shown" %}\n`,
      {
        metaLinks,
      },
    ),
    newPage(
      'secret',
      'Secret',
      `Ask [him](/users/${hiddenUser.id}).\n\n{% embed url="http://example.com/secret" %}\n`,
      { condition: 'visitor.claims.unsigned.isTester', metaLinks },
    ),
    newPage('below', 'Below secret', 'Nothing.', {}, 'secret'),
  ])
  const unpublished = await t.site(admin, organization, { title: 'Docs', spaces: [space.id] })
  site = expectStatus(200, await admin.post<Site>(`/orgs/${organization}/sites/${unpublished.id}/publish`))
  visitor = await enter({})
  tester = await enter({ isTester: true })
})
afterAll(async () => {
  await t.stop()
  await network.close()
})

async function enter(unsignedClaims: object): Promise<Client> {
  const body = { url: site.urls.published, visitor: { unsignedClaims } }
  const lookup = expectStatus(200, await t.anonymous.post<PublishedLookup>('/urls/published', body))
  return new Client(t.app, 'apiToken' in lookup ? lookup.apiToken : '')
}

const ask = (by: Client, url: string) => by.get(`/spaces/${space.id}/embed?url=${encodeURIComponent(url)}`)

test('200 for a user whom a visible page names, without their email; 404 for every other', async () => {
  const seen = expectStatus(200, await visitor.get<User>(`/users/${mentionedUser.id}`))
  expect(seen).toMatchObject({ object: 'user', id: mentionedUser.id })
  expect(seen).not.toHaveProperty('email')
  expect((await visitor.get(`/users/${hiddenUser.id}`)).status).toBe(404)
  expect((await tester.get(`/users/${hiddenUser.id}`)).status).toBe(200)
  for (const id of [otherUser.id, admin.id, 'nowhere', '%00']) {
    expect({ id, status: (await visitor.get(`/users/${id}`)).status }).toMatchObject({
      status: id === '%00' ? 400 : 404,
    })
  }
  // Nor is anything changed, or somebody who has left shown.
  expect((await visitor.patch(`/users/${mentionedUser.id}`, { displayName: 'x' })).status).toBe(403)
  expect((await visitor.get('/user')).status).toBe(403)
  const leaver = await t.member(organization, 'read')
  await commitChanges(t, admin, space.id, [newPage('gone', 'Gone', `[x](/users/${leaver.id})`)])
  expect((await visitor.get(`/users/${leaver.id}`)).status).toBe(200)
  expectStatus(205, await admin.delete(`/orgs/${organization}/members/${leaver.id}`))
  expect((await visitor.get(`/users/${leaver.id}`)).status).toBe(404)
})

test('200 for an embed of a visible page; no other URL is fetched for visitors', async () => {
  expect((await ask(visitor, 'http://example.com/shown')).body).toMatchObject({ title: 'Behind it' })
  const before = network.connections.length
  for (const url of ['http://example.com/other', 'http://example.com/secret', 'http://127.0.0.1/']) {
    expect({ url, status: (await ask(visitor, url)).status }).toEqual({ url, status: 404 })
  }
  expect(network.connections.length).toBe(before)
  expect((await ask(tester, 'http://example.com/secret')).status).toBe(200)
})

test('200 for the meta links of a visible page, 404 for those of a hidden one', async () => {
  const { revision } = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
  for (const at of [`/spaces/${space.id}/content`, `/spaces/${space.id}/revisions/${revision}`]) {
    expect((await visitor.get(`${at}/page/start/meta-links`)).body).toHaveProperty('canonical')
    expect((await visitor.get(`${at}/page/secret/meta-links`)).status).toBe(404)
    expect((await visitor.get(`${at}/page/below/meta-links`)).status).toBe(404)
    expect((await tester.get(`${at}/page/below/meta-links`)).status).toBe(200)
  }
})

test('200 for the changes of a revision, without hidden pages and its change request', async () => {
  const path = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await admin.post<{ id: string }>(path, {}))
  const changes = [
    { operation: 'insert_page', title: 'Open', document: { markdown: 'x' } },
    { operation: 'insert_page', title: 'Under secret', into: 'secret', document: { markdown: 'y' } },
  ]
  expectStatus(200, await admin.post(`${path}/${id}/content`, { changes }))
  expectStatus(200, await admin.post(`${path}/${id}/merge`))
  const { revision } = expectStatus(200, await visitor.get<Space>(`/spaces/${space.id}`))
  const at = `/spaces/${space.id}/revisions/${revision}/changes`
  const titles = async (by: Client) =>
    expectStatus(200, await by.get<SemanticChanges>(at)).changes.map((change) =>
      'page' in change ? change.page.title : change.type,
    )
  expect(await titles(visitor)).toEqual(['Open'])
  expect((await titles(tester)).toSorted()).toEqual(['Open', 'Under secret'])
  expect((await titles(admin)).toSorted()).toEqual(['Open', 'Under secret'])
  expect((await visitor.get(at)).body).not.toHaveProperty('mergedFrom')
  expect((await admin.get(at)).body).toHaveProperty('mergedFrom')
})
