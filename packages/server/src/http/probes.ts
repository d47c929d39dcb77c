import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Admission } from '../access/admission.ts'
import { type Database, isTimeout } from '../database/database.ts'
import { migrations, readSchemaVersion } from '../database/migrate.ts'
import { errorBody } from './errors.ts'
import type { Metrics } from './metrics.ts'

/** Load balancers ask every few seconds, and need an answer before they ask again. */
const READINESS_TIMEOUT_MS = 3000

const databaseIsSilent = 'The database does not answer what requests need.'

/** Finds out whether the database answers what requests need. Whoever asks while it is being asked shares the answer. */
export class Readiness {
  readonly #database: Database
  readonly #admission: Admission
  #running: Promise<string | undefined> | undefined

  constructor(database: Database, admission: Admission) {
    this.#database = database
    this.#admission = admission
  }

  /** Why requests cannot be answered; undefined if they can. */
  async findProblem(): Promise<string | undefined> {
    this.#running ??= this.#askDatabase().finally(() => (this.#running = undefined))
    const deadline = new AbortController()
    const timeout = sleep(READINESS_TIMEOUT_MS, databaseIsSilent, {
      signal: deadline.signal,
    }).catch(() => undefined)
    try {
      return await Promise.race([this.#running, timeout])
    } finally {
      deadline.abort()
    }
  }

  async #askDatabase(): Promise<string | undefined> {
    try {
      if (!(await this.#database.isWritable())) return 'The database accepts no changes.'
      const version = await readSchemaVersion(this.#database)
      if (version !== migrations.length) {
        return `The database is at version ${version}, Verso needs ${migrations.length}.`
      }
      await this.#admission.check()
      return undefined
    } catch (error) {
      return isTimeout(error) ? databaseIsSilent : 'The database cannot be reached.'
    }
  }
}

/** Registers the endpoints for monitoring. They need no token and are not counted. */
export function registerProbes(app: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  const options = { config: { unguarded: 'probe' } } as const
  app.get('/healthz', options, () => ({ status: 'ok' }))
  app.get('/readyz', options, async (_request, reply) => {
    const problem = await readiness.findProblem()
    return problem === undefined ? { status: 'ready' } : reply.code(503).send(errorBody(503, problem))
  })
  app.get('/metrics', options, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}
