import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { countStatuses, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { InviteLink } from '../../sign-in/invites/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { Collection } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const creator = await app.member(organizationId, 'create')
const { id: otherId, admin: stranger } = await app.organization('Other')

const createCollection = (parent?: string) => app.collection(admin, organizationId, parent ? { parent } : {})
const move = (id: string, body: object) => admin.post<Collection>(`/collections/${id}/move`, body)

/** Creates collections inside each other, and returns their ids, outermost first. */
async function createChain(length: number): Promise<string[]> {
  const ids: string[] = []
  for (let depth = 0; depth < length; depth++) ids.push((await createCollection(ids.at(-1))).id)
  return ids
}

describe('POST /collections/:collectionId/move', () => {
  test('200 into another collection and back to the top level', async () => {
    const [one, other] = [await createCollection(), await createCollection()]

    expect((await move(one.id, { parent: other.id })).body.parent).toBe(other.id)
    expect((await admin.get<Collection>(`/collections/${one.id}`)).body.parent).toBe(other.id)
    const { status, body } = await move(one.id, { parent: null })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('parent')
  })

  test('200 moves everything below with it, and all of it inherits the access of the new parent', async () => {
    const [top = '', middle = '', bottom = ''] = await createChain(3)
    const space = await app.space(admin, organizationId, { parent: bottom })
    const closed = await createCollection()
    await admin.patch(`/collections/${closed.id}`, { defaultLevel: null })
    const readStatuses = async () => [
      (await reader.get(`/collections/${middle}`)).status,
      (await reader.get(`/collections/${bottom}`)).status,
      (await reader.get(`/spaces/${space.id}`)).status,
    ]

    expect(await readStatuses()).toEqual([200, 200, 200])
    await move(middle, { parent: closed.id })
    expect(await readStatuses()).toEqual([404, 404, 404])
    await move(middle, { parent: null })
    expect(await readStatuses()).toEqual([200, 200, 200])
    await admin.patch(`/collections/${top}`, { defaultLevel: null })
    expect(await readStatuses()).toEqual([200, 200, 200])
    await move(middle, { parent: top })
    expect(await readStatuses()).toEqual([404, 404, 404])
    expect(await listIds(admin, `/collections/${bottom}/spaces`)).toEqual([space.id])
  })

  test('200 updates the paths: an old ancestor can be moved below it, a new one cannot', async () => {
    const [top = '', middle = '', bottom = ''] = await createChain(3)
    const aside = await createCollection()

    await move(middle, { parent: aside.id })
    expect((await move(top, { parent: bottom })).status).toBe(200)
    expect((await move(aside.id, { parent: bottom })).status).toBe(409)
    expect((await move(aside.id, { parent: top })).status).toBe(409)
  })

  test('200 at a position among spaces and collections', async () => {
    const { id: parent } = await createCollection()
    const [a, b, c] = [
      await createCollection(parent),
      await createCollection(parent),
      await createCollection(parent),
    ]
    const space = await app.space(admin, organizationId, { parent })
    const order = async () =>
      (await listIds(admin, `/orgs/${organizationId}/collections?limit=1000`)).filter((id) =>
        [a.id, b.id, c.id].includes(id),
      )

    await move(c.id, { position: { before: { type: 'collection', collection: a.id } } })
    expect(await order()).toEqual([c.id, a.id, b.id])
    await move(c.id, { position: { after: { type: 'space', space: space.id } } })
    expect(await order()).toEqual([a.id, b.id, c.id])
    await move(a.id, { position: { before: { type: 'space', space: space.id } } })
    expect(await order()).toEqual([b.id, a.id, c.id])
  })

  test('400 with itself as an anchor, and for an empty body', async () => {
    const { id } = await createCollection()

    expect((await move(id, { position: { after: { type: 'collection', collection: id } } })).status).toBe(400)
    expect((await move(id, {})).status).toBe(400)
  })

  test('403 for members who are not its admin or may not create in the new parent', async () => {
    const { id } = await createCollection()
    const own = await app.collection(creator, organizationId)
    await admin.patch(`/collections/${id}`, { defaultLevel: 'read' })

    expect((await creator.post(`/collections/${id}/move`, { parent: own.id })).status).toBe(403)
    expect((await creator.post(`/collections/${own.id}/move`, { parent: id })).status).toBe(403)
  })

  test('404 for anchors and parents that do not exist or are of another organization', async () => {
    const foreign = await app.collection(stranger, otherId)
    const { id } = await createCollection()

    for (const other of [newId(), foreign.id]) {
      expect((await move(id, { parent: other })).status).toBe(404)
      const position = { before: { type: 'collection', collection: other } }
      expect((await move(id, { position })).status).toBe(404)
    }
    expect((await stranger.post(`/collections/${id}/move`, { parent: foreign.id })).status).toBe(404)
  })

  test('409 for moving it into itself or into a collection below it', async () => {
    const [top = '', middle = '', bottom = ''] = await createChain(3)

    for (const parent of [top, middle, bottom]) expect((await move(top, { parent })).status).toBe(409)
    expect((await move(middle, { parent: bottom })).status).toBe(409)
    expect((await admin.get<Collection>(`/collections/${middle}`)).body.parent).toBe(top)
  })

  test('409 for an anchor with another parent', async () => {
    const [one, other] = [await createCollection(), await createCollection()]
    const inside = await createCollection(other.id)
    const position = { after: { type: 'collection', collection: inside.id } }

    expect((await move(one.id, { position })).status).toBe(409)
  })

  test('409 for one of two collections that are concurrently moved into each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await createCollection(), await createCollection()]
      const answers = await Promise.all([
        move(one.id, { parent: other.id }),
        move(other.id, { parent: one.id }),
      ])
      expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 })
    }
  })
})

describe('POST /collections/:collectionId/transfer', () => {
  test('200 transfers everything in it, deleted spaces too, without grants and invite links', async () => {
    const both = await app.member(organizationId, 'admin')
    await app.addMember(otherId, both, 'admin')
    const [top = '', middle = '', bottom = ''] = await createChain(3)
    const space = await app.space(admin, organizationId, { parent: bottom })
    const deleted = await app.space(admin, organizationId, { parent: bottom })
    await admin.delete(`/spaces/${deleted.id}`)
    for (const content of [`/collections/${bottom}`, `/spaces/${space.id}`]) {
      await admin.patch(`${content}/permissions/users/${reader.id}`, { role: 'edit' })
    }
    const link = await admin.post<InviteLink>(`/orgs/${organizationId}/link-invites`, {
      collection: bottom,
      level: 'edit',
    })

    const { status, body } = await both.post<Collection>(`/collections/${middle}/transfer`, {
      organization: otherId,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: middle, organization: otherId })
    expect(body).not.toHaveProperty('parent')
    const there = await stranger.get<Collection>(`/collections/${bottom}`)
    expect(there.body).toMatchObject({ organization: otherId, parent: middle })
    expect((await stranger.get<Space>(`/spaces/${space.id}`)).body).toMatchObject({
      organization: otherId,
      parent: bottom,
    })
    expect((await stranger.post(`/spaces/${deleted.id}/restore`)).status).toBe(200)
    for (const content of [`/collections/${bottom}`, `/spaces/${space.id}`]) {
      expect((await reader.get(content)).status).toBe(404)
      expect(await readList(stranger, `${content}/permissions/users`)).toMatchObject({ count: 0 })
    }
    expect((await reader.post(`/orgs/${organizationId}/invites/${link.body.id}`)).status).toBe(404)
    expect((await admin.get(`/collections/${top}`)).status).toBe(200)
    expect((await admin.get(`/collections/${middle}`)).status).toBe(404)
  })

  test('400 without an organization', async () => {
    const { id } = await createCollection()

    expect((await admin.post(`/collections/${id}/transfer`, {})).status).toBe(400)
  })

  test('403 for an admin of the collection who is not an admin of both organizations', async () => {
    const own = await app.collection(creator, organizationId)
    await app.addMember(otherId, creator, 'create')

    const transfer = () => creator.post(`/collections/${own.id}/transfer`, { organization: otherId })
    expect((await transfer()).status).toBe(403)
    await stranger.patch(`/orgs/${otherId}/members/${creator.id}`, { role: 'admin' })
    expect((await transfer()).status).toBe(403)
  })

  test('404 for an organization that does not exist or is hidden, and for strangers', async () => {
    const { id } = await createCollection()
    const path = `/collections/${id}/transfer`

    expect((await admin.post(path, { organization: newId() })).status).toBe(404)
    expect((await admin.post(path, { organization: otherId })).status).toBe(404)
    expect((await stranger.post(path, { organization: otherId })).status).toBe(404)
  })

  test('409 for the organization that it is in already', async () => {
    const { id } = await createCollection()

    const answer = await admin.post(`/collections/${id}/transfer`, { organization: organizationId })
    expect(answer.status).toBe(409)
  })
})
