import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../../common/clock.ts'
import { interfaceLanguages } from '../../../common/interface-languages.ts'
import { newId } from '../../../common/ids.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { BrowserClient, readSecret } from '../../../testing/browser-client.ts'
import { MailServer, readMailedLink } from '../../../testing/mail-server.ts'
import { MemoryLog } from '../../../testing/memory-log.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { SignInOptions } from '../options/schema.ts'
import type { MemberPasswordReset } from '../password-resets/schema.ts'
import { mailLocales } from './locales/locales.ts'

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

const password = 'seven purple otters'

let lastAddress = 0
/** Asks from an address of its own, so that no limit of another test counts. */
const ask = (path: string, email: string) =>
  app.anonymous.send('POST', path, { email }, { 'x-forwarded-for': `198.51.100.${++lastAddress}` })

const countLinks = async (person: Person) =>
  (await app.database.rows(sql`select id from one_time_links where user_id = ${person.id}`)).length

const countWaitingMails = async () =>
  (
    await app.database.rows(sql`
      select id from pgboss.job where name = 'send-mail' and state not in ('completed', 'failed', 'cancelled')`)
  ).length

test('a reset comes by mail, sets a new password, and is in no log and no job', async () => {
  const person = await app.person()
  expect((await ask('/user/password-resets', ` ${person.email.toUpperCase()}`)).status).toBe(204)
  const mail = await server.read(person.email)

  expect(mail.subject).toBe('Choose a new password')
  expect(mail.from).toMatchObject({ name: 'Docs', address: 'docs@example.com' })
  const link = readMailedLink(mail)
  expect(link).toMatch(/^http:\/\/localhost:4000\/app\/reset#verso_link_[\w-]{43}$/)
  expect(mail.html).toContain(`href="${link}"`)
  const secret = readSecret(link)
  const body = { secret, password }
  expect((await app.anonymous.post('/user/password-resets/complete', body)).status).toBe(204)
  const browser = new BrowserClient(app.anonymous)
  expect((await browser.post('/user/sessions', { email: person.email, password })).status).toBe(201)

  expect(JSON.stringify(log.lines)).not.toContain(secret)
  const jobs = await app.database.rows(sql`select j::text as text from pgboss.job j`)
  expect(JSON.stringify(jobs)).toContain(person.email)
  expect(JSON.stringify(jobs)).not.toContain('verso_link_')
})

test('a sign-in link signs in, once', async () => {
  const person = await app.person()
  expect((await ask('/user/sign-in-links', person.email)).status).toBe(204)
  const link = readMailedLink(await server.read(person.email))
  expect(link).toContain('/app/sign-in/link#')
  const browser = new BrowserClient(app.anonymous)
  expectStatus(201, await browser.post('/user/sessions/link', { secret: readSecret(link) }))
  expect((await browser.get('/user')).body).toMatchObject({ id: person.id })
  expect((await app.anonymous.post('/user/sessions/link', { secret: readSecret(link) })).status).toBe(404)
})

test('404 for a link whose half hour is over', async () => {
  const person = await app.person()
  await ask('/user/sign-in-links', person.email)
  const secret = readSecret(readMailedLink(await server.read(person.email)))
  app.clock.advance(0.5 * hours)
  expect((await app.anonymous.post('/user/sessions/link', { secret })).status).toBe(404)
})

test('the answer is the same without an account, and nothing is sent', async () => {
  const nobody = `${newId()}@example.com`
  const person = await app.person()
  const answers = [
    await ask('/user/password-resets', nobody),
    await ask('/user/password-resets', person.email),
  ]
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 204, body: undefined },
    { status: 204, body: undefined },
  ])
  await server.read(person.email)
  await waitFor('the jobs to end', async () => (await countWaitingMails()) === 0)
  expect(server.hasMail(nobody)).toBe(false)
  expect((await app.anonymous.get<SignInOptions>('/sign-in/options')).body.mail).toBe(true)
})

test('400 for what is no address', async () => {
  for (const email of ['', 'x', 'a@b@c', 'a@example.com\r\nBcc: b@example.com', '<a@example.com>']) {
    expect((await ask('/user/password-resets', email)).status).toBe(400)
  }
})

test('nobody gets more than five in an hour, and whoever asks again and again waits', async () => {
  const person = await app.person()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask('/user/password-resets', person.email)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
  for (let n = 0; n < 5; n++) await server.read(person.email)
  await waitFor('the jobs to end', async () => (await countWaitingMails()) === 0)
  expect(await countLinks(person)).toBe(5)
  const statuses = []
  for (let n = 0; n < 8; n++) {
    statuses.push((await app.anonymous.post('/user/sign-in-links', { email: `${n}@example.com` })).status)
    statuses.push((await app.anonymous.post('/user/sign-in-links', { email: 'same@example.com' })).status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
})

test('a mail that the server refuses is tried again, with a link that works', async () => {
  const person = await app.person()
  server.refusals = 1
  await ask('/user/sign-in-links', person.email)
  const link = readMailedLink(await server.read(person.email))
  expectStatus(201, await app.anonymous.post('/user/sessions/link', { secret: readSecret(link) }))
  expect(await countLinks(person)).toBe(1)
})

test('an admin’s reset goes to the member, also to one of another organization, and the admin does not see it', async () => {
  const { id, admin } = await app.organization()
  const member = await app.member(id, 'read')
  await member.post('/orgs', { title: 'Their own' })
  const path = `/orgs/${id}/members/${member.id}/password-reset`
  const answer = expectStatus(201, await admin.post<MemberPasswordReset>(path))
  expect(answer).toEqual({ object: 'password-reset', email: member.email, sent: true })
  const secret = readSecret(readMailedLink(await server.read(member.email)))
  expect((await app.anonymous.post('/user/password-resets/complete', { secret, password })).status).toBe(204)
})

describe('languages', () => {
  test.each(interfaceLanguages)('%s: the mail is written in the language of the person', async (language) => {
    const person = await app.person()
    expectStatus(200, await person.patch('/user/preferences', { language }))
    await ask('/user/password-resets', person.email)
    const mail = await server.read(person.email)
    const texts = mailLocales[language].passwordReset({ minutes: 30 })
    expect(mail.subject).toBe(texts.subject)
    for (const part of [...texts.before, ...texts.after]) expect(mail.text).toContain(part)
    expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(mail.raw).toMatch(new RegExp(`^Content-Language: ${language}\\r?$`, 'm'))
  })
})

describe('invitations', () => {
  test('somebody without an account gets a link that lets them in, and the address is proven', async () => {
    const domain = `${newId()}.example`
    const { id, admin } = await app.organization('Ärger\r\nBcc: evil@example.com')
    const elsewhere = await app.organization('By domain')
    await elsewhere.admin.patch(`/orgs/${elsewhere.id}`, { emailDomains: [domain] })
    await admin.patch('/user/preferences', { language: 'de' })
    const email = `ann@${domain}`
    const { body } = await admin.post<{ users: string[] }>(`/orgs/${id}/invites`, { emails: [email] })
    const mail = await server.read(email)
    expect(mail.recipients).toEqual([email])
    expect(mail.subject).toBe('Einladung zu Ärger Bcc: evil@example.com')
    const browser = new BrowserClient(app.anonymous)
    const form = { secret: readSecret(readMailedLink(mail)), displayName: 'Ann', password }
    expectStatus(201, await browser.post('/user/first-sign-in', form))
    expect((await browser.get('/user')).body).toMatchObject({ id: body.users[0], displayName: 'Ann' })
    expect((await browser.post(`/orgs/${elsewhere.id}/join`)).status).toBe(204)
  })

  test('resending sends another mail, and the answer does not have the link; withdrawn ones are not sent', async () => {
    const { id, admin } = await app.organization()
    const email = `${newId()}@example.com`
    await admin.post(`/orgs/${id}/invites`, { emails: [email] })
    const first = readSecret(readMailedLink(await server.read(email)))
    const { body: list } = await admin.get<{ items: { id: string }[] }>(`/orgs/${id}/invitations`)
    const path = `/orgs/${id}/invitations/${list.items[0]?.id}`
    const answer = expectStatus(201, await admin.post<object>(`${path}/resend`))
    expect(answer).toMatchObject({ sent: true, email })
    expect(answer).not.toHaveProperty('link')
    await server.read(email)
    const body = { secret: first, displayName: 'Ann', password }
    expect((await app.anonymous.post('/user/first-sign-in', body)).status).toBe(404)
  })

  test('somebody with an account is told where to answer', async () => {
    const { id, admin } = await app.organization('Acme')
    const person = await app.person()
    await person.patch('/user/preferences', { language: 'fr' })
    await admin.post(`/orgs/${id}/invites`, { emails: [person.email] })
    const mail = await server.read(person.email)
    expect(mail.subject).toBe('Invitation à rejoindre Acme')
    expect(readMailedLink(mail)).toBe('http://localhost:4000/app/invitations')
  })

  test('an invite link sends a link to the address, and to whoever has an account one to sign in; the answers are alike', async () => {
    const { id, admin } = await app.organization('Acme')
    const body = { role: 'edit', emailDomains: ['example.com'] }
    const invite = expectStatus(201, await admin.post<{ id: string }>(`/orgs/${id}/link-invites`, body))
    const person = await app.person()
    const newcomer = `${newId()}@example.com`
    const path = `/orgs/${id}/invites/${invite.id}/account`
    const answers = [await ask(path, newcomer), await ask(path, person.email)]
    expect(answers.map((answer) => answer.body)).toEqual([
      { object: 'delivered-link', email: newcomer, sent: true },
      { object: 'delivered-link', email: person.email, sent: true },
    ])
    const mail = await server.read(newcomer)
    expect(mail.subject).toBe('Join Acme')
    const browser = new BrowserClient(app.anonymous)
    const form = { secret: readSecret(readMailedLink(mail)), displayName: 'Ann', password }
    expectStatus(201, await browser.post('/user/first-sign-in', form))
    expect((await browser.get(`/orgs/${id}`)).status).toBe(200)
    expect(readMailedLink(await server.read(person.email))).toContain('/app/sign-in/link#')
  })
})

test('line breaks and markup in a name are neither headers nor elements', async () => {
  const person = await app.person()
  const displayName = 'Ann\r\nBcc: evil@example.com\r\n\r\n<b onclick=x>"&'
  await app.database.execute(sql`update users set display_name = ${displayName} where id = ${person.id}`)
  await ask('/user/password-resets', person.email)
  const mail = await server.read(person.email)
  expect(mail.recipients).toEqual([person.email])
  expect(mail.bcc ?? []).toEqual([])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).not.toContain('<b onclick')
  expect(mail.html).toContain('&lt;b onclick=x&gt;&quot;&amp;')
})
