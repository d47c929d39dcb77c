import { verifyRevision } from '@verso/revisions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { days } from '../../../common/clock.ts'
import { type Database, sql } from '../../../database/database.ts'
import type { RevisionFile } from '../files/schema.ts'
import type { RevisionPage } from '../revisions/schema.ts'
import type { Space } from '../spaces/schema.ts'
import { expectStatus, type ListBody, type Person, TestApp } from '../../../testing/app.ts'
import { changeContent, writePages } from '../../../testing/content.ts'
import { bytesToHash } from './hashes.ts'
import { ObjectStore } from './object-store.ts'

let app: TestApp
let organization: string
let admin: Person

beforeEach(async () => {
  app = await TestApp.start()
  ;({ id: organization, admin } = await app.organization())
})
afterEach(() => app.stop())

/** A night of the job, a day after the last. */
async function night(): Promise<void> {
  app.clock.advance(1 * days)
  await app.app.areas.content.garbageCollector.collect()
}

async function removeForGood(spaceId: string): Promise<void> {
  expectStatus(205, await admin.delete(`/spaces/${spaceId}`))
  app.clock.advance(8 * days)
  await app.app.areas.content.spaces.removeExpired(spaceId)
}

const spaceWith = async (markdown: string, file?: string): Promise<string> => {
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

const fileOf = async (spaceId: string): Promise<RevisionFile> => {
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

/** Every revision is whole, in the database and not only in memory. */
async function allIsThere(): Promise<void> {
  const reader = new ObjectStore().createReader(app.database)
  const rows = await app.database.rows<{ root: Buffer }>(sql`
    select root from revisions union select shown from revisions where shown is not null`)
  for (const { root } of rows) await verifyRevision(reader, bytesToHash(root))
}

describe('a space that was removed for good', () => {
  test('its texts and files are gone after two nights, and nothing of anyone else is', async () => {
    const gone = await spaceWith('The secret of the old well.', 'secret bytes')
    const stays = await spaceWith('The well is open to all.', 'open bytes')
    const shared = await spaceWith('Said in both places.', 'bytes of both')
    await spaceWith('Said in both places.', 'bytes of both')
    const [secret, open, both] = [await fileOf(gone), await fileOf(stays), await fileOf(shared)]
    await removeForGood(gone)
    await removeForGood(shared)

    await night()
    expect(await isStored('The secret of the old well.')).toBe(true)
    await night()
    expect(await isStored('The secret of the old well.')).toBe(false)
    expect(await isStored('Said in both places.')).toBe(true)
    expect(await readPage(stays)).toContain('The well is open to all.')
    expect(await Promise.all([secret, open, both].map(({ downloadURL }) => download(downloadURL)))).toEqual([
      404, 200, 200,
    ])
    await allIsThere()
  })

  test('what is deleted and can be restored stays', async () => {
    const id = await spaceWith('Deleted by mistake.', 'mistaken bytes')
    const file = await fileOf(id)
    expectStatus(205, await admin.delete(`/spaces/${id}`))
    await night()
    await night()
    expectStatus(200, await admin.post(`/spaces/${id}/restore`))
    expect(await readPage(id)).toContain('Deleted by mistake.')
    expect(await download(file.downloadURL)).toBe(200)
  })

  test('what somebody writes again between the nights stays', async () => {
    await removeForGood(await spaceWith('Written twice.', 'twice'))
    await night()
    const again = await spaceWith('Written twice.', 'twice')
    await night()
    await night()
    expect(await readPage(again)).toContain('Written twice.')
    expect(await download((await fileOf(again)).downloadURL)).toBe(200)
    await allIsThere()
  })

  test('a file whose address is in use stays: as a logo, and on a page of another space', async () => {
    const [logo, linked] = [await spaceWith('A', 'the logo'), await spaceWith('B', 'the linked')]
    const urls = [(await fileOf(logo)).downloadURL, (await fileOf(linked)).downloadURL]
    expectStatus(200, await admin.patch(`/orgs/${organization}`, { logo: urls[0] }))
    const other = await spaceWith(`[a file](${urls[1]})`)
    await app.app.areas.search.indexer.catchUp([other])
    await removeForGood(logo)
    await removeForGood(linked)
    await night()
    await night()
    expect(await Promise.all(urls.map(download))).toEqual([200, 200])
  })
})

test('what somebody writes in the moment that it is to be removed stays', async () => {
  await removeForGood(await spaceWith('In the nick of time.'))
  await night()
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    // Whoever wants to remove it waits; whoever wants it does not.
    await other.query(`select from objects where position('In the nick of time.' in bytes) > 0 for key share`)
    const removing = night()
    const waiting = sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from objects%'`
    await vi.waitFor(async () => expect(await app.database.rows(waiting)).toHaveLength(1), {
      timeout: 20_000,
    })
    const again = await spaceWith('In the nick of time.')
    await other.query('commit')
    await removing
    expect(await readPage(again)).toContain('In the nick of time.')
    await allIsThere()
  } finally {
    other.release()
  }
})

test('nothing is lost while people write what others remove', async () => {
  const texts = ['one', 'two', 'three'].map((word) => `The ${word} text that comes and goes.`)
  const written = texts.map(() => 0)
  const over = new AbortController()
  const write = async (text: string, index: number): Promise<string> => {
    const id = await spaceWith(text, text)
    written[index] = (written[index] ?? 0) + 1
    return id
  }
  const writing = texts.map(async (text, index) => {
    while (!over.signal.aborted) {
      const id = await write(text, index)
      const copy = expectStatus(201, await admin.post<Space>(`/spaces/${id}/duplicate`)).id
      await app.database.execute(sql`delete from spaces where id = ${id}`)
      expect(await readPage(copy)).toContain(text)
      expect(await download((await fileOf(copy)).downloadURL)).toBe(200)
      await app.database.execute(sql`delete from spaces where id = ${copy}`)
    }
    return write(text, index)
  })
  for (let nights = 0; nights < 10; nights += 1) {
    const before = [...written]
    await night()
    // No write goes on for two nights.
    await vi.waitFor(
      () => expect(written.every((count, index) => count > (before[index] ?? 0) + 1)).toBe(true),
      {
        timeout: 60_000,
      },
    )
  }
  over.abort()
  for (const [index, id] of (await Promise.all(writing)).entries()) {
    expect(await readPage(id)).toContain(texts[index])
    expect(await download((await fileOf(id)).downloadURL)).toBe(200)
  }
  await allIsThere()
}, 120_000)

test('where an object is missing, nothing is removed at all', async () => {
  const id = await spaceWith('Whole.')
  await removeForGood(await spaceWith('Removed.'))
  await night()
  await app.database.execute(sql`
    delete from objects where hash in (
      select decode(replace(replace(substr(convert_from(o.bytes, 'UTF8'), position('"pages":["' in convert_from(o.bytes, 'UTF8')) + 10, 43), '-', '+'), '_', '/') || '=', 'base64')
      from spaces s join revisions r on r.id = s.revision_id join objects o on o.hash = r.root where s.id = ${id}
    )`)
  await expect(night()).rejects.toThrow('is missing')
  expect(await isStored('Removed.')).toBe(true)
})

test('every night looks after a removal, and Sundays look anyway', async () => {
  const sunday = new Date('2026-11-22T03:47:00Z')
  const today = () => app.clock.now().getTime()
  app.clock.advance(sunday.getTime() + 1 * days - today())
  const looked = async () => {
    const queries: string[] = []
    const stop = app.database.onQuery((text) => queries.push(text))
    await app.app.areas.content.garbageCollector.collectDue()
    stop()
    return queries.some((text) => text.includes('temporary table reached'))
  }
  expect(await looked()).toBe(false)
  await removeForGood((await app.space(admin, organization)).id)
  expect(await looked()).toBe(true)
  app.clock.advance(4 * days)
  expect(app.clock.now().getUTCDay()).toBe(6)
  expect(await looked()).toBe(false)
  app.clock.advance(1 * days)
  expect(await looked()).toBe(true)
})
