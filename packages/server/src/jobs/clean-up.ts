import { type Clock, days } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'
import { forgetTasks } from './tasks.ts'

/** Forgets who asked how often in minutes that are over, and tasks that finished a month ago. */
export const cleanUp = (database: Database, clock: Clock) => async (): Promise<void> => {
  const now = clock.now().getTime()
  const minute = Math.floor(now / 60_000)
  await database.execute(sql`delete from rate_limits where minute < ${minute - 1}::bigint`)
  await forgetTasks(database, new Date(now - 30 * days))
}
