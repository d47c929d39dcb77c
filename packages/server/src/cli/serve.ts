import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createApp, type ProcessRole } from '../app.ts'
import { Unavailable } from '../common/errors.ts'
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { bootstrap, welcome } from './bootstrap.ts'
import { connect } from './connect.ts'

/** Runs until it is told to stop; then finishes what is under way, the database last. */
export async function serve({ role }: { role: ProcessRole }): Promise<void> {
  // Lines are written a few kilobytes at a time, off the path of requests; the rest follows when Verso ends.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = pino({ level: readConfig(process.env).logLevel, base: null }, destination)
  const log = {
    info: (message: string) => logger.info(message),
    error: (message: string) => logger.error(message),
  }
  // From here on, so that also a start that is broken off takes its database down again.
  const stopped = untilStopped(log.info)
  const { config, database, close } = await connect({ share: false, log })
  try {
    const migrated = await migrate(database)
    if (migrated.length > 0) logger.info(`Database brought to version ${migrated.at(-1)?.version}`)

    const app = await createApp({ config, database, logger, role })
    try {
      const first = await bootstrap(database, app.areas, config)
      try {
        const address = await listen(app.http, config)
        logger.info({ role }, `Verso is listening on ${address}`)
      } finally {
        // It is told once, so it must be told, also when the port turns out to be taken.
        if (first) process.stdout.write(welcome(config, first))
      }
      await stopped
    } finally {
      await app.close()
    }
  } finally {
    await close()
  }
  logger.info('Stopped')
}

async function listen(http: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await http.listen({ host, port })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Unavailable(`Cannot listen where VERSO_HOST and VERSO_PORT say: ${reason}.`)
  }
}

function untilStopped(log: (message: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // Whoever asks twice does not want to wait.
        if (stopping) process.exit(1)
        stopping = true
        log(`${signal}: finishing what is under way; once more to stop at once`)
        resolve()
      })
    }
  })
}
