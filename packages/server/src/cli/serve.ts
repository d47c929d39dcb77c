import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp, type ProcessRole } from '../app.ts'
import { Unavailable } from '../common/errors.ts'
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { createLogger } from '../monitoring/logger.ts'
import { MemoryRelease } from '../monitoring/memory-release.ts'
import { bootstrap, formatWelcome } from './bootstrap.ts'
import { connect } from './connect.ts'

/** Serves until it is told to stop, then finishes running requests and jobs, and stops the database last. */
export async function serve({ role }: { role: ProcessRole }): Promise<void> {
  // Log lines are buffered and written a few kilobytes at a time, so that requests do not wait for them.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = createLogger(readConfig(process.env).logLevel, destination)
  const log = {
    info: (message: string) => logger.info(message),
    error: (message: string) => logger.error(message),
  }
  // Signals are handled from here on, so that a start that is interrupted also stops its database.
  const stopped = waitForStopSignal(log.info)
  const { config, database, embedded, close } = await connect({
    share: false,
    log,
    onPoolError: (error) => logger.error({ err: error }, 'an idle connection to the database broke'),
  })
  try {
    const migrated = await migrate(database)
    if (migrated.length > 0) logger.info(`Database brought to version ${migrated.at(-1)?.version}`)

    const app = await createApp({ config, database, embedded, logger, role })
    try {
      const firstAdmin = await bootstrap(database, app.areas, config)
      try {
        const address = await listen(app.http, config, 'VERSO_HOST and VERSO_PORT')
        if (app.metricsServer && typeof config.metrics.place === 'object') {
          await listen(app.metricsServer, config.metrics.place, 'VERSO_METRICS')
        }
        logger.info({ role }, `Verso is listening on ${address}`)
      } finally {
        // The token is shown only once, so it is shown even if the port is already in use.
        if (firstAdmin) process.stdout.write(formatWelcome(config, firstAdmin))
      }
      const stopReleasing = MemoryRelease.start()
      await stopped
      stopReleasing()
    } finally {
      if (!(await app.close())) process.exitCode = 1
    }
  } finally {
    await close()
    // Whatever could not be closed must not keep the process.
    setTimeout(() => process.exit(), EXIT_DELAY_MS).unref()
  }
  logger.info('Stopped')
}

const EXIT_DELAY_MS = 1000

/**
 * Ctrl-C reaches every process of the terminal, and npm and the launcher send the signal on: what comes so soon after the
 * first signal is the same one again.
 */
const SAME_SIGNAL_MS = 500

async function listen(
  http: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  settings: string,
): Promise<string> {
  try {
    return await http.listen({ host, port })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Unavailable(
      `Cannot listen where ${settings} ${settings.includes(' ') ? 'say' : 'says'}: ${reason}.`,
    )
  }
}

function waitForStopSignal(log: (message: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (stoppedAt !== undefined && performance.now() - stoppedAt < SAME_SIGNAL_MS) return
        // A second signal stops at once.
        if (stoppedAt !== undefined) process.exit(1)
        stoppedAt = performance.now()
        log(`${signal}: finishing what is under way; once more to stop at once`)
        resolve()
      })
    }
  })
}
