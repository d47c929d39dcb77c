import { afterAll, describe, expect, test } from 'vitest'
import { days, minutes, seconds } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import {
  countStatuses,
  expectStatus,
  type Person,
  readError,
  TestApp,
  type TestResponse,
} from '../../../testing/app.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Session } from '../../identity/index.ts'

const app = await TestApp.start({ trustProxy: ['127.0.0.1'] })
afterAll(() => app.stop())

const password = 'seven purple otters'
const origin = 'http://localhost:4000'

/** Creates somebody who can sign in with the password. */
async function createAccount(): Promise<Person> {
  const person = await app.person()
  await app.database.transaction((tx) => app.app.areas.signIn.accounts.setPassword(tx, person.id, password))
  return person
}

let lastAddress = 0
/** An address that no other test tries to sign in from. */
const createAddress = (): string => `198.51.100.${++lastAddress}`

const signIn = (
  body: unknown,
  { address = createAddress(), headers = {} }: { address?: string; headers?: Record<string, string> } = {},
): Promise<TestResponse<Session>> =>
  app.anonymous.send('POST', '/user/sessions', body, { 'x-forwarded-for': address, ...headers })

/** The cookie that a browser sends after this response, and the headers of a page of ours. */
function readCookie(response: TestResponse<unknown>): Record<string, string> {
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
  return { cookie, origin, 'sec-fetch-site': 'same-origin' }
}

const getUser = (headers: Record<string, string>) => app.anonymous.get<{ id: string }>('/user', headers)

const changePassword = (cookie: Record<string, string>, body: unknown) =>
  app.anonymous.send('PUT', '/user/password', body, { ...cookie, 'x-forwarded-for': createAddress() })

/** Waits until the use of a session is stored, which does not happen before the response. */
const waitForUse = (id: string, person: Person) =>
  waitFor('the use to be stored', async () => {
    const { items } = expectStatus(200, await person.get<{ items: Session[] }>('/user/sessions'))
    const lastUsedAt = items.find((session) => session.id === id)?.lastUsedAt
    return lastUsedAt !== undefined && app.clock.now().getTime() - Date.parse(lastUsedAt) < minutes
  })

describe('POST /user/sessions', () => {
  test('201 with the cookie of a session that is good in every organization of the account', async () => {
    const person = await createAccount()
    const organizations = [await person.post<{ id: string }>('/orgs', { title: 'One' })]
    organizations.push(await person.post<{ id: string }>('/orgs', { title: 'Two' }))
    const response = await signIn(
      { email: ` ${person.email.toUpperCase()} `, password },
      { address: '203.0.113.9', headers: { 'user-agent': 'Firefox' } },
    )

    const session = expectStatus(201, response)
    expect(session).toMatchObject({
      object: 'session',
      name: 'Firefox',
      current: true,
      lastAddress: '203.0.113.9',
    })
    expect(session).not.toHaveProperty('organization')
    expect(String(response.headers['set-cookie'])).toMatch(
      /^verso_session=verso_session_[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    )
    const cookie = readCookie(response)
    expect(expectStatus(200, await getUser(cookie)).id).toBe(person.id)
    for (const { body } of organizations) {
      expect((await app.anonymous.get(`/orgs/${body.id}`, cookie)).status).toBe(200)
    }
    const { body: list } = await person.get<{ items: Session[] }>('/user/sessions')
    expect(list.items.map(({ id }) => id)).toEqual([session.id])
  })

  test('the cookie of an installation on https cannot be set by another host', async () => {
    const secure = await TestApp.start({ publicUrl: 'https://verso.example' })
    try {
      const person = await secure.person()
      await secure.database.transaction((tx) =>
        secure.app.areas.signIn.accounts.setPassword(tx, person.id, password),
      )
      const response = await secure.anonymous.post('/user/sessions', { email: person.email, password })
      expect(String(response.headers['set-cookie'])).toMatch(/^__Host-verso_session=.*; Secure/)
      const { cookie = '' } = readCookie(response)
      expect((await secure.anonymous.get('/user', { cookie })).status).toBe(200)
      expect((await secure.anonymous.get('/user', { cookie: cookie.replace('__Host-', '') })).status).toBe(
        401,
      )
    } finally {
      await secure.stop()
    }
  })

  test('401 with the same answer for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await createAccount()
    const { email: withoutPassword } = await app.person()
    const answers = [
      await signIn({ email, password: 'eight purple otters' }),
      await signIn({ email: `${newId()}@example.com`, password }),
      await signIn({ email: 'not an address', password }),
      await signIn({ email: withoutPassword, password }),
    ]

    expect(countStatuses(answers)).toEqual({ 401: 4 })
    expect(new Set(answers.map((answer) => readError(answer).message)).size).toBe(1)
    for (const { headers } of answers) expect(headers).not.toHaveProperty('set-cookie')
  })

  test('400 for a body that is not an address and a password', async () => {
    for (const body of [{}, { email: 'a@example.com' }, { password }, { email: 1, password }, []]) {
      expect((await signIn(body)).status).toBe(400)
    }
    const long = await signIn({ email: 'a@example.com', password: 'x'.repeat(257) })
    expect(readError(long).message).toContain('body.password must')
  })

  test('403 from a page of another site, which could sign its visitors in as somebody else', async () => {
    const { email } = await createAccount()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await signIn({ email, password }, { headers })).status).toBe(403)
    }
    expect((await signIn({ email, password }, { headers: { origin } })).status).toBe(201)
  })

  test('ends the session that the browser had, and never adopts one that it was given', async () => {
    const [first, second] = [await createAccount(), await createAccount()]
    const before = readCookie(await signIn({ email: first.email, password }))
    const response = await signIn({ email: second.email, password }, { headers: before })
    expectStatus(201, response)

    expect(readCookie(response)['cookie']).not.toBe(before['cookie'])
    expect((await getUser(before)).status).toBe(401)
    expect((await getUser(readCookie(response))).body.id).toBe(second.id)
  })

  test('403 where passwords are turned off', async () => {
    const withoutPasswords = await TestApp.start({ passwords: false })
    try {
      const answer = await withoutPasswords.anonymous.post('/user/sessions', {
        email: 'a@example.com',
        password,
      })
      expect(answer.status).toBe(403)
      expect(readError(answer).message).toContain('turned off')
    } finally {
      await withoutPasswords.stop()
    }
  })
})

describe('guessing', () => {
  test('429 after five wrong tries from one address, also with the right password, until the wait is over', async () => {
    const { email } = await createAccount()
    const address = createAddress()
    const attempt = (tried: string) => signIn({ email, password: tried }, { address })
    for (let n = 0; n < 5; n++) expect((await attempt('wrong and wrong')).status).toBe(401)

    const refused = await attempt(password)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(readError(refused).message).toContain('Wait 1 second.')
    app.clock.advance(1.1 * seconds)
    expect((await attempt('wrong and wrong')).status).toBe(401)
    expect((await attempt(password)).headers['retry-after']).toBe('2')
    app.clock.advance(2.1 * seconds)
    expect((await attempt(password)).status).toBe(201)
    // Whoever has signed in begins again.
    for (let n = 0; n < 4; n++) expect((await attempt('wrong and wrong')).status).toBe(401)
    expect((await attempt(password)).status).toBe(201)
  })

  test('an account that does not exist is refused in the same way', async () => {
    const email = `${newId()}@example.com`
    const address = createAddress()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await signIn({ email, password }, { address })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('tries at the same time are all counted', async () => {
    const { email } = await createAccount()
    const address = createAddress()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn({ email, password: 'wrong and wrong' }, { address })),
    )
    expect(countStatuses(answers)).toEqual({ 401: 5, 429: 15 })
  })

  test('does not keep the owner out, who signs in from another address', async () => {
    const { email } = await createAccount()
    const address = createAddress()
    for (let n = 0; n < 10; n++) await signIn({ email, password: 'wrong and wrong' }, { address })
    expect((await signIn({ email, password })).status).toBe(201)
    expect((await signIn({ email, password }, { address })).status).toBe(429)
  })
})

describe('the end of a session', () => {
  test('after 30 days without use; use extends it, up to 90 days', async () => {
    const person = await createAccount()
    const [used, unused] = [
      await signIn({ email: person.email, password }),
      await signIn({ email: person.email, password }),
    ]
    const cookie = readCookie(used)
    for (let n = 0; n < 3; n++) {
      app.clock.advance(29 * days)
      expect((await getUser(cookie)).status).toBe(200)
      await waitForUse(used.body.id, person)
    }
    expect((await getUser(readCookie(unused))).status).toBe(401)
    app.clock.advance(4 * days)
    expect((await getUser(cookie)).status).toBe(401)
  })

  test('205 DELETE /user/session signs out and removes the cookie', async () => {
    const { email } = await createAccount()
    const cookie = readCookie(await signIn({ email, password }))
    const response = await app.anonymous.send('DELETE', '/user/session', undefined, cookie)
    expect(response.status).toBe(205)
    expect(String(response.headers['set-cookie'])).toMatch(/^verso_session=; Max-Age=0/)
    expect((await getUser(cookie)).status).toBe(401)
  })

  test('205 DELETE /user/sessions signs out everywhere else, and nobody else', async () => {
    const [person, other] = [await createAccount(), await createAccount()]
    const [first, second] = [
      await signIn({ email: person.email, password }),
      await signIn({ email: person.email, password }),
    ]
    const foreign = readCookie(await signIn({ email: other.email, password }))
    const remove = () => app.anonymous.send('DELETE', '/user/sessions', undefined, readCookie(first))
    expect((await remove()).status).toBe(205)
    expect((await remove()).status).toBe(204)
    expect((await getUser(readCookie(first))).status).toBe(200)
    expect((await getUser(readCookie(second))).status).toBe(401)
    expect((await getUser(foreign)).status).toBe(200)
    expect((await person.get('/user')).status).toBe(200)
  })
})

describe('PUT /user/password', () => {
  test('204 changes it, and ends the other sessions', async () => {
    const { email } = await createAccount()
    const [here, elsewhere] = [await signIn({ email, password }), await signIn({ email, password })]
    const next = 'a lamp under the table'
    expect(
      (await changePassword(readCookie(here), { currentPassword: password, password: next })).status,
    ).toBe(204)

    expect((await getUser(readCookie(here))).status).toBe(200)
    expect((await getUser(readCookie(elsewhere))).status).toBe(401)
    expect((await signIn({ email, password })).status).toBe(401)
    expect((await signIn({ email, password: next })).status).toBe(201)
  })

  test('400 for a wrong current password, and for one that would be guessed; nothing changes', async () => {
    const person = await createAccount()
    const cookie = readCookie(await signIn({ email: person.email, password }))
    const wrong = await changePassword(cookie, { currentPassword: 'x', password: 'a lamp under the table' })
    expect(readError(wrong)).toMatchObject({
      code: 400,
      message: 'body.currentPassword is not your password.',
    })
    for (const guessable of [
      'too short',
      'passwordpassword',
      'qwertyuiopas',
      'aaaaaaaaaaaaaaaa',
      person.email,
    ]) {
      const answer = await changePassword(cookie, { currentPassword: password, password: guessable })
      expect({ guessable, status: answer.status }).toEqual({ guessable, status: 400 })
    }
    expect((await signIn({ email: person.email, password })).status).toBe(201)
  })

  test('403 without a password of one’s own, and 401 without a session', async () => {
    const person = await app.person()
    const body = { currentPassword: password, password: 'a lamp under the table' }
    expect((await person.put('/user/password', body)).status).toBe(403)
    expect((await changePassword({}, body)).status).toBe(401)
  })

  test('is stored as argon2id and in no response', async () => {
    const person = await createAccount()
    const text = 'select hash from passwords where user_id = $1'
    const { rows } = await app.database.pool.query<{ hash: string }>(text, [person.id])
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(JSON.stringify((await person.get('/user')).body)).not.toContain('argon2')
  })
})

describe('a sign-in that is more than ten minutes ago', () => {
  test('403 for what changes how one signs in, until one signs in again; access tokens are not asked', async () => {
    const person = await createAccount()
    const cookie = readCookie(await signIn({ email: person.email, password }))
    const createToken = (headers: Record<string, string>) =>
      app.anonymous.send('POST', '/user/tokens', { name: 'CI' }, headers)
    expect((await createToken(cookie)).status).toBe(201)
    app.clock.advance(11 * minutes)

    const refused = await createToken(cookie)
    expect(refused.status).toBe(403)
    expect(refused.headers['x-verso-sign-in']).toBe('recent')
    expect((await getUser(cookie)).status).toBe(200)
    const again = readCookie(await signIn({ email: person.email, password }, { headers: cookie }))
    expect((await createToken(again)).status).toBe(201)
    expect((await person.post('/user/tokens', { name: 'CI' })).status).toBe(201)
  })
})
