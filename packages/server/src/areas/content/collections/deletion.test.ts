import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { roles } from '../../../access/roles.ts'
import { newId } from '../../../common/ids.ts'
import { countStatuses, expectStatus, TestApp } from '../../../testing/app.ts'
import { listIds, readList, listTitles } from '../../../testing/lists.ts'
import type { UserGrant } from '../../organizations/grants/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { Collection } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const guest = await app.member(organizationId, null)
const { admin: stranger } = await app.organization('Other')

const createCollection = (body: object = {}) => app.collection(admin, organizationId, body)
const createSpace = (body: object) => app.space(admin, organizationId, body)

describe('DELETE /collections/:collectionId', () => {
  test('205 moves its content to its parent, to its position and in order', async () => {
    const { id: outer } = await createCollection()
    await createSpace({ title: 'before', parent: outer })
    const { id: doomed } = await createCollection({ parent: outer })
    await createSpace({ title: 'after', parent: outer })
    await createSpace({ title: 'one', parent: doomed })
    const inner = await createCollection({ title: 'inner', parent: doomed })
    await createSpace({ title: 'two', parent: doomed })
    const deep = await createSpace({ title: 'deep', parent: inner.id })

    expect((await admin.delete(`/collections/${doomed}`)).status).toBe(205)

    expect((await admin.get(`/collections/${doomed}`)).status).toBe(404)
    expect(await listTitles(admin, `/collections/${outer}/spaces`)).toEqual(['before', 'one', 'two', 'after'])
    expect((await admin.get<Collection>(`/collections/${inner.id}`)).body.parent).toBe(outer)
    expect((await admin.get<Space>(`/spaces/${deep.id}`)).body.parent).toBe(inner.id)
    // The path of the inner collection is updated: its parent cannot be moved into it.
    expect((await admin.post(`/collections/${outer}/move`, { parent: inner.id })).status).toBe(409)
  })

  test('205 at the top level leaves its content at the top level', async () => {
    const { id: doomed } = await createCollection()
    const space = await createSpace({ parent: doomed })
    const inner = await createCollection({ parent: doomed })
    await admin.delete(`/collections/${doomed}`)

    const { body } = await admin.get<Space>(`/spaces/${space.id}`)
    expect(body).not.toHaveProperty('parent')
    expect(body.visibility).toBe('private')
    expect(await listIds(admin, `/orgs/${organizationId}/collections?nested=false`)).toContain(inner.id)
  })

  test('205 keeps deleted spaces: they can still be restored, to the parent of the collection', async () => {
    const { id: outer } = await createCollection()
    const { id: doomed } = await createCollection({ parent: outer })
    const deleted = await createSpace({ parent: doomed })
    await admin.delete(`/spaces/${deleted.id}`)
    await admin.delete(`/collections/${doomed}`)

    expect((await admin.post<Space>(`/spaces/${deleted.id}/restore`)).body.parent).toBe(outer)
  })

  test('205 gives nobody access: content keeps the level and grants that it inherited', async () => {
    const { id: doomed } = await createCollection()
    await admin.patch(`/collections/${doomed}`, { defaultLevel: null })
    await admin.patch(`/collections/${doomed}/permissions/users/${guest.id}`, { role: 'comment' })
    const team = await app.team(admin, organizationId, 'Writers', [reader])
    await admin.patch(`/collections/${doomed}/permissions/teams/${team.id}`, { role: 'edit' })
    const other = await app.member(organizationId, 'create')
    const inherits = await createSpace({ parent: doomed })
    const closed = await createSpace({ parent: doomed })
    await admin.patch(`/spaces/${closed.id}`, { defaultLevel: null })
    const roles = async () =>
      Promise.all(
        [inherits.id, closed.id].flatMap((id) =>
          [other, guest, reader].map(async (who) => {
            const { status, body } = await who.get<Space>(`/spaces/${id}`)
            if (status === 404) return 'none'
            return body.permissions.edit ? 'edit' : 'comment'
          }),
        ),
      )

    const before = await roles()
    expect(before.slice(0, 3)).toEqual(['none', 'comment', 'edit'])
    await admin.delete(`/collections/${doomed}`)
    expect((await roles()).slice(0, 3)).toEqual(['none', 'comment', 'edit'])
    expect((await roles()).slice(3)).toEqual(['none', 'none', 'none'])
    expect((await admin.get<Space>(`/spaces/${inherits.id}`)).body.defaultLevel).toBeNull()
  })

  test('205 changes no inherited role, whatever the grants are', async () => {
    const { id, admin: owner } = await app.organization('Granted')
    const people = [await app.member(id, 'create'), await app.member(id, 'read'), await app.member(id, null)]
    const guestId = people[2]?.id
    const level = fc.constantFrom('inherit', 'inherit', null, 'read', 'edit')
    // The role of each person and each team on a space and on the collection; null is no grant.
    const grants = fc.array(fc.option(fc.constantFrom(...roles), { freq: 2 }), { minLength: 5, maxLength: 5 })
    const membership = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })

    await fc.assert(
      fc.asyncProperty(
        fc.record({ outer: level, doomed: level, child: level }),
        fc.record({ near: grants, far: grants }),
        membership,
        async (levels, given, isMember) => {
          const teams = await Promise.all(
            [0, 1].map((n) =>
              app.team(
                owner,
                id,
                'Team',
                people.filter((_, index) => isMember[n * 3 + index]),
              ),
            ),
          )
          const outer = await app.collection(owner, id)
          const doomed = await app.collection(owner, id, { parent: outer.id })
          const child = await app.space(owner, id, { parent: doomed.id })
          const inner = await app.collection(owner, id, { parent: doomed.id })
          const grant = async (content: string, granted: (string | null)[], defaultLevel: string | null) => {
            await owner.patch(content, { defaultLevel })
            const principals = [
              ...people.map((who) => `users/${who.id}`),
              ...teams.map((team) => `teams/${team.id}`),
            ]
            for (const [index, principal] of principals.entries()) {
              const role = granted[index] ?? null
              expectStatus(204, await owner.patch(`${content}/permissions/${principal}`, { role }))
            }
          }
          await owner.patch(`/collections/${outer.id}`, { defaultLevel: levels.outer })
          await grant(`/collections/${doomed.id}`, given.far, levels.doomed)
          await grant(`/collections/${inner.id}`, given.near, levels.child)
          await grant(`/spaces/${child.id}`, given.near, levels.child)
          // Guests have access through grants only, and content that does not inherit gets none of them.
          const isCompared = (who: string) => levels.child === 'inherit' || who !== guestId
          const access = () =>
            Promise.all(
              [`/spaces/${child.id}`, `/collections/${inner.id}`].map(async (content) => {
                const { items } = await readList<UserGrant>(owner, `${content}/permissions/aggregate`)
                return items.filter(({ user }) => isCompared(user.id))
              }),
            )

          const before = await access()
          expectStatus(205, await owner.delete(`/collections/${doomed.id}`))
          expect(await access()).toEqual(before)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('204 when it is deleted already, does not exist, is a space, or is hidden', async () => {
    const { id } = await createCollection()
    const { id: spaceId } = await createSpace({})
    const { id: hidden } = await createCollection()
    expect((await admin.delete(`/collections/${id}`)).status).toBe(205)

    expect((await admin.delete(`/collections/${id}`)).status).toBe(204)
    expect((await admin.delete(`/collections/${newId()}`)).status).toBe(204)
    expect((await admin.delete(`/collections/${spaceId}`)).status).toBe(204)
    expect((await stranger.delete(`/collections/${hidden}`)).status).toBe(204)
    expect((await admin.get(`/spaces/${spaceId}`)).status).toBe(200)
    expect((await admin.get(`/collections/${hidden}`)).status).toBe(200)
  })

  test('205 for exactly one of several concurrent requests', async () => {
    const { id } = await createCollection()
    const space = await createSpace({ parent: id })
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.delete(`/collections/${id}`)))

    expect(countStatuses(answers)).toEqual({ 204: 4, 205: 1 })
    expect((await admin.get(`/spaces/${space.id}`)).status).toBe(200)
  })

  test('205 while spaces are created in it: no space is lost or left in the deleted collection', async () => {
    const { id: parent } = await createCollection()
    const [deletion, ...creations] = await Promise.all([
      admin.delete(`/collections/${parent}`),
      ...Array.from({ length: 10 }, () => admin.post<Space>(`/orgs/${organizationId}/spaces`, { parent })),
    ])

    expect(deletion.status).toBe(205)
    for (const { status, body } of creations) {
      // A creation after the deletion is refused.
      expect([201, 404, 409]).toContain(status)
      const found = status === 201 ? await admin.get<Space>(`/spaces/${body.id}`) : undefined
      expect(found?.status ?? 200).toBe(200)
      expect(found?.body ?? {}).not.toHaveProperty('parent')
    }
  })

  test('403 for members who are not its admin', async () => {
    const { id } = await createCollection()

    expect((await reader.delete(`/collections/${id}`)).status).toBe(403)
    expect((await reader.get(`/collections/${id}`)).status).toBe(200)
  })
})
