import type { JobRow } from './repository.ts'
import type { Job } from './schema.ts'

export const presentJob = (row: JobRow): Job => ({
  object: 'job',
  id: row.id,
  type: row.type,
  status: row.status,
  ...(row.spaceId !== null && { space: row.spaceId }),
  progress: {
    done: row.progressDone,
    ...(row.progressTotal !== null && { total: row.progressTotal }),
    ...(row.progressStep !== null && { step: row.progressStep }),
  },
  attempts: row.attempts,
  ...(row.error !== null && { error: row.error }),
  createdAt: row.createdAt,
  ...(row.startedAt !== null && { startedAt: row.startedAt }),
  ...(row.status === 'pending' && row.attempts > 0 && { retryAt: row.dueAt }),
  ...(row.finishedAt !== null && { finishedAt: row.finishedAt }),
})
