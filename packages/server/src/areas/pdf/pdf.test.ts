import { applyChanges, type Change } from '@verso/revisions'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { minutes } from '../../common/clock.ts'
import { sql } from '../../database/database.ts'
import { TestApp } from '../../testing/app.ts'
import type { ChangeRequest } from '../content/change-requests/schema.ts'
import { AuthorizedMain } from '../content/index.ts'
import type { Space } from '../content/spaces/schema.ts'

const app = await TestApp.start()
afterAll(() => app.stop())
const { id: organizationId, admin } = await app.organization('Acme Ltd')

// An image of one transparent pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

// Every PDF is rendered by a process of its own.
const slow = { timeout: 120_000 }

const insert = (id: string, markdown: string, more: Partial<Extract<Change, { type: 'insert-page' }>> = {}) =>
  ({
    type: 'insert-page',
    id,
    parent: null,
    fields: { type: 'document', title: `Title of ${id}`, slug: id },
    document: { markdown },
    ...more,
  }) as const

/** Creates a space and applies the changes to it. */
async function createSpace(changes: Change[], body: object = {}): Promise<Space> {
  const space = await app.space(admin, organizationId, { title: 'Handbook', ...body })
  const { revisionStore, main } = app.app.areas.content
  await app.database.transaction(async (tx) => {
    const locked = await main.lock(tx, space.id)
    const written = await applyChanges(revisionStore.objects.createReader(tx), locked.revision.root, changes)
    const authorized = AuthorizedMain.forDirectChange(locked, { userId: admin.id, role: 'admin' })
    await main.commitChange(tx, authorized, written, { userId: admin.id, now: app.clock.now() })
  })
  return space
}

async function createLink(path: string): Promise<string> {
  const answer = await admin.get<{ url: string }>(path)
  expect(answer.status).toBe(200)
  const { pathname, search } = new URL(answer.body.url)
  return pathname + search
}

const open = (url: string, headers: Record<string, string> = {}) =>
  app.app.http.inject({ method: 'GET', url, headers })

async function readText(url: string): Promise<string> {
  const answer = await open(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return text.replaceAll(/\s+/g, ' ')
}

describe('GET /spaces/:spaceId/pdf', () => {
  test('200 has the pages in order, with links, variables, reusable contents and files', slow, async () => {
    const picture = await app.app.areas.content.files.store({ name: 'cat.png', bytes: pixel })
    const space = await createSpace([
      { type: 'set-variables', variables: { product: 'Verso Air' } },
      { type: 'put-file', id: 'cat', file: picture },
      {
        type: 'put-reusable-content',
        id: 'note',
        title: 'Note',
        document: { markdown: 'Said everywhere.' },
      },
      insert(
        'start',
        '# Title of start\n\nSee [the end](end.md). <code class="expression">space.vars.product</code>',
      ),
      insert(
        'end',
        '![A cat](/files/cat)\n\n{% include "/reusable-contents/note" %}\n\n{% if visitor.claims.x %}\nFor some.\n{% endif %}',
      ),
      insert('secret', 'Nobody reads this.', {
        fields: { type: 'document', title: 'Secret', slug: 'secret', hidden: true },
      }),
    ])
    const text = await readText(await createLink(`/spaces/${space.id}/pdf`))
    expect(text).toContain('Handbook')
    expect(text).toContain('Acme Ltd')
    expect(text).toContain('See the end')
    expect(text).toContain('Verso Air')
    expect(text).toContain('Said everywhere.')
    expect(text).toContain('For some.')
    expect(text).not.toContain('A cat')
    expect(text).not.toContain('Nobody reads this')
    expect(text.indexOf('See the end')).toBeLessThan(text.indexOf('Said everywhere'))
  })

  test('200 has one page with the pages below it, or that page alone', slow, async () => {
    const space = await createSpace([
      insert('top', 'Text of top.'),
      insert('below', 'Text of below.', { parent: 'top' }),
      insert('other', 'Text of other.'),
    ])
    const withBelow = await readText(await createLink(`/spaces/${space.id}/pdf?page=top`))
    expect(withBelow).toContain('Text of below.')
    expect(withBelow).not.toContain('Text of other.')
    const alone = await readText(await createLink(`/spaces/${space.id}/pdf?page=top&only=true`))
    expect(alone).toContain('Text of top.')
    expect(alone).not.toContain('Text of below.')
  })

  test('200 for an empty space: the cover alone', slow, async () => {
    const space = await app.space(admin, organizationId, { title: 'Nothing yet' })
    expect(await readText(await createLink(`/spaces/${space.id}/pdf`))).toContain('Nothing yet')
  })

  test(
    '200 for a space of two thousand pages, from the first to the last',
    { timeout: 400_000 },
    async () => {
      const count = 2000
      const space = await createSpace(
        Array.from({ length: count }, (_, number) =>
          insert(`p${number}`, `Text of page ${number}, with [the next](p${(number + 1) % count}.md).`, {
            ...(number % 20 > 0 && { parent: `p${number - (number % 20)}` }),
          }),
        ),
      )
      const answer = await open(await createLink(`/spaces/${space.id}/pdf`))
      expect(answer.statusCode).toBe(200)
      const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
      expect(document.numPages).toBeGreaterThan(100)
      const { text } = await extractText(document, { mergePages: true })
      for (const number of [0, 1, 19, 20, 999, 1998, 1999]) {
        expect(text).toContain(`Title of p${number}`)
        expect(text).toContain(`Text of page ${number},`)
      }
    },
  )

  test('200 a URL shows the content that the space had when it was requested', slow, async () => {
    const space = await createSpace([insert('one', 'Before.')])
    const url = await createLink(`/spaces/${space.id}/pdf`)
    const { body: request } = await admin.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {})
    await admin.post(`/spaces/${space.id}/change-requests/${request.id}/content`, {
      changes: [{ operation: 'update_page', page: 'one', document: { markdown: 'After.' } }],
    })
    const inRequest = await readText(
      await createLink(`/spaces/${space.id}/change-requests/${request.number}/pdf`),
    )
    expect(inRequest).toContain('After.')
    await admin.post(`/spaces/${space.id}/change-requests/${request.id}/merge`)
    expect(await readText(url)).toContain('Before.')
    expect(await readText(await createLink(`/spaces/${space.id}/pdf`))).toContain('After.')
  })

  test('404 for an unknown page, a deleted space, and users without access', async () => {
    const space = await createSpace([insert('one', 'Text.')])
    expect((await admin.get(`/spaces/${space.id}/pdf?page=nowhere`)).status).toBe(404)
    expect((await (await app.person()).get(`/spaces/${space.id}/pdf`)).status).toBe(404)
    expect((await admin.get(`/spaces/${space.id}/pdf?only=perhaps`)).status).toBe(400)
    const url = await createLink(`/spaces/${space.id}/pdf`)
    await admin.delete(`/spaces/${space.id}`)
    expect((await open(url)).statusCode).toBe(404)
  })
})

describe('GET /pdf/…', () => {
  test('200 renders the PDF once for concurrent requests', slow, async () => {
    const space = await createSpace([insert('one', 'Once and for all.')])
    const urls = await Promise.all(Array.from({ length: 8 }, () => createLink(`/spaces/${space.id}/pdf`)))
    const answers = await Promise.all(urls.map((url) => open(url)))
    const tags = new Set(answers.map(({ headers }) => headers.etag))
    expect(tags.size).toBe(1)
    const blobs = await app.database.rows(
      sql`select blob from pdfs where blob = ${[...tags].join().replaceAll('"', '')}`,
    )
    expect(blobs).toHaveLength(1)
    const [tag = ''] = tags
    expect((await open(urls[0] ?? '', { 'if-none-match': tag })).statusCode).toBe(304)
    const part = await open(urls[0] ?? '', { range: 'bytes=0-4' })
    expect({ status: part.statusCode, body: part.payload }).toEqual({ status: 206, body: '%PDF-' })
    expect(part.headers['content-disposition']).toContain('Handbook.pdf')
    expect(part.headers['cache-control']).toBe('private, max-age=3600')
  })

  test('403 for a forged or an expired URL', async () => {
    const [space, other] = [
      await createSpace([insert('one', 'Text.')]),
      await createSpace([insert('two', 'Text.')]),
    ]
    const url = await createLink(`/spaces/${space.id}/pdf`)
    for (const forged of [
      url.replace(space.id, other.id),
      url.replace('?', '?page=one&'),
      url.replace(/expires=\d+/, 'expires=99999999999'),
      url.replace(/&?expires=\d+/, ''),
      url.slice(0, -1),
      `/pdf/${space.id}/${space.revision}`,
    ]) {
      expect((await open(forged)).statusCode).toBe(403)
    }
    app.clock.advance(61 * minutes)
    expect((await open(url)).statusCode).toBe(403)
  })
})
