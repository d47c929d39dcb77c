import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeBackup } from '../../../backup/backup.ts'
import { restoreBackup } from '../../../backup/restore.ts'
import { sql } from '../../../database/database.ts'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, findPageId, writePages } from '../../../testing/content.ts'
import { FolderFileStore } from '../../../storage/folder-file-store.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { waitFor } from '../../../testing/wait-for.ts'
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

const indexStaleSpaces = () => app.app.areas.search.indexer.indexStaleSpaces()

/** A search waits for the index only for some seconds, in which a busy machine may not index a long text. */
const waitForIndexing = () => app.app.areas.search.indexer.waitForIndexing()

const catchUp = (...spaceIds: string[]) => app.app.areas.search.indexer.catchUp(spaceIds)

/** The ids of the texts of a space's pages. */
const listTexts = async (spaceId: string) => {
  await catchUp(spaceId)
  return app.database.rows<{ page: string; text: number }>(sql`
    select page_id as page, text_id as text from search_pages where space_id = ${spaceId} order by page_id`)
}

const countRows = async (table: 'search_texts' | 'search_sections' | 'search_words' | 'search_indexes') => {
  const { rows } = await app.database.pool.query<{ count: number }>(`select count(*) from ${table}`)
  return rows[0]?.count
}

const ignoreProgress = () => undefined

async function createSpace(title: string, markdown: string, body: object = {}): Promise<string> {
  const { id } = await app.space(admin, organization, body)
  await writePages(admin, id, [{ title, markdown }])
  return id
}

test('a space that is removed for good while it is indexed is no error', async () => {
  const errors: string[] = []
  const logger: FastifyBaseLogger = pino(
    { base: null, level: 'error' },
    { write: (line) => void errors.push(line) },
  )
  const logged = await TestApp.start({}, { logger })
  onTestFinished(() => logged.stop())
  const { id: organizationId, admin: owner } = await logged.organization()
  const { id } = await logged.space(owner, organizationId)
  const { indexer } = logged.app.areas.search
  await writePages(owner, id, [{ title: 'First', markdown: 'gannet' }])
  await indexer.catchUp([id])
  // The index is locked, so that indexing waits after it has found the space.
  let run: Promise<void> | undefined
  await logged.database.transaction(async (tx) => {
    await tx.execute(sql`select from search_indexes for update`)
    await writePages(owner, id, [{ title: 'Second', markdown: 'heron' }])
    run = indexer.catchUp([id])
    await waitFor('the indexing to wait', async () => {
      const waiting = sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%search_indexes%'`
      return (await logged.database.rows(waiting)).length > 0
    })
    await logged.database.execute(sql`delete from spaces where id = ${id}`)
  })
  await run
  await indexer.waitForIndexing()
  expect(errors).toEqual([])
})

describe('a change stores only what it changes', () => {
  test('an edit replaces the text of its page and keeps those of all others', async () => {
    const { id } = await app.space(admin, organization)
    const pages = Array.from({ length: 10 }, (_, index) => ({
      title: `Page ${index}`,
      markdown: `Text ${index}`,
    }))
    await writePages(admin, id, pages)
    const [before, texts] = [await listTexts(id), await countRows('search_texts')]
    const page = await findPageId(admin, id, 'page-3')
    await changeContent(admin, id, [{ operation: 'update_page', page, document: { markdown: 'Else' } }])
    const after = await listTexts(id)
    expect(after.filter(({ text }, index) => text !== before[index]?.text).map((row) => row.page)).toEqual([
      page,
    ])
    expect(await countRows('search_texts')).toBe(texts)
  })

  test('a copy of a space, and a page that existed before, share the existing texts', async () => {
    const id = await createSpace('Twin', 'Copied once')
    await catchUp(id)
    const texts = await countRows('search_texts')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    expect(await listTexts(copy)).toEqual(await listTexts(id))
    await writePages(admin, copy, [{ title: 'Twin', markdown: 'Copied once' }])
    await catchUp(copy)
    expect(await countRows('search_texts')).toBe(texts)
  })
})

describe('the index is updated after a write', () => {
  test('a write does not wait for the index; a search finds everything that was written before', async () => {
    const id = await createSpace('Before', 'Sunrise')
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

  test('more pages than fit one transaction are indexed', async () => {
    const { id } = await app.space(admin, organization)
    const pages = Array.from({ length: 450 }, (_, index) => ({
      title: `Leaf ${index}`,
      markdown: `Unlike leaf${index * 7}`,
    }))
    await writePages(admin, id, pages)
    await waitForIndexing()
    expect(await search(admin, id, 'leaf3143')).toEqual(['Leaf 449'])
    expect(await listTexts(id)).toHaveLength(450)
  })

  test('a search in one process finds what another process wrote just before', async () => {
    const id = await createSpace('Here', 'Eastbound')
    const otherProcess = await TestApp.start({}, { database: app.database })
    const same = new Client(otherProcess.app, admin.token)
    for (const word of ['eins', 'zwei', 'drei']) {
      await writePages(admin, id, [{ title: word, markdown: `Westbound ${word}` }])
      const both = await Promise.all([search(same, id, word), search(admin, id, word)])
      expect(both).toEqual([[word], [word]])
    }
    await otherProcess.app.close()
  })

  test('spaces that a process did not index before it ended are indexed by the job, or by the first search', async () => {
    const [one, other] = [await createSpace('Ancient', 'Papyrus'), await createSpace('Old', 'Parchment')]
    await catchUp(one, other)
    const deleteIndexes = sql`truncate search_spaces, search_indexes, search_texts, search_words cascade`
    await app.database.execute(deleteIndexes)
    expect(await search(admin, one, 'papyrus')).toEqual(['Ancient'])
    await indexStaleSpaces()
    const indexedTitles = sql`select title from search_texts where title in ('Ancient', 'Old') order by title`
    expect(await app.database.rows(indexedTitles)).toEqual([{ title: 'Ancient' }, { title: 'Old' }])
    const before = await listTexts(one)
    await indexStaleSpaces()
    expect(await listTexts(one)).toEqual(before)
  })

  test('a space that was empty when it was first searched is searched later', async () => {
    const { id } = await app.space(admin, organization)
    expect(await search(admin, id, 'firstling')).toEqual([])
    await writePages(admin, id, [{ title: 'First', markdown: 'Firstling' }])
    expect(await search(admin, id, 'firstling')).toEqual(['First'])
    await changeContent(admin, id, [{ operation: 'delete_page', page: await findPageId(admin, id, 'first') }])
    expect(await search(admin, id, 'firstling')).toEqual([])
  })

  test('a text that no page has any more does not displace others', async () => {
    const { id } = await app.space(admin, organization)
    const pages = ['Gannet', 'Gannet, another', 'Gannet, yet another'].map((title) => ({
      title,
      markdown: title,
    }))
    await writePages(admin, id, pages)
    expect(await search(admin, id, 'gannet')).toEqual(pages.map(({ title }) => title))
    await app.database.execute(sql`
      delete from search_pages where space_id = ${id} and page_id = ${await findPageId(admin, id, 'gannet')}`)
    const list = await admin.get<ListBody<SearchPage>>(`/spaces/${id}/search?query=gannet&limit=1`)
    const results = expectStatus(200, list)
    expect(results.items.map(({ title }) => title)).toEqual(['Gannet, another'])
    expect(results.count).toBe(2)
  })

  test('the pending lists are flushed once nothing is written for a while', async () => {
    const id = await createSpace('Last', 'Sorted in')
    await catchUp(id)
    await app.app.areas.search.indexer.waitForFlush()
    const pending = await app.database.rows(sql`
      select gin_clean_pending_list('search_texts_words') as texts,
        gin_clean_pending_list('search_sections_words') as sections`)
    expect(pending).toEqual([{ texts: 0, sections: 0 }])
  })

  test('a search of an organization indexes all its spaces first', async () => {
    const { id, admin } = await app.organization()
    for (let n = 0; n < 8; n += 1) {
      const space = await app.space(admin, id)
      await writePages(admin, space.id, [{ title: `Number ${n}`, markdown: 'Everywhere' }])
      await catchUp(space.id)
    }
    await app.database.execute(
      sql`truncate search_spaces, search_indexes, search_texts, search_words cascade`,
    )
    await app.database.execute(sql`
      insert into search_stale_spaces (space_id, awaited)
      select id, true from spaces where organization_id = ${id}`)
    const response = await admin.get<ListBody<SearchSpace>>(`/orgs/${id}/search?query=everywhere`)
    expect(expectStatus(200, response).items).toHaveLength(8)
  })

  test('a search updates an index that has an earlier content', async () => {
    const id = await createSpace('First', 'Genesis')
    await catchUp(id)
    const { rows } = await app.database.pool.query<{ root: Buffer }>(
      'select root from search_spaces where space_id = $1',
      [id],
    )
    await writePages(admin, id, [{ title: 'Second', markdown: 'Exodus' }])
    await catchUp(id)
    await app.database.execute(sql`update search_spaces set root = ${rows[0]?.root} where space_id = ${id}`)
    await app.database.execute(sql`delete from search_pages where space_id = ${id} and slug = 'second'`)
    expect(await search(admin, id, 'exodus')).toEqual(['Second'])
    expect(await search(admin, id, 'genesis')).toEqual(['First'])
  })

  test('a change of the language changes the stems of that space alone', async () => {
    const id = await createSpace('Wohnen', 'Die Häuser der Straßen')
    const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
    const searchExactly = (spaceId: string) => search(admin, spaceId, '"hauses"')
    expect(await searchExactly(id)).toEqual([])
    await catchUp(copy)
    expectStatus(200, await admin.patch(`/spaces/${id}`, { language: 'de' }))
    const jobs = sql`select id from pgboss.job where name = 'index-spaces' and state = 'created'`
    expect((await app.database.rows(jobs)).length).toBeGreaterThan(0)
    await indexStaleSpaces()
    expect(await searchExactly(id)).toEqual(['Wohnen'])
    expect(await searchExactly(copy)).toEqual([])
    expect(await search(admin, id, 'strassen')).toEqual(['Wohnen'])
  })

  test('concurrent jobs and searches index a space once', async () => {
    const id = await createSpace('Race', 'Marathon')
    await catchUp(id)
    await app.database.execute(sql`delete from search_spaces where space_id = ${id}`)
    await Promise.all([
      indexStaleSpaces(),
      indexStaleSpaces(),
      search(admin, id, 'marathon'),
      indexStaleSpaces(),
    ])
    expect(await search(admin, id, 'marathon')).toEqual(['Race'])
    expect(await listTexts(id)).toHaveLength(1)
  })

  test('a restored backup can be searched once the job has run', async () => {
    const id = await createSpace('Saved', 'Lifeboat')
    const folder = mkdtempSync(join(tmpdir(), 'verso-search-'))
    const file = join(folder, 'backup.tar.gz')
    const store = new FolderFileStore(join(folder, 'files'))
    await writeBackup({ database: app.database, store }, file, ignoreProgress)
    const database = await createTestDatabase({ empty: true })
    await restoreBackup({ database, store }, file, ignoreProgress)
    const restored = await TestApp.start({}, { database })
    const same = new Client(restored.app, admin.token)
    await restored.app.areas.search.indexer.indexStaleSpaces()
    expect(await search(same, id, 'lifeboat')).toEqual(['Saved'])
    await restored.stop()
    rmSync(folder, { recursive: true })
  })
})

test('a page is found whose text another space had, and deleted while this one was indexed', async () => {
  const other = await createSpace('Estuary', 'The tide comes in twice.')
  const id = await createSpace('Harbour', 'Ships come and go.')
  await catchUp(id)
  const [text] = await listTexts(other)
  let run: Promise<void> | undefined
  await app.database.transaction(async (tx) => {
    await tx.execute(sql`
      select from search_indexes where id = (select index_id from search_spaces where space_id = ${other}) for update`)
    await writePages(admin, id, [{ title: 'Estuary', markdown: 'The tide comes in twice.' }])
    run = catchUp(id)
    await waitFor('the indexing to wait', async () => {
      const waiting = sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%search_indexes%'`
      return (await app.database.rows(waiting)).length > 0
    })
    await tx.execute(sql`delete from search_pages where space_id = ${other}`)
    await tx.execute(sql`delete from search_texts where id = ${text?.text}`)
  })
  await run
  await waitForIndexing()
  expect(await search(admin, id, 'tide')).toEqual(['Estuary'])
})

test('texts, indexes and words of a deleted space are deleted', async () => {
  const id = await createSpace('Gone', 'Obliteratedword')
  await catchUp(id)
  await app.database.execute(sql`delete from spaces where id = ${id}`)
  await indexStaleSpaces()
  await app.app.areas.search.indexer.deleteUnusedWords()
  const words = sql`select word from search_words where word = 'obliteratedword'`
  expect(await app.database.rows(words)).toEqual([])
  const unusedTexts = sql`
    select t.id from search_texts t where not exists (select from search_pages p where p.text_id = t.id)`
  expect(await app.database.rows(unusedTexts)).toEqual([])
})

test('the job looks at the texts of indexes that spaces left, and at no others', async () => {
  const id = await createSpace('Leaving', 'Farewell')
  await catchUp(id)
  await indexStaleSpaces()
  const leftIndexes = sql`select from search_left_indexes`
  expect(await app.database.rows(leftIndexes)).toEqual([])
  await writePages(admin, id, [{ title: 'More', markdown: 'Of it.' }])
  await catchUp(id)
  expect(await app.database.rows(leftIndexes)).toEqual([])
  await app.database.execute(sql`delete from spaces where id = ${id}`)
  expect(await app.database.rows(leftIndexes)).toHaveLength(1)
  await indexStaleSpaces()
  expect(await app.database.rows(leftIndexes)).toEqual([])
})

test('a page whose text cannot be parsed is found by its title, and very long texts are found', async () => {
  const deep = `${'> '.repeat(500)}Abyss`
  const id = await createSpace('Deep', deep)
  expect(await search(admin, id, 'deep')).toEqual(['Deep'])
  const long = Array.from({ length: 60_000 }, (_, index) => `word${index}`).join(' ')
  await writePages(admin, id, [{ title: 'Long', markdown: long }])
  await waitForIndexing()
  expect(await search(admin, id, 'word59999')).toEqual(['Long'])
  const unspaced = Array.from({ length: 60_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + (index % 20_000)),
  ).join('')
  await writePages(admin, id, [{ title: 'Unspaced', markdown: unspaced }])
  await waitForIndexing()
  expect(await search(admin, id, '一丁丂七')).toEqual(['Unspaced'])
})

// One step of a change request: a new page, a new text, another position, or a deletion.
const step = fc.record({
  what: fc.constantFrom('insert', 'edit', 'rename', 'move', 'delete', 'hide'),
  page: fc.nat(50),
  other: fc.nat(50),
  word: fc.constantFrom('alpha', 'beta', 'gamma'),
})

test('words that are said hundreds of times, far into a text or in any script are indexed as PostgreSQL writes them', async () => {
  // Beyond the 256 positions that PostgreSQL keeps of a word, and beyond the last position that there is.
  const repeated = `${'gannet '.repeat(300)}heron`
  const chinese = '水位每六分钟测量一次'.repeat(2000)
  // The 64 units that are kept of a word end in the middle of a letter.
  const long = `a${'\u{10400}'.repeat(40)}`
  const markdown = [repeated, chinese, `${long} ${long}x`, "école l'eau C++ max_retries", '鸬鹚'].join('\n\n')
  const id = await createSpace('Birds', markdown)
  await waitForIndexing()
  for (const query of ['gannet heron', '测量', 'ecole', 'retries', 'c++', '鸬鹚', long]) {
    expect(await search(admin, id, query)).toEqual(['Birds'])
  }
  const changedByReading = await app.database.rows(sql`
    select from search_sections where words::text::tsvector::text <> words::text
    union all select from search_texts where words::text::tsvector::text <> words::text`)
  expect(changedByReading).toEqual([])
})

test('after any changes the index equals a newly built one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (merges) => {
        const { id } = await app.space(admin, organization)
        await writePages(admin, id, [{ title: 'Root', markdown: 'alpha' }])
        for (const steps of merges) {
          const pages = await listPageIds(id)
          const changes = makeChanges(pages, steps)
          await changeContent(admin, id, [
            { operation: 'insert_page', title: 'More', document: { markdown: 'beta' } },
            ...changes,
          ])
        }
        const updatedIndex = await readIndex(id)
        await app.database.execute(sql`delete from search_spaces where space_id = ${id}`)
        await indexStaleSpaces()
        expect(updatedIndex).toEqual(await readIndex(id))
      },
    ),
    { numRuns: 8 },
  )
})

/** Every page with its parent, its title and its text, as the index has them. */
const readIndex = async (spaceId: string) => {
  await catchUp(spaceId)
  return app.database.rows(sql`
    select p.page_id, p.parent_id, p.slug, t.title,
      (select string_agg(s.body, ' ' order by s.position) from search_sections s where s.text_id = t.id) as body
    from search_pages p left join search_texts t on t.id = p.text_id
    where p.space_id = ${spaceId} order by p.page_id`)
}

async function listPageIds(spaceId: string): Promise<string[]> {
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

/** Each page is changed once, and no page moves below a deleted or moved one. */
function makeChanges(
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
