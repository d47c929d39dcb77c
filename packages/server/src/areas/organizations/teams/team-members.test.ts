import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { countStatuses, TestApp } from '../../../testing/app.ts'
import { readList } from '../../../testing/lists.ts'
import type { Member } from '../members/schema.ts'
import type { Team, TeamMember } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const ann = await app.member(organizationId, 'read')
const bob = await app.member(organizationId, 'read')
const eve = await app.member(organizationId, 'read')
const { id: otherId, admin: stranger } = await app.organization('Other')

/** A team with these people, and the ways to ask about it. */
async function team(...members: (typeof ann)[]) {
  const { id } = await app.team(admin, organizationId, 'Team', members)
  const path = `/orgs/${organizationId}/teams/${id}/members`
  return {
    path,
    edit: (body: object, by = admin) => by.put(path, body),
    set: (who: string, body?: object, by = admin) => by.put(`${path}/${who}`, body),
    remove: (who: string, by = admin) => by.delete(`${path}/${who}`),
    roles: async () => {
      const { items } = await readList<TeamMember>(admin, path)
      return Object.fromEntries(items.map(({ organization, team }) => [organization.id, team.role]))
    },
    count: async () => (await admin.get<Team>(`/orgs/${organizationId}/teams/${id}`)).body.members,
  }
}

describe('GET …/teams/:teamId/members', () => {
  test('200 lists the members of the organization, with their role in the team', async () => {
    const { path, set } = await team(ann)
    await set(bob.id, { role: 'owner' })
    const { count, items } = await readList<TeamMember>(eve, path)

    expect(count).toBe(2)
    expect(items).toMatchObject([
      { organization: { id: ann.id, role: 'read' }, team: { role: 'member' }, permissions: { view: true } },
      { organization: { id: bob.id, role: 'read' }, team: { role: 'owner' }, permissions: { view: true } },
    ])
  })

  test('404 for a team that is missing or of another organization', async () => {
    const { path } = await team(ann)
    const foreign = await app.team(stranger, otherId, 'Foreign')

    expect((await admin.get(`/orgs/${organizationId}/teams/${newId()}/members`)).status).toBe(404)
    expect((await admin.get(`/orgs/${organizationId}/teams/${foreign.id}/members`)).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
  })
})

describe('PUT …/teams/:teamId/members', () => {
  test('204 adds, changes and removes in one go, by id or address', async () => {
    const { edit, roles } = await team(ann, eve)
    const { status, body } = await edit({
      add: [bob.email.toUpperCase()],
      remove: [eve.email],
      memberships: { [ann.id]: { role: 'owner' } },
    })

    expect(status).toBe(204)
    expect(body).toBeUndefined()
    expect(await roles()).toEqual({ [ann.id]: 'owner', [bob.id]: 'member' })
  })

  test('204 removes someone who is both added and removed, by id or address', async () => {
    const { edit, roles } = await team(ann)

    await edit({ add: [bob.id, ann.id], remove: [bob.email, ann.id] })
    expect(await roles()).toEqual({})
    await edit({ memberships: { [bob.email]: { role: 'owner' } }, remove: [bob.id] })
    expect(await roles()).toEqual({})
  })

  test('204 adding someone again keeps their role', async () => {
    const { edit, roles } = await team(ann)

    await edit({ memberships: { [ann.email]: { role: 'owner' } } })
    await edit({ add: [ann.id] })
    expect(await roles()).toEqual({ [ann.id]: 'owner' })
    await edit({ add: [ann.id], memberships: { [ann.email]: { role: 'member' } } })
    expect(await roles()).toEqual({ [ann.id]: 'member' })
  })

  test('204 for an empty change, and for removing people who are not members', async () => {
    const { edit, roles } = await team(ann)

    expect((await edit({})).status).toBe(204)
    expect((await edit({ remove: [bob.id, newId(), 'nobody@example.com'] })).status).toBe(204)
    expect(await roles()).toEqual({ [ann.id]: 'member' })
  })

  test('204 for twenty concurrent edits, which all take effect', async () => {
    const { edit, roles, count } = await team()
    const people = await Promise.all(Array.from({ length: 20 }, () => app.member(organizationId, 'read')))
    const answers = await Promise.all(
      people.map((person, n) =>
        edit({ add: [person.id], memberships: n % 2 ? { [person.id]: { role: 'owner' } } : {} }),
      ),
    )

    expect(countStatuses(answers)).toEqual({ 204: 20 })
    expect(await count()).toBe(20)
    expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(10)
    const counted = await Promise.all(
      people.map((person) => admin.get<Member>(`/orgs/${organizationId}/members/${person.id}`)),
    )
    expect(new Set(counted.map(({ body }) => body.teams))).toEqual(new Set([1]))

    const removals = await Promise.all(people.map((person) => edit({ remove: [person.id] })))
    expect(countStatuses(removals)).toEqual({ 204: 20 })
    expect(await count()).toBe(0)
  })

  test('204 for twenty concurrent edits of the same people in different orders', async () => {
    const { edit, roles } = await team()
    const people = [ann.id, bob.id, eve.id]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => edit({ add: n % 2 ? people : people.toReversed() })),
    )

    expect(countStatuses(answers)).toEqual({ 204: 20 })
    expect(await roles()).toEqual({ [ann.id]: 'member', [bob.id]: 'member', [eve.id]: 'member' })
  })

  test.each([
    { add: 'someone' },
    { add: [7] },
    { add: [''] },
    { remove: {} },
    { memberships: { someone: { role: 'boss' } } },
    { memberships: { someone: {} } },
    { memberships: [] },
  ])('400 for %j', async (body) => {
    const { edit } = await team()

    expect((await edit(body)).status).toBe(400)
  })

  test('403 for plain members; 204 for owners', async () => {
    const { edit, set, roles } = await team(ann)

    expect((await edit({ add: [eve.id] }, ann)).status).toBe(403)
    await set(ann.id, { role: 'owner' })
    expect((await edit({ add: [eve.id] }, ann)).status).toBe(204)
    expect(await roles()).toEqual({ [ann.id]: 'owner', [eve.id]: 'member' })
  })

  test('404 for someone who is not a member, and nothing is changed', async () => {
    const { edit, roles } = await team(ann)

    for (const name of [stranger.id, stranger.email, newId(), '__proto__', 'constructor']) {
      expect((await edit({ add: [bob.id, name], remove: [ann.id] })).status).toBe(404)
    }
    expect(await roles()).toEqual({ [ann.id]: 'member' })
  })

  test('404 for other organizations', async () => {
    const { edit } = await team(ann)

    expect((await edit({ remove: [ann.id] }, stranger)).status).toBe(404)
  })
})

describe('PUT …/teams/:teamId/members/:userId', () => {
  test('204 adds a member, changes their role, and keeps it if no role is given', async () => {
    const { set, roles, count } = await team()

    expect((await set(ann.id)).status).toBe(204)
    expect(await roles()).toEqual({ [ann.id]: 'member' })
    expect((await set(ann.id, { role: 'owner' })).status).toBe(204)
    expect((await set(ann.id, {})).status).toBe(204)
    expect(await roles()).toEqual({ [ann.id]: 'owner' })
    expect(await count()).toBe(1)
  })

  test('204 for concurrent requests, which add one member', async () => {
    const { set, count } = await team()
    const answers = await Promise.all(Array.from({ length: 10 }, () => set(ann.id)))

    expect(countStatuses(answers)).toEqual({ 204: 10 })
    expect(await count()).toBe(1)
  })

  test('400 for an unknown role', async () => {
    const { set } = await team()

    expect((await set(ann.id, { role: 'admin' })).status).toBe(400)
  })

  test('403 for plain members of it', async () => {
    const { set } = await team(ann)

    expect((await set(ann.id, { role: 'owner' }, ann)).status).toBe(403)
  })

  test('404 for people who are not members, for e-mail addresses, and for other organizations', async () => {
    const { set, roles } = await team()

    for (const who of [stranger.id, newId(), ann.email]) expect((await set(who)).status).toBe(404)
    expect((await set(ann.id, {}, stranger)).status).toBe(404)
    expect(await roles()).toEqual({})
  })
})

describe('DELETE …/teams/:teamId/members/:userId', () => {
  test('205 when they were in it, 204 when they were not', async () => {
    const { remove, roles } = await team(ann, bob)

    expect((await remove(ann.id)).status).toBe(205)
    expect((await remove(ann.id)).status).toBe(204)
    expect((await remove(newId())).status).toBe(204)
    expect(await roles()).toEqual({ [bob.id]: 'member' })
  })

  test('403 for plain members, 404 for other organizations and teams that are not there', async () => {
    const { remove } = await team(ann, bob)

    expect((await remove(bob.id, ann)).status).toBe(403)
    expect((await remove(bob.id, stranger)).status).toBe(404)
    const missing = await admin.delete(`/orgs/${organizationId}/teams/${newId()}/members/${ann.id}`)
    expect(missing.status).toBe(404)
  })
})
