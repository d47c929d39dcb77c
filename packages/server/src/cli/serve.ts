import { pino } from 'pino'
import { createApp, type ProcessRole } from '../app.ts'
import { readConfig } from '../config.ts'
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
  const { config, database, close } = await connect({ share: false, log })
  const migrated = await migrate(database)
  if (migrated.length > 0) logger.info(`Database brought to version ${migrated.at(-1)?.version}`)

  const app = await createApp({ config, database, logger, role })
  const first = await bootstrap(database, app.services, config)
  const address = await app.http.listen({ host: config.host, port: config.port })
  logger.info({ role }, `Verso is listening on ${address}`)
  if (first) process.stdout.write(welcome(config, first))

  await untilStopped(log.info)
  await app.close()
  await close()
  logger.info('Stopped')
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
