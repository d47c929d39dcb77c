import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { listIds } from '../../../testing/lists.ts'
import type { Comment, CommentReply } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person
let editor: Person
let commenter: Person
let reader: Person
let stranger: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
  editor = await app.member(organization, 'edit')
  commenter = await app.member(organization, 'comment')
  reader = await app.member(organization, 'read')
  ;({ admin: stranger } = await app.organization('Other'))
})
afterAll(() => app.stop())

const createBody = (markdown: string) => ({ body: { markdown } })

/** Posts a comment on a space or on a change request, and returns its path. */
async function postComment(where: 'space' | 'request') {
  const { id } = await app.space(admin, organization)
  expectStatus(201, await admin.post(`/spaces/${id}/change-requests`, {}))
  const parent = where === 'space' ? `/spaces/${id}` : `/spaces/${id}/change-requests/1`
  const comment = expectStatus(200, await admin.post<Comment>(`${parent}/comments`, createBody('Right?')))
  return `${parent}/comments/${comment.id}`
}

const postReply = async (path: string, markdown = 'Yes.', by = commenter) =>
  expectStatus(200, await by.post<CommentReply>(`${path}/replies`, createBody(markdown)))

describe.each(['space', 'request'] as const)('replies to a comment on a %s', (where) => {
  test('200 replies can be posted, are listed in order and counted', async () => {
    const path = await postComment(where)
    const [first, second] = [await postReply(path), await postReply(path, 'No.', editor)]
    expect(first).toMatchObject({
      object: 'comment-reply',
      postedBy: { id: commenter.id },
      body: { markdown: 'Yes.' },
      reactions: [],
      permissions: { view: true, edit: true, reply: true, delete: true },
    })
    expect(await listIds(reader, `${path}/replies`)).toEqual([first.id, second.id])
    expect((await commenter.get(`${path}/replies/${first.id}`)).body).toEqual(first)
    expect(new URL(first.urls.location).pathname).toMatch(new RegExp(`/replies/${first.id}$`))
    expect((await reader.get<Comment>(path)).body.replies).toBe(2)
    const asDocument = await reader.get<CommentReply>(`${path}/replies/${first.id}?format=document`)
    expect(asDocument.body.body).toMatchObject({ document: { object: 'document' } })
  })

  test('200 when the author or an admin edits a reply, 403 for others', async () => {
    const path = await postComment(where)
    const { id } = await postReply(path)
    const one = `${path}/replies/${id}`
    expect(expectStatus(200, await commenter.put<CommentReply>(one, createBody('No.'))).editedAt).toBeTruthy()
    expectStatus(200, await admin.put(one, createBody('Perhaps.')))
    expect((await editor.put(one, createBody('Mine.'))).status).toBe(403)
    expect((await reader.put(one, {})).status).toBe(403)
    expect((await stranger.put(one, {})).status).toBe(404)
  })

  test('200 replies have their own reactions, also with twenty concurrent requests', async () => {
    const path = await postComment(where)
    const { id } = await postReply(path)
    const people = await Promise.all(Array.from({ length: 20 }, () => app.member(organization, 'comment')))
    const answers = await Promise.all(
      people.map((person) => person.put(`${path}/replies/${id}`, { addedReactions: ['1f44d'] })),
    )
    expect(countStatuses(answers)).toEqual({ 200: 20 })
    await people[0]?.put(`${path}/replies/${id}`, { removedReactions: ['1f44d'] })
    expect((await admin.get<CommentReply>(`${path}/replies/${id}`)).body.reactions).toMatchObject([
      { emoji: '1f44d', count: 19 },
    ])
    expect((await admin.get<Comment>(path)).body.reactions).toEqual([])
  })

  test('205 deletes a reply, 204 when it is deleted already, 403 for others', async () => {
    const path = await postComment(where)
    const { id } = await postReply(path)
    expect((await editor.delete(`${path}/replies/${id}`)).status).toBe(403)
    expect((await commenter.delete(`${path}/replies/${id}`)).status).toBe(205)
    expect((await commenter.delete(`${path}/replies/${id}`)).status).toBe(204)
    expect((await commenter.get(`${path}/replies/${id}`)).status).toBe(404)
    expect((await reader.get<Comment>(path)).body.replies).toBe(0)
  })

  test('400 for an empty reply, 404 for a missing comment or a reply of another comment', async () => {
    const [path, other] = [await postComment(where), await postComment(where)]
    const { id } = await postReply(path)
    expect((await commenter.post(`${path}/replies`, { body: {} })).status).toBe(400)
    expect((await commenter.post(`${path}x/replies`, createBody('a'))).status).toBe(404)
    expect((await commenter.get(`${path}x/replies`)).status).toBe(404)
    expect((await commenter.get(`${other}/replies/${id}`)).status).toBe(404)
    expect((await commenter.put(`${other}/replies/${id}`, createBody('a'))).status).toBe(404)
    expect((await commenter.delete(`${other}/replies/${id}`)).status).toBe(204)
    expect((await stranger.get(`${path}/replies`)).status).toBe(404)
  })

  test('205 deletes a comment with its replies, also with those posted concurrently', async () => {
    const path = await postComment(where)
    const { id } = await postReply(path)
    await commenter.put(`${path}/replies/${id}`, { addedReactions: ['1f44d'] })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => commenter.post(`${path}/replies`, createBody('a'))),
      admin.delete(path),
      ...Array.from({ length: 5 }, () => commenter.put(`${path}/replies/${id}`, { addedReactions: ['x'] })),
      ...Array.from({ length: 5 }, () => commenter.post(`${path}/replies`, createBody('a'))),
    ])
    expect(answers.filter(({ status }) => ![200, 404, 205].includes(status))).toEqual([])
    const remainingReplies = await app.database.rows(sql`select id from comment_replies where id = ${id}`)
    expect(remainingReplies).toEqual([])
  })
})
