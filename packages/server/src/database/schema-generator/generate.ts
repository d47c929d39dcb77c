import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../database.ts'
import { openEmbeddedPostgres } from '../embedded/index.ts'
import { migrate } from '../migrate.ts'
import { generateTableTypes } from './table-types.ts'

// Writes tables.ts from a new database that has all migrations: `npm run generate:schema`.
const folder = mkdtempSync(join(tmpdir(), 'verso-schema-'))
// Root starts PostgreSQL under another account, which must be able to enter the folder.
chmodSync(folder, 0o711)
const log = { info: () => undefined, error: (message: string) => void process.stderr.write(`${message}\n`) }
const postgres = await openEmbeddedPostgres(folder, log, { share: false })
try {
  const database = new Database(postgres.address)
  await migrate(database)
  writeFileSync(join(import.meta.dirname, '../schema/tables.ts'), await generateTableTypes(database))
  await database.close()
} finally {
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
}
