import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { interfaceLanguages } from '../../../common/interface-languages.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { DiscussedChangeRequest, waitForKinds, writeMention } from '../../../testing/inbox.ts'
import { MailServer } from '../../../testing/mail-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { notificationMailLocales } from './locales/locales.ts'

let server: MailServer
let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  server = await MailServer.start()
  app = await TestApp.start({ mail: { url: server.url, from: 'Docs <docs@example.com>' } }, { role: 'all' })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(async () => {
  await app.stop()
  await server.close()
})

const createChangeRequest = (author: Person) =>
  DiscussedChangeRequest.create(app, { admin, author, organization })

const choose = async (person: Person, preferences: object) =>
  expectStatus(200, await person.patch('/user/preferences', preferences))

const countWaitingJobs = async () =>
  (
    await app.database.rows(sql`
      select id from pgboss.job where name in ('mail-notifications', 'send-notification-mail')
        and state not in ('completed', 'failed', 'cancelled')`)
  ).length

/** Notifies somebody else, whose mail comes after all mails about what happened before. */
async function waitForEarlierMails(): Promise<void> {
  const author = await app.member(organization, 'edit')
  await (await createChangeRequest(author)).comment(admin, 'Last')
  await server.read(author.email)
  await waitFor('the jobs to end', async () => (await countWaitingJobs()) === 0)
}

test('a mail tells at once who said what, with a link to it and one to the preferences', async () => {
  const author = await app.member(organization, 'edit')
  await app.database.execute(sql`update users set display_name = 'Ann <b>' where id = ${admin.id}`)
  const request = await createChangeRequest(author)
  const comment = await request.comment(admin, 'Look, <script>alert(1)</script>\nsecond line')
  const mail = await server.read(author.email)
  expect(mail.subject).toBe('Ann <b> commented on your change request: Better words #1 · Guide')
  const url = `http://localhost:4000/app${request.path}/review#comment-${comment}`
  expect(mail.text).toContain(url)
  expect(mail.text).toContain('> Look, <script>alert(1)</script>\n> second line')
  expect(mail.html).toContain(`href="${url}"`)
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).not.toContain('<b>')
  const preferences = 'http://localhost:4000/app/account/notifications'
  expect(mail.text).toContain(preferences)
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${preferences}>`)
})

test('a server that refuses a mail for a while gets it again, and nobody gets one about what they have read', async () => {
  const author = await app.member(organization, 'edit')
  const request = await createChangeRequest(author)
  server.refusals = 1
  await request.comment(admin, 'Again')
  expect((await server.read(author.email)).text).toContain('Again')
  await choose(author, { notificationMail: 'daily' })
  await request.comment(admin, 'Read in time')
  await waitForKinds(author, ['comment', 'comment'])
  expectStatus(204, await author.post('/user/notifications/read'))
  await choose(author, { notificationMail: 'immediate' })
  await waitForEarlierMails()
  expect(server.hasMail(author.email)).toBe(false)
})

test('more of the same is mailed again only after it was read', async () => {
  const author = await app.member(organization, 'edit')
  const request = await createChangeRequest(author)
  const comment = await request.comment(author, 'What do you think?')
  await request.reply(admin, comment, 'First answer')
  expect((await server.read(author.email)).text).toContain('First answer')
  await request.reply(admin, comment, 'Second answer')
  await waitForEarlierMails()
  expect(server.hasMail(author.email)).toBe(false)
  expectStatus(204, await author.post('/user/notifications/read'))
  await request.reply(admin, comment, 'Third answer')
  expect((await server.read(author.email)).text).toContain('Third answer')
})

test('a review with its comments is one mail, which has what it says as a whole', async () => {
  const author = await app.member(organization, 'edit')
  const request = await createChangeRequest(author)
  for (const markdown of ['Secret of a draft', 'Another']) {
    expectStatus(201, await admin.post(`${request.path}/draft-comments`, { body: { markdown } }))
  }
  const body = { status: 'changes-requested', comment: { markdown: 'Nearly there' } }
  expectStatus(201, await admin.post(`${request.path}/draft-comments/submit`, body))
  const mail = await server.read(author.email)
  expect(mail.subject).toContain('requests changes: Better words #1')
  expect(mail.text).toContain('> Nearly there')
  await waitForEarlierMails()
  expect(server.hasMail(author.email)).toBe(false)
})

test('who wants no mails gets none, also not later about what happened then', async () => {
  const author = await app.member(organization, 'edit')
  await choose(author, { notificationMail: 'never' })
  const request = await createChangeRequest(author)
  await request.comment(admin, 'Unwanted')
  await waitForKinds(author, ['comment'])
  await waitForEarlierMails()
  expect(server.hasMail(author.email)).toBe(false)
  await choose(author, { notificationMail: null })
  await request.comment(admin, 'Wanted')
  const mail = await server.read(author.email)
  expect(mail.text).toContain('Wanted')
  expect(mail.text).not.toContain('Unwanted')
})

test('one mail a day has all of the day, and says nothing of what one may no longer see', async () => {
  const author = await app.member(organization, 'edit')
  const guest = await app.member(organization, null)
  const request = await createChangeRequest(author)
  const users = [guest.id]
  expectStatus(204, await admin.post(`/spaces/${request.space}/permissions`, { role: 'read', users }))
  for (const person of [author, guest]) await choose(person, { notificationMail: 'daily', language: 'fr' })
  await request.comment(admin, 'One')
  await request.comment(admin, `Two, ${writeMention(guest, 'Guest')}`)
  await waitForKinds(author, ['comment', 'comment'])
  await waitForKinds(guest, ['mention'])
  await waitForEarlierMails()
  expect([author, guest].map(({ email }) => server.hasMail(email))).toEqual([false, false])

  expect((await admin.delete(`/spaces/${request.space}/permissions/users/${guest.id}`)).status).toBe(205)
  app.clock.advance(1 * days)
  await waitForEarlierMails()
  const mail = await server.read(author.email)
  expect(mail.subject).toBe('Nouvelles notifications : 2')
  expect(mail.text).toContain('> One')
  expect(mail.text).toContain('> Two, @Guest')
  expect(server.hasMail(author.email)).toBe(false)
  expect(server.hasMail(guest.email)).toBe(false)
})

test('no mail goes to an address of which nobody has shown that it is theirs', async () => {
  const author = await app.member(organization, 'edit')
  await app.database.execute(sql`update users set email_unproven = true where id = ${author.id}`)
  await (await createChangeRequest(author)).comment(admin, 'Inside')
  await waitForKinds(author, ['comment'])
  await waitForEarlierMails()
  expect(server.hasMail(author.email)).toBe(false)
})

test('every language has all texts', () => {
  for (const language of interfaceLanguages) {
    const { subject, kinds, more, preferences } = notificationMailLocales[language]
    expect(subject(12)).toContain('12')
    expect(more(12)).toContain('12')
    expect(preferences).not.toBe('')
    const { conflict, job_failed: failure, ...deeds } = kinds
    expect([conflict('Ann'), failure('Ann')]).not.toContain('')
    for (const write of Object.values(deeds)) expect(write('Ann')).toContain('Ann')
  }
})
