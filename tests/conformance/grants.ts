import { describe, expect, test } from 'vitest'
import type { TeamGrant, UserGrant } from '../../packages/server/src/areas/organizations/grants/schema.ts'
import type { Team } from '../../packages/server/src/areas/organizations/teams/schema.ts'
import { createCollection, createSpace, inviteMember, type List, type Suite, type World } from './world.ts'

/** Checks the eight operations on grants, for spaces and for collections. */
const kinds = [
  {
    kind: 'Space',
    create: async (world: World) => ({ spaceId: (await createSpace(world)).id }),
    nowhere: { spaceId: 'nowhere' },
  },
  {
    kind: 'Collection',
    create: async (world: World) => ({ collectionId: (await createCollection(world)).id }),
    nowhere: { collectionId: 'nowhere' },
  },
] as const

export const grantOperations: Suite = (world) => {
  describe.each(kinds)('grants on a $kind', ({ kind, create, nowhere }) => {
    test(`inviteTo${kind}: 204, 400, 404`, async () => {
      const { admin, outsider } = world()
      const content = await create(world())
      const { id } = await inviteMember(world())
      const invite = (status: number, body: object) =>
        admin.api.call(`inviteTo${kind}`, status, { ...content, body })
      await invite(204, { role: 'review', users: [id] })
      const { items } = await admin.api.call<List<UserGrant>>(`listUserPermissionsIn${kind}`, 200, content)
      expect(items.find(({ user }) => user.id === id)?.permission).toBe('review')
      await invite(400, { role: 'king', users: [id] })
      await invite(404, { role: 'review', users: [outsider.id] })
      await admin.api.call(`inviteTo${kind}`, 404, { ...nowhere, body: { role: 'read', users: [id] } })
    })

    test(`a person: listUserPermissionsIn${kind} 200, updated 204, removed 205, then 204`, async () => {
      const { admin } = world()
      const content = await create(world())
      const { id: userId } = await inviteMember(world())
      const granted = async () => {
        const list = await admin.api.call<List<UserGrant>>(`listUserPermissionsIn${kind}`, 200, content)
        return list.items.find(({ user }) => user.id === userId)?.permission
      }
      await admin.api.call(`inviteTo${kind}`, 204, { ...content, body: { role: 'comment', users: [userId] } })
      expect(await granted()).toBe('comment')
      const place = { ...content, userId }
      await admin.api.call(`updateUserPermissionIn${kind}`, 204, { ...place, body: { role: 'review' } })
      expect(await granted()).toBe('review')
      await admin.api.call(`removeUserFrom${kind}`, 205, place)
      await admin.api.call(`removeUserFrom${kind}`, 204, place)
      expect(await granted()).toBeUndefined()
    })

    test(`a team: listTeamPermissionsIn${kind} 200, updated 204, removed 205, then 204`, async () => {
      const { admin, organizationId } = world()
      const content = await create(world())
      const { id: teamId } = await admin.api.call<Team>('createOrganizationTeam', 201, {
        organizationId,
        body: { title: `Granted on a ${kind}` },
      })
      const granted = async () => {
        const list = await admin.api.call<List<TeamGrant>>(`listTeamPermissionsIn${kind}`, 200, content)
        return list.items.find(({ team }) => team.id === teamId)?.permission
      }
      await admin.api.call(`inviteTo${kind}`, 204, { ...content, body: { role: 'edit', teams: [teamId] } })
      expect(await granted()).toBe('edit')
      const place = { ...content, teamId }
      await admin.api.call(`updateTeamPermissionIn${kind}`, 204, { ...place, body: { role: 'create' } })
      expect(await granted()).toBe('create')
      await admin.api.call(`removeTeamFrom${kind}`, 205, place)
      await admin.api.call(`removeTeamFrom${kind}`, 204, place)
      expect(await granted()).toBeUndefined()
    })

    test(`listPermissionsAggregateIn${kind}: 200 with everyone, or one role`, async () => {
      const { admin, member } = world()
      const content = await create(world())
      const list = async (query: Record<string, string | number>) => {
        const { items } = await admin.api.call<List<UserGrant>>(`listPermissionsAggregateIn${kind}`, 200, {
          ...content,
          query: { limit: 1000, ...query },
        })
        return Object.fromEntries(items.map(({ user, permission }) => [user.id, permission]))
      }
      expect(await list({})).toMatchObject({ [admin.id]: 'admin', [member.id]: 'edit' })
      expect(await list({ role: 'admin' })).toEqual({ [admin.id]: 'admin' })
    })
  })
}
