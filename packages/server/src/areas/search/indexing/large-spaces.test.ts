import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../database/database.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { commitChanges, newPage } from '../../../testing/direct-changes.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { emptyRootHash, hashToBytes } from '../../content/index.ts'
import type { SearchState } from '../schema.ts'

let app: TestApp
let organization: string
let admin: Person

beforeAll(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterAll(() => app.stop())

const PAGES = 450

const createPages = (word: string, lastWord = word) =>
  Array.from({ length: PAGES }, (_, n) =>
    newPage(`leaf-${n}`, `Leaf ${n}`, `${word} ${n === PAGES - 1 ? lastWord : ''}`),
  )

const search = async (path: string) =>
  expectStatus(200, await admin.get<ListBody<object> & SearchState>(path))

test('200 says that it is not complete while pages that came in are indexed, with those that are', async () => {
  const { id } = await app.space(admin, organization)
  // Somebody is about to store a word of one of the pages, so that indexing waits for them.
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`insert into search_words (word) values ('obstacle')`)
    await commitChanges(app, admin, id, createPages('foliage', 'obstacle'))
    const spacePath = `/spaces/${id}/search?query=foliage&limit=5`
    const answer = await waitFor('some pages to be found', async () => {
      const found = await search(spacePath)
      return found.progress && found.items.length > 0 ? found : undefined
    })
    expect(answer).toMatchObject({ complete: false, progress: { total: PAGES } })
    expect([100, 200, 300, 400]).toContain(answer.progress?.indexed)
    const all = await search(`/orgs/${organization}/search?query=foliage`)
    expect(all).toMatchObject({ complete: false, progress: { total: PAGES }, count: 1 })
    // A person who may not read the space is not told of it.
    const guest = await app.member(organization, null)
    const path = `/orgs/${organization}/search?query=foliage`
    expect(expectStatus(200, await guest.get(path))).toEqual({ items: [], count: 0 })
    await other.query('rollback')
    await app.app.areas.search.indexer.waitForIndexing()
    const { complete, progress } = await search(spacePath)
    expect([complete, progress]).toEqual([undefined, undefined])
    expect(await search(`/spaces/${id}/search?query=obstacle`)).toMatchObject({ count: 1 })
  } finally {
    other.release()
  }
})

test('a page that was deleted after a process ended while it indexed the page is not found', async () => {
  const { id } = await app.space(admin, organization)
  const { indexer } = app.app.areas.search
  await commitChanges(app, admin, id, createPages('undergrowth'))
  await indexer.waitForIndexing()
  await app.database.execute(sql`
    update search_spaces set root = ${hashToBytes(emptyRootHash)}, pending_root = root, pending_total = ${PAGES}
    where space_id = ${id}`)
  await commitChanges(app, admin, id, [
    { type: 'delete-page', id: 'leaf-7' },
    { type: 'update-page', id: 'leaf-8', document: { markdown: 'cleared' } },
  ])
  await indexer.waitForIndexing()
  expect(await search(`/spaces/${id}/search?query="leaf 7"`)).toMatchObject({ count: 0 })
  expect(await search(`/spaces/${id}/search?query=cleared`)).toMatchObject({ count: 1 })
  const rows = await app.database.rows(sql`
    select from search_pages where space_id = ${id} and text_id is not null`)
  expect(rows).toHaveLength(PAGES - 1)
})
