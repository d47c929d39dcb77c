import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { Conflict, Invalid } from '../common/errors.ts'
import type { Database } from '../database/database.ts'
import { migrate, migrations, readSchemaVersion } from '../database/migrate.ts'
import { Jobs, type WaitingJob } from '../jobs/jobs.ts'
import type { FileStore } from '../storage/file-store.ts'
import { type ArchiveEntry, type Manifest, readArchive } from './archive.ts'
import { type DataStores, quoteIdentifier } from './backup.ts'

/**
 * Fills an empty database. It is first migrated to the version of the backup, and to the last version after the rows were
 * inserted. Either all rows are inserted or none.
 */
export async function restoreBackup(
  { database, store }: DataStores,
  file: string,
  progress: (line: string) => void,
): Promise<void> {
  const entries = readArchive(file)
  const manifest = await readManifest(entries)
  await requireEmpty(database, manifest)
  await migrate(database, manifest.schema)

  const jobs = await loadEntries({ database, store }, manifest, entries, progress)
  for (const { version, name } of await migrate(database)) progress(`migrated to ${version} ${name}`)
  await enqueueAgain(database, jobs)
  progress(`${jobs.length} waiting jobs`)
}

async function readManifest(entries: AsyncGenerator<ArchiveEntry>): Promise<Manifest> {
  const { value: first } = await entries.next()
  if (first?.name !== 'manifest.json') throw new Invalid('This is not a backup of Verso: it has no manifest.')
  const manifest = JSON.parse((await first.read()).toString()) as Manifest
  if (manifest.format !== 1 || manifest.schema > migrations.length) {
    throw new Invalid(`This backup was made by a newer Verso (${manifest.verso}). Restore it with that one.`)
  }
  return manifest
}

async function requireEmpty(database: Database, manifest: Manifest): Promise<void> {
  const version = await readSchemaVersion(database)
  const { rows } = version === 0 ? { rows: [] } : await database.pool.query('select 1 from users limit 1')
  if (rows.length > 0 || version > manifest.schema) {
    throw new Conflict('The database is not empty. Restore into a new one, or into another VERSO_DATA_DIR.')
  }
}

async function loadEntries(
  { database, store }: DataStores,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  progress: (line: string) => void,
): Promise<WaitingJob[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // The backup has the rows that migrations insert. Tables that refer to them and are not in the backup are filled again.
    await client.query(
      `truncate ${manifest.tables.map(({ name }) => quoteIdentifier(name)).join(', ')} cascade`,
    )
    // Rows refer to rows that come later in the file.
    await client.query('set constraints all deferred')
    let jobs: WaitingJob[] = []
    let files = 0
    for await (const entry of entries) {
      if (entry.name.startsWith('files/')) {
        await loadFile(store, entry)
        files++
      } else if (entry.name === 'jobs.json')
        jobs = JSON.parse((await entry.read()).toString()) as WaitingJob[]
      else progress(await loadChunk(client, manifest, entry))
    }
    // Nobody has watched what the backup brought.
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('events') is not null as found`,
    )
    if (rows[0]?.found) await client.query('delete from events')
    await client.query('commit')
    progress(`${files} files`)
    return jobs
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function loadChunk(client: pg.ClientBase, manifest: Manifest, entry: ArchiveEntry): Promise<string> {
  const name = /^tables\/([^/]+)\/\d+$/.exec(entry.name)?.[1]
  const table = manifest.tables.find((table) => table.name === name)
  if (!table) throw new Invalid(`The backup holds "${entry.name}", which its manifest does not name.`)
  const columns = table.columns.map(quoteIdentifier).join(', ')
  const copy = client.query(copyFrom(`copy ${quoteIdentifier(table.name)} (${columns}) from stdin`))
  await pipeline(Readable.from([await entry.read()]), copy)
  return `${table.name}: ${copy.rowCount} rows`
}

/** Stores a file before the rows are committed. If they are not, no row names the file, and it is collected later. */
async function loadFile(store: FileStore, { name, stream }: ArchiveEntry): Promise<void> {
  const { blob } = await store.put(stream)
  if (`files/${blob}` === name) return
  await store.remove(blob)
  throw new Invalid(`The backup is damaged: "${name}" has other bytes than were backed up.`)
}

async function enqueueAgain(database: Database, waiting: WaitingJob[]): Promise<void> {
  const jobs = new Jobs(database, () => undefined)
  await jobs.start(undefined)
  try {
    await database.transaction((tx) => jobs.enqueueAgain(tx, waiting))
  } finally {
    await jobs.stop()
  }
}
