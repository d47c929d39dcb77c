import { expect, test } from 'vitest'
import type { InviteLink } from '../../packages/server/src/areas/sign-in/invites/schema.ts'
import type { Member } from '../../packages/server/src/areas/organizations/members/schema.ts'
import { Api } from './api.ts'
import { createCollection, createSpace, type List, type Suite, type World } from './world.ts'

const createLink = ({ admin, organizationId }: World, body: object) =>
  admin.api.call<InviteLink>('createOrganizationInvite', 201, { organizationId, body })

export const inviteOperations: Suite = (world) => {
  test('inviteUsersToOrganization: 200 with roles of one’s own, 400, 403', async () => {
    const { admin, member, organizationId } = world()
    const emails = ['first@acme.example', { email: 'guest@acme.example', role: null }]
    const invite = (body: object) =>
      admin.api.call<{ users: string[]; invited: number }>('inviteUsersToOrganization', 200, {
        organizationId,
        body,
      })
    const invited = await invite({ emails, role: 'read' })
    expect(invited).toMatchObject({ users: [expect.any(String), expect.any(String)], invited: 2 })
    expect((await invite({ emails, role: 'admin' })).invited).toBe(0)
    const guest = await admin.api.call<Member>('getMemberInOrganizationById', 200, {
      organizationId,
      userId: invited.users[1],
    })
    expect(guest.role).toBeNull()
    await admin.api.call('inviteUsersToOrganization', 400, {
      organizationId,
      body: { emails: ['no address'] },
    })
    await member.api.call('inviteUsersToOrganization', 403, { organizationId, body: { emails } })
  })

  test('createOrganizationInvite: 201 to the organization, a space, a collection; 400', async () => {
    const { admin, organizationId } = world()
    const space = await createSpace(world())
    const collection = await createCollection(world())
    expect(await createLink(world(), { role: 'read' })).toMatchObject({ role: 'read' })
    const toSpace = await createLink(world(), { level: 'edit', space: space.id })
    expect(toSpace).toMatchObject({ level: 'edit', space: { id: space.id } })
    const toCollection = await createLink(world(), { level: 'comment', collection: collection.id })
    expect(toCollection).toMatchObject({ level: 'comment', collection: { id: collection.id } })
    await admin.api.call('createOrganizationInvite', 400, { organizationId, body: { space: space.id } })
  })

  test('getOrganizationInviteLink, updateOrganizationInviteById, listOrganizationInviteLinks: 200', async () => {
    const { admin, organizationId } = world()
    const { id: inviteId } = await createLink(world(), { role: 'read' })
    await admin.api.call('updateOrganizationInviteById', 200, {
      organizationId,
      inviteId,
      body: { role: 'comment' },
    })
    const link = await admin.api.call('getOrganizationInviteLink', 200, { organizationId, inviteId })
    expect(link).toMatchObject({ id: inviteId, role: 'comment' })
    const list = await admin.api.call<List<InviteLink>>('listOrganizationInviteLinks', 200, {
      organizationId,
    })
    expect(list.items.map(({ id }) => id)).toContain(inviteId)
    await admin.api.call('getOrganizationInviteLink', 404, { organizationId, inviteId: 'nowhere' })
  })

  test('joinOrganizationWithInvite: 200, 404; deleteOrganizationInviteById: 205, then 204', async () => {
    const { admin, outsider, organizationId } = world()
    const { id: inviteId } = await createLink(world(), { role: 'read' })
    await outsider.api.call('joinOrganizationWithInvite', 200, { organizationId, inviteId })
    const joined = await admin.api.call<Member>('getMemberInOrganizationById', 200, {
      organizationId,
      userId: outsider.id,
    })
    expect(joined.role).toBe('read')
    // They leave again: other tests rely on someone from outside.
    const place = { organizationId, userId: outsider.id }
    await outsider.api.call('removeMemberFromOrganizationById', 205, place)
    await admin.api.call('deleteOrganizationInviteById', 205, { organizationId, inviteId })
    await admin.api.call('deleteOrganizationInviteById', 204, { organizationId, inviteId })
    await outsider.api.call('joinOrganizationWithInvite', 404, { organizationId, inviteId })
  })

  test('joinOrganization: 204 for those whose address belongs to it, an error for others', async () => {
    const { admin, outsider, organizationId, deployment, coverage } = world()
    // The operator vouches for this address. Nobody has proven that of the outsider, who was invited.
    const email = 'newcomer@elsewhere.example'
    await deployment.run('user', 'create', email)
    const { stdout: token } = await deployment.run('token', 'create', email)
    const newcomer = new Api(deployment, token.trim(), coverage)
    const { id: userId } = await newcomer.call<{ id: string }>('getAuthenticatedUser', 200)
    const domains = (emailDomains: string[]) =>
      admin.api.call('updateOrganizationById', 200, { organizationId, body: { emailDomains } })
    await domains(['acme.example'])
    await newcomer.call('joinOrganization', 404, { organizationId })
    await domains(['elsewhere.example'])
    await outsider.api.call('joinOrganization', 404, { organizationId })
    await newcomer.call('joinOrganization', 204, { organizationId })
    const place = { organizationId, userId }
    const joined = await admin.api.call<Member>('getMemberInOrganizationById', 200, place)
    expect(joined.user.email).toBe(email)
    await newcomer.call('removeMemberFromOrganizationById', 205, place)
    await domains([])
  })
}
