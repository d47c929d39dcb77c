import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'
import type { Metrics } from '../monitoring/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of a route that is not in the route table, for the log and the metrics. */
    operation?: string
  }
  interface FastifyRequest {
    /** What a route that serves several things serves this time. */
    operation: string | undefined
  }
}

/** The name of what a request asked for: one of few, whatever paths clients make up. */
export function getOperation(request: FastifyRequest): string {
  const { config, url } = request.routeOptions
  return request.operation ?? config.route?.operationId ?? config.operation ?? url ?? 'unknown-path'
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests by operation and status. */
export class RequestMetrics {
  readonly #requests: Histogram<'method' | 'operation' | 'status'>
  /** The series by labels, because looking one up in the histogram takes longer than counting. */
  readonly #series = new Map<string, { observe(seconds: number): void }>()

  constructor(metrics: Metrics) {
    this.#requests = metrics.createHistogram(
      'verso_http_request_duration_seconds',
      'How long requests took, by operation and status',
      ['method', 'operation', 'status'],
      buckets,
    )
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const operation = getOperation(request)
    const { method } = request
    const name = `${method} ${operation} ${reply.statusCode}`
    let series = this.#series.get(name)
    if (!series) {
      series = this.#requests.labels({ method, operation, status: reply.statusCode })
      this.#series.set(name, series)
    }
    series.observe(reply.elapsedTime / 1000)
  }
}
