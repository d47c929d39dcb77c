import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { readError, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Collection } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const creator = await app.member(organizationId, 'create')
const guest = await app.member(organizationId, null)
const { id: otherId, admin: stranger } = await app.organization('Other')

const collectionsPath = `/orgs/${organizationId}/collections`

describe('POST /orgs/:organizationId/collections', () => {
  test('201 without a body creates one at the top level, with a location header', async () => {
    const { status, body, headers } = await creator.post<Collection>(collectionsPath)

    expect(status).toBe(201)
    expect(headers['location']).toBe(body.urls.location)
    expect(body).toEqual({
      object: 'collection',
      id: body.id,
      title: 'Untitled',
      organization: organizationId,
      defaultLevel: 'inherit',
      urls: {
        location: expect.stringMatching(new RegExp(`/v1/collections/${body.id}$`)),
        app: expect.stringMatching(new RegExp(`/app/collections/${body.id}$`)),
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    })
    expect((await creator.get<Collection>(`/collections/${body.id}`)).body).toEqual(body)
    expect((await reader.get<Collection>(`/collections/${body.id}`)).body.permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    })
  })

  test('201 inside another collection for a member who may create there', async () => {
    const outer = await app.collection(admin, organizationId)
    await admin.patch(`/collections/${outer.id}/permissions/users/${guest.id}`, { role: 'create' })

    const { status, body } = await guest.post<Collection>(collectionsPath, { parent: outer.id })

    expect(status).toBe(201)
    expect(body.parent).toBe(outer.id)
    expect((await reader.get(`/collections/${body.id}`)).status).toBe(200)
  })

  test('400 for a title that is too long, 201 for one of the maximal number of code points', async () => {
    const longest = '📚'.repeat(50)

    expect((await admin.post<Collection>(collectionsPath, { title: longest })).body.title).toBe(longest)
    const answer = await admin.post(collectionsPath, { title: `${longest}x` })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('body.title must')
  })

  test('403 for members who may not create there', async () => {
    const outer = await app.collection(admin, organizationId)

    expect((await reader.post(collectionsPath)).status).toBe(403)
    expect((await guest.post(collectionsPath)).status).toBe(403)
    expect((await reader.post(collectionsPath, { parent: outer.id })).status).toBe(403)
  })

  test('404 for a parent that does not exist, is a space, or is of another organization', async () => {
    const foreign = await app.collection(stranger, otherId)
    const space = await app.space(admin, organizationId)

    for (const parent of [newId(), space.id, foreign.id]) {
      expect((await admin.post(collectionsPath, { parent })).status).toBe(404)
    }
  })

  test("404 with another organization's token", async () => {
    expect((await stranger.post(collectionsPath)).status).toBe(404)
  })
})

describe('GET /collections/:collectionId', () => {
  test('404 for an id that does not exist, is of another kind, hidden, or of another organization', async () => {
    const space = await app.space(admin, organizationId)
    const collection = await app.collection(admin, organizationId)
    await admin.patch(`/collections/${collection.id}`, { defaultLevel: null })

    expect((await admin.get(`/collections/${newId()}`)).status).toBe(404)
    expect((await admin.get(`/collections/${space.id}`)).status).toBe(404)
    for (const who of [reader, creator, guest, stranger]) {
      expect((await who.get(`/collections/${collection.id}`)).status).toBe(404)
    }
  })
})

describe('PATCH /collections/:collectionId', () => {
  test('200 changes the given fields, and others see the changes', async () => {
    const collection = await app.collection(admin, organizationId, { title: 'Before' })
    const path = `/collections/${collection.id}`
    const { status, body } = await admin.patch<Collection>(path, {
      title: 'After',
      description: 'What it holds',
      defaultLevel: 'comment',
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      ...collection,
      title: 'After',
      description: 'What it holds',
      defaultLevel: 'comment',
    })
    expect((await reader.get<Collection>(path)).body.title).toBe('After')
    expect((await admin.patch<Collection>(path, {})).body).toEqual(body)
  })

  test('200 ignores unknown fields, also the names of columns', async () => {
    const parent = await app.collection(admin, organizationId)
    const collection = await app.collection(admin, organizationId)
    const path = `/collections/${collection.id}`
    const { status, body } = await admin.patch<Collection>(path, {
      parent: parent.id,
      parentId: parent.id,
      path: [],
      rank: '0',
      organization: otherId,
      organizationId: otherId,
      unknown: true,
    })

    expect(status).toBe(200)
    expect(body).toEqual(collection)
    expect((await admin.get<Collection>(path)).body).toEqual(collection)
  })

  test('200 for texts of maximal length, 400 for longer ones', async () => {
    const { id } = await app.collection(admin, organizationId)
    const status = async (body: object) => (await admin.patch(`/collections/${id}`, body)).status

    expect(await status({ title: '', description: '' })).toBe(200)
    expect(await status({ title: '😀'.repeat(50), description: '😀'.repeat(100) })).toBe(200)
    expect(await status({ title: '😀'.repeat(51) })).toBe(400)
    expect(await status({ description: '😀'.repeat(101) })).toBe(400)
    expect(await status({ description: null })).toBe(400)
    expect(await status({ defaultLevel: 'guest' })).toBe(400)
  })

  test('403 for members who are not its admin, 404 for other organizations', async () => {
    const { id } = await app.collection(admin, organizationId)

    expect((await creator.patch(`/collections/${id}`, { title: 'x' })).status).toBe(403)
    expect((await stranger.patch(`/collections/${id}`, { title: 'x' })).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/collections', () => {
  test('200 includes nested collections, unless `nested` is false', async () => {
    const { id, admin: owner } = await app.organization('Nested')
    const outer = await app.collection(owner, id)
    const inner = await app.collection(owner, id, { parent: outer.id })
    const innermost = await app.collection(owner, id, { parent: inner.id })
    const path = `/orgs/${id}/collections`

    expect(await listIds(owner, path)).toEqual([outer.id, inner.id, innermost.id])
    expect(await listIds(owner, `${path}?nested=true`)).toEqual([outer.id, inner.id, innermost.id])
    expect(await readList(owner, `${path}?nested=false`)).toMatchObject({
      count: 1,
      items: [{ id: outer.id }],
    })
    expect((await owner.get(`${path}?nested=perhaps`)).status).toBe(400)
  })

  test('200 lists only what the caller may see', async () => {
    const { id, admin: owner } = await app.organization('Seen')
    const member = await app.member(id, 'read')
    const invited = await app.member(id, null)
    const open = await app.collection(owner, id)
    const hidden = await app.collection(owner, id)
    const inside = await app.collection(owner, id, { parent: hidden.id })
    await owner.patch(`/collections/${hidden.id}`, { defaultLevel: null })
    await owner.patch(`/collections/${inside.id}/permissions/users/${invited.id}`, { role: 'read' })

    expect(await listIds(member, `/orgs/${id}/collections`)).toEqual([open.id])
    expect(await listIds(invited, `/orgs/${id}/collections`)).toEqual([inside.id])
    expect(await readList(owner, `/orgs/${id}/collections`)).toMatchObject({ count: 3 })
  })

  test("404 with another organization's token", async () => {
    expect((await stranger.get(collectionsPath)).status).toBe(404)
  })
})

describe('GET /collections/:collectionId/spaces', () => {
  test('200 lists the spaces directly in it that the caller may see, in their order', async () => {
    const outer = await app.collection(admin, organizationId)
    const inner = await app.collection(admin, organizationId, { parent: outer.id })
    const first = await app.space(admin, organizationId, { parent: outer.id })
    const hidden = await app.space(admin, organizationId, { parent: outer.id })
    await app.space(admin, organizationId, { parent: inner.id })
    await admin.patch(`/spaces/${hidden.id}`, { defaultLevel: null })

    expect(await listIds(admin, `/collections/${outer.id}/spaces`)).toEqual([first.id, hidden.id])
    expect(await readList(reader, `/collections/${outer.id}/spaces`)).toMatchObject({
      count: 1,
      items: [{ id: first.id }],
    })
  })

  test('404 for a collection that the caller may not see', async () => {
    const { id } = await app.collection(admin, organizationId)

    expect((await stranger.get(`/collections/${id}/spaces`)).status).toBe(404)
    expect((await guest.get(`/collections/${id}/spaces`)).status).toBe(404)
    expect((await admin.get(`/collections/${newId()}/spaces`)).status).toBe(404)
  })
})
