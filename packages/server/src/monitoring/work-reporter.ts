import type { Histogram } from 'prom-client'
import type { Metrics } from './metrics.ts'

/**
 * How a job or a task ended:
 * - `completed`;
 * - `retried`: it failed, and is tried again later;
 * - `failed`: it is not tried again;
 * - `interrupted`: it was canceled, or is left to another process.
 */
export type WorkOutcome = 'completed' | 'retried' | 'failed' | 'interrupted'

/** One run of a job or a task that has ended. */
export interface WorkReport {
  kind: 'job' | 'task'
  /** The name of the job or the type of the task. */
  type: string
  id: string
  organizationId?: string | null | undefined
  spaceId?: string | null | undefined
  /** The number of this attempt, from 1. */
  attempt: number
  durationMs: number
  outcome: WorkOutcome
  error?: unknown
}

/** The part of a logger that reports need. */
export interface WorkLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const buckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600]

/** Writes a log line and counts a metric for every job and task that ends. */
export class WorkReporter {
  readonly #durations: Histogram<'kind' | 'type' | 'outcome'>
  readonly #log: WorkLog | undefined

  constructor(metrics: Metrics, log: WorkLog | undefined) {
    this.#log = log
    this.#durations = metrics.createHistogram(
      'verso_job_duration_seconds',
      'How long jobs and tasks took, by type and outcome',
      ['kind', 'type', 'outcome'],
      buckets,
    )
  }

  report({ kind, type, id, organizationId, spaceId, attempt, durationMs, outcome, error }: WorkReport): void {
    this.#durations.observe({ kind, type, outcome }, durationMs / 1000)
    const fields = {
      kind,
      name: type,
      id,
      ...(organizationId != null && { organization: organizationId }),
      ...(spaceId != null && { space: spaceId }),
      attempt,
      ms: Math.round(durationMs),
      outcome,
      ...(error !== undefined && { err: error }),
    }
    const message = `${kind} ${outcome}`
    if (outcome === 'failed') this.#log?.error(fields, message)
    else if (outcome === 'retried') this.#log?.warn(fields, message)
    else this.#log?.info(fields, message)
  }
}
