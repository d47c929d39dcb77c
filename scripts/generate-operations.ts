// Writes packages/console/src/api/operations.ts and operations/ from the route table of the server: `npm run generate:operations`.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type ApiDocument, writeOperations } from '../packages/console/build/operations.ts'
import { createApp } from '../packages/server/src/app.ts'
import { readConfig } from '../packages/server/src/config.ts'
import { Database } from '../packages/server/src/database/database.ts'
import { openEmbeddedPostgres } from '../packages/server/src/database/embedded/index.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'packages/console/src/api')
const folder = mkdtempSync(join(tmpdir(), 'verso-operations-'))
// Root starts PostgreSQL under another account, which must be able to enter the folder.
chmodSync(folder, 0o711)
const log = { info: () => undefined, error: (message: string) => void process.stderr.write(`${message}\n`) }
const postgres = await openEmbeddedPostgres(folder, log, { share: false })
try {
  const database = new Database(postgres.address)
  await migrate(database)
  const app = await createApp({
    config: readConfig({ VERSO_DATA_DIR: folder }),
    database,
    role: 'api',
  })
  const response = await app.http.inject('/openapi.json')
  rmSync(join(target, 'operations'), { recursive: true, force: true })
  mkdirSync(join(target, 'operations'))
  const files = writeOperations(response.json<ApiDocument>())
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text)
  await app.close()
  await database.close()
} finally {
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
}
spawnSync(
  join(root, 'node_modules/.bin/oxfmt'),
  [join(target, 'operations'), join(target, 'operations.ts')],
  {
    stdio: 'inherit',
  },
)
