import { listWords, parseMarkdown } from '@verso/markdown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestResponse, readError, expectStatus, type Person, TestApp } from '../../../testing/app.ts'
import type { Revision, RevisionPage } from '../revisions/schema.ts'
import type { ContentUpdateResult, ChangeRequest } from './schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

/** Creates a change request in a new space, with functions to write and read its content. */
async function createChangeRequest() {
  const space = await app.space(admin, organization)
  const { id } = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, {}))
  const path = `/spaces/${space.id}/change-requests/${id}`
  return {
    path,
    space: space.id,
    write: (...changes: object[]): Promise<TestResponse<ChangeRequest>> =>
      admin.post(`${path}/content`, { changes }),
    outline: async () =>
      (await admin.get<Revision>(`${path}/content`)).body.pages.map((page) => buildOutline(page)),
    page: async (pagePath: string) =>
      (await admin.get<RevisionPage>(`${path}/content/path/${encodeURIComponent(pagePath)}?format=markdown`))
        .body,
  }
}

type Outline = string | [string, Outline[]]
// Child pages have the same type, but the schema cannot refer to itself.
const buildOutline = ({ path = '', pages = [] }: RevisionPage): Outline =>
  pages.length > 0 ? [path, pages.map((page) => buildOutline(page as RevisionPage))] : path

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `# ${title}\n` },
  ...more,
})

describe('POST /spaces/:spaceId/change-requests/:changeRequestId/content', () => {
  test('200 the Markdown of a page is stored byte for byte', async () => {
    const { write, page, space } = await createChangeRequest()
    const markdown =
      '---\ntitle: x\n---\r\n\n#   Odd   \t\n\n{% hint %}\nUnclosed\n\n* a\n- b\n  \u{1F600} 中文\n\n\n'
    expectStatus(200, await write(insert('Odd', { slug: 'odd', document: { markdown } })))
    expect((await page('odd')).markdown).toBe(markdown)
    // The space itself is unchanged.
    expect((await admin.get<Revision>(`/spaces/${space}/content`)).body.pages).toEqual([])
  })

  test('200 front matter and the leading heading override the given fields; what they do not set stays', async () => {
    const { write, page, path } = await createChangeRequest()
    const markdownWithHead =
      '---\ndescription: Said\nicon: rocket\nhidden: true\n---\n\n# By *its* heading\n\nText.\n'
    expectStatus(
      200,
      await write(
        insert('Given', { description: 'Given', emoji: '1f600', document: { markdown: markdownWithHead } }),
        insert('Given', { document: { markdown: '---\ntitle: By its front matter\n---\n# A heading\n' } }),
        { operation: 'insert_page', document: { markdown: 'No word of a title.' } },
        { operation: 'insert_page', title: 'Kept', document: { markdown: 'Text.\n\n# Not leading\n' } },
      ),
    )
    const first = await page('by-its-heading')
    expect(first).toMatchObject({
      title: 'By its heading',
      description: 'Said',
      icon: 'rocket',
      hidden: true,
    })
    expect(first).toMatchObject({ emoji: '1f600', markdown: markdownWithHead })
    expect(await page('by-its-front-matter')).toMatchObject({ title: 'By its front matter' })
    expect(await page('untitled')).toMatchObject({ title: 'Untitled' })
    expect(await page('kept')).toMatchObject({ title: 'Kept' })

    const update = (document: object, fields = {}) =>
      write({ operation: 'update_page', page: first.id, document, ...fields })
    expectStatus(200, await update({ markdown: '# Renamed\n\nMore.\n' }, { title: 'Given', icon: 'gear' }))
    const renamed = await page('renamed')
    expect(renamed).toMatchObject({ title: 'Renamed', description: 'Said', icon: 'gear', hidden: true })
    // The heading is the title of the page, so the document leaves it out.
    const { body } = await admin.get<{ document: { nodes: { type: string }[] } }>(
      `${path}/content/page/${first.id}`,
    )
    expect(body.document.nodes.map(({ type }) => type)).toEqual(['paragraph'])
    expectStatus(200, await update({ markdown: 'No heading.\n' }))
    expect(await page('renamed')).toMatchObject({ title: 'Renamed', description: 'Said' })
  })

  test('200 every batch makes one new revision, and earlier revisions stay readable', async () => {
    const { write, path, space } = await createChangeRequest()
    const first = expectStatus(200, await write(insert('One'), insert('Two')))
    const second = expectStatus(200, await write(insert('Three')))
    expect(second.revision).not.toBe(first.revision)
    const pages = async (revision: string) =>
      (await admin.get<Revision>(`/spaces/${space}/revisions/${revision}`)).body.pages.map(
        ({ title }) => title,
      )
    expect(await pages(first.revision)).toEqual(['One', 'Two'])
    expect(await pages(second.revision)).toEqual(['One', 'Two', 'Three'])
    const { body } = await admin.get<Revision>(`${path}/content`)
    expect(body).toMatchObject({ id: second.revision, parents: [first.revision], type: 'edits' })
  })

  test('200 a batch can insert a tree of pages by refs, in order', async () => {
    const { write, outline } = await createChangeRequest()
    expectStatus(
      200,
      await write(
        insert('Guide', { ref: 'guide' }),
        insert('Install', { into: 'guide', ref: 'install' }),
        insert('Linux', { into: 'install' }),
        insert('First', { into: 'guide', at: 0 }),
      ),
    )
    expect(await outline()).toEqual([['guide', ['guide/first', ['guide/install', ['guide/install/linux']]]]])
  })

  test('200 pages can be updated, moved and deleted', async () => {
    const { write, outline, page } = await createChangeRequest()
    expectStatus(200, await write(insert('A'), insert('B'), insert('C')))
    const [a, b] = [await page('a'), await page('b')]
    expectStatus(
      200,
      await write(
        { operation: 'update_page', page: a.id, title: 'Alpha', description: 'First', into: b.id },
        { operation: 'update_page', page: b.id, slug: 'beta', document: { markdown: 'new' }, at: 1 },
      ),
    )
    expect(await outline()).toEqual(['c', ['beta', ['beta/alpha']]])
    expect(await page('beta/alpha')).toMatchObject({
      title: 'Alpha',
      description: 'First',
      markdown: '# A\n',
    })
    expect((await page('beta')).markdown).toBe('new')
    expectStatus(200, await write({ operation: 'delete_page', page: b.id }))
    expect(await outline()).toEqual(['c'])
  })

  test('200 with compat=false the response lists the changed pages', async () => {
    const { path } = await createChangeRequest()
    const write = (...changes: object[]) =>
      admin.post<ContentUpdateResult>(`${path}/content?compat=false`, { changes })
    const made = expectStatus(200, await write(insert('A', { ref: 'a' }), insert('B')))
    expect(made.changeRequest).toEqual((await admin.get(path)).body)
    expect(made.changes).toMatchObject([
      { object: 'created_page', ref: 'a', page: { object: 'page' } },
      { object: 'created_page', page: { object: 'page' } },
    ])
    const [a, b] = made.changes.map(({ page }) => (typeof page === 'string' ? page : page?.id))
    const after = expectStatus(
      200,
      await write({ operation: 'update_page', page: a, title: 'C' }, { operation: 'delete_page', page: b }),
    )
    const [updated] = after.changes
    expect(after.changes).toMatchObject([
      { object: 'updated_page', page: { id: a } },
      { object: 'deleted_page', page: b },
    ])
    const location = typeof updated?.page === 'object' ? updated.page.urls.location : ''
    const { body } = await admin.get<RevisionPage>(location.replace(/^.*\/v1/, ''))
    expect(body.title).toBe('C')
  })

  test('200 the slug of a new page follows its title until somebody chooses one', async () => {
    const { write, outline, page } = await createChangeRequest()
    const untitled = { operation: 'insert_page', document: { markdown: '' } }
    expectStatus(200, await write(untitled, untitled, insert('Install')))
    const [first, second] = [await page('untitled'), await page('untitled-1')]
    const update = (id: string, fields: object) => write({ operation: 'update_page', page: id, ...fields })
    expectStatus(200, await update(second.id, { title: 'Ins' }))
    expect(await outline()).toEqual(['untitled', 'ins', 'install'])
    expectStatus(200, await update(second.id, { title: 'Install' }))
    expect(await outline()).toEqual(['untitled', 'install-1', 'install'])
    expectStatus(200, await update(second.id, { title: 'Install' }))
    expectStatus(200, await update(second.id, { description: 'How to' }))
    expect(await outline()).toEqual(['untitled', 'install-1', 'install'])
    expectStatus(200, await update(second.id, { document: { markdown: '# Übersicht\n\nText.\n' } }))
    expect(await outline()).toEqual(['untitled', 'übersicht', 'install'])

    // A slug that somebody chose stays, in the request that chooses it and afterwards.
    expectStatus(
      200,
      await write(
        { operation: 'update_page', page: first.id, slug: 'start' },
        { operation: 'update_page', page: first.id, title: 'Begin' },
      ),
    )
    expectStatus(200, await update(first.id, { title: 'Begin here' }))
    expectStatus(200, await update(second.id, { title: 'Overview', slug: 'summary' }))
    expect(await outline()).toEqual(['start', 'summary', 'install'])
    // A slug of 100 characters that a number was added to.
    const long = 'long '.repeat(30).trim()
    expectStatus(200, await write(insert(long), insert(long)))
    const numbered = (await outline()).at(-1)
    expectStatus(200, await update((await page(String(numbered))).id, { title: 'Short' }))
    expect((await outline()).at(-1)).toBe('short')
  })

  test('200 a page that the space has keeps its slug, whatever its title becomes', async () => {
    const { write, outline, page, path, space } = await createChangeRequest()
    expectStatus(200, await write(insert('Install')))
    const { id } = await page('install')
    expectStatus(200, await write({ operation: 'update_page', page: id, title: 'Set up' }))
    expect(await outline()).toEqual(['set-up'])
    expectStatus(200, await admin.post(`${path}/merge`))
    const next = expectStatus(201, await admin.post<ChangeRequest>(`/spaces/${space}/change-requests`, {}))
    const nextPath = `/spaces/${space}/change-requests/${next.id}/content`
    const changes = [{ operation: 'update_page', page: id, title: 'Begin' }]
    expectStatus(200, await admin.post(nextPath, { changes }))
    const { pages } = (await admin.get<Revision>(nextPath)).body
    expect(pages.map(({ title, path: pagePath }) => [title, pagePath])).toEqual([['Begin', 'set-up']])
    // Nobody has been at the address that the page had before it was in the space.
    const old = await admin.get(`/spaces/${space}/content/path/install`)
    expect(old.status).toBe(404)
  })

  test('200 pages with equal slugs get different ones', async () => {
    const { write, outline } = await createChangeRequest()
    expectStatus(200, await write(insert('Same'), insert('Same'), insert('Sàme?')))
    expect(await outline()).toEqual(['same', 'same-1', 'sàme'])
  })

  test('200 revert_page restores the page that the space has', async () => {
    const { write, page, path, space } = await createChangeRequest()
    expectStatus(200, await write(insert('Kept', { description: 'old' })))
    const kept = await page('kept')
    expectStatus(200, await admin.post(`${path}/merge`))
    await admin.post(`/spaces/${space}/change-requests`, {})
    const second = `/spaces/${space}/change-requests/2`
    const change = (...changes: object[]) => admin.post(`${second}/content`, { changes })
    expectStatus(
      200,
      await change({
        operation: 'update_page',
        page: kept.id,
        title: 'Other',
        emoji: '1f600',
        document: { markdown: 'other' },
      }),
    )
    expectStatus(200, await change({ operation: 'revert_page', page: kept.id }))
    const { body } = await admin.get<RevisionPage>(`${second}/content/page/${kept.id}?format=markdown`)
    expect(body).toEqual(kept)
  })

  test('200 revert_page with blocks leaves the other blocks', async () => {
    const { write, page, path, space } = await createChangeRequest()
    const old = '# Kept\n\n* one\n\n## Two\n\nthree\n'
    expectStatus(200, await write(insert('Kept', { document: { markdown: old } })))
    const kept = await page('kept')
    expectStatus(200, await admin.post(`${path}/merge`))
    await admin.post(`/spaces/${space}/change-requests`, {})
    const second = `/spaces/${space}/change-requests/2/content`
    const change = (change: object) => admin.post(second, { changes: [change] })
    const read = async (query = '') =>
      expectStatus(200, await admin.get<RevisionPage>(`${second}/page/${kept.id}${query}`))
    const markdown = '# Kept\n\n* one\n\nadded\n\n## Two more\n\n> last\n'
    expectStatus(200, await change({ operation: 'update_page', page: kept.id, document: { markdown } }))
    const keys = ((await read()).document?.nodes ?? []).map(({ key }) => key)
    const [, added = '', two = ''] = keys
    const revert = (...block: string[]) => change({ operation: 'revert_page', page: kept.id, block })

    expect((await revert('nothing')).status).toBe(400)
    expectStatus(200, await revert(added))
    expect((await read('?format=markdown')).markdown).toBe('# Kept\n\n* one\n\n## Two more\n\n> last\n')
    expectStatus(200, await revert(two))
    expect((await read('?format=markdown')).markdown).toBe('# Kept\n\n* one\n\n## Two\n\n> last\n')
    const before = (await admin.get<RevisionPage>(`/spaces/${space}/content/page/${kept.id}`)).body
    const all = [...(before.document?.nodes ?? []), ...((await read()).document?.nodes ?? [])]
    expectStatus(200, await revert(...new Set(all.map(({ key }) => key))))
    // With every block reverted, the page has its original bytes again.
    expect((await read('?format=markdown')).markdown).toBe(old)
  })

  test('200 revert_page with words leaves the other words, and their lines', async () => {
    const { write, page, path, space } = await createChangeRequest()
    const old = '# Kept\n\n*   One old _word_\n    in two lines\n\nthree\n'
    expectStatus(200, await write(insert('Kept', { document: { markdown: old } })))
    const kept = await page('kept')
    expectStatus(200, await admin.post(`${path}/merge`))
    await admin.post(`/spaces/${space}/change-requests`, {})
    const second = `/spaces/${space}/change-requests/2/content`
    const change = (change: object) => admin.post(second, { changes: [change] })
    const readAt = async (base: string) => {
      const { body } = await admin.get<RevisionPage>(`${base}/page/${kept.id}?format=markdown`)
      const texts = listWords(parseMarkdown(body.markdown ?? '').document).texts
      const find = (words: string) => {
        const { key, text } = texts.find((each) => each.text.includes(words)) ?? { key: '', text: '' }
        return { node: key, start: text.indexOf(words), end: text.indexOf(words) + words.length }
      }
      return { markdown: body.markdown, find }
    }
    const edited = old.replace('old _word_', 'new **thing**').replace('two', '2')
    expectStatus(
      200,
      await change({ operation: 'update_page', page: kept.id, document: { markdown: edited } }),
    )
    const before = await readAt(`/spaces/${space}/content`)
    const now = await readAt(second)
    const revert = { operation: 'revert_page', page: kept.id }
    const words = now.find('new thing')
    const earlierWords = before.find('old word')
    const refused = [
      { words },
      { earlierWords },
      { words, earlierWords, block: [words.node] },
      { words: { ...words, node: 'nothing' }, earlierWords },
      { words: { ...words, end: 9999 }, earlierWords },
      { words: { ...words, end: 1 }, earlierWords },
      { words: { ...words, start: -1 }, earlierWords },
    ]
    for (const part of refused) expect((await change({ ...revert, ...part })).status).toBe(400)
    expect((await readAt(second)).markdown).toBe(edited)

    expectStatus(200, await change({ ...revert, words, earlierWords }))
    expect((await readAt(second)).markdown).toBe(old.replace('two', '2'))
    // The block is another one now, and its place is not taken for that of the old one.
    expect((await change({ ...revert, words, earlierWords })).status).toBe(400)
    const last = { words: (await readAt(second)).find('2'), earlierWords: before.find('two') }
    expectStatus(200, await change({ ...revert, ...last }))
    expect((await readAt(second)).markdown).toBe(old)
  })

  test('200 revert_page with words leaves what is said above the text', async () => {
    const { write, page, path, space } = await createChangeRequest()
    const old = '---\ndescription: old\n---\n\n# Kept\n\none\n'
    expectStatus(200, await write(insert('Kept', { document: { markdown: old } })))
    const kept = await page('kept')
    expectStatus(200, await admin.post(`${path}/merge`))
    await admin.post(`/spaces/${space}/change-requests`, {})
    const second = `/spaces/${space}/change-requests/2/content`
    const edited = old.replace('old', 'new').replace('one', 'two')
    const change = (change: object) => admin.post(second, { changes: [{ page: kept.id, ...change }] })
    expectStatus(200, await change({ operation: 'update_page', document: { markdown: edited } }))
    const [words, earlierWords] = [edited, old].map((markdown) => {
      const { key } = listWords(parseMarkdown(markdown).document).texts.at(-1) ?? {}
      return { node: key, start: 0, end: 3 }
    })
    expectStatus(200, await change({ operation: 'revert_page', words, earlierWords }))
    const { body } = await admin.get<RevisionPage>(`${second}/page/${kept.id}?format=markdown`)
    expect(body.markdown).toBe(edited.replace('two', 'one'))
  })

  test('400 or 404 when the last of fifty changes is invalid, and none is applied', async () => {
    const { write, outline, path } = await createChangeRequest()
    const before = (await admin.get<ChangeRequest>(path)).body.revision
    const many = Array.from({ length: 49 }, (_, index) => insert(`P${index}`))
    expect((await write(...many, { operation: 'delete_page', page: 'nothing' })).status).toBe(404)
    expect((await write(...many, insert('X', { slug: 'a/b' }))).status).toBe(400)
    expect((await write(...many, insert('X'), insert('Y'))).status).toBe(400)
    expect(await outline()).toEqual([])
    expect((await admin.get<ChangeRequest>(path)).body.revision).toBe(before)
  })

  test('400 for an unknown operation, and the message names the change', async () => {
    const { write } = await createChangeRequest()
    const answer = await write(insert('A'), { operation: 'explode_page', page: 'x' })
    expect(answer.status).toBe(400)
    expect(readError(answer).message).toMatch(/^body\.changes\.1\.operation must be "insert_page" or /)
  })

  test('400 for a change with a missing field or a field of a wrong type', async () => {
    const { write } = await createChangeRequest()
    const message = async (change: object) => readError(await write(insert('A'), change)).message
    expect(await message({ operation: 'delete_page' })).toBe('body.changes.1.page must be given.')
    expect(await message({ operation: 'update_page', page: 'x', hidden: 'yes' })).toBe(
      'body.changes.1.hidden must be boolean.',
    )
  })

  test('400 for pages that are nested too deep', async () => {
    const { write } = await createChangeRequest()
    const chain = Array.from({ length: 31 }, (_, level) =>
      insert(`L${level}`, { ref: `l${level}`, ...(level > 0 && { into: `l${level - 1}` }) }),
    )
    expect((await write(...chain)).status).toBe(400)
    expect((await write(...chain.slice(0, 30))).status).toBe(200)
  })

  test('409 for moving a page under itself', async () => {
    const { write, page } = await createChangeRequest()
    expectStatus(200, await write(insert('Outer', { ref: 'outer' }), insert('Inner', { into: 'outer' })))
    const [outer, inner] = [await page('outer'), await page('outer/inner')]
    for (const into of [outer.id, inner.id]) {
      expect((await write({ operation: 'update_page', page: outer.id, into })).status).toBe(409)
    }
  })

  test('409 for a change request that is archived or merged', async () => {
    const { write, path } = await createChangeRequest()
    expectStatus(200, await write(insert('A')))
    await admin.patch(path, { status: 'archived' })
    expect((await write(insert('B'))).status).toBe(409)
    await admin.patch(path, { status: 'open' })
    expectStatus(200, await admin.post(`${path}/merge`))
    expect((await write(insert('B'))).status).toBe(409)
    expect((await admin.patch(path, { subject: 'x' })).status).toBe(409)
  })

  test('413 over the size limit, which is larger than that of other requests', async () => {
    const { write, page } = await createChangeRequest()
    const long = 'a line of text\n'.repeat(60_000)
    expectStatus(
      200,
      await write(...[1, 2, 3].map((n) => insert(`Long ${n}`, { document: { markdown: long } }))),
    )
    expect((await page('long-3')).markdown).toBe(long)
    const tooLong = await write(
      ...Array.from({ length: 20 }, () => insert('X', { document: { markdown: long } })),
    )
    expect(tooLong.status).toBe(413)
    expect(readError(tooLong).message).toContain('16 MiB')
  })

  test('400 for a block of a missing page, and nothing is applied', async () => {
    const { write, outline } = await createChangeRequest()
    const revert = { operation: 'revert_page', page: 'x', block: ['y'] }
    expect((await write(insert('First'), revert)).status).toBe(400)
    expect(await outline()).toEqual([])
  })

  test('200 a batch with refs is applied once when its transaction is retried', async () => {
    const { write, outline } = await createChangeRequest()
    const { pool } = app.database
    // A sequence is not rolled back, so the second attempt finds that there was a first.
    await pool.query(`
      create sequence attempts;
      create function fail_once() returns trigger language plpgsql as $$
      begin
        if nextval('attempts') = 1 then raise exception 'once' using errcode = 'serialization_failure'; end if;
        return new;
      end $$;
      create trigger fail_once before insert on revisions for each row execute function fail_once()`)
    try {
      expectStatus(200, await write(insert('Guide', { ref: 'guide' }), insert('Install', { into: 'guide' })))
    } finally {
      await pool.query('drop function fail_once cascade')
    }
    expect(await outline()).toEqual([['guide', ['guide/install']]])
    expect((await pool.query('select last_value as attempts from attempts')).rows).toEqual([{ attempts: 2 }])
  })

  test('200 twenty concurrent writes are all applied', async () => {
    const { path, outline } = await createChangeRequest()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.post<ChangeRequest>(`${path}/content`, { changes: [insert(`W${index}`)] }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(await outline())).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `w${index}`)))
  })
})
