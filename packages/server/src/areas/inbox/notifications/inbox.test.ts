import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { Client, expectStatus, type Person, type TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { EventReader, listenLocally } from '../../../testing/event-reader.ts'
import { GitWorld } from '../../../testing/git-world.ts'
import {
  DiscussedChangeRequest,
  listNotifications,
  waitForKinds,
  writeMention,
} from '../../../testing/inbox.ts'
import { buildPagePath } from '../../../testing/lists.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Notification } from './schema.ts'

let world: GitWorld
let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  world = await GitWorld.start()
  ;({ app, organization, admin } = world)
})
afterAll(() => world.stop())

const createChangeRequest = (author: Person, spaceBody?: object) =>
  DiscussedChangeRequest.create(app, { admin, author, organization }, spaceBody)

describe('a person is notified', () => {
  test('of comments, replies, mentions and reviews of what is theirs, and not of what they do', async () => {
    const [author, reviewer] = [
      await app.member(organization, 'edit'),
      await app.member(organization, 'review'),
    ]
    const request = await createChangeRequest(author)
    const { path, id, space } = request
    expectStatus(200, await author.post(`${path}/requested-reviewers`, { users: [reviewer.id] }))
    const [asked] = await waitForKinds(reviewer, ['review_requested'])
    expect(asked).toMatchObject({
      organization,
      space: { id: space, title: 'Guide' },
      changeRequest: { id, subject: 'Better words' },
      actor: { id: author.id },
    })
    expect(asked?.actor).not.toHaveProperty('email')
    const comment = await request.comment(reviewer, 'Why?')
    await waitForKinds(author, ['comment'])
    await request.reply(author, comment, 'Because.')
    await waitForKinds(reviewer, ['reply', 'review_requested'])
    const text = `Ask ${writeMention(author)} and ${writeMention(reviewer)}`
    const reply = await request.reply(reviewer, comment, text)
    const [mentioned] = await waitForKinds(author, ['mention', 'comment'])
    expect(mentioned?.comment).toEqual({ id: comment, reply, text: 'Ask @somebody and @somebody' })
    expectStatus(201, await reviewer.post(`${path}/reviews`, { status: 'approved' }))
    const [reviewed] = await waitForKinds(author, ['review_submitted', 'mention', 'comment'])
    expect(reviewed?.review).toMatchObject({ status: 'approved' })
    const page = { operation: 'insert_page', type: 'document', title: 'Page', document: { markdown: 'A' } }
    expectStatus(200, await author.post(`${path}/content`, { changes: [page] }))
    expectStatus(200, await admin.post(`${path}/merge`, {}))
    await waitForKinds(author, ['merged', 'review_submitted', 'mention', 'comment'])
    await waitForKinds(reviewer, ['reply', 'review_requested'])
  })

  test('once of what happens again, which is new again then', async () => {
    const [author, reviewer] = [
      await app.member(organization, 'edit'),
      await app.member(organization, 'review'),
    ]
    const request = await createChangeRequest(author)
    const comment = await request.comment(author, 'What do you think?')
    await request.reply(reviewer, comment, 'One')
    const [first] = await waitForKinds(author, ['reply'])
    expectStatus(200, await author.patch(`/user/notifications/${first?.id}`, { read: true }))
    await request.reply(reviewer, comment, 'Two')
    await request.reply(reviewer, comment, 'Three')
    expectStatus(201, await reviewer.post(`${request.path}/reviews`, { status: 'changes-requested' }))
    expectStatus(201, await reviewer.post(`${request.path}/reviews`, { status: 'approved' }))
    await request.comment(admin, 'The end')
    const [, review, reply] = await waitForKinds(author, ['comment', 'review_submitted', 'reply'])
    expect(review?.review?.status).toBe('approved')
    expect(reply?.comment?.text).toBe('Three')
    expect((await listNotifications(author)).unread).toBe(3)

    // Asked, no longer asked, and asked again.
    const path = `${request.path}/requested-reviewers`
    for (let n = 0; n < 2; n++) {
      expectStatus(200, await author.post(path, { users: [reviewer.id] }))
      expect((await author.delete(`${path}/${reviewer.id}`)).status).toBeLessThan(300)
    }
    expectStatus(200, await author.post(path, { users: [reviewer.id] }))
    await request.comment(author, writeMention(reviewer))
    await waitForKinds(reviewer, ['mention', 'review_requested'])
  })

  test('of a mention that is written into a comment later, once, and of no reaction to it', async () => {
    const [author, reader] = [await app.member(organization, 'edit'), await app.member(organization, 'read')]
    const request = await createChangeRequest(author)
    const comment = await request.comment(author, 'Nobody yet')
    const path = `${request.path}/comments/${comment}`
    for (const text of ['Look', 'Look here']) {
      const body = { body: { markdown: `${text}, ${writeMention(reader)}` } }
      expectStatus(200, await author.put(path, body))
      await waitForKinds(reader, ['mention'])
    }
    const [mention] = await waitForKinds(reader, ['mention'])
    expectStatus(200, await reader.patch(`/user/notifications/${mention?.id}`, { read: true }))
    expectStatus(200, await author.put(path, { addedReactions: ['👍'] }))
    expectStatus(200, await author.put(path, { resolved: true }))
    await request.comment(author, `And ${writeMention(reader)}`)
    await waitForKinds(reader, ['mention', 'mention'])
    expect((await listNotifications(reader)).unread).toBe(1)
  })

  test('once of a review with all its comments, or of comments that came together', async () => {
    const [author, reviewer, reader] = [
      await app.member(organization, 'edit'),
      await app.member(organization, 'review'),
      await app.member(organization, 'read'),
    ]
    const request = await createChangeRequest(author)
    const draft = async (markdown: string) =>
      expectStatus(201, await reviewer.post(`${request.path}/draft-comments`, { body: { markdown } }))
    const submit = async (body: object) =>
      expectStatus(201, await reviewer.post(`${request.path}/draft-comments/submit`, body))
    for (const text of ['One', `Two, ${writeMention(reader)}`, `Three, ${writeMention(reader)}`])
      await draft(text)
    await submit({ status: 'approved', comment: { markdown: 'Well done' } })
    const [reviewed] = await waitForKinds(author, ['review_submitted'])
    expect(reviewed).toMatchObject({ review: { status: 'approved' }, comment: { text: 'Well done' } })
    const [mentioned] = await waitForKinds(reader, ['mention'])
    expect(mentioned?.comment?.text).toBe('Two, @somebody')

    for (const text of ['Four', 'Five']) await draft(text)
    await submit({ comment: { markdown: 'A question' } })
    const [asked] = await waitForKinds(author, ['comment', 'review_submitted'])
    expect(asked?.comment?.text).toBe('A question')
    await draft('Six')
    await submit({})
    const [last] = await waitForKinds(author, ['comment', 'comment', 'review_submitted'])
    expect(last?.comment?.text).toBe('Six')
  })

  test('of mentions in what is said about a page of a space, with the page', async () => {
    const reader = await app.member(organization, 'read')
    const { id: space } = await app.space(admin, organization)
    await commitChanges(app, admin, space, [newPage('setup', 'Setup', 'Text.')])
    const body = { page: 'setup', body: { markdown: `Look, ${writeMention(reader)}` } }
    const posted = expectStatus(200, await admin.post<{ id: string }>(`/spaces/${space}/comments`, body))
    const [mention] = await waitForKinds(reader, ['mention'])
    expect(mention).toMatchObject({ comment: { id: posted.id, page: 'setup' }, space: { id: space } })
    expect(mention).not.toHaveProperty('changeRequest')
  })

  test('of conflicts that somebody else brings into their change request', async () => {
    const author = await app.member(organization, 'edit')
    const request = await createChangeRequest(author)
    const other = await admin.post<{ id: string }>(`/spaces/${request.space}/change-requests`, {})
    const otherPath = `/spaces/${request.space}/change-requests/${expectStatus(201, other).id}`
    const page = { operation: 'insert_page', type: 'document', title: 'Page', document: { markdown: 'A' } }
    expectStatus(200, await admin.post(`${otherPath}/content`, { changes: [page] }))
    expectStatus(200, await admin.post(`${otherPath}/merge`, {}))
    expectStatus(200, await author.post(`${request.path}/update`, {}))
    const { pages } = expectStatus(
      200,
      await author.get<{ pages: { id: string }[] }>(`/spaces/${request.space}/content`),
    )
    const rewrite = (markdown: string) => ({
      changes: [{ operation: 'update_page', page: pages[0]?.id, document: { markdown } }],
    })
    expectStatus(200, await author.post(`${request.path}/content`, rewrite('Mine')))
    const third = await admin.post<{ id: string }>(`/spaces/${request.space}/change-requests`, {})
    const thirdPath = `/spaces/${request.space}/change-requests/${expectStatus(201, third).id}`
    expectStatus(200, await admin.post(`${thirdPath}/content`, rewrite('Theirs')))
    expectStatus(200, await admin.post(`${thirdPath}/merge`, {}))
    expectStatus(200, await admin.post(`${request.path}/update`, {}))
    const [conflict] = await waitForKinds(author, ['conflict'])
    expect(conflict).toMatchObject({ changeRequest: { id: request.id }, actor: { id: admin.id } })
  })

  test('of a synchronisation of theirs that failed, however often', async () => {
    const editor = await app.member(organization, 'admin')
    const { id: space } = await app.space(admin, organization)
    const body = { url: `${world.server.origin}/nothing.git`, ref: 'refs/heads/main' }
    const path = `/spaces/${space}/git/import`
    expect((await editor.post(path, body)).status).toBeLessThan(300)
    const [first] = await waitForKinds(editor, ['job_failed'])
    expect(first).toMatchObject({ job: { type: 'git-import' }, space: { id: space } })
    expectStatus(204, await editor.post('/user/notifications/read'))
    expect((await editor.post(path, body)).status).toBeLessThan(300)
    await waitFor('the second failure', async () => (await listNotifications(editor)).unread === 1)
    // What is read again, as after a crash, makes no second one.
    await app.database.execute(sql`update notification_progress set position = 0`)
    const request = await createChangeRequest(editor)
    await request.comment(admin, 'Now')
    await waitForKinds(editor, ['comment', 'job_failed'])
  })

  test('of nothing that they cannot see, whoever mentions them', async () => {
    const guest = await app.member(organization, null)
    const stranger = (await app.organization('Other')).admin
    const witness = await app.member(organization, 'read')
    const request = await createChangeRequest(admin)
    const { space } = request
    await request.comment(admin, [guest, stranger, witness].map((person) => writeMention(person)).join(' '))
    await waitForKinds(witness, ['mention'])
    const grant = { role: 'comment', users: [guest.id] }
    expectStatus(204, await admin.post(`/spaces/${space}/permissions`, grant))
    await request.comment(admin, `Now, ${writeMention(guest)}`)
    const [seen] = await waitForKinds(guest, ['mention'])
    expect(seen?.comment?.text).toContain('Now')
    expect((await listNotifications(stranger)).count).toBe(0)
    // What was seen once and is hidden now is not shown any more.
    expect((await admin.delete(`/spaces/${space}/permissions/users/${guest.id}`)).status).toBe(205)
    expect(await listNotifications(guest)).toMatchObject({ items: [], count: 0, unread: 0 })
    expect((await guest.patch(`/user/notifications/${seen?.id}`, { read: true })).status).toBe(404)
    // Nor what is in an organization that asks for single sign-on, without it.
    await app.database.execute(
      sql`update organizations set sso = true, sso_set_by = ${admin.id} where id = ${organization}`,
    )
    try {
      expect(await listNotifications(witness)).toMatchObject({ items: [], unread: 0 })
    } finally {
      await app.database.execute(
        sql`update organizations set sso = false, sso_set_by = null where id = ${organization}`,
      )
    }
    expect((await listNotifications(witness)).unread).toBe(1)
  })
})

describe('notifications', () => {
  test('200 are marked as read and unread, one and all, and told to those who watch', async () => {
    const author = await app.member(organization, 'edit')
    const request = await createChangeRequest(author)
    for (const text of ['One', 'Two']) await request.comment(admin, text)
    const [latest] = await waitForKinds(author, ['comment', 'comment'])
    const own = `/user/notifications/${latest?.id}`
    const watching = await EventReader.open(await listenLocally(app), organization, author.token)
    expect(expectStatus(200, await author.patch<Notification>(own, { read: true }))).toHaveProperty('readAt')
    await watching.waitForEvent({ type: 'notifications_updated' })
    watching.close()
    expect(await listNotifications(author, '?unread=true')).toMatchObject({ count: 1, unread: 1 })
    expect(expectStatus(200, await author.patch<Notification>(own, { read: false }))).not.toHaveProperty(
      'readAt',
    )
    expect((await listNotifications(author)).unread).toBe(2)
    expectStatus(204, await author.post('/user/notifications/read'))
    expect(await listNotifications(author)).toMatchObject({ count: 2, unread: 0 })
    expect((await listNotifications(author, '?unread=true')).items).toEqual([])
  })

  test("404 for another person's and for one that does not exist, and 400 for a body that says nothing", async () => {
    const author = await app.member(organization, 'edit')
    const request = await createChangeRequest(author)
    await request.comment(admin, 'Mine')
    const [own] = await waitForKinds(author, ['comment'])
    expect((await admin.patch(`/user/notifications/${own?.id}`, { read: true })).status).toBe(404)
    expect((await author.patch('/user/notifications/nothing', { read: true })).status).toBe(404)
    for (const body of [{}, { read: 'yes' }, { read: null }]) {
      expect((await author.patch(`/user/notifications/${own?.id}`, body)).status).toBe(400)
    }
    expect((await listNotifications(author)).unread).toBe(1)
    expect((await app.anonymous.get('/user/notifications')).status).toBe(401)
  })

  test('200 in pages, and of one organization', async () => {
    const author = await app.member(organization, 'edit')
    const request = await createChangeRequest(author)
    for (let n = 0; n < 5; n++) await request.comment(admin, `Number ${n}`)
    const all = await waitForKinds(author, Array<string>(5).fill('comment'))
    const pages = [await listNotifications(author, '?limit=2')]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      pages.push(await listNotifications(author, buildPagePath('?limit=2', next.page)))
    }
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1])
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(all.map(({ id }) => id))

    const elsewhere = await app.organization('Elsewhere')
    await app.addMember(elsewhere.id, author, 'edit')
    const other = await DiscussedChangeRequest.create(app, {
      admin: elsewhere.admin,
      author,
      organization: elsewhere.id,
    })
    await other.comment(elsewhere.admin, 'Here')
    await waitForKinds(author, Array<string>(6).fill('comment'))
    const here = `?organization=${elsewhere.id}`
    expect(await listNotifications(author, here)).toMatchObject({ count: 1, unread: 1 })
    expect(await listNotifications(author, '?organization=nowhere')).toMatchObject({ count: 0, unread: 0 })
    // A token that is good in one organization shows and marks nothing of another.
    const token = expectStatus(
      201,
      await author.post<{ token: string }>('/user/tokens', { name: 'x', organization: elsewhere.id }),
    )
    const limited = new Client(app.app, token.token)
    expect((await limited.get('/user/notifications')).body).toMatchObject({ count: 1, unread: 1 })
    expect((await limited.get(`/user/notifications?organization=${organization}`)).body).toMatchObject({
      items: [],
      unread: 0,
    })
    expect((await limited.patch(`/user/notifications/${all[0]?.id}`, { read: true })).status).toBe(404)
    expectStatus(204, await limited.post(`/user/notifications/read?organization=${organization}`))
    expect((await listNotifications(author)).unread).toBe(6)
    expectStatus(204, await limited.post('/user/notifications/read'))
    expect((await listNotifications(author)).unread).toBe(5)
    expectStatus(204, await author.post(`/user/notifications/read?organization=${organization}`))
    expect((await listNotifications(author)).unread).toBe(0)
  })
})
