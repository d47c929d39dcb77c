import { inject } from 'vitest'
import { newId } from '../common/ids.ts'
import { Database } from '../database/database.ts'
import { templateDatabase } from './postgres.setup.ts'

/** A database of one's own: a copy of the migrated template, or an empty one. */
export async function createTestDatabase({ empty = false } = {}): Promise<Database> {
  const address = inject('postgres')
  const name = `test_${newId()}`
  const admin = new Database(address)
  await admin.pool.query(`create database ${name} template ${empty ? 'template0' : templateDatabase}`)
  await admin.close()
  return new Database({ ...address, database: name })
}
