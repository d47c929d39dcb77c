import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'
import { migrations, readSchemaVersion } from '../database/migrate.ts'
import type { RevisionFile } from '../areas/content/files/schema.ts'
import type { Space } from '../areas/content/spaces/schema.ts'
import { Client, expectStatus, type ListBody, type Person, TestApp } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { FolderFileStore } from '../storage/folder-file-store.ts'
import { writeBackup, type DataStores } from './backup.ts'
import { restoreBackup } from './restore.ts'

const quiet = () => undefined

const sourceData = (): DataStores => ({
  database: source.database,
  store: new FolderFileStore(join(source.folder, 'files')),
})
/** The data stores to restore into. */
const targetData = (database: Database): DataStores => ({
  database,
  store: new FolderFileStore(join(folder, 'restored')),
})

let folder: string
let source: TestApp
let organization: string
let admin: Person
let file: string
let filesPath: string

// No bytes, a few, and more than one chunk of a stream.
const contentsOfFiles = {
  'empty.txt': Buffer.alloc(0),
  'few.txt': Buffer.from('few'),
  'many.bin': Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251)),
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verso-backup-'))
  file = join(folder, 'verso.tar.gz')
  source = await TestApp.start()
  ;({ id: organization, admin } = await source.organization('Ümläut & "quotes"\ttabs'))
  const guest = await source.member(organization, null)
  const outer = await source.collection(admin, organization, { title: 'Outer' })
  const inner = await source.collection(admin, organization, { title: 'Inner', parent: outer.id })
  const kept = await source.space(admin, organization, { title: 'Kept \\ back\nslash', parent: inner.id })
  await admin.post(`/spaces/${kept.id}/permissions`, { role: 'edit', users: [guest.id] })
  await source.team(admin, organization, 'Writers', [guest])
  const deleted = await source.space(admin, organization, { title: 'Deleted' })
  expectStatus(205, await admin.delete(`/spaces/${deleted.id}`))
  const { id } = (await admin.post<{ id: string }>(`/spaces/${kept.id}/change-requests`, {})).body
  const files = Object.entries(contentsOfFiles).map(([name, bytes]) => ({
    name,
    base64: bytes.toString('base64'),
  }))
  const changes = [{ operation: 'insert_files', files }]
  expectStatus(200, await admin.post(`/spaces/${kept.id}/change-requests/${id}/content`, { changes }))
  filesPath = `/spaces/${kept.id}/change-requests/${id}/content/files`
  await writeBackup(sourceData(), file, quiet)
})

afterAll(async () => {
  await source.stop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The rows of each table in a fixed order. Without the last use of tokens, which is written some time after the request.
 */
async function readTables(database: Database): Promise<Record<string, unknown[]>> {
  const tables = [
    'users',
    'tokens',
    'organizations',
    'members',
    'teams',
    'team_members',
    'collections',
    'spaces',
  ]
  const all: Record<string, unknown[]> = {}
  for (const table of [...tables, 'revisions', 'objects', 'grants', 'invite_links', 'secrets']) {
    const { rows } = await database.pool.query(
      `select (to_jsonb(t) - 'last_used_at')::text as row from ${table} t order by 1`,
    )
    all[table] = rows
  }
  return all
}

test('a restored database has every row of the one that was backed up', async () => {
  const target = await createTestDatabase({ empty: true })
  await restoreBackup(targetData(target), file, quiet)
  expect(await readTables(target)).toEqual(await readTables(source.database))
  expect(await readSchemaVersion(target)).toBe(migrations.length)
  await target.close()
})

test('after a restore, tokens work and the order and the access of spaces are the same', async () => {
  const database = await createTestDatabase({ empty: true })
  await restoreBackup(targetData(database), file, quiet)
  const restored = await TestApp.start({}, { database })
  const same = new Client(restored.app, admin.token)
  const before = await admin.get<ListBody<Space>>(`/orgs/${organization}/spaces`)
  const after = await same.get<ListBody<Space>>(`/orgs/${organization}/spaces`)
  expect(after.status).toBe(200)
  expect(after.body).toEqual(before.body)
  await restored.stop()
})

test('after a restore, files have all their bytes at the same URLs', async () => {
  const database = await createTestDatabase({ empty: true })
  await restoreBackup(targetData(database), file, quiet)
  const restored = await TestApp.start(
    { files: { kind: 'folder', folder: join(folder, 'restored') } },
    { database },
  )
  const { items } = (await admin.get<ListBody<RevisionFile>>(filesPath)).body
  expect(
    (await new Client(restored.app, admin.token).get<ListBody<RevisionFile>>(filesPath)).body.items,
  ).toEqual(items)
  for (const { name, downloadURL } of items) {
    const { pathname, search } = new URL(downloadURL)
    const { rawPayload } = await restored.app.http.inject({ url: pathname + search })
    expect([name, rawPayload]).toEqual([
      name,
      Object.entries(contentsOfFiles).find(([of]) => of === name)?.[1],
    ])
  }
  await restored.stop()
})

test('after a restore, jobs wait for the same day as before', async () => {
  const database = await createTestDatabase({ empty: true })
  await restoreBackup(targetData(database), file, quiet)
  const waiting = sql`
    select data, start_after from pgboss.job where name = 'remove-space' and state = 'created'`
  const [job] = await database.rows<{ data: object; start_after: string }>(waiting)
  expect(job).toEqual((await source.database.rows(waiting))[0])
  expect(Date.parse(job?.start_after ?? '')).toBeGreaterThan(Date.now() + 6 * days)
  await database.close()
})

test('a restore into a database that is not empty is refused and changes nothing', async () => {
  const target = await TestApp.start()
  await target.organization('Here first')
  const before = await readTables(target.database)
  await expect(restoreBackup(targetData(target.database), file, quiet)).rejects.toThrow('not empty')
  expect(await readTables(target.database)).toEqual(before)
  await target.stop()
})

test('a damaged backup restores nothing', async () => {
  const bytes = readFileSync(file)
  const damaged = join(folder, 'damaged.tar.gz')
  for (const broken of [
    bytes.subarray(0, Math.floor(bytes.length / 2)),
    Buffer.concat([bytes.subarray(0, -400), Buffer.alloc(400, 7)]),
    Buffer.from('not a backup'),
    Buffer.alloc(0),
  ]) {
    writeFileSync(damaged, broken)
    const target = await createTestDatabase({ empty: true })
    await expect(restoreBackup(targetData(target), damaged, quiet)).rejects.toThrow(/backup/)
    const filled = (await readSchemaVersion(target)) > 0 ? await target.rows(sql`select id from users`) : []
    expect(filled).toEqual([])
    await target.close()
  }
})

test('an existing file is not overwritten', async () => {
  const before = readFileSync(file)
  await expect(writeBackup(sourceData(), file, quiet)).rejects.toThrow('exists already')
  expect(readFileSync(file).equals(before)).toBe(true)
})
