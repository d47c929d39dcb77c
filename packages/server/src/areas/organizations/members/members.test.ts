import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { type Client, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
import type { MemberTeam } from '../teams/schema.ts'
import type { MemberSpace } from '../../content/spaces/schema.ts'
import type { Member, VisitorClaims } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const ann = await app.member(organizationId, 'read', 'ann@example.com')
const bob = await app.member(organizationId, 'edit', 'bob_100%@example.com')
const guest = await app.member(organizationId, null, 'guest@elsewhere.test')
const { admin: stranger } = await app.organization('Other')

const membersPath = `/orgs/${organizationId}/members`

describe('GET /orgs/:organizationId/members', () => {
  test('200 lists the newest first, or the oldest', async () => {
    const { count, items } = await readList<Member>(ann, membersPath)

    expect(count).toBe(4)
    expect(items.map(({ id }) => id)).toEqual([guest.id, bob.id, ann.id, admin.id])
    expect(await listIds(ann, `${membersPath}?order=asc`)).toEqual([admin.id, ann.id, bob.id, guest.id])
    expect(items[2]).toEqual({
      object: 'member',
      id: ann.id,
      role: 'read',
      user: {
        object: 'user',
        id: ann.id,
        displayName: 'ann',
        email: 'ann@example.com',
        urls: { location: expect.stringMatching(new RegExp(`/v1/users/${ann.id}$`)) },
      },
      disabled: false,
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      sso: false,
      spaces: 0,
      teams: 0,
      sites: 0,
    })
  })

  test('200 filters by role; `guest` is the role of guests', async () => {
    expect(await listIds(ann, `${membersPath}?role=edit`)).toEqual([bob.id])
    expect(await listIds(ann, `${membersPath}?role=guest`)).toEqual([guest.id])
    expect(await readList(ann, `${membersPath}?role=review`)).toEqual({ count: 0, items: [] })
  })

  test('200 searches names and addresses without regard to case, and takes wildcards literally', async () => {
    await bob.patch(`/users/${bob.id}`, { displayName: 'Robert Żółw' })
    const searchIds = (text: string) => listIds(ann, `${membersPath}?search=${encodeURIComponent(text)}`)

    expect(await searchIds('ANN@')).toEqual([ann.id])
    expect(await searchIds('robert')).toEqual([bob.id])
    expect(await searchIds('żółw')).toEqual([bob.id])
    expect(await searchIds('_100%')).toEqual([bob.id])
    expect(await searchIds('%')).toEqual([bob.id])
    expect(await searchIds('_')).toEqual([bob.id])
    expect(await searchIds('\\')).toEqual([])
    expect(await searchIds("' or true --")).toEqual([])
    expect(await searchIds('')).toHaveLength(4)
  })

  test('200 sorted by `lastSeenAt` lists only members who were seen', async () => {
    expect(await listIds(ann, `${membersPath}?sort=lastSeenAt`)).toEqual([])
    await ann.post(`/orgs/${organizationId}/ping`)
    app.clock.advance(1000)
    await bob.post(`/orgs/${organizationId}/ping`)

    expect(await listIds(ann, `${membersPath}?sort=lastSeenAt`)).toEqual([bob.id, ann.id])
    expect(await listIds(ann, `${membersPath}?sort=lastSeenAt&order=asc`)).toEqual([ann.id, bob.id])
  })

  test.each(['role=owner', 'order=up', 'sort=name', `search=${'x'.repeat(257)}`, 'search=%00'])(
    '400 for ?%s',
    async (query) => {
      expect((await ann.get(`${membersPath}?${query.slice(0, 300)}`)).status).toBe(400)
    },
  )

  test('403 for guests, 404 for other organizations', async () => {
    expect((await guest.get(membersPath)).status).toBe(403)
    expect((await stranger.get(membersPath)).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/members/:userId', () => {
  test('200 has the current number of spaces and teams of the member', async () => {
    const { id, admin: owner } = await app.organization('Counting')
    const member = await app.member(id, 'read')
    const outsider = await app.member(id, null)
    const counts = async (who: { id: string }) => {
      const { body } = await owner.get<Member>(`/orgs/${id}/members/${who.id}`)
      return [body.spaces, body.teams]
    }

    const space = await app.space(owner, id)
    const hidden = await app.space(owner, id)
    await owner.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    const team = await app.team(owner, id, 'Writers', [outsider])
    expect(await counts(member)).toEqual([1, 0])
    expect(await counts(outsider)).toEqual([0, 1])
    await owner.patch(`/spaces/${hidden.id}/permissions/teams/${team.id}`, { role: 'read' })
    expect(await counts(outsider)).toEqual([1, 1])
    await owner.delete(`/orgs/${id}/teams/${team.id}`)
    await owner.delete(`/spaces/${space.id}`)
    expect(await counts(member)).toEqual([0, 0])
    expect(await counts(outsider)).toEqual([0, 0])
    expect(await counts(owner)).toEqual([1, 0])
  })

  test('200 for guests about themselves, 404 about others', async () => {
    expect((await guest.get(`${membersPath}/${guest.id}`)).status).toBe(200)
    expect((await guest.get(`${membersPath}/${ann.id}`)).status).toBe(404)
  })

  test('404 for people who are not members, and for other organizations', async () => {
    expect((await admin.get(`${membersPath}/${stranger.id}`)).status).toBe(404)
    expect((await admin.get(`${membersPath}/${newId()}`)).status).toBe(404)
    expect((await stranger.get(`${membersPath}/${ann.id}`)).status).toBe(404)
  })
})

describe('PATCH /orgs/:organizationId/members/:userId', () => {
  test('200 changes the role, with immediate effect', async () => {
    const member = await app.member(organizationId, 'read')
    const path = `${membersPath}/${member.id}`
    const creates = async () => (await member.post(`/orgs/${organizationId}/spaces`)).status

    expect(await creates()).toBe(403)
    expect((await admin.patch<Member>(path, { role: 'create' })).body).toMatchObject({ role: 'create' })
    expect(await creates()).toBe(201)
    expect((await admin.patch<Member>(path, { role: null })).body.role).toBeNull()
    expect(await creates()).toBe(403)
    expect((await admin.patch<Member>(path, {})).body.role).toBeNull()
  })

  test('400 for an unknown role', async () => {
    for (const role of ['owner', 'guest', 7, '']) {
      expect((await admin.patch(`${membersPath}/${ann.id}`, { role })).status).toBe(400)
    }
  })

  test('403 for members who are not admins, even for themselves', async () => {
    expect((await bob.patch(`${membersPath}/${ann.id}`, { role: null })).status).toBe(403)
    expect((await bob.patch(`${membersPath}/${bob.id}`, { role: 'admin' })).status).toBe(403)
  })

  test('404 for people who are not members, and for other organizations', async () => {
    expect((await admin.patch(`${membersPath}/${stranger.id}`, { role: 'admin' })).status).toBe(404)
    expect((await admin.patch(`${membersPath}/${newId()}`, {})).status).toBe(404)
    expect((await stranger.patch(`${membersPath}/${ann.id}`, { role: 'admin' })).status).toBe(404)
  })
})

describe('POST /orgs/:organizationId/ping', () => {
  test('200 gives one JWT under both names and remembers the visit', async () => {
    const { status, body } = await bob.post<VisitorClaims>(`/orgs/${organizationId}/ping`)

    expect(status).toBe(200)
    expect(body.serviceVisitorClaims).toBe(body.gitbookVisitorClaims)
    expect(decodeJwt(body.serviceVisitorClaims)).toMatchObject({
      sub: bob.id,
      organization: organizationId,
      role: 'edit',
    })
    expect((await ann.get<Member>(`${membersPath}/${bob.id}`)).body.lastSeenAt).toBeDefined()
  })

  test('200 for guests, 404 for other organizations', async () => {
    expect((await guest.post(`/orgs/${organizationId}/ping`)).status).toBe(200)
    expect((await stranger.post(`/orgs/${organizationId}/ping`)).status).toBe(404)
  })
})

describe('POST /orgs/:organizationId/members/:userId/sso', () => {
  test('200 marks a member, also a second time', async () => {
    const member = await app.member(organizationId, 'read')

    for (const _ of [1, 2]) {
      const { status, body } = await admin.post<Member>(`${membersPath}/${member.id}/sso`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: member.id, sso: true })
    }
  })

  test('403 for members who are not admins, 404 for people who are not members', async () => {
    expect((await bob.post(`${membersPath}/${bob.id}/sso`)).status).toBe(403)
    expect((await admin.post(`${membersPath}/${stranger.id}/sso`)).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/members/:userId/spaces', () => {
  test('200 lists their spaces with their role there, the newest first', async () => {
    const { id, admin: owner } = await app.organization('Spaces')
    const member = await app.member(id, 'comment')
    const open = await app.space(owner, id)
    const hidden = await app.space(owner, id)
    const own = await app.space(owner, id)
    await owner.patch(`/spaces/${hidden.id}`, { defaultLevel: null })
    await owner.patch(`/spaces/${own.id}/permissions/users/${member.id}`, { role: 'review' })
    const path = `/orgs/${id}/members/${member.id}/spaces`
    const read = async (who: Client, query = '') => {
      const { items } = await readList<MemberSpace>(who, `${path}${query}`)
      return items.map(({ permission, space }) => [space.id, permission, space.permissions.admin])
    }

    expect(await read(owner)).toEqual([
      [own.id, 'review', true],
      [open.id, 'comment', true],
    ])
    expect(await read(member, '?order=asc')).toEqual([
      [open.id, 'comment', false],
      [own.id, 'review', false],
    ])
  })

  test("403 for others' spaces, 404 for people who are not members", async () => {
    expect((await ann.get(`${membersPath}/${bob.id}/spaces`)).status).toBe(403)
    expect((await admin.get(`${membersPath}/${stranger.id}/spaces`)).status).toBe(404)
    expect((await stranger.get(`${membersPath}/${bob.id}/spaces`)).status).toBe(404)
  })
})

describe('GET /orgs/:organizationId/members/:userId/teams', () => {
  test('200 lists their teams with their role in each, filtered by title', async () => {
    const writers = await app.team(admin, organizationId, 'Writers', [ann])
    const owners = await app.team(admin, organizationId, 'Owners 100%')
    await admin.put(`/orgs/${organizationId}/teams/${owners.id}/members/${ann.id}`, { role: 'owner' })
    const path = `${membersPath}/${ann.id}/teams`
    const read = async (query = '') => {
      const { items } = await readList<MemberTeam>(bob, `${path}${query}`)
      return items.map(({ team, member }) => [team.id, member.role])
    }

    expect(await read()).toEqual([
      [writers.id, 'member'],
      [owners.id, 'owner'],
    ])
    expect(await read('?title=WRITE')).toEqual([[writers.id, 'member']])
    expect(await read('?title=%25')).toEqual([[owners.id, 'owner']])
    expect((await guest.get(path)).status).toBe(404)
    expect((await stranger.get(path)).status).toBe(404)
  })
})
