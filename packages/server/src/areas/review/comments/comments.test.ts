import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { countStatuses, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { listIds, readList } from '../../../testing/lists.ts'
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

const createBody = (markdown: string) => ({ body: { markdown } })

/** Creates a space with a change request, with a function that reads their numbers of open comments. */
async function createParents() {
  const { id } = await app.space(admin, organization)
  const requests = `/spaces/${id}/change-requests`
  const changeRequest = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
  const space = `/spaces/${id}`
  const request = `${requests}/${changeRequest.id}`
  return {
    space,
    request,
    counts: async () => [
      (await admin.get<Space>(space)).body.comments,
      (await admin.get<ChangeRequest>(request)).body.comments,
    ],
  }
}

const post = async (parent: string, body: object = createBody('Good.'), by = commenter) =>
  expectStatus(200, await by.post<Comment>(`${parent}/comments`, body))

/** Writes a page in a change request. */
async function writePage(request: string, markdown: string, page?: string) {
  const change =
    page === undefined
      ? { operation: 'insert_page', title: 'Guide', emoji: '1f4d6', document: { markdown } }
      : { operation: 'update_page', page, document: { markdown } }
  expectStatus(200, await admin.post(`${request}/content`, { changes: [change] }))
  return expectStatus(200, await admin.get<RevisionPage>(`${request}/content/path/guide`))
}

describe.each(['space', 'request'] as const)('POST comments on a %s', (where) => {
  test('200 posts an open comment with the given Markdown', async () => {
    const { [where]: parent } = await createParents()
    const markdown = '  Is **this** right?\n\n* a\n\n'
    const comment = await post(parent, createBody(markdown))
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

  test('200 accepts and returns a document', async () => {
    const { [where]: parent } = await createParents()
    const { id } = await post(parent, createBody('Some **bold** words\n'))
    const one = expectStatus(200, await reader.get<Comment>(`${parent}/comments/${id}?format=document`))
    expect(one.body).not.toHaveProperty('markdown')
    const copy = await post(parent, { body: { document: one.body.document } })
    expect(copy.body).toEqual({ markdown: 'Some **bold** words\n' })
  })

  test.each([
    ['nothing', {}],
    ['an empty body', { body: {} }],
    ['blank text', createBody(' \n')],
    [
      'Markdown and a document',
      { body: { markdown: 'a', document: { object: 'document', data: {}, nodes: [] } } },
    ],
    ['an empty document', { body: { document: { object: 'document', data: {}, nodes: [] } } }],
    ['an invalid document', { body: { document: { nodes: [{ object: 'block', nodes: 'x' }] } } }],
    ['text that is too long', createBody('x'.repeat(20_001))],
    ['text nested too deep', createBody('>'.repeat(10_000))],
    ['a node without its page', { ...createBody('a'), node: 'x' }],
    ['half a table cell', { ...createBody('a'), page: 'x', tableCell: { record: 'x' } }],
  ])('400 for %s', async (_, body) => {
    const { [where]: parent, counts } = await createParents()
    expect((await commenter.post(`${parent}/comments`, body)).status).toBe(400)
    expect(await counts()).toEqual([0, 0])
  })

  test('403 for readers, 404 for strangers and for a page that does not exist', async () => {
    const { [where]: parent } = await createParents()
    expect((await reader.post(`${parent}/comments`, createBody('a'))).status).toBe(403)
    expect((await stranger.post(`${parent}/comments`, createBody('a'))).status).toBe(404)
    expect((await admin.post(`${parent}/comments`, { ...createBody('a'), page: 'gone' })).status).toBe(404)
  })
})

describe('the target of a comment', () => {
  test('200 a page is outdated once its text has changed', async () => {
    const { request } = await createParents()
    const page = await writePage(request, 'First.\n')
    const { id, target } = await post(request, { ...createBody('a'), page: page.id })
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

  test('200 a page of the space is outdated after a merge that changes it', async () => {
    const { space, request } = await createParents()
    const page = await writePage(request, 'First.\n')
    expectStatus(200, await admin.post(`${request}/merge`))
    const { id } = await post(space, { ...createBody('a'), page: page.id })
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

  test('200 a node has a preview of its text, a table cell is returned; 400 for an unknown node', async () => {
    const { request } = await createParents()
    const page = await writePage(request, `# Guide\n\nA **long** line ${'of words '.repeat(50)}\n`)
    const node = page.document?.nodes[0]?.key ?? ''
    const target = async (body: object) => {
      const comment = await post(request, { ...createBody('a'), page: page.id, ...body })
      return comment.target
    }
    const { preview } = (await target({ node })).node ?? {}
    expect(preview).toMatch(/^A long line of words/)
    expect(preview).toHaveLength(200)
    const unknown = { ...createBody('a'), page: page.id, node: 'nowhere' }
    expect((await commenter.post(`${request}/comments`, unknown)).status).toBe(400)
    const tableCell = { record: 'a', definition: 'b' }
    expect((await target({ tableCell })).tableCell).toEqual(tableCell)
  })

  test('200 reads the revision that the comment is on only once', async () => {
    const { request } = await createParents()
    const page = await writePage(request, 'Words.')
    const node = page.document?.nodes[0]?.key ?? ''
    let reads = 0
    const stop = app.database.onQuery((text) => {
      if (/from revisions r where/.test(text)) reads++
    })
    await post(request, { ...createBody('a'), page: page.id, node })
    stop()
    expect(reads).toBeLessThanOrEqual(1)
  })
})

describe('GET comments', () => {
  test('200 lists comments on a space and on its change requests separately', async () => {
    const { space, request } = await createParents()
    const [one, other] = [await post(space), await post(request)]
    expect(await listIds(reader, `${space}/comments`)).toEqual([one.id])
    expect(await listIds(reader, `${request}/comments`)).toEqual([other.id])
    expect(await listIds(reader, `${space}/change-requests/1/comments`)).toEqual([other.id])
    expect((await admin.get(`${request}/comments/${one.id}`)).status).toBe(404)
    expect((await admin.get(`${space}/comments/${other.id}`)).status).toBe(404)
    expect(other.target).toMatchObject({ changeRequest: request.split('/').at(-1) })
    expect(one.target).not.toHaveProperty('changeRequest')
  })

  test('200 filters by status, page and authors, in either order', async () => {
    const { request } = await createParents()
    const page = await writePage(request, 'Text\n')
    const first = await post(request, { ...createBody('a'), page: page.id })
    const second = await post(request, createBody('b'), editor)
    const third = await post(request, createBody('c'), admin)
    await admin.put(`${request}/comments/${second.id}`, { resolved: true })
    const ids = (query: string) => listIds(reader, `${request}/comments?${query}`)
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
    const { space } = await createParents()
    const { id } = await post(space)
    expect((await stranger.get(`${space}/comments`)).status).toBe(404)
    expect((await stranger.get(`${space}/comments/${id}`)).status).toBe(404)
    const elsewhere = await app.space(admin, organization)
    expect((await admin.get(`/spaces/${elsewhere.id}/comments/${id}`)).status).toBe(404)
  })

  test('200 a list runs the same number of statements, however many comments it has', async () => {
    const { request } = await createParents()
    const page = await writePage(request, 'Text\n')
    const countStatements = () => app.countStatements(() => reader.get(`${request}/comments`))
    await post(request, { ...createBody('a'), page: page.id })
    const before = await countStatements()
    for (let n = 0; n < 10; n++) {
      const { id } = await post(request, { ...createBody('a'), page: page.id })
      await admin.put(`${request}/comments/${id}`, { addedReactions: ['1f44d', '1f389'] })
      await admin.post(`${request}/comments/${id}/replies`, createBody('b'))
    }
    expect(await countStatements()).toBe(before)
  })

  test('200 shows the comment of a deleted user', async () => {
    const { space } = await createParents()
    const leaver = await app.member(organization, 'comment')
    const { id } = await post(space, createBody('a'), leaver)
    await leaver.put(`${space}/comments/${id}`, { addedReactions: ['1f44d'], resolved: true })
    await app.database.execute(sql`delete from users where id = ${leaver.id}`)
    expect((await reader.get(`${space}/comments/${id}`)).body).toMatchObject({
      postedBy: { displayName: 'Deleted user' },
      resolvedBy: { displayName: 'Deleted user' },
      reactions: [],
    })
  })
})

describe('DELETE comments/:commentId', () => {
  test('205 for the author and admins, 204 when it is deleted already, 403 for others', async () => {
    const { request } = await createParents()
    const [one, other] = [await post(request), await post(request)]
    expect((await editor.delete(`${request}/comments/${one.id}`)).status).toBe(403)
    expect((await commenter.delete(`${request}/comments/${one.id}`)).status).toBe(205)
    expect((await commenter.delete(`${request}/comments/${one.id}`)).status).toBe(204)
    expect((await admin.delete(`${request}/comments/${other.id}`)).status).toBe(205)
    expect(await listIds(admin, `${request}/comments`)).toEqual([])
    expect((await stranger.delete(`${request}/comments/${one.id}`)).status).toBe(404)
  })

  test('204 for a comment that is on something else', async () => {
    const { space, request } = await createParents()
    const { id } = await post(space)
    expect((await admin.delete(`${request}/comments/${id}`)).status).toBe(204)
    expect(await listIds(admin, `${space}/comments`)).toEqual([id])
  })
})

describe('the number of open comments', () => {
  test.each(['space', 'request'] as const)('200 follows the comments on a %s', async (where) => {
    const { [where]: parent, counts } = await createParents()
    const readCount = async () => (await counts())[where === 'space' ? 0 : 1]
    const [one, other] = [await post(parent), await post(parent)]
    expect(await readCount()).toBe(2)
    for (let n = 0; n < 2; n++) await admin.put(`${parent}/comments/${one.id}`, { resolved: true })
    expect(await readCount()).toBe(1)
    await admin.delete(`${parent}/comments/${one.id}`)
    expect(await readCount()).toBe(1)
    await admin.delete(`${parent}/comments/${other.id}`)
    expect(await readCount()).toBe(0)
    const { id } = await post(parent)
    await admin.put(`${parent}/comments/${id}`, { resolved: true })
    for (let n = 0; n < 2; n++) await admin.put(`${parent}/comments/${id}`, { resolved: false })
    expect(await counts()).toEqual(where === 'space' ? [1, 0] : [0, 1])
  })

  test('200 stays correct with concurrent changes and a merge', async () => {
    const { space, request, counts } = await createParents()
    await writePage(request, 'Text\n')
    const comments = await Promise.all(
      [space, request].flatMap((parent) => Array.from({ length: 10 }, () => post(parent))),
    )
    const answers = await Promise.all([
      ...comments.flatMap(({ id, target }, index) => {
        const path = `${target.changeRequest === undefined ? space : request}/comments/${id}`
        return index % 2 === 0
          ? [admin.put(path, { resolved: true }), commenter.put(path, { resolved: true })]
          : [admin.delete(path), commenter.put(path, { resolved: true }), commenter.delete(path)]
      }),
      ...Array.from({ length: 5 }, () => commenter.post(`${request}/comments`, createBody('a'))),
      admin.post(`${request}/merge`),
      ...Array.from({ length: 5 }, () => commenter.post(`${space}/comments`, createBody('a'))),
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
  test('200 lists the members who commented or replied, each once', async () => {
    const { space, request } = await createParents()
    const { id } = await post(space)
    await post(space)
    await post(request, createBody('a'), admin)
    await editor.post(`${space}/comments/${id}/replies`, createBody('b'))
    expect(await listIds(reader, `${space}/commenters`)).toEqual([editor.id, commenter.id].toSorted())
    const { items } = await readList<Member>(reader, `${request}/commenters`)
    expect(items).toMatchObject([{ object: 'member', id: admin.id, user: { id: admin.id } }])
    expect((await stranger.get(`${space}/commenters`)).status).toBe(404)
  })
})
