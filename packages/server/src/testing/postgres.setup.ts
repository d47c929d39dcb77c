import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { Database } from '../database/database.ts'
import { type ClusterAddress, openEmbeddedPostgres } from '../database/embedded/index.ts'
import { migrate } from '../database/migrate.ts'
import { Jobs } from '../jobs/jobs.ts'
import { checkStatements } from './statements.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ClusterAddress
    /** Where test files write the statements that they sent. */
    statementsFolder: string
  }
}

export const templateDatabase = 'verso_template'

/**
 * One PostgreSQL for all medium tests, with a migrated database that each test file copies. When they have run, the
 * statements that they sent are prepared against it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'verso-test-'))
  // Root starts PostgreSQL under another account. If that could not enter the folder, the database would be put elsewhere
  // and not be removed.
  chmodSync(folder, 0o711)
  const quiet = {
    info: () => undefined,
    error: (message: string) => void process.stderr.write(`${message}\n`),
  }
  const postgres = await openEmbeddedPostgres(folder, quiet, { share: false })

  const admin = new Database(postgres.address)
  await admin.pool.query(`create database ${templateDatabase}`)
  await admin.close()
  const template = new Database({ ...postgres.address, database: templateDatabase })
  await migrate(template)
  const jobs = new Jobs(template, () => undefined)
  await jobs.start(undefined)
  await jobs.stop()
  await template.close()

  const statementsFolder = join(folder, 'statements')
  mkdirSync(statementsFolder)
  project.provide('postgres', postgres.address)
  project.provide('statementsFolder', statementsFolder)
  return async () => {
    const migrated = new Database({ ...postgres.address, database: templateDatabase }, { connections: 1 })
    try {
      await checkStatements(migrated, statementsFolder)
    } finally {
      await migrated.close()
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
