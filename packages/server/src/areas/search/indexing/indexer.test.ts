import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '../../../backup/backup.ts'
import { restoreFrom } from '../../../backup/restore.ts'
import { sql } from '../../../database/database.ts'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, pageIdAt, writePages } from '../../../testing/content.ts'
import { FolderStore } from '../../../storage/folder.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import type { RevisionPages } from '../../content/revisions/schema.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { SearchPage, SearchSpace } from '../schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const search = async (by: Client, spaceId: string, query: string) =>
  expectStatus(
    200,
    await by.get<ListBody<SearchPage>>(`/spaces/${spaceId}/search?query=${encodeURIComponent(query)}`),
  ).items.map(({ title }) => title)

const indexDue = () => app.app.areas.search.indexer.indexStaleSpaces()

const caughtUp = (...spaceIds: string[]) => app.app.areas.search.indexer.catchUp(spaceIds)

/** The ids of the texts that a space's pages have, by path. */
const textsOf = async (spaceId: string) => {
  await caughtUp(spaceId)
  return app.database.rows<{ page: string; text: number }>(sql`
    select page_id as page, text_id as text from search_pages where space_id = ${spaceId} order by page_id`)
}

const countOf = async (table: 'search_texts' | 'search_sections' | 'search_words' | 'search_indexes') => {
  const { rows } = await app.database.pool.query<{ count: number }>(`select count(*) from ${table}`)
  return rows[0]?.count
}

const quiet = () => undefined

async function spaceWith(title: string, markdown: string, body: object = {}): Promise<string> {
  const { id } = await app.space(admin, organization, body)
  await writePages(admin, id, [{ title, markdown }])
  return id
}

describe('work in proportion to the change', () => {
  test('an edit leaves the texts of all other pages as they are, and none behind', async () => {
    const { id } = await app.space(admin, organization)
    const pages = Array.from({ length: 10 }, (_, index) => ({
      title: `Page ${index}`,
      markdown: `Text ${index}`,
    }))
    await writePages(admin, id, pages)
    const [before, texts] = [await textsOf(id), await countOf('search_texts')]
    const page = await pageIdAt(admin, id, 'page-3')
    await changeContent(admin, id, [{ operation: 'update_page', page, document: { markdown: 'Else' } }])
    const after = await textsOf(id)
    expect(after.filter(({ text }, index) => text !== before[index]?.text).map((row) => row.page)).toEqual([
      page,
    ])
    expect(await countOf('search_texts')).toBe(texts)
  })

  test('a copy of a space and a page that was there before make no new texts', async () => {
    const id = await spaceWith('Twin', 'Copied once')
    await caughtUp(id)
    const texts = await countOf('search_texts')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    expect(await textsOf(copy)).toEqual(await textsOf(id))
    await writePages(admin, copy, [{ title: 'Twin', markdown: 'Copied once' }])
    await caughtUp(copy)
    expect(await countOf('search_texts')).toBe(texts)
  })
})

describe('the index follows what is written', () => {
  test('nobody who writes waits for it, and whoever searches finds all that was written before', async () => {
    const id = await spaceWith('Before', 'Sunrise')
    expect(await search(admin, id, 'sunrise')).toEqual(['Before'])
    const other = await app.database.pool.connect()
    try {
      await other.query('begin')
      await other.query('select from search_indexes for update')
      await writePages(admin, id, [{ title: 'After', markdown: 'Sunset' }])
      const searching = search(admin, id, 'sunset')
      await other.query('commit')
      expect(await searching).toEqual(['After'])
    } finally {
      other.release()
    }
  })

  test('more pages than are indexed in one transaction', async () => {
    const { id } = await app.space(admin, organization)
    const pages = Array.from({ length: 450 }, (_, index) => ({
      title: `Leaf ${index}`,
      markdown: `Unlike leaf${index * 7}`,
    }))
    await writePages(admin, id, pages)
    expect(await search(admin, id, 'leaf3143')).toEqual(['Leaf 449'])
    expect(await textsOf(id)).toHaveLength(450)
  })

  test('a write through one process is found through another at once', async () => {
    const id = await spaceWith('Here', 'Eastbound')
    const elsewhere = await TestApp.start({}, { database: app.database })
    const same = new Client(elsewhere.app, admin.token)
    for (const word of ['eins', 'zwei', 'drei']) {
      await writePages(admin, id, [{ title: word, markdown: `Westbound ${word}` }])
      const both = await Promise.all([search(same, id, word), search(admin, id, word)])
      expect(both).toEqual([[word], [word]])
    }
    await elsewhere.app.close()
  })

  test('what a process that ended did not come to is indexed by the job, and by whoever searches first', async () => {
    const [one, other] = [await spaceWith('Ancient', 'Papyrus'), await spaceWith('Old', 'Parchment')]
    await caughtUp(one, other)
    const forget = sql`truncate search_spaces, search_indexes, search_texts, search_words cascade`
    await app.database.execute(forget)
    expect(await search(admin, one, 'papyrus')).toEqual(['Ancient'])
    await indexDue()
    const indexed = sql`select title from search_texts where title in ('Ancient', 'Old') order by title`
    expect(await app.database.rows(indexed)).toEqual([{ title: 'Ancient' }, { title: 'Old' }])
    const before = await textsOf(one)
    await indexDue()
    expect(await textsOf(one)).toEqual(before)
  })

  test('a space that was empty when it was searched is found in', async () => {
    const { id } = await app.space(admin, organization)
    expect(await search(admin, id, 'firstling')).toEqual([])
    await writePages(admin, id, [{ title: 'First', markdown: 'Firstling' }])
    expect(await search(admin, id, 'firstling')).toEqual(['First'])
    await changeContent(admin, id, [{ operation: 'delete_page', page: await pageIdAt(admin, id, 'first') }])
    expect(await search(admin, id, 'firstling')).toEqual([])
  })

  test("a text that no page has any more takes nobody's place", async () => {
    const { id } = await app.space(admin, organization)
    const pages = ['Gannet', 'Gannet, another', 'Gannet, yet another'].map((title) => ({
      title,
      markdown: title,
    }))
    await writePages(admin, id, pages)
    expect(await search(admin, id, 'gannet')).toEqual(pages.map(({ title }) => title))
    await app.database.execute(sql`
      delete from search_pages where space_id = ${id} and page_id = ${await pageIdAt(admin, id, 'gannet')}`)
    const list = await admin.get<ListBody<SearchPage>>(`/spaces/${id}/search?query=gannet&limit=1`)
    const found = expectStatus(200, list)
    expect(found.items.map(({ title }) => title)).toEqual(['Gannet, another'])
    expect(found.count).toBe(2)
  })

  test('what was written is sorted in once it is quiet', async () => {
    const id = await spaceWith('Last', 'Sorted in')
    await caughtUp(id)
    await app.app.areas.search.indexer.waitForFlush()
    const left = await app.database.rows(sql`
      select gin_clean_pending_list('search_texts_words') as texts,
        gin_clean_pending_list('search_sections_words') as sections`)
    expect(left).toEqual([{ texts: 0, sections: 0 }])
  })

  test('many spaces at once, for a search in all of them', async () => {
    const { id, admin } = await app.organization()
    for (let n = 0; n < 8; n += 1) {
      const space = await app.space(admin, id)
      await writePages(admin, space.id, [{ title: `Number ${n}`, markdown: 'Everywhere' }])
    }
    await app.database.execute(
      sql`truncate search_spaces, search_indexes, search_texts, search_words cascade`,
    )
    const found = await admin.get<ListBody<SearchSpace>>(`/orgs/${id}/search?query=everywhere`)
    expect(expectStatus(200, found).items).toHaveLength(8)
  })

  test('a space whose index is of an earlier content catches up', async () => {
    const id = await spaceWith('First', 'Genesis')
    await caughtUp(id)
    const { rows } = await app.database.pool.query<{ root: Buffer }>(
      'select root from search_spaces where space_id = $1',
      [id],
    )
    await writePages(admin, id, [{ title: 'Second', markdown: 'Exodus' }])
    await caughtUp(id)
    await app.database.execute(sql`update search_spaces set root = ${rows[0]?.root} where space_id = ${id}`)
    await app.database.execute(sql`delete from search_pages where space_id = ${id} and slug = 'second'`)
    expect(await search(admin, id, 'exodus')).toEqual(['Second'])
    expect(await search(admin, id, 'genesis')).toEqual(['First'])
  })

  test('another language gives words other stems, for the space alone', async () => {
    const id = await spaceWith('Wohnen', 'Die Häuser der Straßen')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    const exactly = (spaceId: string) => search(admin, spaceId, '"hauses"')
    expect(await exactly(id)).toEqual([])
    await caughtUp(copy)
    expectStatus(200, await admin.patch(`/spaces/${id}`, { language: 'de' }))
    const jobs = sql`select id from pgboss.job where name = 'index-spaces' and state = 'created'`
    expect((await app.database.rows(jobs)).length).toBeGreaterThan(0)
    await indexDue()
    expect(await exactly(id)).toEqual(['Wohnen'])
    expect(await exactly(copy)).toEqual([])
    expect(await search(admin, id, 'strassen')).toEqual(['Wohnen'])
  })

  test('two at once do it once', async () => {
    const id = await spaceWith('Race', 'Marathon')
    await caughtUp(id)
    await app.database.execute(sql`delete from search_spaces where space_id = ${id}`)
    await Promise.all([indexDue(), indexDue(), search(admin, id, 'marathon'), indexDue()])
    expect(await search(admin, id, 'marathon')).toEqual(['Race'])
    expect(await textsOf(id)).toHaveLength(1)
  })

  test('a restored backup is searchable once the job has run', async () => {
    const id = await spaceWith('Saved', 'Lifeboat')
    const folder = mkdtempSync(join(tmpdir(), 'verso-search-'))
    const file = join(folder, 'backup.tar.gz')
    const store = new FolderStore(join(folder, 'files'))
    await backUp({ database: app.database, store }, file, quiet)
    const database = await createTestDatabase({ empty: true })
    await restoreFrom({ database, store }, file, quiet)
    const restored = await TestApp.start({}, { database })
    const same = new Client(restored.app, admin.token)
    await restored.app.areas.search.indexer.indexStaleSpaces()
    expect(await search(same, id, 'lifeboat')).toEqual(['Saved'])
    await restored.stop()
    rmSync(folder, { recursive: true })
  })
})

test('what is gone is forgotten: texts, indexes and words', async () => {
  const id = await spaceWith('Gone', 'Obliteratedword')
  await caughtUp(id)
  await app.database.execute(sql`delete from spaces where id = ${id}`)
  await indexDue()
  await app.app.areas.search.indexer.deleteUnusedWords()
  const words = sql`select word from search_words where word = 'obliteratedword'`
  expect(await app.database.rows(words)).toEqual([])
  const left = sql`
    select t.id from search_texts t where not exists (select from search_pages p where p.text_id = t.id)`
  expect(await app.database.rows(left)).toEqual([])
})

test('a text that no page may have is found by its title, and hinders nobody', async () => {
  const deep = `${'> '.repeat(500)}Abyss`
  const id = await spaceWith('Deep', deep)
  expect(await search(admin, id, 'deep')).toEqual(['Deep'])
  const long = Array.from({ length: 60_000 }, (_, index) => `word${index}`).join(' ')
  await writePages(admin, id, [{ title: 'Long', markdown: long }])
  expect(await search(admin, id, 'word59999')).toEqual(['Long'])
  const unspaced = Array.from({ length: 60_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + (index % 20_000)),
  ).join('')
  await writePages(admin, id, [{ title: 'Unspaced', markdown: unspaced }])
  expect(await search(admin, id, '一丁丂七')).toEqual(['Unspaced'])
})

// One step of a change request: a new page, a new text, another place, or none at all.
const step = fc.record({
  what: fc.constantFrom('insert', 'edit', 'rename', 'move', 'delete', 'hide'),
  page: fc.nat(50),
  other: fc.nat(50),
  word: fc.constantFrom('alpha', 'beta', 'gamma'),
})

test('after any changes the index is what a new one would be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (merges) => {
        const { id } = await app.space(admin, organization)
        await writePages(admin, id, [{ title: 'Root', markdown: 'alpha' }])
        for (const steps of merges) {
          const pages = await pagesOf(id)
          const changes = changesFor(pages, steps)
          await changeContent(admin, id, [
            { operation: 'insert_page', title: 'More', document: { markdown: 'beta' } },
            ...changes,
          ])
        }
        const kept = await indexOf(id)
        await app.database.execute(sql`delete from search_spaces where space_id = ${id}`)
        await indexDue()
        expect(kept).toEqual(await indexOf(id))
      },
    ),
    { numRuns: 8 },
  )
})

/** Every page with its place, its title and the words of its text, as the index has them. */
const indexOf = async (spaceId: string) => {
  await caughtUp(spaceId)
  return app.database.rows(sql`
    select p.page_id, p.parent_id, p.slug, t.title,
      (select string_agg(s.body, ' ' order by s.position) from search_sections s where s.text_id = t.id) as body
    from search_pages p left join search_texts t on t.id = p.text_id
    where p.space_id = ${spaceId} order by p.page_id`)
}

async function pagesOf(spaceId: string): Promise<string[]> {
  const { pages } = expectStatus(200, await admin.get<RevisionPages>(`/spaces/${spaceId}/content/pages`))
  const ids: string[] = []
  const walk = (list: readonly object[]) => {
    for (const page of list as { id: string; pages: object[] }[]) {
      ids.push(page.id)
      walk(page.pages)
    }
  }
  walk(pages)
  return ids
}

/** Each page is touched once, and nothing moves under what is deleted or moved. */
function changesFor(
  pages: string[],
  steps: { what: string; page: number; other: number; word: string }[],
): object[] {
  const untouched = new Set(pages)
  return steps.flatMap(({ what, page: at, word }): object[] => {
    const page = pages[at % pages.length] ?? ''
    if (what === 'insert') return [{ operation: 'insert_page', title: word, document: { markdown: word } }]
    if (!untouched.delete(page)) return []
    const update = { operation: 'update_page', page }
    if (what === 'edit') return [{ ...update, document: { markdown: word } }]
    if (what === 'rename') return [{ ...update, title: word, slug: word }]
    if (what === 'hide') return [{ ...update, noIndex: true }]
    if (what === 'move') return [{ ...update, into: null, at: 0 }]
    return what === 'delete' && steps.length === 1 ? [{ operation: 'delete_page', page }] : []
  })
}
