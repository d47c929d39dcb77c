import { expect, test } from 'vitest'
import type {
  MemberTeam,
  Team,
  TeamMember,
} from '../../packages/server/src/areas/organizations/teams/schema.ts'
import { inviteMember, type List, type Suite, type World } from './world.ts'

const createTeam = ({ admin, organizationId }: World, title: string, members: string[] = []) =>
  admin.api.call<Team>('createOrganizationTeam', 201, { organizationId, body: { title, members } })

export const teamOperations: Suite = (world) => {
  test('createOrganizationTeam: 201 with its members, 400, 403', async () => {
    const { admin, member, organizationId } = world()
    expect(await createTeam(world(), 'Writers', [member.id])).toMatchObject({ title: 'Writers', members: 1 })
    await admin.api.call('createOrganizationTeam', 400, { organizationId, body: {} })
    await member.api.call('createOrganizationTeam', 403, { organizationId, body: { title: 'Mine' } })
  })

  test('getTeamInOrganizationById, updateTeamInOrganizationById: 200, 404', async () => {
    const { admin, organizationId } = world()
    const { id: teamId } = await createTeam(world(), 'Before')
    const body = { title: 'After' }
    await admin.api.call('updateTeamInOrganizationById', 200, { organizationId, teamId, body })
    const team = await admin.api.call<Team>('getTeamInOrganizationById', 200, {
      organizationId,
      teamId,
    })
    expect(team.title).toBe('After')
    await admin.api.call('getTeamInOrganizationById', 404, { organizationId, teamId: 'nowhere' })
    await admin.api.call('updateTeamInOrganizationById', 404, { organizationId, teamId: 'nowhere', body })
  })

  test('listTeamsInOrganizationById: 200 by title and by owner', async () => {
    const { admin, member, organizationId } = world()
    const { id: teamId } = await createTeam(world(), 'Owned by a member')
    await admin.api.call('addMemberToOrganizationTeamById', 204, {
      organizationId,
      teamId,
      userId: member.id,
      body: { role: 'owner' },
    })
    for (const query of [{ title: 'OWNED by' }, { owner: member.id }]) {
      const list = await admin.api.call<List<Team>>('listTeamsInOrganizationById', 200, {
        organizationId,
        query,
      })
      expect(list.items.map(({ id }) => id)).toEqual([teamId])
    }
  })

  test('updateMembersInOrganizationTeam: 204; listTeamMembersInOrganizationById: 200', async () => {
    const { admin, organizationId } = world()
    const [leaves, byEmail, owner] = await Promise.all([1, 2, 3].map(() => inviteMember(world())))
    const { id: teamId } = await createTeam(world(), 'Changing', [leaves?.id ?? ''])
    await admin.api.call('updateMembersInOrganizationTeam', 204, {
      organizationId,
      teamId,
      body: {
        add: [byEmail?.user.email],
        remove: [leaves?.id],
        memberships: { [owner?.id ?? '']: { role: 'owner' } },
      },
    })
    const list = await admin.api.call<List<TeamMember>>('listTeamMembersInOrganizationById', 200, {
      organizationId,
      teamId,
    })
    const roles = Object.fromEntries(list.items.map((item) => [item.organization.id, item.team.role]))
    expect(roles).toEqual({ [byEmail?.id ?? '']: 'member', [owner?.id ?? '']: 'owner' })
  })

  test('addMemberToOrganizationTeamById: 204; deleteMemberFromOrganizationTeamById: 205, then 204', async () => {
    const { admin, organizationId } = world()
    const { id: userId } = await inviteMember(world())
    const { id: teamId } = await createTeam(world(), 'In and out')
    const place = { organizationId, teamId, userId }
    await admin.api.call('addMemberToOrganizationTeamById', 204, place)
    const list = await admin.api.call<List<MemberTeam>>('listTeamsForOrganizationMember', 200, {
      organizationId,
      userId,
      query: { title: 'in AND' },
    })
    expect(list.items).toMatchObject([{ team: { id: teamId, members: 1 }, member: { role: 'member' } }])
    await admin.api.call('deleteMemberFromOrganizationTeamById', 205, place)
    await admin.api.call('deleteMemberFromOrganizationTeamById', 204, place)
  })

  test('removeTeamFromOrganizationById: 205, then 204', async () => {
    const { admin, organizationId } = world()
    const { id: teamId } = await createTeam(world(), 'Short-lived')
    await admin.api.call('removeTeamFromOrganizationById', 205, { organizationId, teamId })
    await admin.api.call('removeTeamFromOrganizationById', 204, { organizationId, teamId })
    const list = await admin.api.call<List<Team>>('listTeamsInOrganizationById', 200, {
      organizationId,
      query: { title: 'Short-lived' },
    })
    expect(list).toMatchObject({ count: 0, items: [] })
  })
}
