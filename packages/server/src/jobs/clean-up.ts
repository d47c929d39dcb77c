import { type Clock, days } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'
import { deleteFinishedTasks } from './tasks.ts'

const FINISHED_TASK_RETENTION_MS = 30 * days

/** Deletes expired data: rate-limit counts of past minutes, tasks that finished a month ago, and what each area cleans up. */
export const createCleanUpHandler =
  (database: Database, clock: Clock, areas: readonly { cleanUp?(now: Date): Promise<void> }[]) =>
  async (): Promise<void> => {
    const now = clock.now()
    const minute = Math.floor(now.getTime() / 60_000)
    await database.execute(sql`delete from rate_limits where minute < ${minute - 1}::bigint`)
    await deleteFinishedTasks(database, new Date(now.getTime() - FINISHED_TASK_RETENTION_MS))
    for (const area of areas) await area.cleanUp?.(now)
  }
