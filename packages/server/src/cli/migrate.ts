import { migrate, migrations } from '../database/migrate.ts'
import { connect, stderrLog } from './connect.ts'

/** Applies all pending migrations, and prints which. */
export async function runMigrations(): Promise<void> {
  const { database, close } = await connect({ share: true, log: stderrLog })
  try {
    const applied = await migrate(database)
    for (const { version, name } of applied) process.stdout.write(`applied ${version} ${name}\n`)
    process.stdout.write(`The database is at version ${migrations.length}.\n`)
  } finally {
    await close()
  }
}
