import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { readList } from '../../../testing/lists.ts'
import type { SiteAccess, TeamGrant, UserGrant } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const ann = await app.member(organizationId, 'read')
const bob = await app.member(organizationId, 'edit')
const guest = await app.member(organizationId, null)
const { id: otherId, admin: stranger } = await app.organization('Other')
const foreignTeam = await app.team(stranger, otherId, 'Foreign')

const kinds = [
  {
    kind: 'spaces',
    content: async () => (await app.space(admin, organizationId)).id,
  },
  {
    kind: 'collections',
    content: async () => (await app.collection(admin, organizationId)).id,
  },
] as const

describe.each(kinds)('/$kind/:id/permissions', ({ kind, content }) => {
  /** Content with the ways to ask about its grants. */
  async function granted() {
    const id = await content()
    const path = `/${kind}/${id}/permissions`
    return {
      id,
      path,
      invite: (body: object, by: Person = admin) => by.post(path, body),
      sees: async (who: Person) => (await who.get(`/${kind}/${id}`)).status,
      users: async (by: Person = admin) => {
        const { items } = await readList<UserGrant>(by, `${path}/users`)
        return Object.fromEntries(items.map(({ user, permission }) => [user.id, permission]))
      },
      teams: async (by: Person = admin) => {
        const { items } = await readList<TeamGrant>(by, `${path}/teams`)
        return Object.fromEntries(items.map(({ team, permission }) => [team.id, permission]))
      },
      everyone: async (query = '', by: Person = admin) => {
        const { items } = await readList<UserGrant>(by, `${path}/aggregate${query}`)
        return Object.fromEntries(items.map(({ user, permission }) => [user.id, permission]))
      },
    }
  }

  test('204 grants people and teams a role; they have it at once', async () => {
    const team = await app.team(admin, organizationId, 'Writers', [bob])
    const { invite, users, teams, sees } = await granted()
    expect(await sees(guest)).toBe(404)

    const { status } = await invite({ role: 'comment', users: [guest.id, ann.id, ann.id], teams: [team.id] })

    expect(status).toBe(204)
    expect(await sees(guest)).toBe(200)
    expect(await users()).toEqual({ [admin.id]: 'admin', [guest.id]: 'comment', [ann.id]: 'comment' })
    expect(await teams(ann)).toEqual({ [team.id]: 'comment' })
  })

  test('204 replaces an earlier grant; null removes it', async () => {
    const { invite, users, sees } = await granted()

    await invite({ role: 'review', users: [guest.id, ann.id] })
    await invite({ role: 'read', users: [guest.id] })
    expect(await users()).toMatchObject({ [guest.id]: 'read', [ann.id]: 'review' })
    expect((await invite({ role: null, users: [guest.id] })).status).toBe(204)
    expect(await users()).not.toHaveProperty(guest.id)
    expect(await sees(guest)).toBe(404)
  })

  test('204 for twenty concurrent requests, which leave one grant', async () => {
    const { invite, users } = await granted()
    const roles = ['read', 'comment', 'edit', 'review'] as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const people = [ann.id, bob.id, guest.id]
        return invite({ role: roles[n % 4], users: n % 2 ? people : people.toReversed() })
      }),
    )

    expect(countStatuses(answers)).toEqual({ 204: 20 })
    expect(Object.keys(await users())).toHaveLength(4)
  })

  test('400 without users and teams, without a role, and for an unknown role', async () => {
    const { invite } = await granted()

    for (const body of [
      { role: 'read' },
      { users: [ann.id] },
      { role: 'read', users: [] },
      { role: 'inherit', users: [ann.id] },
      { role: 'read', users: ann.id },
    ]) {
      expect((await invite(body)).status).toBe(400)
    }
  })

  test('404 for users and teams of other organizations, and nobody gets a grant', async () => {
    const { invite, users, path } = await granted()

    expect((await invite({ role: 'read', users: [guest.id, stranger.id] })).status).toBe(404)
    expect((await invite({ role: 'read', users: [guest.id, newId()] })).status).toBe(404)
    expect((await invite({ role: 'read', users: [guest.id], teams: [foreignTeam.id] })).status).toBe(404)
    expect((await admin.patch(`${path}/users/${stranger.id}`, { role: 'read' })).status).toBe(404)
    expect((await admin.patch(`${path}/users/${newId()}`, {})).status).toBe(404)
    expect((await admin.patch(`${path}/users/${ann.email}`, { role: 'read' })).status).toBe(404)
    expect((await admin.patch(`${path}/teams/${foreignTeam.id}`, { role: 'read' })).status).toBe(404)
    expect(await users()).toEqual({ [admin.id]: 'admin' })
  })

  test('204 changes one grant; without a role it stays, and null removes it', async () => {
    const team = await app.team(admin, organizationId, 'Writers', [guest])
    const { path, users, teams, sees } = await granted()

    expect((await admin.patch(`${path}/users/${ann.id}`, { role: 'edit' })).status).toBe(204)
    expect((await admin.patch(`${path}/users/${ann.id}`, {})).status).toBe(204)
    expect((await users())[ann.id]).toBe('edit')
    await admin.patch(`${path}/teams/${team.id}`, { role: 'review' })
    expect(await teams()).toEqual({ [team.id]: 'review' })
    expect(await sees(guest)).toBe(200)
    await admin.patch(`${path}/teams/${team.id}`, { role: null })
    await admin.patch(`${path}/users/${ann.id}`, { role: null })
    expect(await teams()).toEqual({})
    expect(await users()).not.toHaveProperty(ann.id)
    expect(await sees(guest)).toBe(404)
  })

  test('205 removes one grant, 204 when there is none', async () => {
    const team = await app.team(admin, organizationId, 'Writers', [guest])
    const { path, invite, sees } = await granted()
    await invite({ role: 'read', users: [guest.id], teams: [team.id] })

    expect((await admin.delete(`${path}/users/${guest.id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/users/${guest.id}`)).status).toBe(204)
    expect(await sees(guest)).toBe(200)
    expect((await admin.delete(`${path}/teams/${team.id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/teams/${team.id}`)).status).toBe(204)
    expect(await sees(guest)).toBe(404)
    expect((await admin.delete(`${path}/users/${newId()}`)).status).toBe(204)
  })

  test('200 lists everyone with access and their effective role, from every source', async () => {
    const { id, admin: owner } = await app.organization('Aggregate')
    const content = await (kind === 'spaces' ? app.space(owner, id) : app.collection(owner, id))
    const [reader, editor, visitor] = [
      await app.member(id, 'read'),
      await app.member(id, 'edit'),
      await app.member(id, null),
    ]
    const team = await app.team(owner, id, 'Team', [reader, editor])
    const path = `/${kind}/${content.id}/permissions`
    const everyone = async (query = '') => {
      const { items, count } = await readList<UserGrant>(owner, `${path}/aggregate${query}`)
      expect(count).toBe(items.length)
      return Object.fromEntries(items.map(({ user, permission }) => [user.id, permission]))
    }

    expect(await everyone()).toEqual({ [owner.id]: 'admin', [reader.id]: 'read', [editor.id]: 'edit' })
    await owner.patch(`${path}/teams/${team.id}`, { role: 'comment' })
    await owner.patch(`${path}/users/${reader.id}`, { role: 'review' })
    await owner.patch(`${path}/users/${visitor.id}`, { role: 'read' })
    expect(await everyone()).toEqual({
      [owner.id]: 'admin',
      [reader.id]: 'review',
      [editor.id]: 'comment',
      [visitor.id]: 'read',
    })
    expect(await everyone('?role=comment')).toEqual({ [editor.id]: 'comment' })
    expect(await everyone('?role=create')).toEqual({})
    expect((await owner.get(`${path}/aggregate?role=guest`)).status).toBe(400)
  })

  test('403 for changes by people who are not admins, who may still list the grants', async () => {
    const { path, invite, users } = await granted()

    expect((await invite({ role: 'admin', users: [bob.id] }, bob)).status).toBe(403)
    expect((await bob.patch(`${path}/users/${bob.id}`, { role: 'admin' })).status).toBe(403)
    expect((await bob.delete(`${path}/users/${admin.id}`)).status).toBe(403)
    expect((await bob.delete(`${path}/teams/${newId()}`)).status).toBe(403)
    expect(await users(bob)).toEqual({ [admin.id]: 'admin' })
  })

  test("404 with another organization's token, everywhere", async () => {
    const { path, invite } = await granted()

    expect((await invite({ role: 'read', users: [stranger.id] }, stranger)).status).toBe(404)
    for (const list of ['users', 'teams', 'aggregate']) {
      expect((await stranger.get(`${path}/${list}`)).status).toBe(404)
    }
    expect((await stranger.patch(`${path}/users/${ann.id}`, { role: 'read' })).status).toBe(404)
    expect((await stranger.patch(`${path}/teams/${foreignTeam.id}`, { role: 'read' })).status).toBe(404)
    expect((await stranger.delete(`${path}/users/${ann.id}`)).status).toBe(404)
    expect((await stranger.delete(`${path}/teams/${foreignTeam.id}`)).status).toBe(404)
  })
})

const byId = (one: unknown[], other: unknown[]): number => (String(one[0]) < String(other[0]) ? -1 : 1)

describe('/orgs/:organizationId/sites/:siteId/permissions/aggregate', () => {
  test('200 lists everyone with access, their role and where it comes from; sorted, searched, by role and team', async () => {
    const { id, admin: owner } = await app.organization('Site access')
    const [reader, editor, visitor, hidden] = [
      await app.member(id, 'read'),
      await app.member(id, 'edit'),
      await app.member(id, null),
      await app.member(id, null),
    ]
    const team = await app.team(owner, id, 'Writers', [reader, editor])
    const site = await app.site(owner, id, { title: 'Docs' })
    const path = `/orgs/${id}/sites/${site.id}`
    const list = async (query = '') => {
      const { items, count } = await readList<SiteAccess>(owner, `${path}/permissions/aggregate${query}`)
      expect(count).toBe(items.length)
      return items.map(({ user, permission, origin, disabled }) => {
        expect(disabled).toBe(false)
        return [user.id, permission, origin.type === 'site' ? origin.reason : origin.type]
      })
    }
    expect((await list()).toSorted(byId)).toEqual(
      [
        [owner.id, 'admin', 'organization'],
        [reader.id, 'read', 'organization'],
        [editor.id, 'edit', 'organization'],
      ].toSorted(byId),
    )
    expectStatus(200, await owner.patch(path, { defaultLevel: 'comment' }))
    await owner.patch(`${path}/permissions/teams/${team.id}`, { role: 'review' })
    await owner.patch(`${path}/permissions/users/${reader.id}`, { role: 'create' })
    await owner.patch(`${path}/permissions/users/${visitor.id}`, { role: 'read' })
    const plain = await app.member(id, 'read')
    expect((await list('?sort=name&order=asc')).toSorted(byId)).toEqual(
      [
        [owner.id, 'admin', 'organization'],
        [reader.id, 'create', 'member'],
        [editor.id, 'review', 'team'],
        [visitor.id, 'read', 'member'],
        [plain.id, 'comment', 'default'],
      ].toSorted(byId),
    )
    expect(await list('?role=review')).toEqual([[editor.id, 'review', 'team']])
    expect(await list('?role=guest')).toEqual([[visitor.id, 'read', 'member']])
    expect((await list(`?team=${team.id}`)).map(([user]) => String(user)).toSorted()).toEqual(
      [reader.id, editor.id].toSorted(),
    )
    expect(await list(`?search=${encodeURIComponent(editor.email)}`)).toEqual([[editor.id, 'review', 'team']])
    expect(await list('?search=%25%25')).toEqual([])
    expect((await list()).flat()).not.toContain(hidden.id)
    for (const query of ['role=king', 'sort=age', 'order=up'])
      expect((await owner.get(`${path}/permissions/aggregate?${query}`)).status).toBe(400)
    const names = async (query: string) =>
      (await readList<SiteAccess>(owner, `${path}/permissions/aggregate${query}`)).items.map(({ user }) =>
        user.displayName.toLowerCase(),
      )
    const sorted = await names('?sort=name&order=asc')
    expect(sorted).toEqual(sorted.toSorted())
    // Page by page, nobody is missed or seen twice.
    const first = await readList<SiteAccess>(owner, `${path}/permissions/aggregate?limit=2&sort=name`)
    expect(first).toMatchObject({ count: 5, next: { page: expect.any(String) } })
  })

  test('404 for a foreign site and a foreign token', async () => {
    const site = await app.site(admin, organizationId, { title: 'Ours' })
    const at = `/orgs/${organizationId}/sites/${site.id}/permissions/aggregate`
    expect((await stranger.get(at)).status).toBe(404)
    expect((await guest.get(at)).status).toBe(404)
    expect((await ann.get(at)).status).toBe(200)
  })
})
