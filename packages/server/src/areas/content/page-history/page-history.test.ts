import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId } from '../../../testing/content.ts'
import type { RevisionEntry, RevisionPage } from '../revisions/schema.ts'
import type { PageRevisionEntry } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } })
const write = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

const readHistory = async (spaceId: string, pageId: string, query = '') =>
  expectStatus(
    200,
    await admin.get<ListBody<PageRevisionEntry>>(
      `/spaces/${spaceId}/content/page/${pageId}/revisions${query}`,
    ),
  )

/** A space with the pages Guide and Setup, each made by a merge of its own. */
async function createSpace() {
  const { id } = await app.space(admin, organization)
  await changeContent(admin, id, [insert('Guide')])
  await changeContent(admin, id, [insert('Setup')])
  return { id, guide: await findPageId(admin, id, 'guide'), setup: await findPageId(admin, id, 'setup') }
}

test('200 follows a page through edits, renames, moves, removal and restoring', async () => {
  const { id, guide, setup } = await createSpace()
  await changeContent(admin, id, [write(setup, 'Two')])
  await changeContent(admin, id, [write(guide, 'Not this page')])
  await changeContent(admin, id, [{ operation: 'update_page', page: setup, title: 'Install' }])
  await changeContent(admin, id, [{ operation: 'update_page', page: setup, into: guide, icon: 'bolt' }])
  const { items: before } = await readHistory(id, setup)
  await changeContent(admin, id, [{ operation: 'delete_page', page: setup }])
  await changeContent(admin, id, [{ operation: 'revert_page', page: setup, revision: before[0]?.id ?? '' }])

  const { items, count } = await readHistory(id, setup)
  expect(count).toBe(6)
  expect(items).toMatchObject([
    { changes: ['created'], current: true, page: { id: setup, title: 'Install' } },
    { changes: ['deleted'], page: { title: 'Install' } },
    {
      changes: ['settings', 'place'],
      type: 'merge',
      createdBy: { id: admin.id },
      page: { title: 'Install', settings: ['icon'], parent: { after: { id: guide, title: 'Guide' } } },
    },
    { changes: ['title'], page: { title: 'Install', previousTitle: 'Setup' } },
    { changes: ['text'], page: { title: 'Setup' } },
    { changes: ['created'], page: { title: 'Setup' } },
  ])
  // Each can be compared with what was before it, and the page can be read as it was.
  const [, removal, move] = items
  const compared = await admin.get<{ changes: { page: { id: string } }[] }>(
    `/spaces/${id}/revisions/${move?.id}/compare/${move?.previousRevision}`,
  )
  expect(expectStatus(200, compared).changes.map(({ page }) => page.id)).toContain(setup)
  expectStatus(200, await admin.get(`/spaces/${id}/revisions/${move?.id}/page/${setup}`))
  expect((await admin.get(`/spaces/${id}/revisions/${removal?.id}/page/${setup}`)).status).toBe(404)
  expect(move?.urls.app).toMatch(new RegExp(`/app/spaces/${id}/revisions/${move?.id}/pages/${setup}$`))
})

test('200 page by page', async () => {
  const { id, setup } = await createSpace()
  for (const text of ['Two', 'Three', 'Four']) await changeContent(admin, id, [write(setup, text)])
  const first = await readHistory(id, setup, '?limit=3')
  expect(first.count).toBe(4)
  const second = await readHistory(id, setup, `?limit=3&page=${first.next?.page}`)
  const ids = [...first.items, ...second.items].map((entry) => entry.id)
  expect(ids).toEqual((await readHistory(id, setup)).items.map((entry) => entry.id))
  expect(second.next).toBeUndefined()
})

test('200 the changes of other pages cost nothing once they are listed', async () => {
  const { id, guide, setup } = await createSpace()
  const countStatements = () => app.countStatements(() => readHistory(id, setup))
  await readHistory(id, setup)
  const listed = await countStatements()
  for (const text of ['One', 'Two', 'Three']) await changeContent(admin, id, [write(guide, text)])
  await readHistory(id, setup)
  expect(await countStatements()).toBe(listed)
  expect((await readHistory(id, setup)).count).toBe(1)
})

test('200 to several who ask at once for what nobody has asked for yet', async () => {
  const { id, setup } = await createSpace()
  for (const text of ['Two', 'Three', 'Four']) await changeContent(admin, id, [write(setup, text)])
  const histories = await Promise.all(Array.from({ length: 6 }, () => readHistory(id, setup)))
  expect(histories.map(({ count }) => count)).toEqual(Array(6).fill(4))
  const positions = await app.database.rows<{ position: number }>(sql`
    select position from page_changes where space_id = ${id} and page_id = ${setup} order by position`)
  expect(positions.map(({ position }) => position)).toEqual([3, 4, 5, 6])
})

test('404 for pages that never were, for outsiders; 401; 400', async () => {
  const { id, setup } = await createSpace()
  const path = `/spaces/${id}/content/page/${setup}/revisions`
  const { admin: outsider } = await app.organization('Other')
  const { id: otherId } = await app.space(admin, organization)
  expect((await admin.get(`/spaces/${id}/content/page/nowhere/revisions`)).status).toBe(404)
  expect((await admin.get(`/spaces/${otherId}/content/page/${setup}/revisions`)).status).toBe(404)
  expect((await outsider.get(path)).status).toBe(404)
  expect((await app.anonymous.get(path)).status).toBe(401)
  expect((await admin.get(`${path}?page=nonsense`)).status).toBe(400)
})

/** The text, title and parent of each page at a revision. */
async function readPages(spaceId: string, revisionId: string): Promise<Map<string, string>> {
  const path = `/spaces/${spaceId}/revisions/${revisionId}`
  const { pages } = expectStatus(
    200,
    await admin.get<{ pages: (RevisionPage & { parent?: string })[] }>(`${path}/pages?fields=tree`),
  )
  const states = pages.map(async ({ id, title, parent }) => {
    const page = expectStatus(200, await admin.get<RevisionPage>(`${path}/page/${id}?format=markdown`))
    return [id, JSON.stringify([title, parent, page.markdown])] as const
  })
  return new Map(await Promise.all(states))
}

test('a revision is listed exactly where it differs from the one before', { timeout: 120_000 }, async () => {
  const edit = fc.record({
    page: fc.nat(3),
    other: fc.nat(3),
    kind: fc.constantFrom('write', 'rename', 'move', 'up', 'delete', 'insert'),
    text: fc.constantFrom('one', 'two', 'three'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 8 }), async (edits) => {
      const { id } = await createSpace()
      for (const { page, other, kind, text } of edits) {
        const { revision } = expectStatus(200, await admin.get<{ revision: string }>(`/spaces/${id}`))
        const ids = [...(await readPages(id, revision)).keys()]
        const target = ids[page % ids.length]
        const parent = ids[other % ids.length]
        const change = (fields: object) => ({ operation: 'update_page', page: target, ...fields })
        const changes = {
          write: change({ document: { markdown: text } }),
          rename: change({ title: text }),
          move: change({ into: parent }),
          up: change({ into: null, at: 0 }),
          delete: { operation: 'delete_page', page: target },
          insert: insert(text),
        }
        const path = `/spaces/${id}/change-requests`
        const { id: request } = expectStatus(201, await admin.post<{ id: string }>(path, {}))
        // Some are refused, such as a move below itself: then nothing is merged.
        await admin.post(`${path}/${request}/content`, { changes: [changes[kind]] })
        await admin.post(`${path}/${request}/merge`)
      }
      const revisions = expectStatus(
        200,
        await admin.get<ListBody<RevisionEntry>>(`/spaces/${id}/revisions`),
      ).items.toReversed()
      const states = await Promise.all(revisions.map((entry) => readPages(id, entry.id)))
      const pageIds = new Set(states.flatMap((state) => [...state.keys()]))
      for (const pageId of pageIds) {
        const expected = revisions.filter(
          (_, index) => states[index]?.get(pageId) !== states[index - 1]?.get(pageId),
        )
        // A page that only changed places with its siblings has the same text, title and parent.
        const listed = (await readHistory(id, pageId)).items.filter(
          ({ changes, page }) =>
            page.parent !== undefined || changes.some((kind) => kind !== 'place' && kind !== 'settings'),
        )
        expect(listed.map((entry) => entry.id).toReversed()).toEqual(expected.map((entry) => entry.id))
      }
    }),
    { numRuns: 6 },
  )
})
