import type { Document } from '@verso/markdown'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arbitraryDocument } from '../../../../../markdown/src/testing/arbitrary.ts'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
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

async function createChangeRequest() {
  const { id } = await app.space(admin, organization)
  await admin.post(`/spaces/${id}/change-requests`, {})
  const path = `/spaces/${id}/change-requests/1/content`
  return {
    path,
    write: (...changes: object[]) => admin.post<ContentUpdateResult>(`${path}?compat=false`, { changes }),
    page: async (pageId: string, query = '') =>
      expectStatus(200, await admin.get<RevisionPage>(`${path}/page/${pageId}${query}`)),
  }
}

const insert = (document: unknown, title = 'Page') => ({
  operation: 'insert_page',
  title,
  document: { document },
})
const readPageIds = ({ changes }: ContentUpdateResult) =>
  changes.map(({ page }) => (typeof page === 'object' ? page.id : (page ?? '')))

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }],
})

const createDocument = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })

describe('a page given as a JSON document', () => {
  test('200 any document is returned as it was written', async () => {
    const { write, page } = await createChangeRequest()
    const samples = fc.sample(arbitraryDocument, { numRuns: 50, seed: 5 })
    const ids = readPageIds(expectStatus(200, await write(...samples.map((document) => insert(document)))))
    const storedDocuments: (Document | undefined)[] = []
    for (const id of ids) storedDocuments.push((await page(id)).document)
    expect(storedDocuments).toEqual(samples)
  })

  test('200 is stored as Markdown and can be updated as Markdown or as a document', async () => {
    const { write, page } = await createChangeRequest()
    const document = { object: 'document', data: {}, nodes: [paragraph('1 < 2 *and* more')] }
    const [id = ''] = readPageIds(expectStatus(200, await write(insert(document))))
    expect((await page(id, '?format=markdown')).markdown).toBe('1 < 2 \\*and\\* more\n')
    const read = (await page(id)).document
    expectStatus(200, await write({ operation: 'update_page', page: id, document: { markdown: 'Other' } }))
    expectStatus(200, await write({ operation: 'update_page', page: id, document: { document: read } }))
    expect((await page(id)).document).toEqual(read)
  })

  test('400 names the place of the error, and nothing is applied', async () => {
    const { write, path } = await createChangeRequest()
    const good = { object: 'document', data: {}, nodes: [paragraph('a')] }
    const message = async (document: unknown) => {
      const answer = await write(insert(good), insert(document))
      expect(answer.status).toBe(400)
      return readError(answer).message
    }
    expect(await message(createDocument({ object: 'block', type: 'video' }))).toBe(
      'body.changes.1.document.document.nodes.0.type must be the type of a block.',
    )
    expect(
      await message(createDocument(paragraph('a'), { object: 'block', type: 'hint', data: {}, nodes: [] })),
    ).toBe('body.changes.1.document.document.nodes.1.data.style must be given.')
    expect(
      await message(
        createDocument({ object: 'block', type: 'math', isVoid: true, data: { formula: 'a $$ b' } }),
      ),
    ).toMatch(/^body\.changes\.1\.document\.document\.nodes\S* cannot be written in Markdown\.$/)
    expect(await message('text')).toMatch(/^body\.changes\.1\.document\.document must be object/)
    expect(await message(createDocument(paragraph('a'.repeat(1_000_001))))).toContain('longer than 1000000')
    const both = { operation: 'insert_page', document: { markdown: 'a', document: good } }
    expect((await write(both)).status).toBe(400)
    expect((await admin.get<{ pages: unknown[] }>(path)).body.pages).toEqual([])
  })

  test.each([100, 3000, 100_000])('400 for a document that is nested %i blocks deep', async (depth) => {
    const { path } = await createChangeRequest()
    const nodes = `${'{"object":"block","type":"blockquote","nodes":['.repeat(depth)}${']}'.repeat(depth)}`
    const change = `{"operation":"insert_page","document":{"document":{"object":"document","nodes":[${nodes}]}}}`
    const answer = await app.app.http.inject({
      method: 'POST',
      url: `/v1${path}`,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: `{"changes":[${change}]}`,
    })
    expect(answer.statusCode).toBe(400)
  })
})
