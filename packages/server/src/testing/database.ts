import { inject } from 'vitest'
import { newId } from '../common/ids.ts'
import { Database } from '../database/database.ts'
import { templateDatabase } from './postgres.setup.ts'
import { recordStatements } from './statements.ts'

/** A new database: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<Database> {
  const address = inject('postgres')
  const name = `test_${newId()}`
  const admin = new Database(address)
  await admin.pool.query(`create database ${name} template ${empty ? 'template0' : templateDatabase}`)
  await admin.close()
  const database = new Database({ ...address, database: name })
  if (!empty) recordStatements(database, inject('statementsFolder'))
  return database
}
