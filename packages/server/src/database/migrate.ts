import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from './database.ts'

/** One step of the schema, from `NNNN-name.sql`. Steps are applied once and in order, and are never changed afterwards. */
export interface Migration {
  version: number
  name: string
  text: string
}

const migrationsFolder = join(import.meta.dirname, 'migrations')

export const migrations: readonly Migration[] = readdirSync(migrationsFolder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file, index) => {
    const [, version, name] = /^(\d{4})-(.+)\.sql$/.exec(file) ?? []
    if (Number(version) !== index + 1 || name === undefined) throw new Error(`Unexpected migration ${file}`)
    return { version: index + 1, name, text: readFileSync(join(migrationsFolder, file), 'utf8') }
  })

/** The key of the advisory lock. Any number that no other program uses in the same database would do. */
const MIGRATION_LOCK_KEY = 0x7665_7273

/** The oldest PostgreSQL that has all that our SQL uses, as `server_version_num` says it. */
const MIN_SERVER_VERSION_NUM = 150_000

/**
 * Applies the missing migrations up to the version `target`, and returns them. When several processes start at once, the
 * lock makes one of them apply the migrations; the others wait and find nothing missing.
 */
export async function migrate(database: Database, target = migrations.length): Promise<Migration[]> {
  const client = await database.openClient()
  try {
    await requireServerVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY])
    try {
      const applied = await readAppliedVersion(client)
      if (applied > migrations.length) {
        throw new Error(
          `The database is at version ${applied}, this Verso knows ${migrations.length}: it was used by a ` +
            'newer Verso. Run that one, or restore a backup made before the upgrade.',
        )
      }
      const missing = migrations.slice(applied, target)
      for (const migration of missing) await applyMigration(client, migration)
      return missing
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY])
    }
  } finally {
    await client.end()
  }
}

/** The version of the last migration that was applied; 0 when the database is empty. */
export async function readSchemaVersion(database: Database): Promise<number> {
  const client = await database.pool.connect()
  try {
    return await readAppliedVersion(client)
  } finally {
    client.release()
  }
}

async function requireServerVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  if (Number(rows[0]?.number) < MIN_SERVER_VERSION_NUM) {
    throw new Error(`Verso needs PostgreSQL 15 or later; DATABASE_URL points at ${rows[0]?.name}.`)
  }
}

async function readAppliedVersion(client: pg.ClientBase): Promise<number> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  if (!tables[0]?.exists) return 0
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) as version from migrations',
  )
  return rows[0]?.version ?? 0
}

async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    if (migration.version === 1) {
      await client.query(
        'create table migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
      )
    }
    await client.query(migration.text)
    await client.query('insert into migrations (version, name) values ($1, $2)', [
      migration.version,
      migration.name,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${migration.version}-${migration.name} failed: ${reason}`, { cause: error })
  }
}
