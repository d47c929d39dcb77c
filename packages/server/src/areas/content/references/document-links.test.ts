import { afterAll, expect, test } from 'vitest'
import { CacheBudget } from '../../../common/memory-cache.ts'
import { sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { TestApp } from '../../../testing/app.ts'
import { writePages } from '../../../testing/content.ts'
import { bytesToHash } from '../store/hashes.ts'
import { DocumentLinkStore } from './document-links.ts'
import { DocumentLinkRepository } from './repository.ts'

const app = await TestApp.start()
afterAll(() => app.stop())

test('links that a rolled back transaction extracted are stored by the next one', async () => {
  const { id: organization, admin } = await app.organization()
  const { id } = await app.space(admin, organization)
  await writePages(admin, id, [{ title: 'Page', markdown: '[link](https://rolled-back.example)' }])
  await app.app.areas.search.indexer.catchUp([id])
  const selectStored = sql`select document from document_links where refs::text like '%rolled-back.example%'`
  const stored = await app.database.row<Pick<Tables['document_links'], 'document'>>(selectStored)
  const hash = bytesToHash(stored?.document ?? Buffer.alloc(0))
  await app.database.execute(sql`delete from document_links`)

  const { revisionStore, documentParser } = app.app.areas.content
  const store = new DocumentLinkStore({
    caches: new CacheBudget(2 ** 20),
    documentLinks: new DocumentLinkRepository(),
    revisionStore,
    documentParser,
  })
  const rolledBack = app.database.transaction(async (tx) => {
    expect((await store.load(tx, [hash])).get(hash)?.refs).toHaveLength(1)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await app.database.row(selectStored)).toBeUndefined()

  await app.database.transaction((tx) => store.load(tx, [hash]))
  expect(await app.database.row(selectStored)).toEqual(stored)
})
