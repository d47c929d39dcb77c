import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countStatuses, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Comment } from './schema.ts'

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

/** Creates a space and returns its path. */
const createSpace = async () => `/spaces/${(await app.space(admin, organization)).id}`

const post = async (space: string) =>
  expectStatus(200, await commenter.post<Comment>(`${space}/comments`, createBody('Good.')))

describe('PUT comments/:commentId', () => {
  test('200 when the author or an admin edits a comment, 403 for others', async () => {
    const space = await createSpace()
    const comment = await post(space)
    const path = `${space}/comments/${comment.id}`
    app.clock.advance(1000)
    const edited = expectStatus(200, await commenter.put<Comment>(path, createBody('Better.')))
    expect(edited).toMatchObject({ body: { markdown: 'Better.' }, postedAt: comment.postedAt })
    expect(edited.editedAt).not.toBe(comment.postedAt)
    expectStatus(200, await admin.put(path, createBody('Best.')))
    const refused = await editor.put(path, createBody('Mine.'))
    expect(refused.status).toBe(403)
    expect(readError(refused).message).toContain('author')
    expect((await reader.put(path, {})).status).toBe(403)
    expect((await stranger.put(path, {})).status).toBe(404)
    expect((await admin.put(`${space}/comments/nowhere`, {})).status).toBe(404)
    expect((await admin.put(path, { body: {} })).status).toBe(400)
  })

  test('200 with the permissions of the caller', async () => {
    const space = await createSpace()
    const { id } = await post(space)
    const permissions = async (by: Person) =>
      (await by.get<Comment>(`${space}/comments/${id}`)).body.permissions
    expect(await permissions(commenter)).toEqual({ view: true, edit: true, reply: true, delete: true })
    expect(await permissions(admin)).toEqual({ view: true, edit: true, reply: true, delete: true })
    expect(await permissions(editor)).toEqual({ view: true, edit: false, reply: true, delete: false })
    expect(await permissions(reader)).toEqual({ view: true, edit: false, reply: false, delete: false })
  })

  test('200 when the author or an editor resolves or reopens a comment, 403 for others', async () => {
    const space = await createSpace()
    const { id } = await post(space)
    const path = `${space}/comments/${id}`
    const resolve = (by: Person, resolved: boolean) => by.put<Comment>(path, { resolved })
    const resolved = expectStatus(200, await resolve(editor, true))
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.id } })
    expect(resolved).not.toHaveProperty('editedAt')
    // Resolving it again does not change who resolved it.
    expect(expectStatus(200, await resolve(admin, true)).resolvedBy?.id).toBe(editor.id)
    const reopened = expectStatus(200, await resolve(commenter, false))
    expect(reopened).toMatchObject({ status: 'open' })
    expect(reopened).not.toHaveProperty('resolvedAt')
    expect((await resolve(await app.member(organization, 'comment'), true)).status).toBe(403)
  })

  test('403 for one of several changes, and none is made', async () => {
    const space = await createSpace()
    const { id } = await post(space)
    const path = `${space}/comments/${id}`
    const changes = { addedReactions: ['1f44d'], resolved: true, ...createBody('Mine.') }
    expect((await editor.put(path, changes)).status).toBe(403)
    expect((await admin.get<Comment>(path)).body).toMatchObject({ status: 'open', reactions: [] })
  })

  test('200 counts each reaction of a person once, with its time', async () => {
    const space = await createSpace()
    const { id } = await post(space)
    const path = `${space}/comments/${id}`
    const react = (by: Person, added: string[], removed: string[] = []) =>
      by.put<Comment>(path, { addedReactions: added, removedReactions: removed })
    const first = expectStatus(200, await react(commenter, ['1f44d', '1f44d']))
    const reactedAt = first.reactions[0]?.users[0]?.reactedAt
    expect(reactedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    app.clock.advance(1000)
    await react(commenter, ['1f44d'])
    await react(editor, ['1f389', '1f44d', '😀'], ['😀'])
    const { reactions } = (await admin.get<Comment>(path)).body
    expect(reactions).toMatchObject([
      {
        emoji: '1f44d',
        count: 2,
        users: [{ user: { id: commenter.id }, reactedAt }, { user: { id: editor.id } }],
      },
      { emoji: '1f389', count: 1 },
    ])
    // A person can remove only their own reactions.
    expect(expectStatus(200, await react(editor, [], ['1f44d', '1f389', 'x'])).reactions).toMatchObject([
      { emoji: '1f44d', count: 1, users: [{ user: { id: commenter.id } }] },
    ])
    expect((await react(editor, [''])).status).toBe(400)
  })

  test('200 for concurrent reactions of twenty people and twenty of one person', async () => {
    const space = await createSpace()
    const { id } = await post(space)
    const people = await Promise.all(Array.from({ length: 20 }, () => app.member(organization, 'comment')))
    const answers = await Promise.all(
      [...people, ...Array.from({ length: 20 }, () => commenter)].map((person) =>
        person.put(`${space}/comments/${id}`, { addedReactions: ['1f44d'] }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 200: 40 })
    const { reactions } = (await admin.get<Comment>(`${space}/comments/${id}`)).body
    expect(reactions).toMatchObject([{ emoji: '1f44d', count: 21 }])
  })
})
