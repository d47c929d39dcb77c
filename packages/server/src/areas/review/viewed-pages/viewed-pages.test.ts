import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest } from '../../content/index.ts'
import type { ViewedPages } from './schema.ts'

let app: TestApp
let organizationId: string
let admin: Person
let reader: Person
let path: string
let spaceId: string
let pageIds: string[]

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organizationId, admin } = await app.organization())
  reader = await app.member(organizationId, 'read')
})
afterAll(() => app.stop())

beforeEach(async () => {
  ;({ id: spaceId } = await app.space(admin, organizationId))
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject: 'Words' }))
  path = `${requests}/${id}`
  const changes = ['One', 'Two'].map((title) => ({
    operation: 'insert_page',
    title,
    document: { markdown: `${title}.` },
  }))
  const result = expectStatus(
    200,
    await admin.post<{ changes: { page: { id: string } }[] }>(`${path}/content?compat=false`, { changes }),
  )
  pageIds = result.changes.map(({ page }) => page.id)
})

const listViewed = async (by: Person): Promise<string[]> =>
  expectStatus(200, await by.get<ViewedPages>(`${path}/viewed-pages`)).pages
const mark = async (by: Person, pageId = ''): Promise<void> => {
  expectStatus(204, await by.put(`${path}/viewed-pages/${pageId}`))
}
const change = async (operation: object): Promise<void> => {
  expectStatus(200, await admin.post(`${path}/content`, { changes: [operation] }))
}

describe('a changed page that somebody has looked at', () => {
  test('is marked for them alone, once, until they take it back', async () => {
    const [one, two] = pageIds
    expect(await listViewed(reader)).toEqual([])
    await mark(reader, one)
    await mark(reader, one)
    await mark(reader, two)
    expect((await listViewed(reader)).toSorted()).toEqual(pageIds.toSorted())
    expect(await listViewed(admin)).toEqual([])
    expectStatus(204, await reader.delete(`${path}/viewed-pages/${two}`))
    expectStatus(204, await reader.delete(`${path}/viewed-pages/${two}`))
    expect(await listViewed(reader)).toEqual([one])
  })

  test('is to be looked at again when its text, its title or its place is changed', async () => {
    const [one, two] = pageIds
    for (const operation of [
      { operation: 'update_page', page: one, document: { markdown: 'One, again.' } },
      { operation: 'update_page', page: one, title: 'First' },
      { operation: 'update_page', page: one, into: two },
      { operation: 'delete_page', page: one },
    ]) {
      await mark(reader, one)
      await mark(reader, two)
      await change(operation)
      expect(await listViewed(reader)).toEqual([two])
    }
  })

  test('is as it was seen when a change of it is taken back', async () => {
    const [one] = pageIds
    await mark(reader, one)
    await change({ operation: 'update_page', page: one, document: { markdown: 'Other words.' } })
    expect(await listViewed(reader)).toEqual([])
    await change({ operation: 'update_page', page: one, document: { markdown: 'One.' } })
    expect(await listViewed(reader)).toEqual([one])
  })

  test('is marked as it was in the revision that they looked at', async () => {
    const [one, two] = pageIds
    const { revision } = expectStatus(200, await admin.get<ChangeRequest>(path))
    await change({ operation: 'update_page', page: one, document: { markdown: 'Changed meanwhile.' } })
    for (const pageId of pageIds) {
      expectStatus(204, await reader.put(`${path}/viewed-pages/${pageId}?revision=${revision}`))
    }
    expect(await listViewed(reader)).toEqual([two])
  })

  test('can be one that the change request deletes', async () => {
    expectStatus(200, await admin.post(`${path}/merge`, {}))
    const requests = `/spaces/${spaceId}/change-requests`
    const { id } = expectStatus(201, await admin.post<ChangeRequest>(requests, { subject: 'Less' }))
    path = `${requests}/${id}`
    const [one] = pageIds
    await change({ operation: 'delete_page', page: one })
    await mark(reader, one)
    expect(await listViewed(reader)).toEqual([one])
  })
})

test('404 for a page and a change request that are not there, and for strangers', async () => {
  const other = await app.organization('Other')
  const stranger = other.admin
  const foreignSpace = await app.space(stranger, other.id)
  const foreignRevision = foreignSpace.revision
  const [one] = pageIds
  expect((await admin.put(`${path}/viewed-pages/nowhere`)).status).toBe(404)
  expect((await admin.put(`/spaces/${spaceId}/change-requests/77/viewed-pages/${one}`)).status).toBe(404)
  expect((await admin.put(`${path}/viewed-pages/${one}?revision=nowhere`)).status).toBe(404)
  expect((await admin.put(`${path}/viewed-pages/${one}?revision=${foreignRevision}`)).status).toBe(404)
  expect((await stranger.get(`${path}/viewed-pages`)).status).toBe(404)
  expect((await stranger.put(`${path}/viewed-pages/${one}`)).status).toBe(404)
  expect((await stranger.delete(`${path}/viewed-pages/${one}`)).status).toBe(404)
})
