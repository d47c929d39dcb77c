import { afterAll, describe, expect, test } from 'vitest'
import { bytesToHash, emptyContent } from '../areas/content/store/object-store.ts'
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

/** All that makes up the schema, as PostgreSQL describes it. */
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

test('an empty database is brought to the last version', async () => {
  const database = await emptyDatabase()
  expect(await readSchemaVersion(database)).toBe(0)
  expect(await migrate(database)).toHaveLength(migrations.length)
  expect(await readSchemaVersion(database)).toBe(migrations.length)
  expect(await migrate(database)).toEqual([])
})

describe('from each earlier version', () => {
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

/** A space as a Verso of that version made it. */
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

test('the content with nothing in it is the one that the engine knows', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const { rows } = await database.pool.query<{ hash: Buffer }>('select hash from objects')
  expect(rows.map(({ hash }) => bytesToHash(hash))).toEqual([emptyContent])
})

test('many processes starting at once migrate once', async () => {
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

test('every foreign key can be deferred, which a restore relies on', async () => {
  const database = await emptyDatabase()
  await migrate(database)
  const { rows } = await database.pool.query(
    `select conname from pg_constraint
     where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace`,
  )
  expect(rows).toEqual([])
})
