import { expect, test } from 'vitest'
import type { MemberSpace } from '../../packages/server/src/areas/content/spaces/schema.ts'
import type { Member } from '../../packages/server/src/areas/organizations/members/schema.ts'
import type { User } from '../../packages/server/src/areas/identity/users/schema.ts'
import { createSpace, inviteMember, type List, type Suite } from './world.ts'

const ids = ({ items }: List<Member>) => items.map(({ id }) => id)
const spaceIds = ({ items }: List<MemberSpace>) => items.map(({ space }) => space.id)

export const memberOperations: Suite = (world) => {
  test('listMembersInOrganizationById: 200 in every order and by every filter, 400', async () => {
    const { admin, member, organizationId } = world()
    await member.api.call('updateOrganizationMemberLastSeenAt', 200, { organizationId })
    const list = async (query: Record<string, string | number>) =>
      admin.api.call<List<Member>>('listMembersInOrganizationById', 200, { organizationId, query })
    const oldestFirst = await list({ order: 'asc', sort: 'joinedAt' })
    const newestFirst = await list({ order: 'desc' })
    expect(ids(newestFirst)).toEqual(ids(oldestFirst).toReversed())
    expect(ids(await list({ search: 'MEMBER@acme' }))).toEqual([member.id])
    expect(ids(await list({ role: 'edit' }))).toContain(member.id)
    expect(ids(await list({ sort: 'lastSeenAt' }))).toContain(member.id)
    await admin.api.call('listMembersInOrganizationById', 400, { organizationId, query: { order: 'up' } })
  })

  test('getMemberInOrganizationById: 200, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const seen = await admin.api.call<Member>('getMemberInOrganizationById', 200, {
      organizationId,
      userId: member.id,
    })
    expect(seen).toMatchObject({ id: member.id, role: 'edit', user: { email: member.email } })
    await admin.api.call('getMemberInOrganizationById', 404, { organizationId, userId: outsider.id })
  })

  test('updateMemberInOrganizationById: 200 also for a guest, 400, 409 for the last admin', async () => {
    const { admin, organizationId } = world()
    const { id: userId } = await inviteMember(world())
    for (const role of ['review', null]) {
      const updated = await admin.api.call<Member>('updateMemberInOrganizationById', 200, {
        organizationId,
        userId,
        body: { role },
      })
      expect(updated.role).toBe(role)
    }
    const demoted = { organizationId, userId: admin.id, body: { role: 'read' } }
    await admin.api.call('updateMemberInOrganizationById', 409, demoted)
    await admin.api.call('updateMemberInOrganizationById', 400, { ...demoted, body: { role: 'king' } })
  })

  test('removeMemberFromOrganizationById: 205, then 204; 409 for the last admin', async () => {
    const { admin, organizationId } = world()
    const { id: userId } = await inviteMember(world())
    await admin.api.call('removeMemberFromOrganizationById', 205, { organizationId, userId })
    await admin.api.call('removeMemberFromOrganizationById', 204, { organizationId, userId })
    const rest = await admin.api.call<List<Member>>('listMembersInOrganizationById', 200, { organizationId })
    expect(ids(rest)).not.toContain(userId)
    await admin.api.call('removeMemberFromOrganizationById', 409, { organizationId, userId: admin.id })
  })

  test('updateOrganizationMemberLastSeenAt: 200 with the claims under both names', async () => {
    const { member, organizationId } = world()
    const claims = await member.api.call<Record<string, string>>('updateOrganizationMemberLastSeenAt', 200, {
      organizationId,
    })
    expect(claims['serviceVisitorClaims']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(claims['gitbookVisitorClaims']).toBe(claims['serviceVisitorClaims'])
  })

  test('setUserAsSSOMemberForOrganization: 200, 404', async () => {
    const { admin, outsider, organizationId } = world()
    const { id: userId } = await inviteMember(world())
    const updated = await admin.api.call<Member>('setUserAsSSOMemberForOrganization', 200, {
      organizationId,
      userId,
    })
    expect(updated.sso).toBe(true)
    await admin.api.call('setUserAsSSOMemberForOrganization', 404, { organizationId, userId: outsider.id })
  })

  test('listSpacesForOrganizationMember: 200 with the role there', async () => {
    const { admin, member, organizationId } = world()
    const space = await createSpace(world(), { title: 'Seen by members' })
    const list = (order: string) =>
      admin.api.call<List<MemberSpace>>('listSpacesForOrganizationMember', 200, {
        organizationId,
        userId: member.id,
        query: { order, limit: 1000 },
      })
    const found = await list('desc')
    expect(found.items.find((entry) => entry.space.id === space.id)).toMatchObject({
      permission: 'edit',
    })
    expect(spaceIds(await list('asc'))).toEqual(spaceIds(found).toReversed())
  })

  test('getAuthenticatedUser, getUserById: 200, 404; updateUserById: 200, 400', async () => {
    const { admin, member } = world()
    const me = await member.api.call<User>('getAuthenticatedUser', 200)
    expect(me).toMatchObject({ id: member.id, email: member.email })
    await admin.api.call('getUserById', 200, { userId: member.id })
    await admin.api.call('getUserById', 404, { userId: 'nobody' })
    const body = { displayName: 'Maria Member', photoURL: 'https://acme.example/maria.png' }
    const renamed = await member.api.call<User>('updateUserById', 200, { userId: member.id, body })
    expect(renamed).toMatchObject(body)
    await member.api.call('updateUserById', 400, { userId: member.id, body: { displayName: '' } })
  })
}
