import { afterAll, describe, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { countStatuses, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { Space } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const editor = await app.member(organizationId, 'edit')
const { admin: stranger } = await app.organization('Other')

const deletedPath = `/orgs/${organizationId}/spaces?deleted=true`

async function createDeletedSpace(body: object = {}): Promise<Space> {
  const space = await app.space(admin, organizationId, body)
  expect((await admin.delete(`/spaces/${space.id}`)).status).toBe(205)
  return space
}

describe('DELETE /spaces/:spaceId', () => {
  test('205 hides the space from everybody, also from its admin', async () => {
    const { id: parent } = await app.collection(admin, organizationId)
    const space = await createDeletedSpace({ parent })

    expect((await admin.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await editor.get(`/spaces/${space.id}`)).status).toBe(404)
    expect((await admin.patch(`/spaces/${space.id}`, { title: 'x' })).status).toBe(404)
    expect((await admin.post(`/spaces/${space.id}/move`, { parent: null })).status).toBe(404)
    expect((await admin.get(`/spaces/${space.id}/permissions/users`)).status).toBe(404)
    expect(await listIds(admin, `/orgs/${organizationId}/spaces?limit=1000`)).not.toContain(space.id)
    expect(await readList(admin, `/collections/${parent}/spaces`)).toMatchObject({ count: 0, items: [] })
  })

  test('205 updates the counters of members and teams', async () => {
    const { id, admin: owner } = await app.organization('Counting')
    const team = await app.team(owner, id, 'Writers', [owner])
    const space = await app.space(owner, id)
    await owner.patch(`/spaces/${space.id}/permissions/teams/${team.id}`, { role: 'edit' })
    const counts = async () => [
      (await owner.get<{ spaces: number }>(`/orgs/${id}/members/${owner.id}`)).body.spaces,
      (await owner.get<{ spaces: number }>(`/orgs/${id}/teams/${team.id}`)).body.spaces,
    ]

    expect(await counts()).toEqual([1, 1])
    await owner.delete(`/spaces/${space.id}`)
    expect(await counts()).toEqual([0, 0])
    await owner.post(`/spaces/${space.id}/restore`)
    expect(await counts()).toEqual([1, 1])
  })

  test('204 when it is deleted already, does not exist, is of another kind or hidden', async () => {
    const space = await createDeletedSpace()
    const other = await app.space(admin, organizationId)
    const collection = await app.collection(admin, organizationId)

    expect((await admin.delete(`/spaces/${space.id}`)).status).toBe(204)
    expect((await admin.delete(`/spaces/${newId()}`)).status).toBe(204)
    expect((await admin.delete(`/spaces/${collection.id}`)).status).toBe(204)
    expect((await stranger.delete(`/spaces/${other.id}`)).status).toBe(204)
    expect((await admin.get(`/spaces/${other.id}`)).status).toBe(200)
    expect((await admin.get(`/collections/${collection.id}`)).status).toBe(200)
  })

  test('205 for exactly one of several concurrent requests', async () => {
    const space = await app.space(admin, organizationId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.delete(`/spaces/${space.id}`)))

    expect(countStatuses(answers)).toEqual({ 204: 7, 205: 1 })
  })

  test('403 for members who are not its admin', async () => {
    const space = await app.space(admin, organizationId)

    expect((await editor.delete(`/spaces/${space.id}`)).status).toBe(403)
    expect((await editor.get(`/spaces/${space.id}`)).status).toBe(200)
  })

  test('401 without a token', async () => {
    const space = await app.space(admin, organizationId)

    expect((await app.anonymous.delete(`/spaces/${space.id}`)).status).toBe(401)
  })
})

describe('GET /orgs/:organizationId/spaces?deleted=true', () => {
  test('200 lists what the caller can restore, with the time of its deletion', async () => {
    const mine = await app.member(organizationId, 'create')
    const own = await app.space(mine, organizationId)
    const space = await createDeletedSpace()
    await mine.delete(`/spaces/${own.id}`)

    expect(await listIds(mine, deletedPath)).toEqual([own.id])
    expect(await listIds(admin, deletedPath)).toEqual(expect.arrayContaining([own.id, space.id]))
    expect(await listIds(editor, deletedPath)).toEqual([])
    const { items } = await readList<Space>(mine, deletedPath)
    expect(items[0]?.deletedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})

describe('POST /spaces/:spaceId/restore', () => {
  test('200 restores the space as it was, for everyone who had access', async () => {
    const { id: parent } = await app.collection(admin, organizationId)
    const first = await app.space(admin, organizationId, { parent })
    const space = await app.space(admin, organizationId, { title: 'Back', parent })
    const last = await app.space(admin, organizationId, { parent })
    await admin.patch(`/spaces/${space.id}/permissions/users/${editor.id}`, { role: 'review' })
    await admin.delete(`/spaces/${space.id}`)

    const { status, body } = await admin.post<Space>(`/spaces/${space.id}/restore`)

    expect(status).toBe(200)
    expect(body).toEqual({ ...space, updatedAt: body.updatedAt })
    expect((await editor.get<Space>(`/spaces/${space.id}`)).body.permissions.review).toBe(true)
    expect(await listIds(admin, `/collections/${parent}/spaces`)).toEqual([first.id, space.id, last.id])
    expect(await listIds(admin, deletedPath)).not.toContain(space.id)
  })

  test('200 on day six, also when it was deleted twice', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(6 * days)
    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(200)
    await admin.delete(`/spaces/${space.id}`)
    app.clock.advance(6 * days)

    expect(await listIds(admin, deletedPath)).toContain(space.id)
    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(200)
  })

  test('404 on day eight, and it is not listed any more', async () => {
    const space = await createDeletedSpace()
    app.clock.advance(8 * days)

    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(404)
    expect(await listIds(admin, deletedPath)).not.toContain(space.id)
    expect((await admin.delete(`/spaces/${space.id}`)).status).toBe(204)
  })

  test('404 for members who are not its admin, and for strangers', async () => {
    const space = await createDeletedSpace()

    expect((await editor.post(`/spaces/${space.id}/restore`)).status).toBe(404)
    expect((await stranger.post(`/spaces/${space.id}/restore`)).status).toBe(404)
    expect((await admin.post(`/spaces/${newId()}/restore`)).status).toBe(404)
  })

  test('403 for a space that is not deleted, for members who are not its admin', async () => {
    const space = await app.space(admin, organizationId)

    expect((await editor.post(`/spaces/${space.id}/restore`)).status).toBe(403)
  })

  test('409 for a space that is not deleted', async () => {
    const space = await app.space(admin, organizationId)

    expect((await admin.post(`/spaces/${space.id}/restore`)).status).toBe(409)
  })
})
