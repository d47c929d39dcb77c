import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import type { Admission } from '../access/admission.ts'
import { hashSecret } from '../common/secret-hash.ts'
import { type Database, isTimeout } from '../database/database.ts'
import { migrations, readSchemaVersion } from '../database/migrate.ts'
import { readBearerToken } from './credentials.ts'
import { errorBody } from './errors.ts'
import type { Metrics } from '../monitoring/metrics.ts'

/** Load balancers ask every few seconds, and need an answer before they ask again. */
const READINESS_TIMEOUT_MS = 3000

const METRICS_TIMEOUT_MS = 30_000

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

/** Where the metrics are served, and to whom. */
export interface MetricsSettings {
  /** `on`: at `/metrics`, beside everything else. An address is for the metrics alone. */
  place: 'on' | 'off' | { host: string; port: number }
  /** What a client must send as a bearer token; without one, whoever reaches the address may read them. */
  token: string | undefined
}

/** Registers the endpoints for monitoring. They are not counted; only the metrics may need a token. */
export function registerProbes(
  app: FastifyInstance,
  readiness: Readiness,
  metrics: Metrics,
  settings: MetricsSettings,
): void {
  app.get('/healthz', probeOptions('probe-health'), () => ({ status: 'ok' }))
  app.get('/readyz', probeOptions('probe-readiness'), async (_request, reply) => {
    const problem = await readiness.findProblem()
    return problem === undefined ? { status: 'ready' } : reply.code(503).send(errorBody(503, problem))
  })
  if (settings.place === 'on') registerMetrics(app, metrics, settings)
}

const probeOptions = (operation: string) => ({ config: { unguarded: 'probe', operation } }) as const

function registerMetrics(app: FastifyInstance, metrics: Metrics, { token }: MetricsSettings): void {
  app.get('/metrics', probeOptions('probe-metrics'), async (request, reply) => {
    if (token !== undefined && !isEqualSecret(readBearerToken(request), token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send(errorBody(401, 'The metrics need the token of VERSO_METRICS_TOKEN.'))
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** Compares hashes, which takes equally long wherever the texts differ. */
const isEqualSecret = (text: string | undefined, secret: string): boolean =>
  timingSafeEqual(hashSecret(text ?? ''), hashSecret(secret))

/** A server of its own for the metrics, when they have an address of their own. */
export function createMetricsServer(
  metrics: Metrics,
  settings: MetricsSettings,
): FastifyInstance | undefined {
  if (typeof settings.place === 'string') return undefined
  const app = fastify({ logger: false, forceCloseConnections: true, requestTimeout: METRICS_TIMEOUT_MS })
  registerMetrics(app, metrics, settings)
  return app
}
