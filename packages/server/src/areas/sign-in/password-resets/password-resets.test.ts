import { afterAll, describe, expect, test } from 'vitest'
import { hours } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import type { MemberPasswordReset } from './schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

const { id: organizationId, admin } = await app.organization()
const password = 'seven purple otters'
const newPassword = 'a lamp under the table'

const createReset = (by: Person, userId: string) =>
  by.post<MemberPasswordReset>(`/orgs/${organizationId}/members/${userId}/password-reset`)

const complete = (secret: string, chosen = newPassword) =>
  app.anonymous.post('/user/password-resets/complete', { secret, password: chosen })

async function createLink(userId: string): Promise<string> {
  return readSecret(expectStatus(201, await createReset(admin, userId)).link)
}

async function createMember(): Promise<Person> {
  const person = await app.member(organizationId, 'edit')
  await app.database.transaction((tx) => app.app.areas.signIn.accounts.setPassword(tx, person.id, password))
  return person
}

async function signIn(email: string, chosen: string): Promise<BrowserClient | undefined> {
  const browser = new BrowserClient(app.anonymous)
  const { status } = await browser.post('/user/sessions', { email, password: chosen })
  return status === 201 ? browser : undefined
}

describe('a link that an admin makes', () => {
  test('201 sets a new password, ends all sessions, and works once', async () => {
    const member = await createMember()
    const before = await signIn(member.email, password)
    const reset = expectStatus(201, await createReset(admin, member.id))
    expect(reset).toEqual({
      object: 'password-reset',
      email: member.email,
      sent: false,
      link: expect.stringMatching(/^http:\/\/localhost:4000\/app\/reset#verso_link_/) as string,
      expiresAt: expect.any(String) as string,
    })
    const secret = readSecret(reset.link)
    expect((await complete(secret, 'short')).status).toBe(400)
    expect((await complete(secret)).status).toBe(204)

    expect((await before?.get('/user'))?.status).toBe(401)
    expect(await signIn(member.email, password)).toBeUndefined()
    expect(await signIn(member.email, newPassword)).toBeDefined()
    expect((await complete(secret, 'three further lamps on it')).status).toBe(404)
  })

  test('using one ends the others of the account, and so does a new password', async () => {
    const member = await createMember()
    const [first, second] = [await createLink(member.id), await createLink(member.id)]
    expect((await complete(first)).status).toBe(204)
    expect((await complete(second)).status).toBe(404)
    const third = await createLink(member.id)
    const browser = await signIn(member.email, newPassword)
    const change = { currentPassword: newPassword, password: 'three further lamps on it' }
    expect((await browser?.send('PUT', '/user/password', change))?.status).toBe(204)
    expect((await complete(third)).status).toBe(404)
  })

  test('of two at once, one wins', async () => {
    const { id } = await createMember()
    const secret = await createLink(id)
    const answers = await Promise.all([complete(secret), complete(secret), complete(secret)])
    expect(countStatuses(answers)).toEqual({ 204: 1, 404: 2 })
  })

  test('404 after 24 hours, and for a secret that is none', async () => {
    const { id } = await createMember()
    const secret = await createLink(id)
    app.clock.advance(24 * hours)
    for (const wrong of [secret, '', 'x', newId(), admin.token]) {
      expect([400, 404]).toContain((await complete(wrong)).status)
    }
  })

  test('403 for somebody who belongs to another organization or is invited to one: it is not the admin’s to take', async () => {
    const elsewhere = await app.organization('Elsewhere')
    const both = await createMember()
    await app.addMember(elsewhere.id, both, 'read')
    const invited = await createMember()
    expectStatus(
      200,
      await elsewhere.admin.post(`/orgs/${elsewhere.id}/invites`, { emails: [invited.email] }),
    )
    for (const { id } of [both, invited]) {
      const answer = await createReset(admin, id)
      expect(answer.status).toBe(403)
      expect(readError(answer).message).toContain('verso login-link')
    }
  })

  test('403 once the member has joined another organization, 404 once they were removed', async () => {
    const [joining, removed] = [await createMember(), await createMember()]
    const secrets = [await createLink(joining.id), await createLink(removed.id)]
    await joining.post('/orgs', { title: 'Their own' })
    await admin.delete(`/orgs/${organizationId}/members/${removed.id}`)
    expect((await complete(secrets[0] ?? '')).status).toBe(403)
    expect((await complete(secrets[1] ?? '')).status).toBe(404)
    expect(await signIn(joining.email, password)).toBeDefined()
    expect(await signIn(removed.email, password)).toBeDefined()
  })

  test('403 for oneself and for accounts of identity providers, 404 for people who are no members', async () => {
    expect((await createReset(admin, admin.id)).status).toBe(403)
    const managed = await createMember()
    await app.database.execute(sql`update users set managed = true where id = ${managed.id}`)
    expect((await createReset(admin, managed.id)).status).toBe(403)
    for (const id of [newId(), (await app.person()).id]) {
      expect((await createReset(admin, id)).status).toBe(404)
    }
  })

  test('403 for a session whose sign-in is long ago', async () => {
    const { id } = await createMember()
    const other = await createMember()
    await admin.patch(`/orgs/${organizationId}/members/${other.id}`, { role: 'admin' })
    const browser = await signIn(other.email, password)
    const path = `/orgs/${organizationId}/members/${id}/password-reset`
    expect((await browser?.post(path))?.status).toBe(201)
    app.clock.advance(hours)
    expect((await browser?.post(path))?.status).toBe(403)
  })
})

describe('without a mail server', () => {
  test('412 for everyone, whether or not there is an account', async () => {
    for (const email of [admin.email, `${newId()}@example.com`]) {
      for (const path of ['/user/password-resets', '/user/sign-in-links']) {
        const answer = await app.anonymous.post(path, { email })
        expect(answer.status).toBe(412)
        expect(readError(answer).message).toContain('Ask an admin')
      }
    }
  })
})

test('403 where passwords are turned off', async () => {
  const off = await TestApp.start({ passwords: false })
  try {
    const { id, admin: offAdmin } = await off.organization()
    const member = await off.member(id, 'read')
    expect((await offAdmin.post(`/orgs/${id}/members/${member.id}/password-reset`)).status).toBe(403)
    expect((await off.anonymous.post('/user/password-resets', { email: member.email })).status).toBe(403)
    const body = { secret: newId(), password }
    expect((await off.anonymous.post('/user/password-resets/complete', body)).status).toBe(403)
    expect((await off.anonymous.get('/sign-in/options')).body).toMatchObject({
      passwords: false,
      mail: false,
    })
  } finally {
    await off.stop()
  }
})
