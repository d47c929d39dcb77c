import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
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

const write = (title: string, markdown: string) =>
  admin.post(path, { changes: [{ operation: 'insert_page', title, document: { markdown } }] })
const read = (page: string, format: string) =>
  admin.get<RevisionPage>(`${path}/path/${page}?format=${format}`)
const titles = async () => (await admin.get<Revision>(path)).body.pages.map(({ title }) => title)

test.each([
  ['10 MB', 'a *b* `c`\n\n'.repeat(1_000_000)],
  ['one line of 5 MB', 'a'.repeat(5_000_000)],
])('400 for %s: the field is named, and nothing is written', async (_what, markdown) => {
  const before = await titles()
  const answer = await write('Large', markdown)
  expect(answer.status).toBe(400)
  expect(errorOf(answer).message).toContain('body.changes.0.document.markdown must')
  expect(await titles()).toEqual(before)
})

test('413 for more than a body may have', async () => {
  expect((await write('Larger', 'a'.repeat(17 * 1024 * 1024))).status).toBe(413)
})

test.each([
  ['quotes', '>'.repeat(100_000)],
  ['lists', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['tags', '{% hint %}\n'.repeat(50_000)],
])(
  '200 nested %s are kept as they are; 400 as a document, with the reason',
  { timeout: 180_000 },
  async (title, markdown) => {
    expect((await write(title, markdown)).status).toBe(200)
    expect((await read(title, 'markdown')).body.markdown).toBe(markdown)
    const answer = await read(title, 'document')
    expect([200, 400]).toContain(answer.status)
    const reason = answer.status === 400 ? errorOf(answer).message : 'format=markdown'
    expect(reason).toContain('format=markdown')
  },
)

test('400 for a hundred thousand nested quotes as a document', async () => {
  const answer = await read('quotes', 'document')
  expect(answer.status).toBe(400)
  expect(errorOf(answer).message).toMatch(
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
])('200 or a reason for a long run of %s, in time', { timeout: 180_000 }, async (title, markdown) => {
  expect((await write(`run of ${title}`, markdown)).status).toBe(200)
  const answer = await read(`run-of-${title.replace(' ', '-')}`, 'document')
  expect([200, 400]).toContain(answer.status)
})

test('400 for bytes that are no UTF-8', async () => {
  const before = await titles()
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
  expect(await titles()).toEqual(before)
})

test('200 for a title without end: as much of it as a title may have', async () => {
  const answer = await write(
    'Given',
    `---\ndescription: ${'d'.repeat(400_000)}\n---\n# ${'[t](u<'.repeat(80_000)}`,
  )
  expect(answer.status).toBe(200)
  const last = (await admin.get<Revision>(path)).body.pages.at(-1)
  expect([last?.title.length, last?.description?.length]).toEqual([256, 1000])
})

test('400 for half a character, which no text can hold', async () => {
  const answer = await write('Half', 'a\uD800b')
  expect(answer.status).toBe(400)
})
