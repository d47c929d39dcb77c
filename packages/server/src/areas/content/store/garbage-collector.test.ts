import { verifyRevision } from '@verso/revisions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { days } from '../../../common/clock.ts'
import { type Database, sql } from '../../../database/database.ts'
import type { RevisionFile } from '../files/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, writePages } from '../../../testing/content.ts'
import { waitFor } from '../../../testing/wait-for.ts'
import { bytesToHash } from './hashes.ts'
import { ObjectStore } from './object-store.ts'
import { CacheBudget } from '../../../common/memory-cache.ts'

const caches = new CacheBudget(64 * 1024 * 1024)

let app: TestApp
let organization: string
let admin: Person

beforeEach(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterEach(() => app.stop())

/** Runs the nightly job, a day after the last run. */
async function runNight(): Promise<void> {
  app.clock.advance(1 * days)
  await app.app.areas.content.garbageCollector.collect()
}

async function removePermanently(spaceId: string): Promise<void> {
  expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
  app.clock.advance(8 * days)
  await app.app.areas.content.spaces.removeExpired(spaceId)
}

const createSpace = async (markdown: string, file?: string): Promise<string> => {
  const { id } = await app.space(admin, organization)
  await writePages(admin, id, [{ title: 'Page', markdown }])
  if (file !== undefined) await insertFile(id, file)
  return id
}

const insertFile = (spaceId: string, content: string) =>
  changeContent(admin, spaceId, [
    {
      operation: 'insert_files',
      files: [{ name: 'note.txt', base64: Buffer.from(content).toString('base64') }],
    },
  ])

const getFile = async (spaceId: string): Promise<RevisionFile> => {
  const [file] = expectStatus(
    200,
    await admin.get<ListBody<RevisionFile>>(`/spaces/${spaceId}/content/files`),
  ).items
  if (!file) throw new Error('there is no file')
  return file
}

const download = async (url: string) => {
  const { pathname, search } = new URL(url)
  return (await app.app.http.inject({ method: 'GET', url: pathname + search })).statusCode
}

/** Downloads a file by a new address: the one that it was listed with may have expired. */
const downloadAgain = ({ name, contentType, size, downloadURL }: RevisionFile) => {
  const blob = new URL(downloadURL).pathname.split('/')[2] ?? ''
  return download(app.app.areas.content.files.createDownloadUrl({ blob, name, contentType, size }))
}

const isStored = async (text: string, database: Database = app.database) =>
  (await database.row(sql`select from objects where position(convert_to(${text}, 'UTF8') in bytes) > 0`)) !==
  undefined

const readPage = async (spaceId: string) =>
  expectStatus(
    200,
    await admin.get<RevisionPage & { markdown: string }>(
      `/spaces/${spaceId}/content/path/page?format=markdown`,
    ),
  ).markdown

/** Checks that the database has every object of every revision. A new store has none of them in memory. */
async function verifyAllRevisions(): Promise<void> {
  const reader = new ObjectStore(caches).createReader(app.database)
  const rows = await app.database.rows<{ root: Buffer }>(sql`
    select root from revisions union select shown from revisions where shown is not null`)
  for (const { root } of rows) await verifyRevision(reader, bytesToHash(root))
}

describe('a space that was removed permanently', () => {
  test('loses its texts and files after two nights, and other spaces lose nothing', async () => {
    const removed = await createSpace('The secret of the old well.', 'secret bytes')
    const remaining = await createSpace('The well is open to all.', 'open bytes')
    const shared = await createSpace('Said in both places.', 'bytes of both')
    await createSpace('Said in both places.', 'bytes of both')
    const [secret, open, both] = [await getFile(removed), await getFile(remaining), await getFile(shared)]
    await removePermanently(removed)
    await removePermanently(shared)

    await runNight()
    expect(await isStored('The secret of the old well.')).toBe(true)
    await runNight()
    expect(await isStored('The secret of the old well.')).toBe(false)
    expect(await isStored('Said in both places.')).toBe(true)
    expect(await readPage(remaining)).toContain('The well is open to all.')
    expect(await Promise.all([secret, open, both].map(downloadAgain))).toEqual([404, 200, 200])
    await verifyAllRevisions()
  })

  test('keeps its content while it is deleted and can be restored', async () => {
    const id = await createSpace('Deleted by mistake.', 'mistaken bytes')
    const file = await getFile(id)
    expectStatus(205, await admin.delete(`/spaces/${id}`))
    await runNight()
    await runNight()
    expectStatus(200, await admin.post(`/spaces/${id}/restore`))
    expect(await readPage(id)).toContain('Deleted by mistake.')
    expect(await downloadAgain(file)).toBe(200)
  })

  test('leaves content that somebody writes again between two nights', async () => {
    await removePermanently(await createSpace('Written twice.', 'twice'))
    await runNight()
    const again = await createSpace('Written twice.', 'twice')
    await runNight()
    await runNight()
    expect(await readPage(again)).toContain('Written twice.')
    expect(await download((await getFile(again)).downloadURL)).toBe(200)
    await verifyAllRevisions()
  })

  test('leaves a file whose URL is used as a logo or on a page of another space', async () => {
    const [logo, linked] = [await createSpace('A', 'the logo'), await createSpace('B', 'the linked')]
    const urls = [(await getFile(logo)).downloadURL, (await getFile(linked)).downloadURL]
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { logo: urls[0] }))
    const other = await createSpace(`[a file](${urls[1]})`)
    await app.app.areas.search.indexer.catchUp([other])
    await removePermanently(logo)
    await removePermanently(linked)
    await runNight()
    await runNight()
    expect(await Promise.all(urls.map(download))).toEqual([200, 200])
  })
})

test('content that somebody writes while it is being removed stays', async () => {
  await removePermanently(await createSpace('In the nick of time.'))
  await runNight()
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    // This lock blocks the removal of the object, but not a transaction that stores it.
    await other.query(`select from objects where position('In the nick of time.' in bytes) > 0 for key share`)
    const removal = runNight()
    const blockedRemovals = sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from objects%'`
    await waitFor(
      'the removal to wait for the lock',
      async () => (await app.database.rows(blockedRemovals)).length === 1,
    )
    const again = await createSpace('In the nick of time.')
    await other.query('commit')
    await removal
    expect(await readPage(again)).toContain('In the nick of time.')
    await verifyAllRevisions()
  } finally {
    other.release()
  }
})

test('nothing is lost while content is written and removed at the same time', async () => {
  const texts = ['one', 'two', 'three'].map((word) => `The ${word} text that comes and goes.`)
  const writeCounts = texts.map(() => 0)
  const stop = new AbortController()
  const write = async (text: string, index: number): Promise<string> => {
    const id = await createSpace(text, text)
    writeCounts[index] = (writeCounts[index] ?? 0) + 1
    return id
  }
  const writers = texts.map(async (text, index) => {
    while (!stop.signal.aborted) {
      const id = await write(text, index)
      const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
      await app.database.execute(sql`delete from spaces where id = ${id}`)
      expect(await readPage(copy)).toContain(text)
      expect(await download((await getFile(copy)).downloadURL)).toBe(200)
      await app.database.execute(sql`delete from spaces where id = ${copy}`)
    }
    return write(text, index)
  })
  for (let nights = 0; nights < 10; nights += 1) {
    const before = [...writeCounts]
    await runNight()
    // The collector assumes that no write takes longer than a night.
    await waitFor('two more writes of each text', () =>
      writeCounts.every((count, index) => count > (before[index] ?? 0) + 1),
    )
  }
  stop.abort()
  for (const [index, id] of (await Promise.all(writers)).entries()) {
    expect(await readPage(id)).toContain(texts[index])
    expect(await download((await getFile(id)).downloadURL)).toBe(200)
  }
  await verifyAllRevisions()
}, 120_000)

test('nothing is removed when an object is missing', async () => {
  const id = await createSpace('Whole.')
  await removePermanently(await createSpace('Removed.'))
  await runNight()
  await app.database.execute(sql`
    delete from objects where hash in (
      select decode(replace(replace(substr(convert_from(o.bytes, 'UTF8'), position('"pages":["' in convert_from(o.bytes, 'UTF8')) + 10, 43), '-', '+'), '_', '/') || '=', 'base64')
      from spaces s join revisions r on r.id = s.revision_id join objects o on o.hash = r.root where s.id = ${id}
    )`)
  await expect(runNight()).rejects.toThrow('is missing')
  expect(await isStored('Removed.')).toBe(true)
})

test('the job collects every night after a removal, and on Sundays', async () => {
  const sunday = new Date('2026-11-22T03:47:00Z')
  const today = () => app.clock.now().getTime()
  app.clock.advance(sunday.getTime() + 1 * days - today())
  const hasCollected = async () => {
    const queries: string[] = []
    const stopListening = app.database.onQuery((text) => queries.push(text))
    await app.app.areas.content.garbageCollector.collectDue()
    stopListening()
    return queries.some((text) => text.includes('temporary table reached'))
  }
  expect(await hasCollected()).toBe(false)
  await removePermanently((await app.space(admin, organization)).id)
  expect(await hasCollected()).toBe(true)
  app.clock.advance(4 * days)
  expect(app.clock.now().getUTCDay()).toBe(6)
  expect(await hasCollected()).toBe(false)
  app.clock.advance(1 * days)
  expect(await hasCollected()).toBe(true)
})
