import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest, MergeOutcome } from '../change-requests/schema.ts'
import type { RevisionPage, SemanticChanges } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: title },
  ...more,
})

/** Creates a space with the pages A, B (with the child C) and D, and a second change request in it. */
async function createSpace() {
  const { id } = await app.space(admin, organization)
  const path = `/spaces/${id}`
  const createRequest = async () => {
    const created = expectStatus(201, await admin.post<ChangeRequest>(`${path}/change-requests`, {}))
    const requestPath = `${path}/change-requests/${created.id}`
    return {
      id: created.id,
      path: requestPath,
      write: async (...changes: object[]) =>
        expectStatus(200, await admin.post<ChangeRequest>(`${requestPath}/content`, { changes })).revision,
      changes: async (query = '') =>
        expectStatus(200, await admin.get<SemanticChanges>(`${requestPath}/changes${query}`)),
      merge: async () => expectStatus(200, await admin.post<MergeOutcome>(`${requestPath}/merge`)).revision,
    }
  }
  const first = await createRequest()
  await first.write(insert('A'), insert('B', { ref: 'b' }), insert('C', { into: 'b' }), insert('D'))
  await first.merge()
  const findPageId = async (pagePath: string) =>
    expectStatus(200, await admin.get<RevisionPage>(`${path}/content/path/${pagePath}`)).id
  const pages = {
    a: await findPageId('a'),
    b: await findPageId('b'),
    c: await findPageId('b%2Fc'),
    d: await findPageId('d'),
  }
  return { path, pages, createRequest, second: await createRequest() }
}

describe('GET …/change-requests/:changeRequestId/changes', () => {
  test('200 with no changes before anything is written', async () => {
    const { second } = await createSpace()
    expect(await second.changes()).toEqual({ changes: [] })
  })

  test('200 with new files and their download URLs', async () => {
    const { second } = await createSpace()
    await second.write({ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YQ==' }] })
    const { changes } = await second.changes()
    expect(changes).toMatchObject([
      { type: 'file_created', file: { name: 'a.txt', contentType: 'text/plain' } },
    ])
    const { pathname, search } = new URL(changes[0]?.file?.downloadURL ?? '')
    expect((await app.app.http.inject({ url: pathname + search })).payload).toBe('a')
  })

  test('200 in the order of the pages, with deleted pages last', async () => {
    const { pages, second } = await createSpace()
    await second.write(
      { operation: 'update_page', page: pages.d, title: 'Dee', icon: 'book', document: { markdown: 'New' } },
      { operation: 'update_page', page: pages.c, into: pages.d },
      { operation: 'delete_page', page: pages.b },
      insert('Zero', { at: 0 }),
    )
    const { changes, more } = await second.changes()
    expect(more).toBeUndefined()
    expect(changes).toEqual([
      {
        type: 'page_created',
        page: { id: expect.any(String), type: 'document', title: 'Zero', path: 'zero' },
      },
      {
        type: 'page_edited',
        page: { id: pages.d, type: 'document', title: 'Dee', path: 'd' },
        attributes: {
          title: { before: 'D', after: 'Dee' },
          icon: { after: 'book' },
          document: { before: expect.any(String), after: expect.any(String) },
        },
      },
      {
        type: 'page_moved',
        page: { id: pages.c, type: 'document', title: 'C', path: 'd/c' },
        parent: {
          before: { id: pages.b, type: 'document', title: 'B', path: 'b' },
          after: { id: pages.d, type: 'document', title: 'Dee', path: 'd' },
        },
      },
      { type: 'page_deleted', page: { id: pages.b, type: 'document', title: 'B', path: 'b' } },
    ])
  })

  test('200 without a parent for a page that moves to the top level or within it', async () => {
    const { pages, second } = await createSpace()
    await second.write({ operation: 'update_page', page: pages.c, into: null, at: 0 })
    await second.write({ operation: 'update_page', page: pages.d, at: 1 })
    expect((await second.changes()).changes).toMatchObject([
      { type: 'page_moved', page: { id: pages.c, path: 'c' }, parent: { before: { id: pages.b } } },
      { type: 'page_moved', page: { id: pages.d }, parent: {} },
    ])
  })

  test('200 without pages that were written again with the same content', async () => {
    const { pages, second } = await createSpace()
    await second.write({ operation: 'update_page', page: pages.a, title: 'A', document: { markdown: 'A' } })
    expect(await second.changes()).toEqual({ changes: [] })
  })

  test('200 with ten changes by default, and the number of further ones', async () => {
    const { second } = await createSpace()
    await second.write(...Array.from({ length: 12 }, (_, index) => insert(`Page ${index}`)))
    const firstTen = await second.changes()
    expect(firstTen.changes.map(({ page }) => page?.title)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Page ${index}`),
    )
    expect(firstTen.more).toBe(2)
    expect(await second.changes('?limit=0')).toEqual({ changes: [], more: 12 })
    const all = await second.changes('?limit=12')
    expect(all.changes).toHaveLength(12)
    expect(all).not.toHaveProperty('more')
  })

  test('200 without the changes of the space after the change request was updated', async () => {
    const { second, createRequest } = await createSpace()
    await second.write(insert('Mine'))
    const other = await createRequest()
    await other.write(insert('Theirs'))
    await other.merge()
    expectStatus(200, await admin.post(`${second.path}/update`))
    expect((await second.changes()).changes).toMatchObject([
      { type: 'page_created', page: { title: 'Mine' } },
    ])
  })

  test('400 for an invalid limit, 404 for other organizations and for unknown ids', async () => {
    const { path, second } = await createSpace()
    const { admin: stranger } = await app.organization('Other')
    for (const limit of ['-1', '1001', 'x', '1.5']) {
      expect((await admin.get(`${second.path}/changes?limit=${limit}`)).status).toBe(400)
    }
    expect((await stranger.get(`${second.path}/changes`)).status).toBe(404)
    expect((await admin.get(`${path}/change-requests/9/changes`)).status).toBe(404)
    expect((await admin.get(`${path}/revisions/nothing/changes`)).status).toBe(404)
  })
})

describe('GET …/revisions/:revisionId/changes', () => {
  test('200 with the changes from the previous revision, and with the change request of a merge', async () => {
    const { path, second } = await createSpace()
    await second.write(insert('One'))
    const writtenId = await second.write(insert('Two'))
    const mergedId = await second.merge()
    const getChanges = async (revision: string) =>
      expectStatus(200, await admin.get<SemanticChanges>(`${path}/revisions/${revision}/changes`))
    expect(await getChanges(writtenId)).toMatchObject({ changes: [{ page: { title: 'Two' } }] })
    expect(await getChanges(writtenId)).not.toHaveProperty('mergedFrom')
    expect(await getChanges(mergedId)).toMatchObject({
      mergedFrom: { id: second.id },
      changes: [{ page: { title: 'One' } }, { page: { title: 'Two' } }],
    })
  })

  test('200 with every page as created for the first revision of a duplicated space', async () => {
    const { path } = await createSpace()
    const copy = expectStatus(201, await admin.post<{ id: string; revision: string }>(`${path}/duplicate`))
    const { changes } = expectStatus(
      200,
      await admin.get<SemanticChanges>(`/spaces/${copy.id}/revisions/${copy.revision}/changes`),
    )
    expect(changes.map(({ type, page }) => [type, page?.path])).toEqual([
      ['page_created', 'a'],
      ['page_created', 'b'],
      ['page_created', 'b/c'],
      ['page_created', 'd'],
    ])
  })
})

describe('GET …/revisions/:revisionId/compare/:baseRevisionId', () => {
  test('200 with what lies between any two revisions, in either direction', async () => {
    const { path, pages, createRequest, second } = await createSpace()
    const { revision: before } = expectStatus(200, await admin.get<{ revision: string }>(path))
    await second.write(insert('One'))
    await second.merge()
    const third = await createRequest()
    await third.write(
      { operation: 'update_page', page: pages.a, document: { markdown: 'Other words' } },
      { operation: 'delete_page', page: pages.d },
    )
    const after = await third.merge()
    const compare = async (base: string, revision: string, query = '') => {
      const response = await admin.get<SemanticChanges>(
        `${path}/revisions/${revision}/compare/${base}${query}`,
      )
      const { changes, more } = expectStatus(200, response)
      return { changes: changes.map(({ type, page }) => [type, page?.title]), more }
    }
    expect((await compare(before, after)).changes).toEqual([
      ['page_edited', 'A'],
      ['page_created', 'One'],
      ['page_deleted', 'D'],
    ])
    expect((await compare(after, before)).changes).toEqual([
      ['page_edited', 'A'],
      ['page_created', 'D'],
      ['page_deleted', 'One'],
    ])
    expect(await compare(before, after, '?limit=1')).toMatchObject({
      changes: [['page_edited', 'A']],
      more: 2,
    })
    expect((await compare(after, after)).changes).toEqual([])
  })

  test('400 for an invalid limit, 404 for other organizations and for revisions of other spaces', async () => {
    const { path } = await createSpace()
    const { revision } = expectStatus(200, await admin.get<{ revision: string }>(path))
    const other = await app.organization('Other')
    const foreign = await app.space(other.admin, other.id)
    const own = `${path}/revisions/${revision}/compare`
    expect((await admin.get(`${own}/${revision}?limit=1001`)).status).toBe(400)
    expect((await admin.get(`${own}/nothing`)).status).toBe(404)
    expect((await admin.get(`${path}/revisions/nothing/compare/${revision}`)).status).toBe(404)
    expect((await admin.get(`${own}/${foreign.revision}`)).status).toBe(404)
    expect((await admin.get(`${path}/revisions/${foreign.revision}/compare/${revision}`)).status).toBe(404)
    expect((await other.admin.get(`${own}/${revision}`)).status).toBe(404)
  })
})
