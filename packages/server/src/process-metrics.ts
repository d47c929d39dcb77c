import type { CacheBudget } from './common/memory-cache.ts'
import type { Database } from './database/database.ts'
import type { DatabaseProcess } from './database/embedded/index.ts'
import { cacheBriefly } from './monitoring/brief-cache.ts'
import { type Metrics, withoutLabels } from './monitoring/metrics.ts'
import { listWorkerPools } from './workers/worker-pool.ts'

interface MetricSources {
  database: Database
  caches: CacheBudget
  /** The PostgreSQL that this process runs, if it does. */
  embedded: (() => DatabaseProcess) | undefined
}

/** Adds what the process itself has to show: connections, caches, threads, its PostgreSQL. */
export function registerProcessMetrics(
  metrics: Metrics,
  { database, caches, embedded }: MetricSources,
): void {
  registerDatabaseMetrics(metrics, database)
  registerCacheMetrics(metrics, caches)
  registerWorkerMetrics(metrics)
  if (!embedded) return
  metrics.addGauge('verso_embedded_postgres_up', 'Whether the embedded PostgreSQL runs', [], () =>
    withoutLabels(embedded().isRunning ? 1 : 0),
  )
  metrics.addCount(
    'verso_embedded_postgres_restarts_total',
    'How often the embedded PostgreSQL had to be started again',
    [],
    () => withoutLabels(embedded().restarts),
  )
}

function registerDatabaseMetrics(metrics: Metrics, database: Database): void {
  metrics.addGauge('verso_database_connections', 'Open connections to the database', ['pool', 'state'], () =>
    database.listPools().flatMap(({ name, busy, idle }) => [
      { labels: { pool: name, state: 'busy' }, value: busy },
      { labels: { pool: name, state: 'idle' }, value: idle },
    ]),
  )
  metrics.addGauge('verso_database_max_connections', 'The most connections of each pool', ['pool'], () =>
    database.listPools().map(({ name, maximum }) => ({ labels: { pool: name }, value: maximum })),
  )
  metrics.addGauge('verso_database_waiting', 'How many wait for a connection', ['pool'], () =>
    database.listPools().map(({ name, waiting }) => ({ labels: { pool: name }, value: waiting })),
  )
  const readSize = cacheBriefly(() => database.readSize())
  metrics.addGauge('verso_database_size_bytes', 'The size of the database on disk', [], async () =>
    withoutLabels(await readSize()),
  )
}

function registerCacheMetrics(metrics: Metrics, caches: CacheBudget): void {
  const readField = (field: 'hits' | 'misses' | 'bytes') => () =>
    caches.listStatistics().map(({ name, [field]: value }) => ({ labels: { cache: name }, value }))
  metrics.addGauge('verso_cache_bytes', 'The memory that each cache takes', ['cache'], readField('bytes'))
  metrics.addCount('verso_cache_hits_total', 'Values that were in a cache', ['cache'], readField('hits'))
  metrics.addCount(
    'verso_cache_misses_total',
    'Values that were not in a cache',
    ['cache'],
    readField('misses'),
  )
}

function registerWorkerMetrics(metrics: Metrics): void {
  metrics.addGauge(
    'verso_worker_tasks',
    'Work in threads: what runs, and what waits for a thread',
    ['pool', 'state'],
    () =>
      listWorkerPools().flatMap(({ name, running, waiting }) => [
        { labels: { pool: name, state: 'running' }, value: running },
        { labels: { pool: name, state: 'waiting' }, value: waiting },
      ]),
  )
  metrics.addCount(
    'verso_worker_tasks_total',
    'Work in threads that ended, by outcome',
    ['pool', 'outcome'],
    () =>
      listWorkerPools().flatMap(({ name, ended }) =>
        Object.entries(ended).map(([outcome, value]) => ({ labels: { pool: name, outcome }, value })),
      ),
  )
}
