import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent } from '../../../testing/content.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { RevisionEntry } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } })

const readHistory = async (spaceId: string, query = '') =>
  expectStatus(200, await admin.get<ListBody<RevisionEntry>>(`/spaces/${spaceId}/revisions${query}`))

test('200 newest first, with who, when, how and the change request', async () => {
  const { id, revision: first } = await app.space(admin, organization)
  const editor = await app.member(organization, 'create')
  const request = expectStatus(
    201,
    await editor.post<ChangeRequest>(`/spaces/${id}/change-requests`, { subject: 'Say hello' }),
  )
  const path = `/spaces/${id}/change-requests/${request.id}`
  expectStatus(200, await editor.post(`${path}/content`, { changes: [insert('Hello')] }))
  expectStatus(200, await editor.post(`${path}/merge`))
  const { revision } = expectStatus(200, await admin.get<Space>(`/spaces/${id}`))

  const { items, count } = await readHistory(id)
  // Revisions of change requests are not among those of the space.
  expect(count).toBe(2)
  expect(items).toMatchObject([
    {
      object: 'revision-entry',
      id: revision,
      type: 'merge',
      current: true,
      summary: 'Say hello',
      createdBy: { id: editor.id },
      changeRequest: { id: request.id, number: 1, subject: 'Say hello' },
      urls: { app: expect.stringContaining(`/app/spaces/${id}/revisions/${revision}`) },
    },
    { id: first, type: 'edits', current: false },
  ])
  expect(items[1]).not.toHaveProperty('changeRequest')
  expectStatus(200, await admin.get(`/spaces/${id}/revisions/${items[1]?.id}`))
})

test('200 page by page', async () => {
  const { id } = await app.space(admin, organization)
  for (const title of ['One', 'Two', 'Three']) await changeContent(admin, id, [insert(title)])
  const first = await readHistory(id, '?limit=2')
  expect(first.count).toBe(4)
  const second = await readHistory(id, `?limit=2&page=${first.next?.page}`)
  const ids = [...first.items, ...second.items].map((entry) => entry.id)
  expect(ids).toEqual((await readHistory(id)).items.map((entry) => entry.id))
  expect(second.next).toBeUndefined()
})

test('200 a template is named as such', async () => {
  const { id } = await app.space(admin, organization)
  const templates = expectStatus(200, await admin.get<{ items: { id: string }[] }>('/templates'))
  expectStatus(201, await admin.post(`/spaces/${id}/content/template`, { id: templates.items[0]?.id ?? '' }))
  expect((await readHistory(id)).items[0]).toMatchObject({ type: 'template', current: true })
})

test('404 for outsiders, 400 for an invalid page', async () => {
  const { id } = await app.space(admin, organization)
  const { admin: outsider } = await app.organization('Other')
  expect((await outsider.get(`/spaces/${id}/revisions`)).status).toBe(404)
  expect((await app.anonymous.get(`/spaces/${id}/revisions`)).status).toBe(401)
  expect((await admin.get(`/spaces/${id}/revisions?page=nonsense`)).status).toBe(400)
  expect((await admin.get(`/spaces/${id}/revisions?limit=1001`)).status).toBe(400)
})
