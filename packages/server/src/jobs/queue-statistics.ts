import { type Database, sql } from '../database/database.ts'
import { jobNames } from './jobs.ts'
import type { Tasks } from './tasks.ts'
import type { Metrics, Sample } from '../monitoring/metrics.ts'
import { cacheBriefly } from '../monitoring/brief-cache.ts'

/** What waits in the queue, for one type of job or task. */
export interface QueueStatistics {
  kind: 'job' | 'task'
  type: string
  /** How many could run now. */
  waiting: number
  running: number
  /** For how long the oldest that could run has waited. */
  oldestSeconds: number
}

/** Reads the state of the queue. Types without any job or task have zeros, so that a series does not end. */
async function readQueueStatistics(database: Database, tasks: Tasks): Promise<QueueStatistics[]> {
  const rows = await database.rows<QueueStatistics>(sql`
    select 'job' as kind, name as type,
      count(*) filter (where state <> 'active' and start_after <= now()) as waiting,
      count(*) filter (where state = 'active') as running,
      greatest(extract(epoch from now() - min(start_after) filter (where state <> 'active')), 0)::float8 as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active') and name = any(${jobNames}::text[])
    group by name
    union all
    select 'task', type,
      count(*) filter (where status = 'pending' and due_at <= now()),
      count(*) filter (where status = 'running'),
      greatest(extract(epoch from now() - min(due_at) filter (where status = 'pending')), 0)::float8
    from tasks where status in ('pending', 'running') group by type`)
  const types = [
    ...jobNames.map((type) => ({ kind: 'job' as const, type })),
    ...tasks.types.map((type) => ({ kind: 'task' as const, type })),
  ]
  return types.map(
    ({ kind, type }) =>
      rows.find((row) => row.kind === kind && row.type === type) ?? {
        kind,
        type,
        waiting: 0,
        running: 0,
        oldestSeconds: 0,
      },
  )
}

export function registerQueueMetrics(metrics: Metrics, database: Database, tasks: Tasks): void {
  const read = cacheBriefly(() => readQueueStatistics(database, tasks))
  const readField =
    (field: 'waiting' | 'running' | 'oldestSeconds') => async (): Promise<Sample<'kind' | 'type'>[]> =>
      (await read()).map(({ kind, type, [field]: value }) => ({ labels: { kind, type }, value }))
  const labels: ('kind' | 'type')[] = ['kind', 'type']
  metrics.addGauge(
    'verso_queue_waiting',
    'Jobs and tasks that could run and wait',
    labels,
    readField('waiting'),
  )
  metrics.addGauge('verso_queue_running', 'Jobs and tasks that run now', labels, readField('running'))
  metrics.addGauge(
    'verso_queue_oldest_seconds',
    'For how long the oldest waiting job or task could have run',
    labels,
    readField('oldestSeconds'),
  )
}
