import { expect, test } from 'vitest'
import type { Space } from '../../packages/server/src/areas/content/spaces/schema.ts'
import { createCollection, createSpace, type List, type Suite } from './world.ts'

const ids = ({ items }: List<{ id: string }>): string[] => items.map(({ id }) => id)

export const spaceOperations: Suite = (world) => {
  test('createSpace: 201 with and without a body, 400, 404', async () => {
    const { admin, organizationId, outsider } = world()
    const collection = await createCollection(world())
    const body = {
      title: 'Handbook',
      emoji: '1f4d6',
      parent: collection.id,
      language: 'de',
      editMode: 'live',
    }
    const space = await admin.api.call<Space>('createSpace', 201, { organizationId, body })
    expect(space).toMatchObject({ ...body, organization: organizationId, visibility: 'in-collection' })
    await admin.api.call('createSpace', 201, { organizationId })
    await admin.api.call('createSpace', 400, { organizationId, body: { title: 'x'.repeat(51) } })
    await outsider.api.call('createSpace', 404, { organizationId, body })
  })

  test('getSpaceById: 200 for those who see it, 404 for others', async () => {
    const { admin, member, outsider } = world()
    const { id } = await createSpace(world(), { title: 'Visible' })
    const seen = await admin.api.call<Space>('getSpaceById', 200, {
      spaceId: id,
      query: { shareKey: 'none' },
    })
    expect(seen).toMatchObject({ id, title: 'Visible', comments: 0, changeRequests: 0 })
    expect(seen.permissions).toMatchObject({ admin: true, edit: true })
    const asMember = await member.api.call<Space>('getSpaceById', 200, { spaceId: id })
    expect(asMember.permissions).toMatchObject({ view: true, edit: true, admin: false })
    await outsider.api.call('getSpaceById', 404, { spaceId: id })
  })

  test('updateSpaceById: 200, 400, 403', async () => {
    const { admin, member } = world()
    const { id: spaceId } = await createSpace(world())
    const body = { title: 'Renamed', editMode: 'live', defaultLevel: 'read', language: 'fr', emoji: '1f389' }
    expect(await admin.api.call('updateSpaceById', 200, { spaceId, body })).toMatchObject(body)
    const icon = { icon: 'https://acme.example/icon.png' }
    const withIcon = await admin.api.call<Space>('updateSpaceById', 200, { spaceId, body: icon })
    expect(withIcon.urls.icon).toBe(icon.icon)
    const open = await admin.api.call<Space>('updateSpaceById', 200, {
      spaceId,
      body: { defaultLevel: null },
    })
    expect(open.defaultLevel).toBeNull()
    await admin.api.call('updateSpaceById', 400, { spaceId, body: { editMode: 'sometimes' } })
    const visible = await createSpace(world())
    await member.api.call('updateSpaceById', 403, { spaceId: visible.id, body: { title: 'Mine' } })
  })

  test('duplicateSpace: 201 beside the original', async () => {
    const { admin } = world()
    const collection = await createCollection(world())
    const original = await createSpace(world(), { title: 'Original', parent: collection.id })
    const copy = await admin.api.call<Space>('duplicateSpace', 201, { spaceId: original.id })
    expect(copy.id).not.toBe(original.id)
    expect(copy.title).toContain('Original')
    expect(copy.parent).toBe(collection.id)
  })

  test('deleteSpaceById: 205, then 204; restoreSpace: 200, 404', async () => {
    const { admin } = world()
    const { id: spaceId } = await createSpace(world(), { title: 'Phoenix' })
    await admin.api.call('deleteSpaceById', 205, { spaceId })
    await admin.api.call('deleteSpaceById', 204, { spaceId })
    await admin.api.call('getSpaceById', 404, { spaceId })
    const restored = await admin.api.call<Space>('restoreSpace', 200, { spaceId })
    expect(restored).toMatchObject({ id: spaceId, title: 'Phoenix' })
    expect(restored.deletedAt).toBeUndefined()
    await admin.api.call('getSpaceById', 200, { spaceId })
    await admin.api.call('restoreSpace', 404, { spaceId: 'nowhere' })
  })

  test('moveSpace: 200 in order, 400, 404', async () => {
    const { admin } = world()
    const { id: collectionId } = await createCollection(world())
    const first = await createSpace(world(), { parent: collectionId })
    const last = await createSpace(world(), { parent: collectionId })
    const moved = await createSpace(world())
    const move = (status: number, body: object) =>
      admin.api.call<Space>('moveSpace', status, { spaceId: moved.id, body })
    const order = async () =>
      ids(await admin.api.call<List<Space>>('listSpacesInCollectionById', 200, { collectionId }))

    const between = { before: { type: 'space', space: last.id } }
    expect((await move(200, { parent: collectionId, position: between })).parent).toBe(collectionId)
    expect(await order()).toEqual([first.id, moved.id, last.id])
    await move(200, { parent: collectionId, position: { after: { type: 'space', space: last.id } } })
    expect(await order()).toEqual([first.id, last.id, moved.id])
    expect((await move(200, { parent: null })).parent).toBeUndefined()
    await move(400, {})
    await move(404, { parent: 'nowhere' })
  })

  test('moveSpace: an anchor that is not among the new siblings is refused as described', async () => {
    const { admin } = world()
    const { id: collectionId } = await createCollection(world())
    const elsewhere = await createSpace(world())
    const { id: spaceId } = await createSpace(world(), { parent: collectionId })
    const body = { parent: collectionId, position: { before: { type: 'space', space: elsewhere.id } } }
    await admin.api.call('moveSpace', 409, { spaceId, body })
    const { items } = await admin.api.call<List<Space>>('listSpacesInCollectionById', 200, { collectionId })
    expect(items.map(({ id }) => id)).toEqual([spaceId])
  })

  test('transferSpace: 200, 404, 409', async () => {
    const { admin, outsider, otherOrganizationId } = world()
    const { id: spaceId, organization } = await createSpace(world())
    const body = { organization: otherOrganizationId }
    const moved = await admin.api.call<Space>('transferSpace', 200, { spaceId, body })
    expect(moved.organization).toBe(otherOrganizationId)
    await admin.api.call('transferSpace', 409, { spaceId, body })
    await admin.api.call('transferSpace', 404, { spaceId, body: { organization: 'nowhere' } })
    await outsider.api.call('transferSpace', 403, { spaceId, body: { organization } })
  })

  test('listSpacesInOrganizationById: 200, page by page, 400', async () => {
    const { admin, organizationId } = world()
    await createSpace(world())
    await createSpace(world())
    const list = (query: Record<string, string | number>, status = 200) =>
      admin.api.call<List<Space>>('listSpacesInOrganizationById', status, { organizationId, query })
    const all = await list({ limit: 1000 })
    expect(all.items).toHaveLength(all.count)
    const first = await list({ limit: 1 })
    const rest = await list({ limit: 999, page: first.next?.page ?? '' })
    expect([...ids(first), ...ids(rest)]).toEqual(ids(all))
    expect(rest.next).toBeUndefined()
    expect((await list({ limit: 0 })).items).toEqual([])
    for (const limit of [1001, -1, 'x']) await list({ limit }, 400)
    await list({ page: 'forged' }, 400)
  })
}
