import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { ChangeRequest } from '../change-requests/schema.ts'
import type { Revision, RevisionPage } from './schema.ts'

let app: TestApp
let admin: Person
let path: string

beforeAll(async () => {
  app = await TestApp.start()
  const organization = await app.organization()
  admin = organization.admin
  const space = await app.space(admin, organization.id)
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {}))
  path = `/spaces/${space.id}/change-requests/${id}/content`
})
afterAll(() => app.stop())

const writePage = (title: string, markdown: string) =>
  admin.post(path, { changes: [{ operation: 'insert_page', title, document: { markdown } }] })
const readPage = (page: string, format: string) =>
  admin.get<RevisionPage>(`${path}/path/${page}?format=${format}`)
const listTitles = async () => (await admin.get<Revision>(path)).body.pages.map(({ title }) => title)

test.each([
  ['10 MB', 'a *b* `c`\n\n'.repeat(1_000_000)],
  ['one line of 5 MB', 'a'.repeat(5_000_000)],
])('400 for %s: names the field and writes nothing', async (_case, markdown) => {
  const before = await listTitles()
  const response = await writePage('Large', markdown)
  expect(response.status).toBe(400)
  expect(readError(response).message).toContain('body.changes.0.document.markdown must')
  expect(await listTitles()).toEqual(before)
})

test('413 for a body that is too large', async () => {
  expect((await writePage('Larger', 'a'.repeat(17 * 1024 * 1024))).status).toBe(413)
})

test.each([
  ['quotes', '>'.repeat(100_000)],
  ['lists', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['tags', '{% hint %}\n'.repeat(50_000)],
])(
  '200 as Markdown for deeply nested %s; 400 with the reason as a document where it cannot be parsed',
  { timeout: 180_000 },
  async (title, markdown) => {
    expect((await writePage(title, markdown)).status).toBe(200)
    expect((await readPage(title, 'markdown')).body.markdown).toBe(markdown)
    const response = await readPage(title, 'document')
    expect([200, 400]).toContain(response.status)
    const reason = response.status === 400 ? readError(response).message : 'format=markdown'
    expect(reason).toContain('format=markdown')
  },
)

test('400 for a hundred thousand nested quotes as a document', async () => {
  const response = await readPage('quotes', 'document')
  expect(response.status).toBe(400)
  expect(readError(response).message).toMatch(
    /^The Markdown nests blocks deeper than \d+ levels\. Ask for format=markdown\.$/,
  )
})

test.each([
  ['backticks', '`'.repeat(900_000)],
  ['brackets', '['.repeat(900_000)],
  ['stars', '*a '.repeat(300_000)],
  ['one line', 'a '.repeat(450_000)],
  ['table', '|a'.repeat(300_000)],
  ['heading', `Text\n\n# ${'[a](b<c'.repeat(120_000)}`],
])(
  '200 or 400 for a long run of %s, before the time limit',
  { timeout: 180_000 },
  async (title, markdown) => {
    expect((await writePage(`run of ${title}`, markdown)).status).toBe(200)
    const response = await readPage(`run-of-${title.replace(' ', '-')}`, 'document')
    expect([200, 400]).toContain(response.status)
  },
)

test('400 for bytes that are not UTF-8', async () => {
  const before = await listTitles()
  const body = JSON.stringify({
    changes: [{ operation: 'insert_page', title: 'Broken', document: { markdown: 'caf?' } }],
  })
  const { statusCode, payload } = await app.app.http.inject({
    method: 'POST',
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    payload: Buffer.from(body.replace('?', '\u00e9'), 'latin1'),
  })
  expect(statusCode).toBe(400)
  expect(payload).toContain('not UTF-8')
  expect(await listTitles()).toEqual(before)
})

test('200 for a title and a description that are too long: both are cut', async () => {
  const response = await writePage(
    'Given',
    `---\ndescription: ${'d'.repeat(400_000)}\n---\n# ${'[t](u<'.repeat(80_000)}`,
  )
  expect(response.status).toBe(200)
  const last = (await admin.get<Revision>(path)).body.pages.at(-1)
  expect([last?.title.length, last?.description?.length]).toEqual([256, 1000])
})

test('400 for half of a surrogate pair', async () => {
  const response = await writePage('Half', 'a\uD800b')
  expect(response.status).toBe(400)
})
