import type { Clock } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'

/** Forgets who asked how often in minutes that are over. */
export const cleanUp = (database: Database, clock: Clock) => async (): Promise<void> => {
  const minute = Math.floor(clock.now().getTime() / 60_000)
  await database.execute(sql`delete from rate_limits where minute < ${minute - 1}::bigint`)
}
