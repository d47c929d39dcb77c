import { expect, test } from 'vitest'
import type { Collection } from '../../packages/server/src/areas/content/collections/schema.ts'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { createCollection, createSpace, type List, type Suite } from './world.ts'

export const collectionOperations: Suite = (world) => {
  test('createCollection: 201 with and without a body, 400, 403', async () => {
    const { admin, member, organizationId } = world()
    const parent = await createCollection(world(), { title: 'Parent' })
    const child = await createCollection(world(), { title: 'Child', parent: parent.id })
    expect(child).toMatchObject({ title: 'Child', parent: parent.id, organization: organizationId })
    await admin.api.call('createCollection', 201, { organizationId })
    await admin.api.call('createCollection', 400, { organizationId, body: { title: 7 } })
    await member.api.call('createCollection', 403, { organizationId, body: { title: 'Not mine' } })
  })

  test('getCollectionById: 200, 404', async () => {
    const { admin, outsider } = world()
    const created = await createCollection(world())
    const collectionId = created.id
    expect(await admin.api.call('getCollectionById', 200, { collectionId })).toEqual(created)
    await outsider.api.call('getCollectionById', 404, { collectionId })
  })

  test('updateCollectionById: 200, 400', async () => {
    const { admin } = world()
    const { id: collectionId } = await createCollection(world())
    const body = { title: 'Renamed', description: 'What it is for', defaultLevel: 'comment' }
    expect(await admin.api.call('updateCollectionById', 200, { collectionId, body })).toMatchObject(body)
    await admin.api.call('updateCollectionById', 400, {
      collectionId,
      body: { description: 'x'.repeat(101) },
    })
  })

  test('deleteCollectionById: 205, then 204; what was in it moves up', async () => {
    const { admin } = world()
    const above = await createCollection(world())
    const { id: collectionId } = await createCollection(world(), { parent: above.id })
    const space = await createSpace(world(), { parent: collectionId })
    await admin.api.call('deleteCollectionById', 205, { collectionId })
    await admin.api.call('deleteCollectionById', 204, { collectionId })
    const kept = await admin.api.call<Space>('getSpaceById', 200, { spaceId: space.id })
    expect(kept.parent).toBe(above.id)
  })

  test('listSpacesInCollectionById: 200, 404', async () => {
    const { admin } = world()
    const { id: collectionId } = await createCollection(world())
    const space = await createSpace(world(), { parent: collectionId })
    const list = await admin.api.call<List<Space>>('listSpacesInCollectionById', 200, { collectionId })
    expect(list).toMatchObject({ count: 1, items: [{ id: space.id }] })
    await admin.api.call('listSpacesInCollectionById', 404, { collectionId: space.id })
  })

  test('moveCollection: 200, 404, 409 under itself and its own', async () => {
    const { admin } = world()
    const parent = await createCollection(world())
    const moved = await createCollection(world())
    const child = await createCollection(world(), { parent: moved.id })
    const move = (status: number, body: object) =>
      admin.api.call<Collection>('moveCollection', status, { collectionId: moved.id, body })
    const sibling = await createCollection(world(), { parent: parent.id })
    const position = { before: { type: 'collection', collection: sibling.id } }
    expect((await move(200, { parent: parent.id, position })).parent).toBe(parent.id)
    await move(409, { parent: moved.id })
    await move(409, { parent: child.id })
    await move(404, { parent: 'nowhere' })
    await move(400, { parent: 3 })
  })

  test('transferCollection: 200 with all that is in it, 404, 409', async () => {
    const { admin, otherOrganizationId } = world()
    const { id: collectionId } = await createCollection(world())
    const space = await createSpace(world(), { parent: collectionId })
    const body = { organization: otherOrganizationId }
    const moved = await admin.api.call<Collection>('transferCollection', 200, { collectionId, body })
    expect(moved.organization).toBe(otherOrganizationId)
    const inside = await admin.api.call<Space>('getSpaceById', 200, { spaceId: space.id })
    expect(inside).toMatchObject({ organization: otherOrganizationId, parent: collectionId })
    await admin.api.call('transferCollection', 409, { collectionId, body })
    await admin.api.call('transferCollection', 404, { collectionId, body: { organization: 'nowhere' } })
  })

  test('listCollectionsInOrganizationById: 200 with nested ones and without', async () => {
    const { admin, organizationId } = world()
    const parent = await createCollection(world())
    const child = await createCollection(world(), { parent: parent.id })
    const list = async (query: Record<string, string | number | boolean>) => {
      const { items } = await admin.api.call<List<Collection>>('listCollectionsInOrganizationById', 200, {
        organizationId,
        query: { limit: 1000, ...query },
      })
      return items.map(({ id }) => id)
    }
    expect(await list({})).toEqual(expect.arrayContaining([parent.id, child.id]))
    const top = await list({ nested: false })
    expect(top).toContain(parent.id)
    expect(top).not.toContain(child.id)
  })
}
