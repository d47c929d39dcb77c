import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../database/database.ts'
import { createTestDatabase } from './database.ts'
import { checkStatements, recordStatements } from './statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'verso-statements-'))
const database = await createTestDatabase({ empty: true })
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('accepts statements that fit the schema, and names one that does not', async () => {
  recordStatements(database, folder)
  await database.execute(sql`create table kept (id integer)`)
  await database.execute(sql`create table dropped (id integer)`)
  await database.execute(sql`set work_mem = '5MB'`)
  await database.execute(sql`insert into kept (id) values (${1})`)
  await database.execute(sql`/* a comment */ select id from kept where id = ${1} and id::text = ${'1'}`)
  await database.transaction(async (tx) => {
    await tx.execute(sql`create temporary table passing (id integer) on commit drop`)
    await tx.execute(sql`insert into passing select id from kept`)
  })
  await expect(checkStatements(database, folder)).resolves.toBeUndefined()

  await database.execute(sql`select id from dropped`)
  await database.execute(sql`drop table dropped`)
  await expect(checkStatements(database, folder)).rejects.toThrow(
    'relation "dropped" does not exist\nselect id from dropped',
  )
})
