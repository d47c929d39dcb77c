import { seconds } from '../common/clock.ts'
import { closeParts } from '../common/close-parts.ts'
import { Unavailable } from '../common/errors.ts'
import { type Config, readConfig } from '../config.ts'
import { Database } from '../database/database.ts'
import type { DatabaseTimeouts } from '../database/timeouts.ts'
import { type ClusterLog, type DatabaseProcess, openEmbeddedPostgres } from '../database/embedded/index.ts'

/** The database that a command works on. */
export interface Connection {
  config: Config
  database: Database
  /** The state of the PostgreSQL that this process runs, if it does. */
  embedded?: (() => DatabaseProcess) | undefined
  close: () => Promise<void>
}

interface ConnectOptions {
  share: boolean
  log: ClusterLog
  /** Given by a server, whose statements have time limits and whose broken connections are reported. */
  onPoolError?: (error: Error) => void
}

const POOL_CLOSE_TIMEOUT_MS = 5 * seconds

const unlimited: DatabaseTimeouts = {
  connectMs: 0,
  statementMs: 0,
  lockMs: 0,
  idleTransactionMs: 0,
  jobMs: 0,
}

/**
 * Opens the database that the settings name. `share` is for commands that may run beside a server; without it
 * this process must be the only one on the data folder.
 */
export async function connect({ share, log, onPoolError }: ConnectOptions): Promise<Connection> {
  const config = readConfig(process.env)
  const { databaseTimeouts } = config
  const options = {
    // Commands such as a backup may take as long as they need.
    timeouts: onPoolError ? databaseTimeouts : { ...unlimited, connectMs: databaseTimeouts.connectMs },
    onError: onPoolError,
  }
  if (config.databaseUrl !== undefined) {
    const database = new Database({ connectionString: config.databaseUrl }, options)
    await requireReachable(database)
    return { config, database, close: () => closePool(database, log) }
  }
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new Error(
      `Verso brings no PostgreSQL for ${process.platform}: set DATABASE_URL to one, 15 or later.`,
    )
  }
  const postgres = await openEmbeddedPostgres(config.dataDir, log, { share })
  const database = new Database(postgres.address, options)
  const close = async () => {
    await closePool(database, log)
    await postgres.close()
  }
  return { config, database, embedded: postgres.readStatus, close }
}

/** Closes the connections. One that somebody still holds keeps the process only for a moment. */
async function closePool(database: Database, log: ClusterLog): Promise<void> {
  const pool = { name: 'The connection pool', close: () => database.close() }
  const onError = (error: Error) => log.error(error.message)
  await closeParts([pool], { timeoutMs: POOL_CLOSE_TIMEOUT_MS, onError })
}

async function requireReachable(database: Database): Promise<void> {
  try {
    await database.ping()
  } catch (error) {
    await database.close()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`The database that DATABASE_URL names cannot be used: ${reason}.`)
  }
}

/** Writes progress to stderr, for commands whose result is written to stdout. */
export const stderrLog: ClusterLog = {
  info: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
}
