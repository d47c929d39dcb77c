import type { Document } from '@verso/markdown'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '../../../../../markdown/src/testing/arbitrary.ts'
import { errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { AuthoredContent } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

async function changeRequest() {
  const { id } = await app.space(admin, organization)
  await admin.post(`/spaces/${id}/change-requests`, {})
  const path = `/spaces/${id}/change-requests/1/content`
  return {
    path,
    write: (...changes: object[]) => admin.post<AuthoredContent>(`${path}?compat=false`, { changes }),
    page: async (pageId: string, query = '') =>
      expectStatus(200, await admin.get<RevisionPage>(`${path}/page/${pageId}${query}`)),
  }
}

const insert = (document: unknown, title = 'Page') => ({
  operation: 'insert_page',
  title,
  document: { document },
})
const idsOf = ({ changes }: AuthoredContent) =>
  changes.map(({ page }) => (typeof page === 'object' ? page.id : (page ?? '')))

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }],
})

const nodes = (...given: unknown[]) => ({ object: 'document', data: {}, nodes: given })

describe('a page written as a document', () => {
  test('200 any document comes back as it was', async () => {
    const { write, page } = await changeRequest()
    const given = fc.sample(documents, { numRuns: 50, seed: 5 })
    const ids = idsOf(expectStatus(200, await write(...given.map((document) => insert(document)))))
    const back: (Document | undefined)[] = []
    for (const id of ids) back.push((await page(id)).document)
    expect(back).toEqual(given)
  })

  test('200 is Markdown from then on, and can be changed as either', async () => {
    const { write, page } = await changeRequest()
    const document = { object: 'document', data: {}, nodes: [paragraph('1 < 2 *and* more')] }
    const [id = ''] = idsOf(expectStatus(200, await write(insert(document))))
    expect((await page(id, '?format=markdown')).markdown).toBe('1 < 2 \\*and\\* more\n')
    const read = (await page(id)).document
    expectStatus(200, await write({ operation: 'update_page', page: id, document: { markdown: 'Other' } }))
    expectStatus(200, await write({ operation: 'update_page', page: id, document: { document: read } }))
    expect((await page(id)).document).toEqual(read)
  })

  test('400 names the place of what is wrong, and nothing is applied', async () => {
    const { write, path } = await changeRequest()
    const good = { object: 'document', data: {}, nodes: [paragraph('a')] }
    const message = async (document: unknown) => {
      const answer = await write(insert(good), insert(document))
      expect(answer.status).toBe(400)
      return errorOf(answer).message
    }
    expect(await message(nodes({ object: 'block', type: 'video' }))).toBe(
      'body.changes.1.document.document.nodes.0.type must be the type of a block.',
    )
    expect(await message(nodes(paragraph('a'), { object: 'block', type: 'hint', data: {}, nodes: [] }))).toBe(
      'body.changes.1.document.document.nodes.1.data.style must be given.',
    )
    expect(
      await message(nodes({ object: 'block', type: 'math', isVoid: true, data: { formula: 'a $$ b' } })),
    ).toMatch(/^body\.changes\.1\.document\.document\.nodes\S* cannot be said in Markdown\.$/)
    expect(await message('text')).toMatch(/^body\.changes\.1\.document\.document must be object/)
    expect(await message(nodes(paragraph('a'.repeat(1_000_001))))).toContain('longer than 1000000')
    const both = { operation: 'insert_page', document: { markdown: 'a', document: good } }
    expect((await write(both)).status).toBe(400)
    expect((await admin.get<{ pages: unknown[] }>(path)).body.pages).toEqual([])
  })

  test.each([100, 3000, 100_000])('400 for one that is nested %i blocks deep', async (depth) => {
    const { path } = await changeRequest()
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
