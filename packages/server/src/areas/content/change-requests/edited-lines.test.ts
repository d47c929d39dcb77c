import type { Document } from '@verso/markdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus, type Person, readError, TestApp } from '../../../testing/app.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { ContentUpdateResult } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

/** A page as people write it by hand: nothing in it is written as the API would write it. */
const handWritten = [
  '---',
  '# a comment',
  'description:   "By hand"',
  '---',
  'Page',
  '====',
  '',
  'A *word* in a',
  '__wrapped__ paragraph, see [here](other.md)',
  'and [there][o].',
  '',
  '',
  '+ one',
  '+ [two](other.md)',
  '',
  '{% hint icon="x"  style="info" %}',
  'A hint.',
  '{% endhint %}',
  '',
  '|a|b|',
  '|-|-|',
  '|c|*dee*|',
  '',
  '[o]: other.md',
].join('\r\n')

async function createPages(markdown: string) {
  const { id } = await app.space(admin, organization)
  await admin.post(`/spaces/${id}/change-requests`, {})
  const path = `/spaces/${id}/change-requests/1/content`
  const write = (...changes: object[]) => admin.post<ContentUpdateResult>(`${path}?compat=false`, { changes })
  const { changes } = expectStatus(
    200,
    await write(
      { operation: 'insert_page', title: 'First', document: { markdown: '' } },
      { operation: 'insert_page', title: 'Other', document: { markdown: 'o' } },
      { operation: 'insert_page', title: 'Page', document: { markdown } },
    ),
  )
  const [, , pageId = ''] = changes.map(({ page }) => (typeof page === 'object' ? page.id : (page ?? '')))
  return {
    pageId,
    write,
    readDocument: async (): Promise<Document> => {
      const { document } = expectStatus(200, await admin.get<RevisionPage>(`${path}/page/${pageId}`))
      if (!document) throw new Error('the page has no document')
      return document
    },
    readMarkdown: async () =>
      expectStatus(200, await admin.get<RevisionPage>(`${path}/page/${pageId}?format=markdown`)).markdown,
  }
}

/** Replaces words in the texts of a document. */
function replaceWords(document: Document, oldText: string, newText: string): unknown {
  return JSON.parse(JSON.stringify(document).replaceAll(`"${oldText}`, `"${newText}`))
}

describe('a document that replaces a text', () => {
  test('200 without a change leaves every byte as it is', async () => {
    const { pageId, write, readDocument, readMarkdown } = await createPages(handWritten)
    const stored = await readMarkdown()
    const document = await readDocument()
    expectStatus(200, await write({ operation: 'update_page', page: pageId, document: { document } }))
    expect(await readMarkdown()).toBe(stored)
  })

  test.each([
    ['word', 'changed'],
    ['one', 'changed'],
    ['A hint', 'A changed hint'],
    ['dee', 'changed'],
  ])('200 with a changed word changes its line only: %s', async (oldText, newText) => {
    const { pageId, write, readDocument, readMarkdown } = await createPages(handWritten)
    const oldLines = ((await readMarkdown()) ?? '').split('\n')
    const document = replaceWords(await readDocument(), oldText, newText)
    expectStatus(200, await write({ operation: 'update_page', page: pageId, document: { document } }))
    const newLines = ((await readMarkdown()) ?? '').split('\n')
    const changedLines = newLines.filter((line, index) => line !== oldLines[index])
    expect(newLines).toHaveLength(oldLines.length)
    expect(changedLines).toHaveLength(1)
    expect(changedLines[0]).toContain(newText)
  })

  test('200 with another title drops the old title from the text', async () => {
    const { pageId, write, readDocument, readMarkdown } = await createPages(handWritten)
    const document = await readDocument()
    expectStatus(
      200,
      await write({ operation: 'update_page', page: pageId, title: 'New', document: { document } }),
    )
    expect(await readMarkdown()).not.toContain('====')
    expect(await readMarkdown()).toContain('__wrapped__ paragraph')
  })

  test('200 in a page of a megabyte', async () => {
    const markdown = Array.from(
      { length: 20_000 },
      (_, index) => `A *paragraph* with number\n${index}, by hand.`,
    )
    const { pageId, write, readDocument, readMarkdown } = await createPages(markdown.join('\n\n'))
    const document = replaceWords(await readDocument(), ' with number 7777,', ' with number changed,')
    expectStatus(200, await write({ operation: 'update_page', page: pageId, document: { document } }))
    const stored = ((await readMarkdown()) ?? '').split('\n\n')
    const changed = stored.filter((paragraph, index) => paragraph.trim() !== markdown[index])
    expect(changed).toEqual(['A *paragraph* with number\nchanged, by hand.'])
  })

  test('400 that Markdown cannot express leaves the text as it was', async () => {
    const { pageId, write, readMarkdown } = await createPages(handWritten)
    const stored = await readMarkdown()
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'url', url: 'https://a.b' } },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'a' }] }],
    }
    const paragraph = { object: 'block', type: 'paragraph', nodes: [{ ...link, nodes: [link] }] }
    const document = { object: 'document', data: {}, nodes: [paragraph] }
    const answer = await write({ operation: 'update_page', page: pageId, document: { document } })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toContain('body.changes.0.document.document')
    expect(await readMarkdown()).toBe(stored)
  })
})

describe('reverting a block', () => {
  test('200 restores its bytes, and changes no others', async () => {
    const { id: space } = await app.space(admin, organization)
    const createChangeRequest = async (number: number) => {
      await admin.post(`/spaces/${space}/change-requests`, {})
      return `/spaces/${space}/change-requests/${number}`
    }
    const first = await createChangeRequest(1)
    const insertion = { operation: 'insert_page', title: 'Page', document: { markdown: handWritten } }
    expectStatus(200, await admin.post(`${first}/content`, { changes: [insertion] }))
    const { id } = expectStatus(200, await admin.get<RevisionPage>(`${first}/content/path/page`))
    expectStatus(200, await admin.post(`${first}/merge`))
    const second = await createChangeRequest(2)
    const change = async (operation: object) =>
      expectStatus(200, await admin.post(`${second}/content`, { changes: [operation] }))
    const edited = handWritten.replace('*word*', 'text').replace('+ one', '+ *1*')
    await change({ operation: 'update_page', page: id, document: { markdown: edited } })
    const read = async (query = '') =>
      expectStatus(200, await admin.get<RevisionPage>(`${second}/content/page/${id}${query}`))
    const [paragraph] = (await read()).document?.nodes ?? []
    await change({ operation: 'revert_page', page: id, block: [paragraph?.key] })
    expect((await read('?format=markdown')).markdown).toBe(handWritten.replace('+ one', '+ *1*'))
  })
})
