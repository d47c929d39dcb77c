import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import {
  countStatuses,
  errorOf,
  expectStatus,
  type ListBody,
  type Person,
  TestApp,
} from '../../../testing/app.ts'
import { idsOf, readList } from '../../../testing/lists.ts'
import type { ChangeRequest } from '../../content/change-requests/schema.ts'
import type { Member } from '../../organizations/members/schema.ts'
import type { RevisionPage } from '../../content/revisions/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
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

const said = (markdown: string) => ({ body: { markdown } })

/** A space with a change request, and what counts their open comments. */
async function places() {
  const { id } = await app.space(admin, organization)
  const requests = `/spaces/${id}/change-requests`
  const made = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
  const space = `/spaces/${id}`
  const request = `${requests}/${made.id}`
  return {
    space,
    request,
    counts: async () => [
      (await admin.get<Space>(space)).body.comments,
      (await admin.get<ChangeRequest>(request)).body.comments,
    ],
  }
}

const post = async (place: string, body: object = said('Good.'), by = commenter) =>
  expectStatus(200, await by.post<Comment>(`${place}/comments`, body))

/** Writes a page in a change request. */
async function writePage(request: string, markdown: string, page?: string) {
  const change =
    page === undefined
      ? { operation: 'insert_page', title: 'Guide', emoji: '1f4d6', document: { markdown } }
      : { operation: 'update_page', page, document: { markdown } }
  expectStatus(200, await admin.post(`${request}/content`, { changes: [change] }))
  return expectStatus(200, await admin.get<RevisionPage>(`${request}/content/path/guide`))
}

describe.each(['space', 'request'] as const)('POST comments of a %s', (where) => {
  test('200 an open comment, as it was written', async () => {
    const { [where]: place } = await places()
    const markdown = '  Is **this** right?\n\n* a\n\n'
    const comment = await post(place, said(markdown))
    expect(comment).toMatchObject({
      object: 'comment',
      status: 'open',
      body: { markdown },
      postedBy: { id: commenter.id },
      replies: 0,
      reactions: [],
      permissions: { view: true, edit: true, reply: true, delete: true },
    })
    expect(comment).not.toHaveProperty('editedAt')
    const { pathname } = new URL(comment.urls.location)
    expect((await commenter.get(pathname.replace('/v1', ''))).body).toEqual(comment)
  })

  test('200 from a document, and as a document', async () => {
    const { [where]: place } = await places()
    const { id } = await post(place, said('Some **bold** words\n'))
    const one = expectStatus(200, await reader.get<Comment>(`${place}/comments/${id}?format=document`))
    expect(one.body).not.toHaveProperty('markdown')
    const copy = await post(place, { body: { document: one.body.document } })
    expect(copy.body).toEqual({ markdown: 'Some **bold** words\n' })
  })

  test.each([
    ['nothing', {}],
    ['an empty body', { body: {} }],
    ['blank text', said(' \n')],
    ['both shapes', { body: { markdown: 'a', document: { object: 'document', data: {}, nodes: [] } } }],
    ['an empty document', { body: { document: { object: 'document', data: {}, nodes: [] } } }],
    ['something that is no document', { body: { document: { nodes: [{ object: 'block', nodes: 'x' }] } } }],
    ['text that is too long', said('x'.repeat(20_001))],
    ['text nested too deep', said('>'.repeat(10_000))],
    ['a node without its page', { ...said('a'), node: 'x' }],
    ['half a table cell', { ...said('a'), page: 'x', tableCell: { record: 'x' } }],
  ])('400 for %s', async (_, body) => {
    const { [where]: place, counts } = await places()
    expect((await commenter.post(`${place}/comments`, body)).status).toBe(400)
    expect(await counts()).toEqual([0, 0])
  })

  test('403 for readers, 404 for others and for a page that is not there', async () => {
    const { [where]: place } = await places()
    expect((await reader.post(`${place}/comments`, said('a'))).status).toBe(403)
    expect((await stranger.post(`${place}/comments`, said('a'))).status).toBe(404)
    expect((await admin.post(`${place}/comments`, { ...said('a'), page: 'gone' })).status).toBe(404)
  })
})

describe('targets', () => {
  test('200 a page, until its text changes', async () => {
    const { request } = await places()
    const page = await writePage(request, 'First.\n')
    const { id, target } = await post(request, { ...said('a'), page: page.id })
    expect(target.page).toEqual({
      id: page.id,
      title: 'Guide',
      emoji: '1f4d6',
      createdAt: page.createdAt,
      updatedAt: page.updatedAt,
      path: 'guide',
      outdated: false,
    })
    const pageNow = async () => (await admin.get<Comment>(`${request}/comments/${id}`)).body.target.page
    await writePage(request, 'Second.\n', page.id)
    expect(await pageNow()).toMatchObject({ path: 'guide', outdated: true })
    await writePage(request, 'First.\n', page.id)
    expect(await pageNow()).toMatchObject({ outdated: false })
    await admin.post(`${request}/content`, { changes: [{ operation: 'delete_page', page: page.id }] })
    expect(await pageNow()).toMatchObject({ id: page.id, title: 'Guide', path: 'guide', outdated: true })
  })

  test('200 a page of the space, which a merge makes outdated', async () => {
    const { space, request } = await places()
    const page = await writePage(request, 'First.\n')
    expectStatus(200, await admin.post(`${request}/merge`))
    const { id } = await post(space, { ...said('a'), page: page.id })
    await admin.post(`${space}/change-requests`, {})
    await writePage(`${space}/change-requests/2`, 'Second.\n', page.id)
    const isOutdated = async () =>
      (await admin.get<ListBody<Comment>>(`${space}/comments`)).body.items.map(({ target }) => [
        target.page?.id,
        target.page?.outdated,
      ])
    expect(await isOutdated()).toEqual([[page.id, false]])
    expectStatus(200, await admin.post(`${space}/change-requests/2/merge`))
    expect(await isOutdated()).toEqual([[page.id, true]])
    expect((await admin.get<Comment>(`${space}/comments/${id}`)).body.target.page?.outdated).toBe(true)
  })

  test('200 a node with the beginning of its text, a node that is not there, a table cell', async () => {
    const { request } = await places()
    const page = await writePage(request, `# Guide\n\nA **long** line ${'of words '.repeat(50)}\n`)
    const node = page.document?.nodes[0]?.key ?? ''
    const target = async (body: object) => {
      const comment = await post(request, { ...said('a'), page: page.id, ...body })
      return comment.target
    }
    const { preview } = (await target({ node })).node ?? {}
    expect(preview).toMatch(/^A long line of words/)
    expect(preview).toHaveLength(200)
    expect((await target({ node: 'nowhere' })).node).toEqual({ id: 'nowhere' })
    const tableCell = { record: 'a', definition: 'b' }
    expect((await target({ tableCell })).tableCell).toEqual(tableCell)
  })
})

describe('GET comments', () => {
  test('200 those of a space and of its change requests apart', async () => {
    const { space, request } = await places()
    const [one, other] = [await post(space), await post(request)]
    expect(await idsOf(reader, `${space}/comments`)).toEqual([one.id])
    expect(await idsOf(reader, `${request}/comments`)).toEqual([other.id])
    expect(await idsOf(reader, `${space}/change-requests/1/comments`)).toEqual([other.id])
    expect((await admin.get(`${request}/comments/${one.id}`)).status).toBe(404)
    expect((await admin.get(`${space}/comments/${other.id}`)).status).toBe(404)
    expect(other.target).toMatchObject({ changeRequest: request.split('/').at(-1) })
    expect(one.target).not.toHaveProperty('changeRequest')
  })

  test('200 by status, page, authors, in either order', async () => {
    const { request } = await places()
    const page = await writePage(request, 'Text\n')
    const first = await post(request, { ...said('a'), page: page.id })
    const second = await post(request, said('b'), editor)
    const third = await post(request, said('c'), admin)
    await admin.put(`${request}/comments/${second.id}`, { resolved: true })
    const ids = (query: string) => idsOf(reader, `${request}/comments?${query}`)
    expect(await ids('')).toEqual([third.id, second.id, first.id])
    expect(await ids('order=asc')).toEqual([first.id, second.id, third.id])
    expect(await ids('status=all')).toHaveLength(3)
    expect(await ids('status=open')).toEqual([third.id, first.id])
    expect(await ids('status=resolved')).toEqual([second.id])
    expect(await ids(`targetPage=${page.id}`)).toEqual([first.id])
    expect(await ids(`authors=${admin.id}`)).toEqual([third.id])
    expect(await ids(`authors=${admin.id}&authors=${editor.id}`)).toEqual([third.id, second.id])
    expect((await reader.get(`${request}/comments?status=lost`)).status).toBe(400)
  })

  test('404 for another tenant', async () => {
    const { space } = await places()
    const { id } = await post(space)
    expect((await stranger.get(`${space}/comments`)).status).toBe(404)
    expect((await stranger.get(`${space}/comments/${id}`)).status).toBe(404)
    const elsewhere = await app.space(admin, organization)
    expect((await admin.get(`/spaces/${elsewhere.id}/comments/${id}`)).status).toBe(404)
  })

  test('200 a list costs the same, whatever the comments have', async () => {
    const { request } = await places()
    const page = await writePage(request, 'Text\n')
    const costOf = () => app.statementsOf(() => reader.get(`${request}/comments`))
    await post(request, { ...said('a'), page: page.id })
    const before = await costOf()
    for (let n = 0; n < 10; n++) {
      const { id } = await post(request, { ...said('a'), page: page.id })
      await admin.put(`${request}/comments/${id}`, { addedReactions: ['1f44d', '1f389'] })
      await admin.post(`${request}/comments/${id}/replies`, said('b'))
    }
    expect(await costOf()).toBe(before)
  })

  test('200 what somebody wrote whose account is gone', async () => {
    const { space } = await places()
    const leaver = await app.member(organization, 'comment')
    const { id } = await post(space, said('a'), leaver)
    await leaver.put(`${space}/comments/${id}`, { addedReactions: ['1f44d'], resolved: true })
    await app.database.execute(sql`delete from users where id = ${leaver.id}`)
    expect((await reader.get(`${space}/comments/${id}`)).body).toMatchObject({
      postedBy: { displayName: 'Deleted user' },
      resolvedBy: { displayName: 'Deleted user' },
      reactions: [],
    })
  })
})

describe('PUT comments/:commentId', () => {
  test('200 edited by its author and by admins, 403 by others', async () => {
    const { space } = await places()
    const comment = await post(space)
    const path = `${space}/comments/${comment.id}`
    app.clock.advance(1000)
    const edited = expectStatus(200, await commenter.put<Comment>(path, said('Better.')))
    expect(edited).toMatchObject({ body: { markdown: 'Better.' }, postedAt: comment.postedAt })
    expect(edited.editedAt).not.toBe(comment.postedAt)
    expectStatus(200, await admin.put(path, said('Best.')))
    const refused = await editor.put(path, said('Mine.'))
    expect(refused.status).toBe(403)
    expect(errorOf(refused).message).toContain('author')
    expect((await reader.put(path, {})).status).toBe(403)
    expect((await stranger.put(path, {})).status).toBe(404)
    expect((await admin.put(`${space}/comments/nowhere`, {})).status).toBe(404)
    expect((await admin.put(path, { body: {} })).status).toBe(400)
  })

  test('200 says to each what they may do', async () => {
    const { space } = await places()
    const { id } = await post(space)
    const permissions = async (by: Person) =>
      (await by.get<Comment>(`${space}/comments/${id}`)).body.permissions
    expect(await permissions(commenter)).toEqual({ view: true, edit: true, reply: true, delete: true })
    expect(await permissions(admin)).toEqual({ view: true, edit: true, reply: true, delete: true })
    expect(await permissions(editor)).toEqual({ view: true, edit: false, reply: true, delete: false })
    expect(await permissions(reader)).toEqual({ view: true, edit: false, reply: false, delete: false })
  })

  test('200 resolved and reopened by its author and by editors, 403 by others', async () => {
    const { space } = await places()
    const { id } = await post(space)
    const path = `${space}/comments/${id}`
    const resolve = (by: Person, resolved: boolean) => by.put<Comment>(path, { resolved })
    const resolved = expectStatus(200, await resolve(editor, true))
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.id } })
    expect(resolved).not.toHaveProperty('editedAt')
    // Once more changes nothing, not even who it was.
    expect(expectStatus(200, await resolve(admin, true)).resolvedBy?.id).toBe(editor.id)
    const reopened = expectStatus(200, await resolve(commenter, false))
    expect(reopened).toMatchObject({ status: 'open' })
    expect(reopened).not.toHaveProperty('resolvedAt')
    expect((await resolve(await app.member(organization, 'comment'), true)).status).toBe(403)
  })

  test('403 changes nothing of all that was asked', async () => {
    const { space } = await places()
    const { id } = await post(space)
    const path = `${space}/comments/${id}`
    const changes = { addedReactions: ['1f44d'], resolved: true, ...said('Mine.') }
    expect((await editor.put(path, changes)).status).toBe(403)
    expect((await admin.get<Comment>(path)).body).toMatchObject({ status: 'open', reactions: [] })
  })

  test('200 reactions, each person once per emoji, with when', async () => {
    const { space } = await places()
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
    // Nobody takes back what others said.
    expect(expectStatus(200, await react(editor, [], ['1f44d', '1f389', 'x'])).reactions).toMatchObject([
      { emoji: '1f44d', count: 1, users: [{ user: { id: commenter.id } }] },
    ])
    expect((await react(editor, [''])).status).toBe(400)
  })

  test('200 twenty people react at once, and one of them twenty times', async () => {
    const { space } = await places()
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

describe('DELETE comments/:commentId', () => {
  test('205 by its author and by admins, 204 when it is gone, 403 by others', async () => {
    const { request } = await places()
    const [one, other] = [await post(request), await post(request)]
    expect((await editor.delete(`${request}/comments/${one.id}`)).status).toBe(403)
    expect((await commenter.delete(`${request}/comments/${one.id}`)).status).toBe(205)
    expect((await commenter.delete(`${request}/comments/${one.id}`)).status).toBe(204)
    expect((await admin.delete(`${request}/comments/${other.id}`)).status).toBe(205)
    expect(await idsOf(admin, `${request}/comments`)).toEqual([])
    expect((await stranger.delete(`${request}/comments/${one.id}`)).status).toBe(404)
  })

  test('205 of one place only: through another there is nothing to delete', async () => {
    const { space, request } = await places()
    const { id } = await post(space)
    expect((await admin.delete(`${request}/comments/${id}`)).status).toBe(204)
    expect(await idsOf(admin, `${space}/comments`)).toEqual([id])
  })
})

describe('the counts of open comments', () => {
  test.each(['space', 'request'] as const)('200 follow what happens to those of a %s', async (where) => {
    const { [where]: place, counts } = await places()
    const counted = async () => (await counts())[where === 'space' ? 0 : 1]
    const [one, other] = [await post(place), await post(place)]
    expect(await counted()).toBe(2)
    for (let n = 0; n < 2; n++) await admin.put(`${place}/comments/${one.id}`, { resolved: true })
    expect(await counted()).toBe(1)
    await admin.delete(`${place}/comments/${one.id}`)
    expect(await counted()).toBe(1)
    await admin.delete(`${place}/comments/${other.id}`)
    expect(await counted()).toBe(0)
    const { id } = await post(place)
    await admin.put(`${place}/comments/${id}`, { resolved: true })
    for (let n = 0; n < 2; n++) await admin.put(`${place}/comments/${id}`, { resolved: false })
    expect(await counts()).toEqual(where === 'space' ? [1, 0] : [0, 1])
  })

  test('200 stay right when all happens at once, merges too', async () => {
    const { space, request, counts } = await places()
    await writePage(request, 'Text\n')
    const busy = await Promise.all(
      [space, request].flatMap((place) => Array.from({ length: 10 }, () => post(place))),
    )
    const answers = await Promise.all([
      ...busy.flatMap(({ id, target }, index) => {
        const path = `${target.changeRequest === undefined ? space : request}/comments/${id}`
        return index % 2 === 0
          ? [admin.put(path, { resolved: true }), commenter.put(path, { resolved: true })]
          : [admin.delete(path), commenter.put(path, { resolved: true }), commenter.delete(path)]
      }),
      ...Array.from({ length: 5 }, () => commenter.post(`${request}/comments`, said('a'))),
      admin.post(`${request}/merge`),
      ...Array.from({ length: 5 }, () => commenter.post(`${space}/comments`, said('a'))),
    ])
    expect(
      Object.keys(countStatuses(answers))
        .map(Number)
        .filter((status) => status >= 500),
    ).toEqual([])
    expect(await counts()).toEqual([5, 5])
  })
})

describe('GET commenters', () => {
  test('200 the members who commented or replied there, each once', async () => {
    const { space, request } = await places()
    const { id } = await post(space)
    await post(space)
    await post(request, said('a'), admin)
    await editor.post(`${space}/comments/${id}/replies`, said('b'))
    expect(await idsOf(reader, `${space}/commenters`)).toEqual([editor.id, commenter.id].toSorted())
    const { items } = await readList<Member>(reader, `${request}/commenters`)
    expect(items).toMatchObject([{ object: 'member', id: admin.id, user: { id: admin.id } }])
    expect((await stranger.get(`${space}/commenters`)).status).toBe(404)
  })
})
