import { createApp } from '../../packages/server/src/app.ts'
import { MainBranch } from '../../packages/server/src/areas/content/store/main-branch.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { Database } from '../../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../../packages/server/src/database/embedded/index.ts'
import { Library } from '../support/library.ts'
import type { Meters } from '../support/measure.ts'
import { Verso } from '../support/verso.ts'

/** A started Verso, and a second process on its database that writes, so that only what is measured counts. */
export interface GrowthBench {
  readonly url: string
  readonly meters: Meters
  readonly pid: number
  readonly library: Library
  readonly database: Database
  /** Starts another Verso on the same database, as it runs in production: it also works on jobs. */
  readonly startAnother: () => Promise<Verso>
}

/**
 * Starts Verso without workers, so that no job runs while requests are measured.
 * @param keptFolder see `Verso.start`.
 */
export async function withGrowthBench<Result>(
  measure: (bench: GrowthBench) => Promise<Result>,
  keptFolder?: string,
): Promise<Result> {
  const verso = await Verso.start({}, ['--role', 'api'], undefined, keptFolder)
  const silent = { info: () => undefined, error: () => undefined }
  const postgres = await openEmbeddedPostgres(verso.dataDir, silent, { share: true })
  const database = new Database(postgres.address)
  const config = readConfig({ VERSO_DATA_DIR: verso.dataDir })
  const app = await createApp({ config, database, role: 'api' })
  try {
    const { id: userId } = await verso.call<{ id: string }>('GET', '/user')
    // A main branch without listeners: indexing thousands of pages would run beside what is measured.
    const main = new MainBranch(app.areas.content.revisionStore)
    const library = new Library(app, database, userId, await verso.organization(), main)
    const { url, meters, pid } = verso
    const { host, user, database: name } = postgres.address
    const startAnother = () =>
      Verso.start({
        DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
        VERSO_OUTBOUND_ALLOW: '127.0.0.1',
      })
    return await measure({ url, meters, pid, library, database, startAnother })
  } finally {
    await app.close()
    await database.close()
    await postgres.close()
    await verso.stop()
  }
}
