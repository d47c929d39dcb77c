import { afterAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import { createAccountRecovery } from '../area.ts'
import type { SecondFactorRequest } from '../accounts/schema.ts'
import type { RecoveryCodes } from './schema.ts'

const app = await TestApp.start({ trustProxy: ['127.0.0.1'] })
afterAll(() => app.stop())

const password = 'seven purple otters'
let lastAddress = 0
/** An address that no other test tries to sign in from. */
const createAddress = (): string => `198.51.100.${++lastAddress}`

const post = <Body>(path: string, body: unknown, address = createAddress()) =>
  app.anonymous.send<Body>('POST', path, body, { 'x-forwarded-for': address })

/** Somebody whose sign-in asks for a second factor, with their recovery codes. */
async function createProtectedAccount(): Promise<{ person: Person; codes: string[] }> {
  const person = await app.person()
  await app.database.transaction((tx) => app.app.areas.signIn.accounts.setPassword(tx, person.id, password))
  const { codes } = expectStatus(201, await person.post<RecoveryCodes>('/user/recovery-codes'))
  // Registering a real passkey takes a browser: tests/browser/passkeys.test.ts does.
  await app.database.execute(sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (${newId()}, ${person.id}, 'Key', ${newId()}, 'x', 0, '{}', now())`)
  expectStatus(200, await person.put('/user/second-factor', { required: true }))
  return { person, codes }
}

const requestTicket = async ({ email }: Person): Promise<string> =>
  expectStatus(201, await post<SecondFactorRequest>('/user/sessions', { email, password })).ticket

const complete = (ticket: string, recoveryCode: string, address?: string) =>
  post('/user/sessions/second-factor', { ticket, recoveryCode }, address)

describe('a recovery code', () => {
  test('201 once, also for two who try at the same time; new codes replace it', async () => {
    const { person, codes } = await createProtectedAccount()
    const [first = '', second = ''] = codes
    const tickets: string[] = []
    for (let n = 0; n < 4; n++) tickets.push(await requestTicket(person))
    const answers = await Promise.all(tickets.map((ticket) => complete(ticket, first)))
    expect(countStatuses(answers)[201]).toBe(1)

    expectStatus(201, await person.post('/user/recovery-codes'))
    expect((await complete(await requestTicket(person), second)).status).toBe(401)
  })

  test('401 for that of somebody else; it still works for its owner', async () => {
    const [ada, bob] = [await createProtectedAccount(), await createProtectedAccount()]
    expect((await complete(await requestTicket(ada.person), bob.codes[0] ?? '')).status).toBe(401)
    expect((await complete(await requestTicket(bob.person), bob.codes[0] ?? '')).status).toBe(201)
  })

  test('429 after some wrong ones; another address is not kept out', async () => {
    const { person, codes } = await createProtectedAccount()
    const ticket = await requestTicket(person)
    const address = createAddress()
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await complete(ticket, `wrong ${n}`, address))
    expect(Object.keys(countStatuses(answers))).toEqual(['401', '429'])
    expect((await complete(ticket, codes[0] ?? '')).status).toBe(201)
  })

  test('is stored as a hash only', async () => {
    const { person, codes } = await createProtectedAccount()
    const rows = await app.database.rows<{ row: string }>(sql`
      select encode(hash, 'escape') as row from recovery_codes where user_id = ${person.id}`)
    expect(rows).toHaveLength(10)
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

describe('a ticket', () => {
  test('is no session, ends after ten minutes, and is used once', async () => {
    const { person, codes } = await createProtectedAccount()
    const ticket = await requestTicket(person)
    expect((await app.anonymous.get('/user', { cookie: `verso_session=${ticket}` })).status).toBe(401)
    expect((await app.anonymous.get('/user', { authorization: `Bearer ${ticket}` })).status).toBe(401)
    expect((await complete('invented', codes[0] ?? '')).status).toBe(401)
    expect((await complete(ticket, codes[0] ?? '')).status).toBe(201)
    expect((await complete(ticket, codes[1] ?? '')).status).toBe(401)
    const late = await requestTicket(person)
    app.clock.advance(11 * minutes)
    expect((await complete(late, codes[1] ?? '')).status).toBe(401)
    expect((await post('/sign-in/passkey-options', { ticket: late })).status).toBe(401)
  })

  test('201 with a session at once when the account no longer asks for a second factor', async () => {
    const { person } = await createProtectedAccount()
    expectStatus(200, await person.put('/user/second-factor', { required: false }))
    const answer = await post('/user/sessions', { email: person.email, password })
    expect(answer.body).toMatchObject({ object: 'session' })
  })
})

/** A link as `verso login-link` prints it, or as a mail has it. */
async function createLink(
  { id }: Person,
  purpose: 'sign-in' | 'password-reset',
  isMailed: boolean,
): Promise<string> {
  const link = { purpose, userId: id, lifetimeMs: hours, isMailed }
  return readSecret((await app.app.areas.signIn.links.create(app.database, link)).url)
}

describe('a one-time link', () => {
  test.each([
    ['a mail', true],
    ['the command line', false],
  ])('from %s signs in with the second factor only, and is used up by asking for it', async (_, isMailed) => {
    const { person, codes } = await createProtectedAccount()
    const secret = await createLink(person, 'sign-in', isMailed)
    const browser = new BrowserClient(app.anonymous, { 'x-forwarded-for': createAddress() })
    const asked = expectStatus(
      201,
      await browser.post<SecondFactorRequest>('/user/sessions/link', { secret }),
    )
    expect(asked).toMatchObject({
      object: 'second-factor-request',
      methods: ['passkey', 'recovery-code'],
    })
    expect(browser.cookie).toBe('')
    expect((await browser.post('/user/sessions/link', { secret })).status).toBe(404)

    const { ticket } = asked
    expect((await complete(ticket, 'a wrong code')).status).toBe(401)
    const completed = await browser.post('/user/sessions/second-factor', { ticket, recoveryCode: codes[0] })
    expect(expectStatus(201, completed)).toMatchObject({ object: 'session', current: true })
    expect((await browser.get('/user')).body).toMatchObject({ id: person.id })
  })

  test('of somebody who is asked leaves the session that the browser has, until the second factor is right', async () => {
    const browser = new BrowserClient(app.anonymous, { 'x-forwarded-for': createAddress() })
    const first = await app.person()
    const link = await createLink(first, 'sign-in', false)
    expectStatus(201, await browser.post('/user/sessions/link', { secret: link }))
    const old = browser.cookie

    const { person, codes } = await createProtectedAccount()
    const secret = await createLink(person, 'sign-in', false)
    const { body } = await browser.post<SecondFactorRequest>('/user/sessions/link', { secret })
    expect((await browser.get('/user')).body).toMatchObject({ id: first.id })
    const { ticket } = body
    expectStatus(201, await browser.post('/user/sessions/second-factor', { ticket, recoveryCode: codes[0] }))
    expect((await browser.get('/user')).body).toMatchObject({ id: person.id })
    expect((await app.anonymous.get('/user', { cookie: old })).status).toBe(401)
  })

  test('for a new password does not take the place of the second factor', async () => {
    const { person, codes } = await createProtectedAccount()
    const secret = await createLink(person, 'password-reset', true)
    const changed = 'eight purple otters'
    expect((await post('/user/password-resets/complete', { secret, password: changed })).status).toBe(204)
    const answer = await post<SecondFactorRequest>('/user/sessions', {
      email: person.email,
      password: changed,
    })
    expect(answer.body).toMatchObject({ object: 'second-factor-request' })
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect((await complete(answer.body.ticket, codes[0] ?? '')).status).toBe(201)
  })

  test('of an invitation asks too, where the account was protected before its first sign-in', async () => {
    const { id: organizationId, admin } = await app.organization()
    const email = `${newId()}@example.com`.toLowerCase()
    const invited = expectStatus(
      200,
      await admin.post<{ users: string[] }>(`/orgs/${organizationId}/invites`, {
        emails: [email],
        role: 'read',
      }),
    )
    const { items } = expectStatus(
      200,
      await admin.get<{ items: { id: string }[] }>(`/orgs/${organizationId}/invitations`),
    )
    const { link } = expectStatus(
      201,
      await admin.post<{ link: string }>(`/orgs/${organizationId}/invitations/${items[0]?.id}/resend`),
    )
    // Only an access token that the command line made can protect an account that nobody has signed in to.
    await app.database.execute(sql`
      insert into second_factors (user_id, required_at)
      select id, now() from users where email = ${email} and id = any(${invited.users})`)
    const answer = await post<SecondFactorRequest>('/user/first-sign-in', {
      secret: readSecret(link),
      displayName: 'Ann',
      password,
    })
    expect(answer.body).toMatchObject({ object: 'second-factor-request', methods: ['passkey'] })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })
})

test('whoever runs the installation lets somebody in who has lost passkeys and codes, and ends what was open', async () => {
  const { person, codes } = await createProtectedAccount()
  const [code = ''] = codes
  const ticket = await requestTicket(person)
  const session = await complete(await requestTicket(person), code)
  const cookie = String(session.headers['set-cookie']).split(';', 1)[0] ?? ''
  expect((await app.anonymous.get('/user', { cookie })).status).toBe(200)

  const { identity, signIn } = app.app.areas
  const recovery = createAccountRecovery(app, identity, signIn.links)
  const recovered = await recovery.recover(person.id)
  expect(recovered).toMatchObject({ passkeys: 1, recoveryCodes: 9, sessions: 1 })
  expect((await app.anonymous.get('/user', { cookie })).status).toBe(401)
  expect((await complete(ticket, codes[1] ?? '')).status).toBe(401)
  expect((await person.get('/user/second-factor')).body).toMatchObject({
    required: false,
    passkeys: 0,
    recoveryCodes: 0,
  })
  const answer = await post('/user/sessions/link', { secret: readSecret(recovered.url) })
  expect(expectStatus(201, answer)).toMatchObject({ object: 'session' })
})

test('403 from a page of another site', async () => {
  for (const path of ['/sign-in/passkey-options', '/user/sessions/passkey', '/user/sessions/second-factor']) {
    const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
    const response = {
      ...credential,
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    }
    const body = path.endsWith('options') ? {} : { ticket: 'x', response }
    const answer = await app.anonymous.send('POST', path, body, { origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
  }
})
