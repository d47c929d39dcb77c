import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** The metrics for Prometheus: requests by operation and status, the connection pool, the process. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'operation' | 'status'>
  /** The series by labels, because looking one up in the histogram takes longer than counting. */
  readonly #series = new Map<string, { observe(seconds: number): void }>()

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Histogram({
      name: 'verso_http_request_duration_seconds',
      help: 'How long requests took, by operation and status',
      labelNames: ['method', 'operation', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.#registry],
    })
    this.#gauge(
      'verso_database_connections',
      'Open connections to the database',
      () => database.pool.totalCount,
    )
    this.#gauge(
      'verso_database_waiting',
      'Requests waiting for a connection',
      () => database.pool.waitingCount,
    )
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const operation = request.routeOptions.config.route?.operationId ?? 'none'
    const { method } = request
    const name = `${method} ${operation} ${reply.statusCode}`
    let series = this.#series.get(name)
    if (!series) {
      series = this.#requests.labels({ method, operation, status: reply.statusCode })
      this.#series.set(name, series)
    }
    series.observe(reply.elapsedTime / 1000)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => gauge.set(read()),
    })
  }
}
