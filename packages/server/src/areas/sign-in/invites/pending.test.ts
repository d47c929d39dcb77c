import { afterAll, describe, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import type { SentInvitation } from '../../organizations/invitations/schema.ts'
import type { DeliveredLink, InvitedUsers } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const { id: otherId, admin: stranger } = await app.organization('Other')
const path = `/orgs/${organizationId}`
const form = { displayName: 'Ann', password: 'seven purple otters' }

async function invite(email = `${newId()}@example.com`, by = admin, organization = organizationId) {
  const body = { emails: [email], role: 'edit' }
  const { users } = expectStatus(200, await by.post<InvitedUsers>(`/orgs/${organization}/invites`, body))
  return { email, userId: users[0] ?? '' }
}

async function findPending(email: string): Promise<SentInvitation | undefined> {
  const { body } = await admin.get<ListBody<SentInvitation>>(`${path}/invitations?limit=1000`)
  return body.items.find((invitation) => invitation.email === email)
}

const resend = (id: string | undefined, by: Person = admin, organization = organizationId) =>
  by.post<DeliveredLink>(`/orgs/${organization}/invitations/${id}/resend`)

/** Invites an address that has no account. */
async function inviteNew() {
  const { email, userId } = await invite()
  const pending = await findPending(email)
  const { link } = expectStatus(201, await resend(pending?.id))
  return { email, userId, id: pending?.id ?? '', secret: readSecret(link) }
}

const complete = (secret: string, by = new BrowserClient(app.anonymous)) =>
  by.post('/user/first-sign-in', { ...form, secret })

const isMember = async (userId: string) => (await admin.get(`${path}/members/${userId}`)).status === 200

describe('somebody without an account', () => {
  test('is a member, pending until they sign in with the link that the admin copies', async () => {
    const { email, userId, secret } = await inviteNew()
    expect(await findPending(email)).toMatchObject({
      user: userId,
      firstSignIn: true,
      expired: false,
      role: 'edit',
    })
    expect(await isMember(userId)).toBe(true)
    expect((await app.anonymous.post('/sign-in/links/inspect', { secret })).body).toMatchObject({
      purpose: 'invitation',
      email,
      organization: { id: organizationId, title: 'Acme' },
    })

    const browser = new BrowserClient(app.anonymous)
    expectStatus(201, await complete(secret, browser))
    expect((await browser.get('/user')).body).toMatchObject({ id: userId, displayName: 'Ann', email })
    expect((await browser.get(path)).status).toBe(200)
    expect(await findPending(email)).toBeUndefined()
    expect((await app.anonymous.post('/user/sessions', { email, password: form.password })).status).toBe(201)
    expect((await complete(secret)).status).toBe(404)
  })

  test('404 for a link that has expired; sending again makes another, and ends the earlier ones', async () => {
    const { email, id, secret } = await inviteNew()
    app.clock.advance(7 * days)
    expect((await complete(secret)).status).toBe(404)
    expect(await findPending(email)).toMatchObject({ expired: true })
    const first = readSecret(expectStatus(201, await resend(id)).link)
    const second = readSecret(expectStatus(201, await resend(id)).link)
    expect((await complete(first)).status).toBe(404)
    expect(await findPending(email)).toMatchObject({ expired: false })
    expectStatus(201, await complete(second))
  })

  test('of two with one link, one gets in', async () => {
    const { secret } = await inviteNew()
    expect(countStatuses(await Promise.all([complete(secret), complete(secret)]))).toEqual({ 201: 1, 404: 1 })
  })

  test('withdrawing removes the member and the unused account, so that the address can be invited again', async () => {
    const { email, userId, id, secret } = await inviteNew()
    expect((await admin.delete(`${path}/invitations/${id}`)).status).toBe(205)
    expect((await admin.delete(`${path}/invitations/${id}`)).status).toBe(204)
    expect(await isMember(userId)).toBe(false)
    expect((await complete(secret)).status).toBe(404)
    const again = await invite(email)
    expect(again.userId).not.toBe(userId)
    expect(await isMember(again.userId)).toBe(true)
  })

  test('a member who was removed before they came cannot use the link', async () => {
    const { email, userId, secret } = await inviteNew()
    expect((await admin.delete(`${path}/members/${userId}`)).status).toBe(205)
    expect((await complete(secret)).status).toBe(404)
    expect(await findPending(email)).toBeUndefined()
  })

  test('has no invitation to accept or decline: they are a member', async () => {
    const { id, secret } = await inviteNew()
    const browser = new BrowserClient(app.anonymous)
    await complete(secret, browser)
    expect((await browser.get<ListBody<unknown>>('/user/invitations')).body.items).toEqual([])
    expect((await browser.post(`/user/invitations/${id}/accept`)).status).toBe(404)
    expect((await browser.send('DELETE', `/user/invitations/${id}`)).status).toBe(204)
    expect((await browser.get(path)).status).toBe(200)
  })

  test('an address that nobody has proven does not let in by its domain', async () => {
    const domain = `${newId()}.example`
    expectStatus(200, await stranger.patch(`/orgs/${otherId}`, { emailDomains: [domain] }))
    const { email } = await invite(`boss@${domain}`)
    const { link } = expectStatus(201, await resend((await findPending(email))?.id))
    const browser = new BrowserClient(app.anonymous)
    expectStatus(201, await complete(readSecret(link), browser))
    expect((await browser.post(`/orgs/${otherId}/join`)).status).toBe(404)
    const { body } = await browser.get<{ organizations: unknown[] }>(`/organizations/domain/${domain}`)
    expect(body.organizations ?? []).toEqual([])
    // Once they have answered a mail, it does.
    await app.database.execute(sql`update users set email_unproven = false where lower(email) = ${email}`)
    expect((await browser.post(`/orgs/${otherId}/join`)).status).toBe(204)
  })
})

describe('somebody with an account', () => {
  test('is asked; the admin gets the address where they answer, and nothing that signs in', async () => {
    const person = await app.person()
    await invite(person.email)
    const pending = await findPending(person.email)
    expect(pending).toMatchObject({ user: null, firstSignIn: false })
    const delivered = expectStatus(201, await resend(pending?.id))
    expect(delivered).toMatchObject({ sent: false, link: 'http://localhost:4000/app/invitations' })
    expect((await person.post(`/user/invitations/${pending?.id}/accept`)).status).toBe(204)
    expect(await isMember(person.id)).toBe(true)
  })
})

describe('POST /orgs/:organizationId/invitations/:invitationId/resend', () => {
  test('404 for invitations of others, of nobody, and of those who have come', async () => {
    const { id, secret } = await inviteNew()
    expect((await resend(id, stranger, otherId)).status).toBe(404)
    expect((await resend(id, stranger)).status).toBe(404)
    expect((await resend(newId())).status).toBe(404)
    const member = await app.member(organizationId, 'create')
    expect((await resend(id, member)).status).toBe(403)
    await complete(secret)
    expect((await resend(id)).status).toBe(404)
    expect((await admin.delete(`${path}/invitations/${id}`)).status).toBe(204)
  })
})
