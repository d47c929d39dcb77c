import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { Database } from '../database/database.ts'
import { type ClusterAddress, openEmbedded } from '../database/embedded/index.ts'
import { migrate } from '../database/migrate.ts'
import { Jobs } from '../jobs/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ClusterAddress
  }
}

export const templateDatabase = 'verso_template'

/** One PostgreSQL for all medium tests, with a migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'verso-test-'))
  // As root, a database that cannot get in here would be put elsewhere, and stay there.
  chmodSync(folder, 0o711)
  const quiet = {
    info: () => undefined,
    error: (message: string) => void process.stderr.write(`${message}\n`),
  }
  const postgres = await openEmbedded(folder, quiet, { share: false })

  const admin = new Database(postgres.address)
  await admin.pool.query(`create database ${templateDatabase}`)
  await admin.close()
  const template = new Database({ ...postgres.address, database: templateDatabase })
  await migrate(template)
  const jobs = new Jobs(template, () => undefined)
  await jobs.start(undefined)
  await jobs.stop()
  await template.close()

  project.provide('postgres', postgres.address)
  return async () => {
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
