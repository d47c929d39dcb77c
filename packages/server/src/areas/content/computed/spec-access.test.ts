import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent } from '../../../testing/content.ts'
import { SitePublisher } from '../../../testing/site-publisher.ts'
import { createProcessedSpec } from '../../../testing/specs.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { PublishedLookup } from '../../sites/renderer-api/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'

let app: TestApp
let publisher: SitePublisher
let organization: string
let admin: Person
/** A member without a role in the organization, who may edit and merge in the spaces of these tests. */
let guest: Person
let privateSpec: string
let publicSpec: string

beforeAll(async () => {
  app = await TestApp.start({ publicUrl: 'https://verso.example' })
  publisher = await SitePublisher.create(app)
  ;({ organization, admin } = publisher)
  guest = await app.member(organization, null)
  privateSpec = await createProcessedSpec(app, admin, organization, { slug: 'secret' })
  publicSpec = await createProcessedSpec(app, admin, organization, { slug: 'open' })
  const path = `/orgs/${organization}/openapi/${publicSpec}`
  expectStatus(200, await admin.patch(path, { visibility: 'public' }))
})
afterAll(() => app.stop())

const createSource = (spec: string, props: object = { models: true }) => ({
  type: 'builtin:openapi',
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
  props,
})

const insertReference = (spec: string) => ({
  operation: 'insert_page',
  title: 'Reference',
  computed: createSource(spec),
})

const insertOperation = (spec: string) => ({
  operation: 'insert_page',
  title: 'Operation',
  document: {
    markdown: `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n{% endopenapi-operation %}`,
  },
})

const grant = async ({ id }: { id: string }, role = 'create'): Promise<void> => {
  expectStatus(204, await admin.patch(`/spaces/${id}/permissions/users/${guest.id}`, { role }))
}

async function createSharedSpace(): Promise<Space> {
  const space = await app.space(admin, organization)
  await grant(space)
  return space
}

async function tryToInsert(by: Person, space: Space, change: object): Promise<number> {
  const requests = `/spaces/${space.id}/change-requests`
  const { id } = expectStatus(201, await by.post<ChangeRequest>(requests, {}))
  return (await by.post(`${requests}/${id}/content`, { changes: [change] })).status
}

async function listTitles({ id }: { id: string }): Promise<string[]> {
  const { body } = await admin.get<{ pages: RevisionPage[] }>(`/spaces/${id}/content/pages`)
  return body.pages.map(({ title }) => title)
}

const readPage = async (path: string) => (await publisher.get(`${path}/operation`)).text

async function readSpecAsVisitor(path: string): Promise<number> {
  const url = `https://verso.example${path}`
  const lookup = await app.anonymous.post<PublishedLookup & { apiToken: string }>('/urls/published', {
    url,
  })
  const { apiToken } = expectStatus(200, lookup)
  const specPath = `/orgs/${organization}/openapi/${privateSpec}/versions/latest/content`
  const headers = { authorization: `Bearer ${apiToken}` }
  return (await app.anonymous.send('GET', specPath, undefined, headers)).status
}

describe('POST /spaces/{spaceId}/content/computed', () => {
  test('404 for a guest and a private spec, as for one that does not exist; 200 for a public one', async () => {
    const space = await createSharedSpace()
    const statuses = async (by: Person, spec: string) => [
      (
        await by.post(`/spaces/${space.id}/content/computed/document`, {
          seed: 's',
          source: createSource(spec, { doc: 'models' }),
        })
      ).status,
      (
        await by.post(`/spaces/${space.id}/content/computed/revision`, {
          seed: 's',
          source: createSource(spec),
        })
      ).status,
    ]
    expect(await statuses(guest, privateSpec)).toEqual([404, 404])
    expect(await statuses(guest, 'nowhere')).toEqual([404, 404])
    expect(await statuses(guest, publicSpec)).toEqual([200, 200])
    expect(await statuses(await app.member(organization, 'read'), privateSpec)).toEqual([200, 200])
  })
})

describe('pages that are computed from a spec', () => {
  test('404 when a guest inserts one of a private spec, 200 of a public one', async () => {
    const space = await createSharedSpace()
    expect(await tryToInsert(guest, space, insertReference(privateSpec))).toBe(404)
    expect(await tryToInsert(guest, space, insertReference('nowhere'))).toBe(404)
    expect(await tryToInsert(guest, space, insertReference(publicSpec))).toBe(200)
    // Neither does it help that others have inserted one: whoever inserts has to see the spec.
    await changeContent(admin, space.id, [insertReference(privateSpec)])
    expect(await tryToInsert(guest, space, insertReference(privateSpec))).toBe(404)
  })

  test('404 when a guest creates a space from a private spec', async () => {
    const collection = await app.collection(admin, organization)
    const path = `/collections/${collection.id}/permissions/users/${guest.id}`
    expectStatus(204, await admin.patch(path, { role: 'create' }))
    const create = (spec: string) =>
      guest.post(`/orgs/${organization}/spaces`, {
        parent: collection.id,
        computedSource: createSource(spec),
      })
    expect((await create(privateSpec)).status).toBe(404)
    expect((await create(publicSpec)).status).toBe(201)
  })

  test('stay for everybody who sees the space when guests edit, merge and copy it', async () => {
    const space = await createSharedSpace()
    await changeContent(admin, space.id, [insertReference(privateSpec)])
    const before = await listTitles(space)
    expect(before).toContain('Pets')
    await changeContent(guest, space.id, [
      { operation: 'insert_page', title: 'Mine', document: { markdown: 'x' } },
    ])
    expect(await listTitles(space)).toEqual([...before, 'Mine'])
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${space.id}/duplicate`))
    await grant(copy)
    await changeContent(guest, copy.id, [
      { operation: 'insert_page', title: 'Mine too', document: { markdown: 'x' } },
    ])
    expect(await listTitles(copy)).toEqual([...before, 'Mine', 'Mine too'])
  })

  test('stay when their author loses access, who inserts no others', async () => {
    const space = await app.space(admin, organization)
    const author = await app.member(organization, 'create')
    await changeContent(author, space.id, [insertReference(privateSpec)])
    const before = await listTitles(space)
    expectStatus(200, await admin.patch(`/orgs/${organization}/members/${author.id}`, { role: null }))
    const path = `/spaces/${space.id}/permissions/users/${author.id}`
    expectStatus(204, await admin.patch(path, { role: 'create' }))
    expect(await tryToInsert(author, space, insertReference(privateSpec))).toBe(404)
    await changeContent(author, space.id, [
      { operation: 'insert_page', title: 'Last', document: { markdown: 'x' } },
    ])
    expect(await listTitles(space)).toEqual([...before, 'Last'])
  })

  test('are those of the other organization after a transfer, and never those of the former one', async () => {
    const space = await app.space(admin, organization)
    await changeContent(admin, space.id, [insertReference(privateSpec)])
    const { body } = await admin.post<{ id: string }>('/orgs', { title: 'Elsewhere' })
    expectStatus(200, await admin.post(`/spaces/${space.id}/transfer`, { organization: body.id }))
    await changeContent(admin, space.id, [
      { operation: 'insert_page', title: 'After', document: { markdown: 'x' } },
    ])
    expect(await listTitles(space)).toEqual(['After'])
  })
})

describe('blocks that show a spec on a published site', () => {
  test('show nothing of a private spec that a guest names, until somebody who sees it writes it', async () => {
    const { space, path } = await publisher.publish()
    await grant(space)
    await changeContent(guest, space.id, [insertOperation(privateSpec)])
    expect(await readPage(path)).toContain('Operation')
    expect(await readPage(path)).not.toContain('List pets')
    expect(await readSpecAsVisitor(path)).toBe(404)

    const { body } = await admin.get<ListBody<RevisionPage> & { pages: RevisionPage[] }>(
      `/spaces/${space.id}/content/pages`,
    )
    const id = body.pages.find(({ title }) => title === 'Operation')?.id
    const { markdown } = insertOperation(privateSpec).document
    await changeContent(admin, space.id, [
      { operation: 'update_page', page: id, document: { markdown: `${markdown}\n\nReviewed.` } },
    ])
    expect(await readPage(path)).toContain('List pets')
    expect(await readSpecAsVisitor(path)).toBe(200)
  })

  test('show a public spec that a guest names', async () => {
    const { space, path } = await publisher.publish()
    await grant(space)
    await changeContent(guest, space.id, [insertOperation(publicSpec)])
    expect(await readPage(path)).toContain('List pets')
  })
})
