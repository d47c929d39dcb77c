import type { Database } from '../../database/database.ts'
import { cacheBriefly } from '../../monitoring/brief-cache.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { readSyncStatistics } from './statistics-repository.ts'

/** Adds how the synchronised spaces are. How many synchronisations ended how is counted with all tasks. */
export function registerSyncMetrics(metrics: Metrics, database: Database): void {
  const read = cacheBriefly(() => readSyncStatistics(database))
  metrics.addGauge(
    'verso_git_sync_spaces',
    'Spaces with Git synchronisation, by the direction and the status of the last one',
    ['direction', 'status'],
    async () =>
      (await read()).map(({ direction, status, spaces }) => ({
        labels: { direction, status },
        value: spaces,
      })),
  )
  metrics.addGauge(
    'verso_git_sync_oldest_seconds',
    'For how long the first of these spaces has had that status',
    ['direction', 'status'],
    async () =>
      (await read()).map(({ direction, status, oldestSeconds }) => ({
        labels: { direction, status },
        value: oldestSeconds,
      })),
  )
}
