import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, readError, TestApp } from '../../../testing/app.ts'
import { readList } from '../../../testing/lists.ts'
import type { Member } from '../../organizations/members/schema.ts'
import type { Organization } from '../../organizations/organizations/schema.ts'
import type { InvitedUsers } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const reader = await app.member(organizationId, 'read')
const { id: otherId, admin: stranger } = await app.organization('Other')

const address = (name = newId()) => `${name}@example.com`
const invite = (body: object, by = admin) => by.post<InvitedUsers>(`/orgs/${organizationId}/invites`, body)

const roleOf = async (userId: string | undefined) =>
  (await admin.get<Member>(`/orgs/${organizationId}/members/${userId}`)).body.role

const membersCount = async () => (await readList(admin, `/orgs/${organizationId}/members?limit=0`)).count

describe('POST /orgs/:organizationId/invites', () => {
  test('200 makes people without an account members at once, with an account each', async () => {
    const { status, body } = await invite({ emails: [address(), address()], role: 'edit' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ invited: 2, failedSSOEmails: [] })
    expect(body.users).toHaveLength(2)
    expect(await Promise.all(body.users.map(roleOf))).toEqual(['edit', 'edit'])
  })

  test('200 names people who have an account, and makes none of them a member', async () => {
    const known = await app.person()
    const before = await membersCount()
    const { status, body } = await invite({ emails: [known.email, stranger.email], role: 'admin' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ invited: 0, failedSSOEmails: [] })
    expect(body.users.toSorted()).toEqual([known.id, stranger.id].sort())
    expect(await membersCount()).toBe(before)
    for (const person of [known, stranger]) {
      expect((await person.get(`/orgs/${organizationId}`)).status).toBe(404)
      expect((await admin.get(`/users/${person.id}`)).status).toBe(404)
    }
  })

  test('200 takes a role for each address, and null for guests', async () => {
    const [chief, writer, visitor] = [address(), address(), address()]
    const { body } = await invite({
      emails: [{ email: chief, role: 'admin' }, writer, { email: visitor, role: null }],
      role: 'review',
      sso: true,
    })

    const members = await Promise.all(
      body.users.map(async (id) => (await admin.get<Member>(`/orgs/${organizationId}/members/${id}`)).body),
    )
    const roles = new Map(members.map(({ user, role }) => [user.email, role]))
    expect(roles).toEqual(
      new Map([
        [chief.toLowerCase(), 'admin'],
        [writer.toLowerCase(), 'review'],
        [visitor.toLowerCase(), null],
      ]),
    )
    expect(members.map(({ sso }) => sso)).toEqual([true, true, true])
  })

  test("200 without a role gives the organization's default role", async () => {
    const { id, admin: owner } = await app.organization('Default')
    const add = async () =>
      (await owner.post<InvitedUsers>(`/orgs/${id}/invites`, { emails: [address()] })).body.users[0]
    const role = async (userId: string | undefined) =>
      (await owner.get<Member>(`/orgs/${id}/members/${userId}`)).body.role

    expect(await role(await add())).toBe('read')
    await owner.patch(`/orgs/${id}`, { defaultRole: 'comment' })
    expect(await role(await add())).toBe('comment')
    await owner.patch(`/orgs/${id}`, { defaultRole: null })
    expect(await role(await add())).toBeNull()
  })

  test('200 for one address in different spellings, which is one user', async () => {
    const name = newId()
    const before = await membersCount()
    const { body } = await invite({
      emails: [address(name), address(name), address(name).toUpperCase(), `  ${address(name)} `],
    })

    expect(body.invited).toBe(1)
    expect(body.users).toHaveLength(1)
    expect(await membersCount()).toBe(before + 1)
  })

  test('200 a second time does not change the member', async () => {
    const email = address()
    const first = await invite({ emails: [email], role: 'edit' })
    const again = await invite({ emails: [email.toUpperCase()], role: 'admin' })

    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ users: first.body.users, invited: 0 })
    expect(await roleOf(first.body.users[0])).toBe('edit')
  })

  test('200 does not change the role of the admin who sends it', async () => {
    await invite({ emails: [admin.email], role: 'read' })

    expect(await roleOf(admin.id)).toBe('admin')
  })

  test('200 for an empty list', async () => {
    expect((await invite({ emails: [] })).body).toEqual({ users: [], invited: 0, failedSSOEmails: [] })
  })

  test('200 for concurrent invitations of the same new addresses, each of which becomes one member', async () => {
    const emails = Array.from({ length: 40 }, () => address())
    const before = await membersCount()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => invite({ emails: n % 2 ? emails : emails.toReversed() })),
    )

    expect(countStatuses(answers)).toEqual({ 200: 10 })
    expect(answers.reduce((sum, { body }) => sum + body.invited, 0)).toBe(40)
    expect(await membersCount()).toBe(before + 40)
    const accounts = await app.database.row(sql`
      select count(*) as count from users where email = any(${emails})`)
    expect(accounts).toEqual({ count: 40 })
  })

  test('400 for an invalid address, and nobody is added', async () => {
    const email = address()
    const before = await membersCount()

    for (const wrong of ['nobody', 'a@', '@b.c', 'a b@c.d', 'a@b@c', '<a@b.c>', `${'x'.repeat(65)}@b.c`]) {
      const answer = await invite({ emails: [email, wrong] })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toMatch(/is not an e-mail address|body\.emails\.1 must/)
    }
    expect(await membersCount()).toBe(before)
  })

  test.each([{}, { emails: 'a@b.c' }, { emails: [7] }, { emails: [{ email: 'a@b.c' }] }])(
    '400 for %j',
    async (body) => {
      expect((await invite(body)).status).toBe(400)
    },
  )

  test('400 for an unknown role, and for more than 500 addresses', async () => {
    expect((await invite({ emails: [address()], role: 'owner' })).status).toBe(400)
    expect((await invite({ emails: Array.from({ length: 501 }, () => address()) })).status).toBe(400)
  })

  test('403 for members who are not admins, 404 for other organizations', async () => {
    expect((await invite({ emails: [address()] }, reader)).status).toBe(403)
    expect((await invite({ emails: [address()] }, stranger)).status).toBe(404)
  })
})

describe('POST /orgs/:organizationId/join', () => {
  test('204 for an address in one of its domains, with the default role; a second request changes nothing', async () => {
    const { id, admin: owner } = await app.organization('Joined')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['joined.test'], defaultRole: 'comment' })
    const colleague = await app.person('new@joined.test')

    expect((await colleague.get(`/orgs/${id}`)).status).toBe(404)
    expect((await colleague.post(`/orgs/${id}/join`)).status).toBe(204)
    const { body } = await owner.get<Member>(`/orgs/${id}/members/${colleague.id}`)
    expect(body.role).toBe('comment')
    expect((await colleague.post(`/orgs/${id}/join`)).status).toBe(204)
    expect((await colleague.get<Organization>(`/orgs/${id}`)).body.permissions.admin).toBe(false)
    expect(await readList(owner, `/orgs/${id}/members`)).toMatchObject({ count: 2 })
  })

  test('204 for concurrent requests, which add one member', async () => {
    const { id, admin: owner } = await app.organization('Crowd')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['crowd.test'] })
    const colleague = await app.person('new@crowd.test')
    const answers = await Promise.all(Array.from({ length: 8 }, () => colleague.post(`/orgs/${id}/join`)))

    expect(countStatuses(answers)).toEqual({ 204: 8 })
    expect(await readList(owner, `/orgs/${id}/members`)).toMatchObject({ count: 2 })
  })

  test('400 if the organization requires single sign-on', async () => {
    const { id, admin: owner } = await app.organization('Signed')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['signed.test'], sso: true })

    expect((await (await app.person('new@signed.test')).post(`/orgs/${id}/join`)).status).toBe(400)
  })

  test('404 for other addresses, also on a subdomain, and for missing organizations', async () => {
    const { id, admin: owner } = await app.organization('Closed')
    await owner.patch(`/orgs/${id}`, { emailDomains: ['closed.test'] })

    for (const email of ['a@open.test', 'b@sub.closed.test', 'c@notclosed.test']) {
      expect((await (await app.person(email)).post(`/orgs/${id}/join`)).status).toBe(404)
    }
    expect((await stranger.post(`/orgs/${newId()}/join`)).status).toBe(404)
    expect((await admin.post(`/orgs/${otherId}/join`)).status).toBe(404)
    expect((await app.anonymous.post(`/orgs/${id}/join`)).status).toBe(401)
  })
})
