import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import { MailServer, readMailedLink } from '../../../testing/mail-server.ts'
import { MemoryLog } from '../../../testing/memory-log.ts'
import { waitFor } from '../../../testing/wait-for.ts'

const password = 'seven purple otters'
const log = new MemoryLog()
let server: MailServer
let app: TestApp

beforeAll(async () => {
  server = await MailServer.start()
  app = await TestApp.start(
    { mail: { url: server.url, from: 'Docs <docs@example.com>' }, trustProxy: ['127.0.0.1'] },
    { role: 'all', logger: log.logger },
  )
})
afterAll(async () => {
  await app.stop()
  await server.close()
})

let lastAddress = 0

interface SignedIn {
  person: Person
  browser: BrowserClient
}

/** Signs in from an address of its own, so that no limit of another test counts. */
async function signIn(at: TestApp, person: Person, email = person.email): Promise<BrowserClient> {
  const browser = new BrowserClient(at.anonymous, { 'x-forwarded-for': `198.51.100.${++lastAddress}` })
  expectStatus(201, await browser.post('/user/sessions', { email, password }))
  return browser
}

async function createAccount(at = app): Promise<SignedIn> {
  const person = await at.person()
  await at.database.transaction((tx) => at.app.areas.signIn.accounts.setPassword(tx, person.id, password))
  return { person, browser: await signIn(at, person) }
}

const createAddress = () => `${newId()}@example.org`

const request = (browser: BrowserClient, email: string) => browser.post('/user/email', { email })
const confirm = (browser: BrowserClient, secret: string) => browser.post('/user/email/confirm', { secret })

/** Asks for another address, and reads the secret of the link from the mail to it. */
async function requestSecret(browser: BrowserClient, email: string): Promise<string> {
  expectStatus(200, await request(browser, email))
  return readSecret(readMailedLink(await server.read(email)))
}

const readEmail = async ({ id }: Person, at = app) =>
  (await at.database.row<{ email: string }>(sql`select email from users where id = ${id}`))?.email

const waitForMails = () =>
  waitFor('the jobs to end', async () => {
    const waiting = await app.database.rows(sql`
      select id from pgboss.job where name = 'send-mail' and state not in ('completed', 'failed', 'cancelled')`)
    return waiting.length === 0
  })

describe('with a mail server', () => {
  test('200 sends a link to the new address; confirming it changes the address and tells the old one', async () => {
    const { person, browser } = await createAccount()
    const email = createAddress()
    expect(expectStatus(200, await request(browser, ` ${email.toUpperCase()}`))).toEqual({
      object: 'email-change',
      email,
      sent: true,
    })
    const mail = await server.read(email)
    expect(mail.subject).toBe('Confirm your new e-mail address')
    const link = readMailedLink(mail)
    expect(link).toMatch(/^http:\/\/localhost:4000\/app\/confirm-email#verso_link_[\w-]{43}$/)
    expect(await readEmail(person)).toBe(person.email)
    const secret = readSecret(link)
    expect((await app.anonymous.post('/sign-in/links/inspect', { secret })).body).toMatchObject({
      purpose: 'email-change',
      state: 'valid',
      email,
    })

    expect(expectStatus(200, await confirm(browser, secret))).toMatchObject({ id: person.id, email })

    const notice = await server.read(person.email)
    expect(notice.subject).toBe('Your e-mail address was changed')
    expect(notice.raw).not.toContain(email)
    expect(JSON.stringify(log.lines)).not.toContain(secret)
    const jobs = await app.database.rows(sql`select j::text as text from pgboss.job j`)
    expect(JSON.stringify(jobs)).not.toContain('verso_link_')
    const stored = await app.database.rows(sql`select l::text as text from one_time_links l`)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('people sign in with the new address; sessions and tokens stay, links to the old address end', async () => {
    const { person, browser } = await createAccount()
    const other = await signIn(app, person)
    await app.anonymous.post('/user/sign-in-links', { email: person.email })
    const signInSecret = readSecret(readMailedLink(await server.read(person.email)))
    const email = createAddress()
    expectStatus(200, await confirm(browser, await requestSecret(browser, email)))

    expect((await other.get('/user')).body).toMatchObject({ email })
    expect((await person.get('/user')).status).toBe(200)
    expect((await app.anonymous.post('/user/sessions/link', { secret: signInSecret })).status).toBe(404)
    const stale = { email: person.email, password }
    expect((await app.anonymous.post('/user/sessions', stale)).status).toBe(401)
    await signIn(app, person, email)
  })

  test('404 for a link that was used, has expired, or is of another purpose', async () => {
    const { person, browser } = await createAccount()
    const secret = await requestSecret(browser, createAddress())
    expectStatus(200, await confirm(browser, secret))
    expect((await confirm(browser, secret)).status).toBe(404)

    await server.read(person.email)
    const late = await requestSecret(browser, createAddress())
    app.clock.advance(31 * minutes)
    expect((await confirm(browser, late)).status).toBe(404)
    for (const wrong of ['x', newId(), person.token]) {
      expect((await confirm(browser, wrong)).status).toBe(404)
    }
  })

  test('404 for another account, which does not use the link up; 401 in a browser that is not signed in', async () => {
    const { person, browser } = await createAccount()
    const stranger = await createAccount()
    const email = createAddress()
    const secret = await requestSecret(browser, email)

    expect((await confirm(stranger.browser, secret)).status).toBe(404)
    expect((await app.anonymous.post('/user/email/confirm', { secret })).status).toBe(401)
    expect((await app.anonymous.post('/user/sessions/link', { secret })).status).toBe(404)
    expect((await app.anonymous.post('/user/password-resets/complete', { secret, password })).status).toBe(
      404,
    )
    expect(await readEmail(stranger.person)).toBe(stranger.person.email)

    expectStatus(200, await confirm(browser, secret))
    expect(await readEmail(person)).toBe(email)
  })

  test('of several at once, one wins', async () => {
    const { browser } = await createAccount()
    const secret = await requestSecret(browser, createAddress())
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(browser, secret)))
    expect(countStatuses(answers)).toEqual({ 200: 1, 404: 4 })
  })

  test('the last address counts, and a new password ends what was asked for', async () => {
    const { browser } = await createAccount()
    const first = await requestSecret(browser, createAddress())
    const second = await requestSecret(browser, createAddress())
    expect((await confirm(browser, first)).status).toBe(404)
    const change = { currentPassword: password, password: 'a lamp under the table' }
    expect((await browser.send('PUT', '/user/password', change)).status).toBe(204)
    expect((await confirm(browser, second)).status).toBe(404)
  })

  test('the answer is the same when another account has the address, and its owner alone learns it', async () => {
    const { person, browser } = await createAccount()
    const other = await app.person()
    const free = createAddress()
    const answers = [await request(browser, other.email), await request(browser, free)]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: { object: 'email-change', email: other.email, sent: true } },
      { status: 200, body: { object: 'email-change', email: free, sent: true } },
    ])
    expect((await server.read(other.email)).subject).toBe('Your link to sign in')
    await server.read(free)
    expect(await readEmail(person)).toBe(person.email)
  })

  test('409 when another account has taken the address since, of two who confirm it at once too', async () => {
    const [one, two] = [await createAccount(), await createAccount()]
    const email = createAddress()
    const secrets = [await requestSecret(one.browser, email), await requestSecret(two.browser, email)]
    const answers = await Promise.all([
      confirm(one.browser, secrets[0] ?? ''),
      confirm(two.browser, secrets[1] ?? ''),
    ])
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 })
  })

  test('an invitation to the new address makes an account that keeps it; invitations of the account stay', async () => {
    const { id: organizationId, admin } = await app.organization()
    const { person, browser } = await createAccount()
    const invited = createAddress()
    expectStatus(
      200,
      await admin.post(`/orgs/${organizationId}/invites`, { emails: [invited, person.email] }),
    )
    await server.read(invited)
    await server.read(person.email)
    expectStatus(200, await request(browser, invited))
    expect((await server.read(invited)).subject).toBe('Your link to sign in')

    expectStatus(200, await confirm(browser, await requestSecret(browser, createAddress())))
    const { body } = await browser.get<{ items: { id: string }[] }>('/user/invitations')
    expect(body.items).toHaveLength(1)
  })

  test('a proven address opens what is for its domain', async () => {
    const { browser } = await createAccount()
    const domain = `${newId()}.example`
    const { admin } = await app.organization()
    expectStatus(201, await admin.post('/orgs', { title: 'By domain', emailDomains: [domain] }))
    const list = async () =>
      (await browser.get<{ organizations: object[] }>(`/email-domains/${domain}/orgs`)).body.organizations
    expect(await list()).toHaveLength(0)
    expectStatus(200, await confirm(browser, await requestSecret(browser, `ann@${domain}`)))
    expect(await list()).toHaveLength(1)
  })

  test('400 for what is no address, with line breaks too, and for the address that one has', async () => {
    const { person, browser } = await createAccount()
    const wrong = [
      '',
      'x',
      'a@b@c',
      'a@example.com\r\nBcc: b@example.com',
      '<a@example.com>',
      'a b@example.com',
    ]
    for (const email of [
      ...wrong,
      person.email,
      person.email.toUpperCase(),
      `${'x'.repeat(400)}@example.com`,
    ]) {
      expect((await request(browser, email)).status).toBe(400)
    }
    for (const body of [{}, { email: 7 }, { email: null }]) {
      expect((await browser.post('/user/email', body)).status).toBe(400)
    }
  })

  test('200 for an address with letters of other alphabets', async () => {
    const { person, browser } = await createAccount()
    const email = `jürgen.${newId()}@müller.example`
    expectStatus(200, await request(browser, email.toUpperCase()))
    const stored = await waitFor('the link', () =>
      app.database.row(
        sql`select id from one_time_links where user_id = ${person.id} and new_email = ${email}`,
      ),
    )
    expect(stored).toBeDefined()
  })

  test('403 when the sign-in is long ago, with an access token, and for accounts of identity providers', async () => {
    const { person, browser } = await createAccount()
    const byToken = await person.post('/user/email', { email: createAddress() })
    expect(byToken.status).toBe(403)
    expect(readError(byToken).message).toContain('access token')
    expect((await person.post('/user/email/confirm', { secret: newId() })).status).toBe(403)
    app.clock.advance(11 * minutes)
    expect((await request(browser, createAddress())).status).toBe(403)

    const managed = await createAccount()
    const secret = await requestSecret(managed.browser, createAddress())
    await app.database.execute(sql`update users set managed = true where id = ${managed.person.id}`)
    expect((await confirm(managed.browser, secret)).status).toBe(403)
  })

  test('401 for a page of another site', async () => {
    const { browser } = await createAccount()
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie: browser.cookie }
    const answer = await app.anonymous.send('POST', '/user/email', { email: createAddress() }, headers)
    expect(answer.status).toBe(401)
  })

  test('429 for many tries, and no more than five mails in an hour', async () => {
    const { person, browser } = await createAccount()
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1) statuses.push((await request(browser, createAddress())).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses).toContain(429)
    app.clock.advance(1 * minutes)
    await request(await signIn(app, person), createAddress())
    await waitForMails()
    const links = await app.database.rows(sql`select id from one_time_links where user_id = ${person.id}`)
    expect(links).toHaveLength(5)
    app.clock.advance(2 * hours)
  })
})

describe('without a mail server', () => {
  let bare: TestApp
  beforeAll(async () => {
    bare = await TestApp.start({ trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => bare.stop())

  test('200 changes the address at once, and it proves nothing', async () => {
    const { person, browser } = await createAccount(bare)
    const domain = `${newId()}.example`
    expectStatus(201, await person.post('/orgs', { title: 'By domain', emailDomains: [domain] }))
    const other = await createAccount(bare)
    const email = `ann@${domain}`
    expect(expectStatus(200, await request(other.browser, email))).toEqual({
      object: 'email-change',
      email,
      sent: false,
    })
    expect(await readEmail(other.person, bare)).toBe(email)
    const { body } = await other.browser.get<{ organizations: object[] }>(`/email-domains/${domain}/orgs`)
    expect(body.organizations).toEqual([])
    expect((await browser.get('/user')).body).toMatchObject({ email: person.email })
    await signIn(bare, other.person, email)
  })

  test('409 when another account has it, and both stay as they are', async () => {
    const { person, browser } = await createAccount(bare)
    const other = await createAccount(bare)
    expect((await request(browser, other.person.email.toUpperCase())).status).toBe(409)
    expect(await readEmail(person, bare)).toBe(person.email)
    expect(await readEmail(other.person, bare)).toBe(other.person.email)
  })
})
