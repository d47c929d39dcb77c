import { afterAll, describe, expect, test } from 'vitest'
import { bytesToHash, emptyRootHash } from '../areas/content/store/hashes.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Database } from './database.ts'
import { migrate, migrations, readSchemaVersion } from './migrate.ts'

const opened: Database[] = []

async function emptyDatabase(): Promise<Database> {
  const database = await createTestDatabase({ empty: true })
  opened.push(database)
  return database
}

afterAll(() => Promise.all(opened.map((database) => database.close())))

/** Everything that makes up the schema, as PostgreSQL describes it. */
async function describeSchema(database: Database): Promise<unknown> {
  const queries = [
    `select table_name, column_name, data_type, domain_name, udt_name, is_nullable, column_default, generation_expression
     from information_schema.columns where table_schema = 'public' order by 1, 2`,
    `select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2, 3`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    `select tgrelid::regclass::text as on, tgname from pg_trigger where not tgisinternal order by 1, 2`,
    `select t.typname, e.enumlabel from pg_enum e join pg_type t on t.oid = e.enumtypid order by 1, e.enumsortorder`,
  ]
  return Promise.all(queries.map(async (query) => (await database.pool.query(query)).rows))
}

test('an empty database is migrated to the last version', async () => {
  const database = await emptyDatabase()
  expect(await readSchemaVersion(database)).toBe(0)
  expect(await migrate(database)).toHaveLength(migrations.length)
  expect(await readSchemaVersion(database)).toBe(migrations.length)
  expect(await migrate(database)).toEqual([])
})

describe('a database of each earlier version reaches the same schema', () => {
  test.each(migrations.map(({ version, name }) => [version, name]))('%i %s', async (version) => {
    const [stepped, direct] = [await emptyDatabase(), await emptyDatabase()]
    await migrate(stepped, version)
    expect(await readSchemaVersion(stepped)).toBe(version)
    await stepped.pool.query(
      `insert into users (id, display_name, email, created_at) values ('u', 'Ann', 'ann@example.com', now())`,
    )
    if (version >= 2) await insertSpace(stepped, version)
    await migrate(stepped)
    await migrate(direct)
    expect(await describeSchema(stepped)).toEqual(await describeSchema(direct))
    expect((await stepped.pool.query('select id from users')).rows).toEqual([{ id: 'u' }])
    const { rows } = await stepped.pool.query(
      'select r.root, o.bytes from spaces s join revisions r on r.id = s.revision_id join objects o on o.hash = r.root',
    )
    expect(rows).toHaveLength(version >= 2 ? 1 : 0)
  })
})

/** Inserts a space as a Verso of that version did. */
async function insertSpace(database: Database, version: number): Promise<void> {
  const root =
    version >= 3 ? { column: ', root', value: ', (select hash from objects)' } : { column: '', value: '' }
  await database.pool.query(`
    begin;
    set constraints all deferred;
    insert into organizations (id, title, created_at) values ('o', 'Acme', now());
    insert into spaces (id, organization_id, title, revision_id, rank, created_at, updated_at)
    values ('s', 'o', 'Handbook', 'r', 'a', now(), now());
    insert into revisions (id, space_id, created_at${root.column}) values ('r', 's', now()${root.value});
    commit;`)
}

test('the migrations store the empty content under the hash that the code expects', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const { rows } = await database.pool.query<{ hash: Buffer }>('select hash from objects')
  expect(rows.map(({ hash }) => bytesToHash(hash))).toEqual([emptyRootHash])
})

test('sites keep the hostnames that they had before hostnames were proven', async () => {
  const database = await emptyDatabase()
  const proofs = migrations.find(({ name }) => name === 'hostname-proofs')
  await migrate(database, (proofs?.version ?? 0) - 1)
  await database.pool.query(`
    insert into organizations (id, title, created_at) values ('o', 'Acme', now());
    insert into sites (id, organization_id, type, title, basename, hostname, visibility, created_at, updated_at)
    values ('a', 'o', 'basic', 'A', 'a', 'docs.acme.example', 'public', now(), now()),
      ('b', 'o', 'basic', 'B', 'b', null, 'public', now(), now());`)
  await migrate(database)
  const { rows } = await database.pool.query(
    'select hostname, hostname_proof as proof from sites order by id',
  )
  expect(rows).toEqual([
    { hostname: 'docs.acme.example', proof: 'earlier' },
    { hostname: null, proof: null },
  ])
})

test('when many processes start at once, one of them migrates', async () => {
  const database = await emptyDatabase()
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database)))
  expect(applied.filter((steps) => steps.length > 0)).toHaveLength(1)
})

test('a database from a newer Verso is refused', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  await database.pool.query(`insert into migrations (version, name) values (9999, 'from-the-future')`)
  await expect(migrate(database)).rejects.toThrow('newer Verso')
})

test('every foreign key can be deferred, because a restore inserts rows before those that they refer to', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const { rows } = await database.pool.query(
    `select conname from pg_constraint
     where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace`,
  )
  expect(rows).toEqual([])
})
