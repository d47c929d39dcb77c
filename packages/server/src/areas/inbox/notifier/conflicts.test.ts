import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId, writePages } from '../../../testing/content.ts'
import { listNotifications, waitForKinds } from '../../../testing/inbox.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import type { Notification } from '../notifications/schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start({}, { role: 'all' })
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

/** Waits for a conflict that somebody has not read, and for nothing else. */
const waitForUnread = (person: Person): Promise<Notification> =>
  waitFor('a conflict that is new', async () => {
    const { items } = await listNotifications(person)
    return items.length === 1 && items.find(({ kind, readAt }) => kind === 'conflict' && readAt === undefined)
  })

const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

/** A space with two pages, and a change request of somebody that writes in the first. */
async function createWorld() {
  const author = await app.member(organization, 'edit')
  const { id: space } = await app.space(admin, organization)
  await writePages(admin, space, [
    { title: 'First', markdown: 'One.' },
    { title: 'Second', markdown: 'Two.' },
  ])
  const [first, second] = [await findPageId(admin, space, 'first'), await findPageId(admin, space, 'second')]
  const created = await author.post<{ id: string }>(`/spaces/${space}/change-requests`, {})
  const path = `/spaces/${space}/change-requests/${expectStatus(201, created).id}`
  const write = async (by: Person, page: string, markdown: string) =>
    expectStatus(200, await by.post(`${path}/content`, { changes: [rewrite(page, markdown)] }))
  return {
    author,
    first,
    second,
    path,
    write,
    comment: async () =>
      expectStatus(200, await admin.post(`${path}/comments`, { body: { markdown: 'Look' } })),
    /** Changes the space, and waits until its change requests were compared with it. */
    changeSpace: async (page: string, markdown: string) => {
      await changeContent(admin, space, [rewrite(page, markdown)])
      await app.app.areas.content.conflictFinder.findConflicts(space)
    },
  }
}

test('everybody who writes in a change request is told when the space moves into conflict with it, once', async () => {
  const world = await createWorld()
  const { author, first, second, write, changeSpace } = world
  const helper = await app.member(organization, 'edit')
  await write(author, first, 'Mine.')
  await write(helper, second, 'Helped.')
  await changeSpace(first, 'Theirs.')
  const [conflict] = await waitForKinds(author, ['conflict'])
  expect(conflict).toMatchObject({ actor: { id: admin.id } })
  await waitForKinds(helper, ['conflict'])

  // It is the same conflict, whatever else happens to the space.
  expectStatus(200, await author.patch(`/user/notifications/${conflict?.id}`, { read: true }))
  await changeSpace(first, 'Theirs again.')
  await changeSpace(second, 'Another page.')
  await world.comment()
  await waitForKinds(author, ['comment', 'conflict'])
  expect((await listNotifications(author)).unread).toBe(1)
})

test('a conflict that comes about again after it was resolved is told again', async () => {
  const { author, first, path, write, changeSpace } = await createWorld()
  await write(author, first, 'Mine.')
  await changeSpace(first, 'Theirs.')
  const [conflict] = await waitForKinds(author, ['conflict'])
  expectStatus(200, await author.patch(`/user/notifications/${conflict?.id}`, { read: true }))
  expectStatus(200, await author.post(`${path}/update`, {}))
  await write(author, first, 'Ours.')
  await changeSpace(first, 'Theirs again.')
  const again = await waitForUnread(author)
  expect(again).toMatchObject({ actor: { id: admin.id } })

  // Taking one's own change back is a resolution too.
  expectStatus(200, await author.patch(`/user/notifications/${again.id}`, { read: true }))
  await write(author, first, 'Theirs.')
  await changeSpace(first, 'Theirs again, longer.')
  await write(author, first, 'Mine after all.')
  await changeSpace(first, 'Theirs at last.')
  await waitForUnread(author)
})

test('nobody is told of changes that do not conflict, of closed change requests or of their own merges', async () => {
  const open = await createWorld()
  await open.write(open.author, open.first, 'Mine.')
  await open.changeSpace(open.second, 'Elsewhere.')
  const archived = await createWorld()
  await archived.write(archived.author, archived.first, 'Mine.')
  expectStatus(200, await archived.author.patch(archived.path, { status: 'archived' }))
  await archived.changeSpace(archived.first, 'Theirs.')
  const empty = await createWorld()
  await empty.changeSpace(empty.first, 'Theirs.')
  for (const world of [open, archived, empty]) {
    await world.comment()
    await waitForKinds(world.author, ['comment'])
  }
  // The admin has changed the space, so they are told of nothing.
  const own = await createWorld()
  await own.write(admin, own.first, 'Mine.')
  await own.changeSpace(own.first, 'Theirs.')
  await waitForKinds(own.author, ['conflict'])
  expect((await listNotifications(admin)).items.filter(({ kind }) => kind === 'conflict')).toEqual([])
})

test('a merge enqueues the comparison, which the queue does', async () => {
  const { author, first, path, write } = await createWorld()
  await write(author, first, 'Mine.')
  const space = path.split('/')[2] ?? ''
  const change = { operation: 'update_page', page: first, document: { markdown: 'Theirs.' } }
  await changeContent(admin, space, [change])
  await waitForKinds(author, ['conflict'])
  const [check] = await app.database.rows<{ conflicted: boolean }>(sql`
    select conflicted from conflict_checks where change_request_id = ${path.split('/').at(-1) ?? ''}`)
  expect(check?.conflicted).toBe(true)
})
