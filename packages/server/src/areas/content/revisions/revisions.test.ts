import { applyChanges, type Change } from '@verso/revisions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuthorizedMain } from '../store/main-authorization.ts'
import { sql } from '../../../database/database.ts'
import { expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId } from '../../../testing/content.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { Revision, RevisionPage } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const markdown = '## Install\n\nRun `npm ci`.\n'

/** Creates a space with a guide that has a child page. */
async function createSpace(): Promise<{ id: string; revision: string }> {
  const { id } = await app.space(admin, organization)
  await admin.post(`/spaces/${id}/change-requests`, {})
  const changes = [
    {
      operation: 'insert_page',
      title: 'Guide',
      ref: 'guide',
      document: { markdown: 'Welcome' },
      icon: 'book',
    },
    {
      operation: 'insert_page',
      title: 'Install',
      into: 'guide',
      document: { markdown },
      description: 'How to',
    },
  ]
  expectStatus(200, await admin.post(`/spaces/${id}/change-requests/1/content`, { changes }))
  expectStatus(200, await admin.post(`/spaces/${id}/change-requests/1/merge`))
  return (await admin.get<Space>(`/spaces/${id}`)).body
}

const read = async <Body>(path: string) => expectStatus(200, await admin.get<Body>(path))

test('200 a new space has one empty revision', async () => {
  const { id, revision } = await app.space(admin, organization)
  expect(await read<Revision>(`/spaces/${id}/content`)).toMatchObject({
    object: 'revision',
    id: revision,
    parents: [],
    type: 'edits',
    pages: [],
    files: [],
    reusableContents: [],
    tags: [],
    variables: {},
  })
})

test('200 what pages share comes without the pages, and a reusable content with its text as it was written', async () => {
  const { id } = await createSpace()
  const text = '# Note\n\n* a\n* b\n'
  await changeContent(admin, id, [
    { operation: 'put_reusable_content', title: 'Note', document: { markdown: text } },
    { operation: 'put_reusable_content', title: 'Empty' },
    { operation: 'set_variables', variables: { version: '2.4' } },
  ])
  const shared = await read<Revision>(`/spaces/${id}/content?fields=shared`)
  expect(shared).toMatchObject({ pages: [], files: [], variables: { version: '2.4' } })
  expect(shared.reusableContents.map(({ title }) => title).sort()).toEqual(['Empty', 'Note'])
  expect((await read<Revision>(`/spaces/${id}/content`)).pages).toHaveLength(1)
  expect((await admin.get(`/spaces/${id}/content?fields=tree`)).status).toBe(400)
  for (const { id: contentId, title } of shared.reusableContents) {
    const path = `/spaces/${id}/content/reusable-contents/${contentId}`
    expect(await read(path)).not.toHaveProperty('markdown')
    expect(await read(`${path}?format=markdown`)).toMatchObject({ markdown: title === 'Note' ? text : '' })
    expect((await admin.get(`${path}?format=html`)).status).toBe(400)
  }
})

test('200 unchanged content is sent from the cache, after access is checked, and new content replaces it', async () => {
  const { id } = await createSpace()
  const pageId = await findPageId(admin, id, 'guide/install')
  const path = `/spaces/${id}/content/page/${pageId}`
  const first = await admin.get<RevisionPage>(`${path}?format=markdown`)
  let second = first
  const statements = await app.countStatements(async () => {
    second = await admin.get<RevisionPage>(`${path}?format=markdown`)
  })
  // The one statement authenticates the caller and checks the permission.
  expect(statements).toBe(1)
  expect(second.body).toEqual(first.body)
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(second.headers['content-type']).toBe('application/json; charset=utf-8')
  const revalidated = await admin.get(`${path}?format=markdown`, {
    'if-none-match': String(first.headers.etag),
  })
  expect(revalidated.status).toBe(304)

  // Another query, or another caller, gets another response.
  expect(await read<RevisionPage>(path)).toHaveProperty('document')
  expect(await read<RevisionPage>(`${path}?format=markdown`)).not.toHaveProperty('document')
  expect((await (await app.person()).get(`${path}?format=markdown`)).status).toBe(404)
  const body = await read<Revision>(`/spaces/${id}/content`)
  await changeContent(admin, id, [{ operation: 'update_page', page: pageId, document: { markdown: 'New.' } }])
  expect((await read<RevisionPage>(`${path}?format=markdown`)).markdown).toBe('New.')
  expect((await read<Revision>(`/spaces/${id}/content`)).id).not.toBe(body.id)
})

test('200 with the same pages in the space, in the change request and in the revision', async () => {
  const { id, revision } = await createSpace()
  const { pages } = await read<Revision>(`/spaces/${id}/content`)
  expect(pages).toMatchObject([
    {
      type: 'document',
      kind: 'sheet',
      title: 'Guide',
      slug: 'guide',
      path: 'guide',
      icon: 'book',
      layout: { width: 'default', tableOfContents: true },
      pages: [{ title: 'Install', path: 'guide/install', description: 'How to', pages: [] }],
    },
  ])
  for (const scope of ['content', 'change-requests/1/content', `revisions/${revision}`]) {
    expect(await read(`/spaces/${id}/${scope}/pages`)).toEqual({ pages })
    expect((await read<Revision>(`/spaces/${id}/${scope}`)).pages).toEqual(pages)
  }
})

describe('a page', () => {
  test('200 by id and by path, as a document and as Markdown', async () => {
    const { id } = await createSpace()
    const byPath = await read<RevisionPage>(`/spaces/${id}/content/path/guide%2Finstall`)
    expect(byPath.document).toMatchObject({
      object: 'document',
      // The title of the page is the first level, so `##` is a heading of the document's first level.
      nodes: [{ type: 'heading-1' }, { type: 'paragraph' }],
    })
    expect(byPath.markdown).toBeUndefined()
    expect(await read(`/spaces/${id}/content/page/${byPath.id}`)).toEqual(byPath)
    const asText = await read<RevisionPage>(`/spaces/${id}/content/page/${byPath.id}?format=markdown`)
    expect(asText).toMatchObject({ id: byPath.id, path: 'guide/install', markdown })
    expect(asText.document).toBeUndefined()
  })

  test('200 with its child pages', async () => {
    const { id } = await createSpace()
    const guide = await read<RevisionPage>(`/spaces/${id}/content/path/guide?format=markdown`)
    expect(guide).toMatchObject({ markdown: 'Welcome', pages: [{ title: 'Install', path: 'guide/install' }] })
  })

  test('404 for an unknown page, 400 for an unknown format', async () => {
    const { id } = await createSpace()
    for (const path of ['page/nothing', 'path/nothing', 'path/guide%2Fnothing', 'path/%2F']) {
      expect((await admin.get(`/spaces/${id}/content/${path}`)).status).toBe(404)
    }
    expect((await admin.get(`/spaces/${id}/content/path/guide?format=pdf`)).status).toBe(400)
  })
})

test('404 for revisions and change requests of another space', async () => {
  const [emptySpace, otherSpace] = [await app.space(admin, organization), await createSpace()]
  expect((await admin.get(`/spaces/${emptySpace.id}/revisions/${otherSpace.revision}`)).status).toBe(404)
  expect((await admin.get(`/spaces/${emptySpace.id}/change-requests/1/content`)).status).toBe(404)
})

test('201 a duplicate of ten thousand pages adds one revision and no objects', async () => {
  const original = await app.space(admin, organization)
  const changes = Array.from({ length: 10_000 }, (_, number): Change => ({
    type: 'insert-page',
    id: `page-${number}`,
    parent: number < 100 ? null : `page-${number % 100}`,
    fields: { type: 'document', title: `Page ${number}`, slug: `page-${number}` },
    document: { markdown: `Text of page ${number}.\n` },
  }))
  const { revisionStore, main } = app.app.areas.content
  await app.database.transaction(async (tx) => {
    const locked = await main.lock(tx, original.id)
    const written = await applyChanges(revisionStore.objects.createReader(tx), locked.revision.root, changes)
    const authorized = AuthorizedMain.forDirectChange(locked, { userId: admin.id, role: 'admin' })
    await main.commitChange(tx, authorized, written, { userId: admin.id, now: new Date() })
  })
  const countRows = async () =>
    app.database.row(
      sql`select (select count(*) from objects) as objects, (select count(*) from revisions) as revisions`,
    )
  const before = await countRows()
  const copy = expectStatus(201, await admin.post<Space>(`/spaces/${original.id}/duplicate`))
  const { objects, revisions } = { objects: 0, revisions: 0, ...before }
  expect(await countRows()).toEqual({ objects, revisions: revisions + 1 })
  const { markdown } = await read<RevisionPage>(`/spaces/${copy.id}/content/page/page-9999?format=markdown`)
  expect(markdown).toBe('Text of page 9999.\n')
})

test('201 a duplicate has the same content and changes independently', async () => {
  const original = await createSpace()
  const copy = expectStatus(201, await admin.post<Space>(`/spaces/${original.id}/duplicate`))
  const { pages } = await read<Revision>(`/spaces/${original.id}/content`)
  // The ids of documents differ between spaces.
  const removeIds = (list: object[]) =>
    JSON.stringify(list)
      .replaceAll(original.id, '')
      .replaceAll(copy.id, '')
      .replaceAll(/"documentId":"[^"]+"/g, '')
  expect(removeIds((await read<Revision>(`/spaces/${copy.id}/content`)).pages)).toBe(removeIds(pages))
  expect(copy).toMatchObject({ changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 })

  const request = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${copy.id}/change-requests`, {}))
  const [guide] = pages
  const path = `/spaces/${copy.id}/change-requests/${request.id}`
  const changes = [{ operation: 'delete_page', page: guide?.id }]
  expectStatus(200, await admin.post(`${path}/content`, { changes }))
  expectStatus(200, await admin.post(`${path}/merge`))
  expect((await read<Revision>(`/spaces/${copy.id}/content`)).pages).toEqual([])
  expect((await read<Revision>(`/spaces/${original.id}/content`)).pages).toEqual(pages)
})
