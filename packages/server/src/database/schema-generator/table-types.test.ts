import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { sql } from '../database.ts'
import { generateTableTypes } from './table-types.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

test('tables.ts is what the migrated database gives', async () => {
  const committed = readFileSync(join(import.meta.dirname, '../schema/tables.ts'), 'utf8')
  const generated = await generateTableTypes(database)

  expect(committed, 'tables.ts is stale: run npm run generate:schema and commit it').toBe(generated)
})

test('pg returns the types that tables.ts declares', async () => {
  const row = await database.row(sql`
    select true as bool, '\\x6869'::bytea as bytea, 1::int2 as int2, 2::int4 as int4, 3::int8 as int8,
      '{"a":1}'::json as json, '{"a":1}'::jsonb as jsonb, 'text' as text, 'id'::id as id, 'admin'::role as role,
      array['a', 'b'] as "textArray", array['a', 'b']::id[] as "domainArray", array['admin']::role[] as "enumArray",
      '2026-01-02T03:04:05.6Z'::timestamptz(3) as timestamptz, 'word'::tsvector as tsvector`)

  expect(row).toEqual({
    bool: true,
    bytea: Buffer.from('hi'),
    int2: 1,
    int4: 2,
    int8: 3,
    json: { a: 1 },
    jsonb: { a: 1 },
    text: 'text',
    id: 'id',
    role: 'admin',
    textArray: ['a', 'b'],
    domainArray: '{a,b}',
    enumArray: '{admin}',
    timestamptz: '2026-01-02T03:04:05.600Z',
    tsvector: "'word'",
  })
})

test('a type that nobody has said the TypeScript type of is refused', async () => {
  await database.execute(sql`create table areas (id integer primary key, shape point)`)

  await expect(generateTableTypes(database)).rejects.toThrow('areas.shape has the type point')
})
