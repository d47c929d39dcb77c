import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { ChangeRequest, MergeUndo, Mergeability } from './schema.ts'

let app: TestApp
let organizationId: string
let admin: Person
let spaceId: string
let requests: string

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organizationId, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string, markdown = `${title}.\n`) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
const rewrite = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

/** Merges changes, and returns the number of their change request. */
async function mergeChanges(...changes: object[]): Promise<number> {
  const { id, number } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject: 'Words' }))
  expectStatus(200, await admin.post(`${requests}/${id}/content`, { changes }))
  expect(expectStatus(200, await admin.post(`${requests}/${id}/merge`))).toMatchObject({ result: 'merge' })
  return number
}
const undo = (id: string | number, body: object = {}, by = admin) =>
  by.post<MergeUndo>(`${requests}/${id}/undo-merge`, body)
const readSpace = async (): Promise<Record<string, string | undefined>> => {
  const { pages } = expectStatus(200, await admin.get<Revision>(`/spaces/${spaceId}/content`))
  const entries = await Promise.all(
    pages.map(async ({ id, title }) => {
      const path = `/spaces/${spaceId}/content/page/${id}?format=markdown`
      return [title, expectStatus(200, await admin.get<RevisionPage>(path)).markdown] as const
    }),
  )
  return Object.fromEntries(entries)
}
const findPage = async (path: string): Promise<string> =>
  expectStatus(200, await admin.get<RevisionPage>(`/spaces/${spaceId}/content/path/${path}`)).id

beforeEach(async () => {
  ;({ id: spaceId } = await app.space(admin, organizationId))
  requests = `/spaces/${spaceId}/change-requests`
  await mergeChanges(insert('One', 'A\n\nB\n\nC\n'), insert('Two'), insert('Three'))
})

describe('POST …/undo-merge', () => {
  test('201 the same draft, however often and by how many it is asked for at once', async () => {
    const number = await mergeChanges(insert('Four'))
    const other = await app.member(organizationId, 'edit')
    const answers = await Promise.all([undo(number), undo(number, {}, other), undo(number)])
    const ids = new Set(answers.map((answer) => expectStatus(201, answer).changeRequest.id))
    expect(ids.size).toBe(1)
    const { items } = expectStatus(
      200,
      await admin.get<{ items: ChangeRequest[] }>(`${requests}?status=draft`),
    )
    expect(items.map(({ id }) => id)).toEqual([...ids])
    // Archived, it is no way to undo anything any more.
    const [first = ''] = ids
    expectStatus(200, await admin.patch(`${requests}/${first}`, { status: 'archived' }))
    expect(expectStatus(201, await undo(number)).changeRequest.id).not.toBe(first)
  })

  test('201 a draft whose merge gives the content from before', async () => {
    const before = await readSpace()
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map(findPage))
    const number = await mergeChanges(
      rewrite(one ?? '', 'A\n\nchanged\n\nC\n'),
      { operation: 'delete_page', page: two },
      { operation: 'update_page', page: three, title: 'Third' },
      insert('Four'),
    )
    expect(await readSpace()).not.toEqual(before)
    const { changeRequest, conflicts } = expectStatus(201, await undo(number))
    expect(conflicts).toEqual([])
    expect(changeRequest).toMatchObject({
      status: 'draft',
      subject: `Undo #${number}: Words`,
      createdBy: { id: admin.id },
      outdated: false,
    })
    // Nothing changes for readers until it is merged.
    expect(await readSpace()).not.toEqual(before)
    expect(expectStatus(200, await admin.post(`${requests}/${changeRequest.id}/merge`))).toMatchObject({
      result: 'merge',
    })
    expect(await readSpace()).toEqual(before)
  })

  test('201 what was changed since stays', async () => {
    const one = await findPage('one')
    const number = await mergeChanges(rewrite(one, 'A\n\nchanged\n\nC\n'), insert('Four'))
    await mergeChanges(rewrite(one, 'A\n\nchanged\n\nC\n\nlater\n'), insert('Five'))
    const { changeRequest, conflicts } = expectStatus(201, await undo(number, { subject: 'Back' }))
    expect(conflicts).toEqual([])
    expect(changeRequest.subject).toBe('Back')
    expectStatus(200, await admin.post(`${requests}/${changeRequest.id}/merge`))
    const content = await readSpace()
    expect(Object.keys(content)).toEqual(['One', 'Two', 'Three', 'Five'])
    expect(content['One']).toBe('A\n\nB\n\nC\n\nlater\n')
  })

  test('201 with conflicts where the same was changed since', async () => {
    const [one, two] = await Promise.all(['one', 'two'].map(findPage))
    const number = await mergeChanges(rewrite(one ?? '', 'A\n\nchanged\n\nC\n'), {
      operation: 'update_page',
      page: two,
      title: 'Second',
    })
    await mergeChanges(rewrite(one ?? '', 'A\n\nchanged again\n\nC\n'), {
      operation: 'update_page',
      page: two,
      title: 'The second',
    })
    const { changeRequest, conflicts } = expectStatus(201, await undo(number))
    expect(conflicts.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { page: one, path: 'one', kind: 'content' },
      { page: two, path: 'two', kind: 'field' },
    ])
    const path = `${requests}/${changeRequest.id}`
    const page = await admin.get<RevisionPage>(`${path}/content/page/${one}?format=markdown`)
    expect(expectStatus(200, page).markdown).toContain(
      '<<<<<<< The space\nchanged again\n||||||| After the merge\nchanged\n=======\nB\n>>>>>>> Before the merge\n',
    )
    // It waits for somebody to resolve them, like any change request with conflicts.
    const mergeability = expectStatus(200, await admin.get<Mergeability>(`${path}/mergeability`))
    expect(mergeability).toMatchObject({ mergeable: false, conflicts: [{ page: one, kind: 'content' }] })
    expect(expectStatus(200, await admin.post(`${path}/merge`))).toMatchObject({ result: 'conflicts' })
  })

  test('201 an undo is undone like any merge', async () => {
    const number = await mergeChanges(rewrite(await findPage('one'), 'A\n\nchanged\n\nC\n'))
    const after = await readSpace()
    const first = expectStatus(201, await undo(number)).changeRequest
    expectStatus(200, await admin.post(`${requests}/${first.id}/merge`))
    const second = expectStatus(201, await undo(first.id)).changeRequest
    expectStatus(200, await admin.post(`${requests}/${second.id}/merge`))
    expect(await readSpace()).toEqual(after)
  })

  test('201 the subject of a long one fits', async () => {
    const subject = `${'x'.repeat(90)}${'🦊'.repeat(5)}`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject }))
    expectStatus(200, await admin.post(`${requests}/${id}/content`, { changes: [insert('Long')] }))
    expectStatus(200, await admin.post(`${requests}/${id}/merge`))
    const { changeRequest } = expectStatus(201, await undo(id))
    expect(changeRequest.subject.length).toBeLessThanOrEqual(100)
    expect(changeRequest.subject.isWellFormed()).toBe(true)
  })

  test('409 when it is undone, or was changed again as a whole', async () => {
    const [one, four] = [await mergeChanges(rewrite(await findPage('one'), 'A\n')), insert('Four')]
    const { changeRequest } = expectStatus(201, await undo(one))
    expectStatus(200, await admin.post(`${requests}/${changeRequest.id}/merge`))
    const again = await undo(one)
    expect(again.status).toBe(409)
    expect(readError(again).message).toContain('Nothing of what this merge changed')

    const number = await mergeChanges(four)
    await mergeChanges(rewrite(await findPage('four'), 'Other words.\n'))
    const response = await undo(number)
    expect(response.status).toBe(409)
    expect(readError(response).message).toContain('changed again since')
  })

  test('409 when it is not merged', async () => {
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, {}))
    const response = await undo(id)
    expect(response.status).toBe(409)
    expect(readError(response).message).toContain('not merged')
    expectStatus(200, await admin.patch(`${requests}/${id}`, { status: 'archived' }))
    expect((await undo(id)).status).toBe(409)
  })

  test('400, 403 and 404 for wrong input, readers, strangers and what is deleted', async () => {
    const number = await mergeChanges(insert('Four'))
    const reader = await app.member(organizationId, 'read')
    const other = await app.organization('Other')
    const foreignSpace = await app.space(other.admin, other.id)
    expect((await undo(number, { subject: 'x'.repeat(101) })).status).toBe(400)
    expect((await undo(number, { subject: 7 })).status).toBe(400)
    expect((await undo(number, {}, reader)).status).toBe(403)
    expect((await undo(number, {}, other.admin)).status).toBe(404)
    expect((await undo(77)).status).toBe(404)
    expect((await undo('nowhere')).status).toBe(404)
    const { id } = expectStatus(200, await admin.get<ChangeRequest>(`${requests}/${number}`))
    const elsewhere = `/spaces/${foreignSpace.id}/change-requests/${id}/undo-merge`
    expect((await other.admin.post(elsewhere, {})).status).toBe(404)
    await admin.delete(`/spaces/${spaceId}`)
    expect((await undo(number)).status).toBe(404)
  })
})
