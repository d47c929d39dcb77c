import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { Space } from '../spaces/schema.ts'
import type { ChangeRequest } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const newSpace = () => app.space(admin, organization)
const create = async (space: string, subject = 'Words', by = admin) =>
  expectStatus(201, await by.post<ChangeRequest>(`/spaces/${space}/change-requests`, { subject }))
const read = async (space: string) => (await admin.get<Space>(`/spaces/${space}`)).body

describe('POST /spaces/:spaceId/change-requests', () => {
  test('201 creates a draft with the content of the space', async () => {
    const space = await newSpace()
    const changeRequest = await create(space.id, 'Better words')
    expect(changeRequest).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'draft',
      subject: 'Better words',
      space: space.id,
      revision: space.revision,
      revisionInitial: space.revision,
      revisionMergedAncestor: space.revision,
      outdated: false,
      comments: 0,
      createdBy: { id: admin.id },
    })
    expect(await read(space.id)).toMatchObject({
      changeRequests: 1,
      changeRequestsDraft: 1,
      changeRequestsOpen: 0,
    })
  })

  test('201 thirty concurrent requests get numbers without gaps or repeats', async () => {
    const space = await newSpace()
    const changeRequests = await Promise.all(Array.from({ length: 30 }, () => create(space.id)))
    expect(changeRequests.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
    expect(await read(space.id)).toMatchObject({ changeRequests: 30, changeRequestsDraft: 30 })
  })

  test('400 for a subject that is too long, 404 for an unknown agent task', async () => {
    const space = await newSpace()
    const path = `/spaces/${space.id}/change-requests`
    expect((await admin.post(path, { subject: 'x'.repeat(101) })).status).toBe(400)
    expect((await admin.post(path, { agentTaskId: 'x' })).status).toBe(404)
  })
})

describe('GET /spaces/:spaceId/change-requests/:changeRequestId', () => {
  test('200 finds a change request by id and by number', async () => {
    const space = await newSpace()
    const changeRequest = await create(space.id)
    const path = `/spaces/${space.id}/change-requests`
    expect((await admin.get(`${path}/${changeRequest.id}`)).body).toEqual(changeRequest)
    expect((await admin.get(`${path}/1`)).body).toEqual(changeRequest)
  })

  test.each(['2', '0', '-1', '1e0', '99999999999999999999', 'nothing'])('404 for %s', async (name) => {
    const space = await newSpace()
    await create(space.id)
    expect((await admin.get(`/spaces/${space.id}/change-requests/${name}`)).status).toBe(404)
  })

  test('404 for a change request of another space', async () => {
    const [space, other] = [await newSpace(), await newSpace()]
    const changeRequest = await create(other.id)
    expect((await admin.get(`/spaces/${space.id}/change-requests/${changeRequest.id}`)).status).toBe(404)
  })
})

describe('GET /spaces/:spaceId/change-requests', () => {
  test('200 lists open change requests, unless another status is requested', async () => {
    const space = await newSpace()
    const path = `/spaces/${space.id}/change-requests`
    const [draft, open, archived] = [await create(space.id), await create(space.id), await create(space.id)]
    await admin.patch(`${path}/${open.id}`, { status: 'open' })
    await admin.patch(`${path}/${archived.id}`, { status: 'archived' })
    const ids = async (query: string) =>
      (await admin.get<ListBody<ChangeRequest>>(path + query)).body.items.map(({ id }) => id)
    expect(await ids('')).toEqual([open.id])
    expect(await ids('?status=draft')).toEqual([draft.id])
    expect(await ids('?status=archived')).toEqual([archived.id])
    expect(await ids('?status=merged')).toEqual([])
    expect((await admin.get(`${path}?status=lost`)).status).toBe(400)
    expect(await ids('?status=draft&status=open')).toEqual([open.id, draft.id])
    expect((await admin.get(`${path}?status=draft&status=lost`)).status).toBe(400)
    expect((await admin.get(`${path}?status=`)).status).toBe(400)
  })

  test('200 filters by a part of the subject, and by the number', async () => {
    const space = await newSpace()
    const path = `/spaces/${space.id}/change-requests`
    for (const subject of ['Fix the 100% bug', 'Add a_b', 'Über Öl']) await admin.post(path, { subject })
    const other = await app.member(organization, 'create')
    const numbers = async (query: string, listPath = path) => {
      const all = `${listPath}?status=draft&query=${encodeURIComponent(query)}`
      return expectStatus(200, await other.get<ListBody<ChangeRequest>>(all)).items.map((item) => item.number)
    }
    expect(await numbers('fix')).toEqual([1])
    expect(await numbers('100%')).toEqual([1])
    // Neither sign stands for others.
    expect(await numbers('1%g')).toEqual([])
    expect(await numbers('aXb')).toEqual([])
    expect(await numbers('a_b')).toEqual([2])
    expect(await numbers('über')).toEqual([3])
    expect(await numbers('#2')).toEqual([2])
    expect(await numbers('2')).toEqual([2])
    expect(await numbers("' or 1=1 --")).toEqual([])
    expect(await numbers('  ')).toEqual([3, 2, 1])
    expect(await numbers('öl', `/orgs/${organization}/change-requests`)).toEqual([3])
    expect((await admin.get(`${path}?query=${'x'.repeat(300)}`)).status).toBe(400)
  })

  test('200 filters by creator and by contributor', async () => {
    const space = await newSpace()
    const editor = await app.member(organization, 'edit')
    const path = `/spaces/${space.id}/change-requests`
    const mine = await create(space.id)
    const theirs = await create(space.id, 'Theirs', editor)
    await editor.post(`${path}/${mine.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'A', document: { markdown: 'a' } }],
    })
    const ids = async (query: string) =>
      (await admin.get<ListBody<ChangeRequest>>(`${path}?status=draft&${query}`)).body.items.map(
        ({ id }) => id,
      )
    expect(await ids(`creator=${editor.id}`)).toEqual([theirs.id])
    expect(await ids(`contributor=${editor.id}`)).toEqual([theirs.id, mine.id])
    expect(await ids('creator=nobody')).toEqual([])
  })
})

const idsAs = async (by: Person, path: string) =>
  expectStatus(200, await by.get<ListBody<ChangeRequest>>(path)).items.map(({ id }) => id)
const createOpen = async (by: Person, space: string) => {
  const { id } = await create(space, 'Words', by)
  expectStatus(200, await by.patch(`/spaces/${space}/change-requests/${id}`, { status: 'open' }))
  return id
}

describe('GET /orgs/:organizationId/change-requests', () => {
  test('200 lists those of the spaces that the caller sees, newest first', async () => {
    const own = await app.organization()
    const path = `/orgs/${own.id}/change-requests`
    const [reader, guest] = [await app.member(own.id, 'read'), await app.member(own.id, null)]
    const [open, secret, gone] = [
      await app.space(own.admin, own.id),
      await app.space(own.admin, own.id),
      await app.space(own.admin, own.id),
    ]
    expectStatus(200, await own.admin.patch(`/spaces/${secret.id}`, { defaultLevel: null }))
    const first = await createOpen(own.admin, open.id)
    const second = await createOpen(own.admin, secret.id)
    await createOpen(own.admin, gone.id)
    expectStatus(205, await own.admin.delete(`/spaces/${gone.id}`))

    expect(await idsAs(own.admin, path)).toEqual([second, first])
    expect(await idsAs(reader, path)).toEqual([first])
    expect(await idsAs(guest, path)).toEqual([])
    await own.admin.post(`/spaces/${secret.id}/permissions`, { role: 'read', users: [guest.id] })
    expect(await idsAs(guest, path)).toEqual([second])
    expect(await idsAs(own.admin, `${path}?space=${open.id}`)).toEqual([first])
    expect(await idsAs(reader, `${path}?space=${secret.id}`)).toEqual([])
    expect((await admin.get(path)).status).toBe(404)
  })

  test('200 filters by status, creator, contributor and requested reviewer', async () => {
    const own = await app.organization()
    const path = `/orgs/${own.id}/change-requests`
    const editor = await app.member(own.id, 'edit')
    const space = await app.space(own.admin, own.id)
    const mine = await createOpen(own.admin, space.id)
    const theirs = await createOpen(editor, space.id)
    const draft = await create(space.id, 'Draft', own.admin)
    const request = `/spaces/${space.id}/change-requests/${mine}`
    await editor.post(`${request}/content`, {
      changes: [{ operation: 'insert_page', title: 'A', document: { markdown: 'a' } }],
    })
    expectStatus(200, await own.admin.post(`${request}/requested-reviewers`, { users: [editor.id] }))

    expect(await idsAs(own.admin, `${path}?status=draft`)).toEqual([draft.id])
    expect(await idsAs(own.admin, `${path}?creator=${editor.id}`)).toEqual([theirs])
    expect(await idsAs(own.admin, `${path}?contributor=${editor.id}`)).toEqual([theirs, mine])
    expect(await idsAs(own.admin, `${path}?requestedReviewer=${editor.id}`)).toEqual([mine])
    expect((await own.admin.get(`${path}?status=lost`)).status).toBe(400)
  })
})

describe('PATCH /spaces/:spaceId/change-requests/:changeRequestId', () => {
  test('200 changes the status, and the counters of the space follow', async () => {
    const space = await newSpace()
    const path = `/spaces/${space.id}/change-requests/1`
    await create(space.id)
    const counters = async () => {
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = await read(space.id)
      return [changeRequests, changeRequestsOpen, changeRequestsDraft]
    }
    for (const [status, expected] of [
      ['open', [1, 1, 0]],
      ['open', [1, 1, 0]],
      ['archived', [1, 0, 0]],
      ['open', [1, 1, 0]],
      ['draft', [1, 0, 1]],
    ] as const) {
      const { body } = await admin.patch<ChangeRequest>(path, { status })
      expect(body.status).toBe(status)
      expect(await counters()).toEqual(expected)
    }
    expect((await admin.patch<ChangeRequest>(path, { subject: 'Other words' })).body.subject).toBe(
      'Other words',
    )
  })

  test('400 for the status merged, which only the merge operation sets', async () => {
    const space = await newSpace()
    await create(space.id)
    const answer = await admin.patch(`/spaces/${space.id}/change-requests/1`, { status: 'merged' })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toMatch(/body\.status/)
  })

  test('200 twenty concurrent changes of status leave the counters correct', async () => {
    const space = await newSpace()
    await create(space.id)
    const statuses = ['open', 'archived', 'draft', 'open'] as const
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.patch(`/spaces/${space.id}/change-requests/1`, { status: statuses[index % 4] }),
      ),
    )
    const { status } = (await admin.get<ChangeRequest>(`/spaces/${space.id}/change-requests/1`)).body
    expect(await read(space.id)).toMatchObject({
      changeRequests: 1,
      changeRequestsOpen: status === 'open' ? 1 : 0,
      changeRequestsDraft: status === 'draft' ? 1 : 0,
    })
  })
})

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})
const createDocument = (...nodes: object[]) => ({ object: 'document', data: {}, nodes })

describe('the description of a change request', () => {
  test('200 is stored, can be set with a review request, and is removed when empty', async () => {
    const space = await app.space(admin, organization)
    const requests = `/spaces/${space.id}/change-requests`
    const changeRequest = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    expect(changeRequest.description).toBeUndefined()
    const path = `${requests}/${changeRequest.number}`
    const set = async (text: string) =>
      expectStatus(
        200,
        await admin.patch<ChangeRequest>(path, { description: createDocument(paragraph(text)) }),
      )
    expect((await set('Why *this*')).description).toMatchObject({
      nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: 'Why *this*' }] }] }],
    })
    const { description } = expectStatus(200, await admin.get<ChangeRequest>(path))
    expect(expectStatus(200, await admin.patch<ChangeRequest>(path, { description })).description).toEqual(
      description,
    )
    const reviewRequest = {
      users: [admin.id],
      subject: 'New',
      description: createDocument(paragraph('Other')),
    }
    expectStatus(200, await admin.post(`${path}/requested-reviewers`, reviewRequest))
    expect((await admin.get<ChangeRequest>(path)).body).toMatchObject({
      subject: 'New',
      description: { nodes: [{ nodes: [{ leaves: [{ text: 'Other' }] }] }] },
    })
    const empty = expectStatus(200, await admin.patch<ChangeRequest>(path, { description: createDocument() }))
    expect(empty.description).toBeUndefined()
  })

  test('400 for an invalid or too long description, and nothing changes', async () => {
    const space = await app.space(admin, organization)
    const requests = `/spaces/${space.id}/change-requests`
    const { number } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject: 'Old' }))
    for (const description of [
      'text',
      { object: 'document', nodes: [{ object: 'block', type: 'nothing' }] },
      createDocument(paragraph('a'.repeat(20_001))),
    ]) {
      const answer = await admin.patch(`${requests}/${number}`, { subject: 'New', description })
      expect(answer.status).toBe(400)
      expect(readError(answer).message).toMatch(/^body\.description/)
    }
    expect((await admin.get<ChangeRequest>(`${requests}/${number}`)).body.subject).toBe('Old')
  })
})
