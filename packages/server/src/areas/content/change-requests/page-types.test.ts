import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import type { RevisionFile } from '../files/schema.ts'
import type { ContentLocation } from '../links/schema.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { ChangeRequest } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function createChangeRequest() {
  const { id } = await app.space(admin, organization)
  const request = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${id}/change-requests`, {}))
  const path = `/spaces/${id}/change-requests/${request.id}/content`
  return {
    path,
    write: (...changes: object[]) => admin.post<ChangeRequest>(path, { changes }),
    read: async () => expectStatus(200, await admin.get<Revision>(path)),
  }
}

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: title },
  ...more,
})

describe('insert_page', () => {
  test('200 groups with pages below them, and links to pages and URLs', async () => {
    const { write, read } = await createChangeRequest()
    const response = await write(
      { operation: 'insert_page', type: 'group', title: 'Guides', ref: 'guides', icon: 'book' },
      insert('Start', { into: 'guides', ref: 'start' }),
      {
        operation: 'insert_page',
        type: 'link',
        title: 'Web',
        target: { kind: 'url', url: 'https://x.example/' },
      },
      { operation: 'insert_page', type: 'link', title: 'First', target: { kind: 'page', page: 'start' } },
    )
    expectStatus(200, response)
    const { pages } = await read()
    const [group] = pages
    const [start] = (group?.pages ?? []) as RevisionPage[]
    expect(pages).toMatchObject([
      { type: 'group', title: 'Guides', slug: 'guides', icon: 'book', pages: [{ path: 'guides/start' }] },
      { type: 'link', title: 'Web', target: { kind: 'url', url: 'https://x.example/' } },
      { type: 'link', title: 'First', target: { kind: 'page', page: start?.id } },
    ])
    const [, web] = pages
    const target = { kind: 'url', url: 'https://y.example/' }
    expectStatus(200, await write({ operation: 'update_page', page: web?.id, target, title: 'New' }))
    expect((await read()).pages[1]).toMatchObject({ type: 'link', title: 'New', target })
  })

  test.each([
    { type: 'group', document: { markdown: 'x' } },
    { type: 'link' },
    { type: 'link', target: { kind: 'url', url: 'https://x.example' }, slug: 'x' },
    { type: 'link', target: { kind: 'url', url: 'https://x.example' }, document: { markdown: 'x' } },
    { type: 'link', target: { kind: 'nothing' } },
    { type: 'document' },
    { type: 'chapter', document: { markdown: 'x' } },
    { document: { markdown: 'x' }, target: { kind: 'url', url: 'https://x.example' } },
    { document: { markdown: 'x' }, layout: { width: 'huge' } },
    { document: { markdown: 'x' }, cover: { ref: { kind: 'page', page: 'x' } } },
  ])('400 for %j', async (fields) => {
    const { write, read } = await createChangeRequest()
    expect((await write({ operation: 'insert_page', title: 'X', ...fields })).status).toBe(400)
    expect((await read()).pages).toEqual([])
  })
})

describe('update_page', () => {
  test('200 sets layout, cover, link title and hidden, and removes them', async () => {
    const { write, read } = await createChangeRequest()
    expectStatus(200, await write(insert('Hello', { layout: { outline: false }, linkTitle: 'Hi' })))
    const [page] = (await read()).pages
    expect(page).toMatchObject({ linkTitle: 'Hi', layout: { outline: false, title: true } })
    const cover = { ref: { kind: 'url', url: 'https://x.example/a.png' }, yPos: 10 }
    const update = { operation: 'update_page', page: page?.id }
    expectStatus(200, await write({ ...update, cover, hidden: true, layout: { width: 'wide' } }))
    expect((await read()).pages[0]).toMatchObject({
      cover,
      hidden: true,
      layout: { width: 'wide', outline: true },
    })
    expectStatus(200, await write({ ...update, cover: null, layout: null, linkTitle: null, hidden: false }))
    const [cleared] = (await read()).pages
    expect(cleared).not.toHaveProperty('cover')
    expect(cleared).not.toHaveProperty('linkTitle')
    expect(cleared).toMatchObject({ layout: { width: 'default' } })
  })

  test('400 for a target of a document, and a text of a group', async () => {
    const { write, read } = await createChangeRequest()
    const group = { operation: 'insert_page', type: 'group', title: 'Group' }
    expectStatus(200, await write(insert('Hello'), group))
    const [page, groupPage] = (await read()).pages
    const target = { kind: 'url', url: 'https://x.example/' }
    expect((await write({ operation: 'update_page', page: page?.id, target })).status).toBe(400)
    const document = { markdown: 'x' }
    expect((await write({ operation: 'update_page', page: groupPage?.id, document })).status).toBe(400)
  })
})

const file = (name: string) => ({ name, base64: Buffer.from(name).toString('base64') })

describe('files', () => {
  test('200 are renamed and deleted', async () => {
    const { path, write } = await createChangeRequest()
    expectStatus(200, await write({ operation: 'insert_files', files: [file('a.txt'), file('b.txt')] }))
    const list = async () =>
      expectStatus(200, await admin.get<ListBody<RevisionFile>>(`${path}/files`)).items.map(
        ({ id, name }) => ({ id, name }),
      )
    const [first, second] = await list()
    const rename = { operation: 'update_file', file: first?.id, name: '../<c>.txt' }
    expectStatus(200, await write(rename))
    expect(await list()).toContainEqual({ id: first?.id, name: '_c_.txt' })
    expectStatus(200, await write({ operation: 'delete_files', files: [second?.id, second?.id] }))
    expect(await list()).toEqual([{ id: first?.id, name: '_c_.txt' }])
  })

  test('404 for unknown files, which changes nothing', async () => {
    const { write, read } = await createChangeRequest()
    const page = insert('Hello')
    expect((await write(page, { operation: 'delete_files', files: ['gone'] })).status).toBe(404)
    expect((await write(page, { operation: 'update_file', file: 'gone', name: 'x' })).status).toBe(404)
    expect((await write({ operation: 'delete_files', files: [] })).status).toBe(400)
    expect((await read()).pages).toEqual([])
  })
})

describe('uses of a reusable content', () => {
  test('200 lists the pages that include it; 404 for an unknown one and for outsiders', async () => {
    const { path, write, read } = await createChangeRequest()
    const note = { operation: 'put_reusable_content', title: 'Note', document: { markdown: 'Note.' } }
    expectStatus(200, await write(note))
    const [content] = (await read()).reusableContents
    const markdown = `{% include "/reusable-contents/${content?.id}" %}\n`
    expectStatus(200, await write(insert('With', { document: { markdown } }), insert('Without')))
    const usesPath = `${path}/reusable-contents/${content?.id}/uses`
    const { items, count } = expectStatus(200, await admin.get<ListBody<ContentLocation>>(usesPath))
    expect(count).toBe(1)
    expect(items).toMatchObject([{ page: { title: 'With' } }])
    expect((await admin.get(`${path}/reusable-contents/gone/uses`)).status).toBe(404)
    const { admin: outsider } = await app.organization('Other')
    expect((await outsider.get(usesPath)).status).toBe(404)
  })
})
