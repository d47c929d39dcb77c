import { afterAll, describe, expect, test } from 'vitest'
import { minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
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
