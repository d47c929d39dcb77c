import { existsSync } from 'node:fs'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Conflict } from '../common/errors.ts'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import { readSchemaVersion } from '../database/migrate.ts'
import { listWaitingJobs } from '../jobs/jobs.ts'
import { version } from '../common/version.ts'
import type { FileStore } from '../storage/file-store.ts'
import { type ArchiveWriter, type Manifest, writeArchive } from './archive.ts'

/** Tables that are not backed up, because Verso fills them again by itself. */
const excludedTables: (keyof Tables)[] = [
  'migrations',
  'rate_limits',
  'events',
  'notification_progress',
  'document_links',
  'openapi_sources',
  'removals',
  'unnamed_blobs',
  'search_indexes',
  'search_spaces',
  'search_texts',
  'search_sections',
  'search_pages',
  'search_includes',
  'search_words',
  'search_stale_spaces',
  'search_left_indexes',
]

/** All data of an installation: the rows, and the bytes of files. */
export interface DataStores {
  database: Database
  store: FileStore
}

/**
 * Writes all data into one file, as it was at one point in time: all tables are read in one snapshot, while others go on
 * writing.
 */
export async function writeBackup(
  { database, store }: DataStores,
  file: string,
  progress: (line: string) => void,
): Promise<void> {
  if (existsSync(file)) throw new Conflict(`${file} exists already; choose another name.`)
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const manifest: Manifest = {
      format: 1,
      verso: version,
      schema: await readSchemaVersion(database),
      createdAt: new Date().toISOString(),
      tables: await listTables(client),
    }
    await writeArchive(file, async (archive) => {
      await archive.addJson('manifest.json', manifest)
      for (const { name, columns } of manifest.tables) {
        const copy = client.query(
          copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
        )
        await archive.addChunks(`tables/${name}`, copy)
        progress(`${name}: ${copy.rowCount} rows`)
      }
      await writeFiles(archive, store, progress)
      await archive.addJson('jobs.json', await listWaitingJobs(client))
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Writes all files. Files are stored before the rows that name them, so those that the snapshot names are among them. */
async function writeFiles(
  archive: ArchiveWriter,
  store: FileStore,
  progress: (line: string) => void,
): Promise<void> {
  let count = 0
  for await (const { blob, size } of store.list()) {
    const bytes = await store.open(blob)
    // A file that was removed since it was listed is one that no row names.
    if (!bytes) continue
    await archive.addFile(`files/${blob}`, size, bytes)
    count++
  }
  progress(`${count} files`)
}

/** Lists the tables to back up, with their columns that are stored and not generated. */
async function listTables(client: pg.ClientBase): Promise<Manifest['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select t.table_name::text as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.tables t
     join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
       and c.is_generated = 'NEVER' and t.table_name <> all($1)
     group by t.table_name order by t.table_name`,
    [excludedTables],
  )
  return rows
}

export const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
