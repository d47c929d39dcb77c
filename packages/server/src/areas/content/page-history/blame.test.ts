import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId } from '../../../testing/content.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { PageBlame, PageRevisionEntry } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const write = (page: string, markdown: string) => ({ operation: 'update_page', page, document: { markdown } })

async function createPage(markdown: string) {
  const { id: spaceId } = await app.space(admin, organization)
  await changeContent(admin, spaceId, [{ operation: 'insert_page', title: 'Setup', document: { markdown } }])
  return { spaceId, pageId: await findPageId(admin, spaceId, 'setup') }
}

const readBlame = async (spaceId: string, pageId: string) =>
  expectStatus(200, await admin.get<PageBlame>(`/spaces/${spaceId}/content/page/${pageId}/blame`))

const readRevisions = async (spaceId: string, pageId: string) =>
  expectStatus(
    200,
    await admin.get<ListBody<PageRevisionEntry>>(`/spaces/${spaceId}/content/page/${pageId}/revisions`),
  ).items

test('200 for each line who wrote it and when, across a rename and a move', async () => {
  const { spaceId, pageId } = await createPage('One\n\nTwo\n\nThree\n')
  const writer = await app.member(organization, 'edit')
  const path = `/spaces/${spaceId}/change-requests`
  const request = expectStatus(201, await writer.post<ChangeRequest>(path, { subject: 'Say more' }))
  const changes = [write(pageId, 'One\n\nTwo and a half\n\nThree\n\nFour\n')]
  expectStatus(200, await writer.post(`${path}/${request.id}/content`, { changes }))
  // Somebody else merges it: the lines are still the writer's.
  expectStatus(200, await admin.post(`${path}/${request.id}/merge`))
  await changeContent(admin, spaceId, [{ operation: 'update_page', page: pageId, title: 'Install' }])

  const [, edit, creation] = await readRevisions(spaceId, pageId)
  const blame = await readBlame(spaceId, pageId)
  expect(blame).toMatchObject({ object: 'page-blame', page: pageId })
  expect(blame.ranges).toEqual([
    { from: 1, to: 2, revision: creation?.id, markdown: 'One\n' },
    { from: 3, to: 3, revision: edit?.id, markdown: 'Two and a half' },
    { from: 4, to: 5, revision: creation?.id, markdown: '\nThree' },
    { from: 6, to: 7, revision: edit?.id, markdown: '\nFour' },
  ])
  expect(blame.revisions).toMatchObject([
    {
      id: edit?.id,
      type: 'merge',
      summary: 'Say more',
      writtenBy: { id: writer.id },
      createdBy: { id: admin.id },
    },
    { id: creation?.id, writtenBy: { id: admin.id } },
  ])
})

test('200 a page that was deleted and restored begins anew', async () => {
  const { spaceId, pageId } = await createPage('One\n')
  const [creation] = await readRevisions(spaceId, pageId)
  await changeContent(admin, spaceId, [{ operation: 'delete_page', page: pageId }])
  const path = `/spaces/${spaceId}/content/page/${pageId}/blame`
  expect((await admin.get(path)).status).toBe(404)
  await changeContent(admin, spaceId, [
    { operation: 'revert_page', page: pageId, revision: creation?.id ?? '' },
  ])
  const [restoring] = await readRevisions(spaceId, pageId)
  expect((await readBlame(spaceId, pageId)).ranges).toEqual([
    { from: 1, to: 1, revision: restoring?.id, markdown: 'One' },
  ])
})

test('200 for a group and an empty page: no lines', async () => {
  const { spaceId, pageId } = await createPage('')
  expect(await readBlame(spaceId, pageId)).toMatchObject({ ranges: [], revisions: [] })
  await changeContent(admin, spaceId, [{ operation: 'insert_page', title: 'Group', type: 'group' }])
  const { pages } = expectStatus(
    200,
    await admin.get<{ pages: RevisionPage[] }>(`/spaces/${spaceId}/content/pages`),
  )
  const group = pages.find(({ title }) => title === 'Group')?.id ?? ''
  expect((await readBlame(spaceId, group)).ranges).toEqual([])
})

test('404 for pages that are not there and for outsiders, 401', async () => {
  const { spaceId, pageId } = await createPage('One')
  const { admin: outsider } = await app.organization('Other')
  const path = `/spaces/${spaceId}/content/page/${pageId}/blame`
  expect((await admin.get(`/spaces/${spaceId}/content/page/nowhere/blame`)).status).toBe(404)
  expect((await outsider.get(path)).status).toBe(404)
  expect((await app.anonymous.get(path)).status).toBe(401)
})

test('the revision of each line has it, and the one before does not', { timeout: 120_000 }, async () => {
  const edit = fc.record({
    at: fc.nat(20),
    removed: fc.nat(2),
    added: fc.integer({ min: 1, max: 3 }),
    asks: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 8 }), async (edits) => {
      const { spaceId, pageId } = await createPage('Begin\n')
      const lines = ['Begin']
      for (const [index, { at, removed, added, asks }] of edits.entries()) {
        const newLines = Array.from({ length: added }, (_, n) => `Line ${n} of edit ${index}`)
        lines.splice(at % (lines.length + 1), removed, ...newLines)
        await changeContent(admin, spaceId, [write(pageId, `${lines.join('\n')}\n`)])
        // Whether earlier answers are known makes no difference.
        if (asks) await readBlame(spaceId, pageId)
      }
      const revisions = (await readRevisions(spaceId, pageId)).toReversed()
      const texts = await Promise.all(
        revisions.map(async ({ id }) => {
          const path = `/spaces/${spaceId}/revisions/${id}/page/${pageId}?format=markdown`
          const { markdown = '' } = expectStatus(200, await admin.get<RevisionPage>(path))
          return new Set(markdown.split('\n'))
        }),
      )
      const { ranges } = await readBlame(spaceId, pageId)
      expect(ranges.flatMap(({ markdown }) => markdown.split('\n'))).toEqual(lines)
      for (const { revision, markdown } of ranges) {
        const index = revisions.findIndex(({ id }) => id === revision)
        for (const line of markdown.split('\n')) {
          expect([texts[index]?.has(line), texts[index - 1]?.has(line) ?? false]).toEqual([true, false])
        }
      }
    }),
    { numRuns: 6 },
  )
})
