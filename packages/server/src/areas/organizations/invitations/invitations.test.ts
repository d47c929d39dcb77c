import { afterAll, describe, expect, test } from 'vitest'
import type { MemberRole } from '../../../access/roles.ts'
import { days } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { readList } from '../../../testing/lists.ts'
import type { InviteLink } from '../../sign-in/invites/schema.ts'
import type { Member } from '../members/schema.ts'
import type { ReceivedInvitation, SentInvitation } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const { admin: stranger } = await app.organization('Other')

/** Invites someone who has an account, and returns the id of the invitation. */
async function invite(person: Person, role: MemberRole = 'edit', sso = false): Promise<string> {
  const path = `/orgs/${organizationId}/invites`
  expectStatus(200, await admin.post(path, { emails: [person.email], role, sso }))
  const { items } = await listReceived(person)
  return items.find(({ organization }) => organization.id === organizationId)?.id ?? ''
}

const listSent = () => readList<SentInvitation>(admin, `/orgs/${organizationId}/invitations?limit=1000`)
const listReceived = (person: Person) => readList<ReceivedInvitation>(person, '/user/invitations')
const accept = (person: Person, id: string) => person.post(`/user/invitations/${id}/accept`)
const decline = (person: Person, id: string) => person.delete(`/user/invitations/${id}`)
const withdraw = (id: string, by = admin) => by.delete(`/orgs/${organizationId}/invitations/${id}`)
const findMember = (person: Person) => admin.get<Member>(`/orgs/${organizationId}/members/${person.id}`)

describe('an invitation of someone who has an account', () => {
  test('is listed for the admins by its address, without the name and the photo of the account', async () => {
    const person = await app.person()
    await person.patch(`/users/${person.id}`, { displayName: 'Secret Name' })
    const id = await invite(person, 'review', true)

    const { items } = await listSent()
    const invitation = items.find((item) => item.id === id)
    expect(invitation).toMatchObject({
      object: 'invitation',
      email: person.email,
      role: 'review',
      sso: true,
      invitedBy: { id: admin.id, email: admin.email },
    })
    expect(JSON.stringify(invitation)).not.toContain('Secret Name')
  })

  test('is listed for the invited person, with who invited them to what, and for nobody else', async () => {
    const person = await app.person()
    const id = await invite(person, null)

    const { items, count } = await listReceived(person)
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({
      id,
      role: null,
      organization: { id: organizationId, title: 'Acme' },
      invitedBy: { id: admin.id },
    })
    expect(items[0]?.invitedBy).not.toHaveProperty('email')
    expect(await listReceived(stranger)).toEqual({ count: 0, items: [] })
  })

  test.each(['edit', 'admin', null] as const)(
    '204 accepted makes a member with the role %s',
    async (role) => {
      const person = await app.person()
      const id = await invite(person, role, true)

      expect((await accept(person, id)).status).toBe(204)
      expect((await findMember(person)).body).toMatchObject({ role, sso: true })
      expect((await person.get(`/orgs/${organizationId}`)).status).toBe(200)
      expect(await listReceived(person)).toMatchObject({ count: 0 })
      expect((await accept(person, id)).status).toBe(404)
    },
  )

  test('205 declined leaves nothing, and a second answer finds nothing', async () => {
    const person = await app.person()
    const id = await invite(person)

    expect((await decline(person, id)).status).toBe(205)
    expect((await decline(person, id)).status).toBe(204)
    expect((await accept(person, id)).status).toBe(404)
    expect((await findMember(person)).status).toBe(404)
    expect((await listSent()).items.map((item) => item.id)).not.toContain(id)
  })

  test('404 accepted after it was withdrawn', async () => {
    const person = await app.person()
    const id = await invite(person)

    expect((await withdraw(id)).status).toBe(205)
    expect((await withdraw(id)).status).toBe(204)
    expect((await accept(person, id)).status).toBe(404)
    expect(await listReceived(person)).toMatchObject({ count: 0 })
    expect((await findMember(person)).status).toBe(404)
  })

  test('404 accepted after it has expired, when nobody lists it any more; a new one can be accepted', async () => {
    const person = await app.person()
    const id = await invite(person)

    app.clock.advance(31 * days)
    expect((await accept(person, id)).status).toBe(404)
    expect(await listReceived(person)).toMatchObject({ count: 0 })
    expect((await listSent()).items.map((item) => item.id)).not.toContain(id)
    expect((await accept(person, await invite(person))).status).toBe(204)
  })

  test('404 accepted after the organization was deleted', async () => {
    const { id: deletedId, admin: owner } = await app.organization('Deleted')
    const person = await app.person()
    await owner.post(`/orgs/${deletedId}/invites`, { emails: [person.email] })
    const { items } = await listReceived(person)
    await app.database.execute(sql`delete from organizations where id = ${deletedId}`)

    expect((await accept(person, items[0]?.id ?? '')).status).toBe(404)
    expect(await listReceived(person)).toMatchObject({ count: 0 })
  })

  test('404 accepted or declined by somebody else; the admin of another organization cannot withdraw it', async () => {
    const person = await app.person()
    const id = await invite(person)

    expect((await accept(stranger, id)).status).toBe(404)
    expect((await decline(stranger, id)).status).toBe(204)
    expect((await withdraw(id, stranger)).status).toBe(404)
    const path = `/orgs/${organizationId}/invitations/${id}`
    expect((await (await app.member(organizationId, 'create')).delete(path)).status).toBe(403)
    expect((await app.anonymous.post(`/user/invitations/${id}/accept`)).status).toBe(401)
    expect((await accept(person, id)).status).toBe(204)
  })

  test('made twice is one, and the second decides about the role', async () => {
    const person = await app.person()
    const first = await invite(person, 'admin')
    expect(await invite(person, 'read')).toBe(first)

    expect(await listReceived(person)).toMatchObject({ count: 1, items: [{ role: 'read' }] })
    await accept(person, first)
    expect((await findMember(person)).body.role).toBe('read')
  })

  test('ends when they join in another way, and does not let them in again after their removal', async () => {
    const person = await app.person()
    const id = await invite(person, 'admin')
    const links = `/orgs/${organizationId}/link-invites`
    const link = expectStatus(201, await admin.post<InviteLink>(links, { role: 'read' }))
    expectStatus(200, await person.post(`/orgs/${organizationId}/invites/${link.id}`))

    expect((await accept(person, id)).status).toBe(404)
    expect((await findMember(person)).body.role).toBe('read')
    expect((await admin.delete(`/orgs/${organizationId}/members/${person.id}`)).status).toBe(205)
    expect((await accept(person, id)).status).toBe(404)
    expect((await person.get(`/orgs/${organizationId}`)).status).toBe(404)
  })

  test('is needed again by a member who was removed', async () => {
    const person = await app.member(organizationId, 'edit')
    await admin.delete(`/orgs/${organizationId}/members/${person.id}`)
    const id = await invite(person)

    expect((await person.get(`/orgs/${organizationId}`)).status).toBe(404)
    expect((await accept(person, id)).status).toBe(204)
  })

  test('gives nothing before it is accepted: no grant, no place in a team', async () => {
    const person = await app.person()
    await invite(person)
    const space = await app.space(admin, organizationId)
    const team = await app.team(admin, organizationId, 'Writers')
    const teamPath = `/orgs/${organizationId}/teams/${team.id}/members`

    const answers = [
      await admin.post(`/spaces/${space.id}/permissions`, { role: 'edit', users: [person.id] }),
      await admin.patch(`/spaces/${space.id}/permissions/users/${person.id}`, { role: 'edit' }),
      await admin.put(`${teamPath}/${person.id}`),
      await admin.put(teamPath, { add: [person.email] }),
      await admin.put(`/orgs/${organizationId}/teams`, { title: 'More', members: [person.email] }),
      await admin.patch(`/orgs/${organizationId}/members/${person.id}`, { role: 'edit' }),
      await admin.post(`/orgs/${organizationId}/members/${person.id}/sso`),
    ]
    expect(countStatuses(answers)).toEqual({ 404: answers.length })
  })

  test('to an organization that requires single sign-on lets nobody in without it', async () => {
    const { id: signedId, admin: owner } = await app.organization('Signed')
    expectStatus(200, await owner.patch(`/orgs/${signedId}`, { sso: true }))
    const person = await app.person()
    await owner.post(`/orgs/${signedId}/invites`, { emails: [person.email] })
    const { items } = await listReceived(person)

    expect((await accept(person, items[0]?.id ?? '')).status).toBe(204)
    expect((await person.get(`/orgs/${signedId}`)).status).toBe(403)
  })
})

describe('at the same time', () => {
  test('eight acceptances make one member, once', async () => {
    const person = await app.person()
    const id = await invite(person)
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(person, id)))

    expect(countStatuses(answers)).toEqual({ 204: 1, 404: 7 })
    expect((await findMember(person)).status).toBe(200)
  })

  test('an acceptance and a withdrawal: either one wins, and the membership agrees', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await app.person()
      const id = await invite(person)
      const [accepted, withdrawn] = await Promise.all([accept(person, id), withdraw(id)])

      const isMember = (await findMember(person)).status === 200
      expect(accepted.status).toBe(isMember ? 204 : 404)
      expect(withdrawn.status).toBe(isMember ? 204 : 205)
    }
  })

  test('a second invitation and joining by a link leave no invitation of a member', async () => {
    const links = `/orgs/${organizationId}/link-invites`
    const link = expectStatus(201, await admin.post<InviteLink>(links, { role: 'read' }))
    const people = await Promise.all(Array.from({ length: 6 }, () => app.person()))
    await Promise.all(
      people.flatMap((person) => [invite(person), person.post(`/orgs/${organizationId}/invites/${link.id}`)]),
    )

    for (const person of people) expect(await listReceived(person)).toMatchObject({ count: 0 })
  })

  test('two organizations that want the same new person: one has a member, the other an invitation', async () => {
    const { id: otherId, admin: owner } = await app.organization('Second')
    const emails = Array.from({ length: 5 }, () => `${newId()}@example.com`)
    const [here, there] = await Promise.all([
      admin.post<{ invited: number }>(`/orgs/${organizationId}/invites`, { emails }),
      owner.post<{ invited: number }>(`/orgs/${otherId}/invites`, { emails: emails.toReversed() }),
    ])

    expect(here.body.invited + there.body.invited).toBe(5)
    const addresses = new Set(emails)
    const open = [
      ...(await listSent()).items,
      ...(await readList<SentInvitation>(owner, `/orgs/${otherId}/invitations`)).items,
    ].filter(({ email }) => addresses.has(email))
    // One waits for the first sign-in, the other for an answer.
    expect(open.filter(({ firstSignIn }) => firstSignIn)).toHaveLength(5)
    expect(open.filter(({ firstSignIn }) => !firstSignIn)).toHaveLength(5)
  })
})
