import { type Clock, days } from '../common/clock.ts'
import { type Database, sql } from '../database/database.ts'
import { forgetTasks } from './tasks.ts'

/**
 * Forgets what is over: counts of past minutes, logins and sessions that have expired, tasks of a month ago, translated
 * texts that are in no page since half a year, descriptions of APIs that no reader asked for in a week, PDFs of a month ago.
 */
export const cleanUp = (database: Database, clock: Clock) => async (): Promise<void> => {
  const now = clock.now().getTime()
  const minute = Math.floor(now / 60_000)
  await database.execute(sql`delete from rate_limits where minute < ${minute - 1}::bigint`)
  await database.execute(sql`delete from saml_requests where created_at < ${new Date(now - days)}`)
  await database.execute(sql`delete from saml_assertions where expires_at < ${new Date(now)}`)
  await database.execute(sql`delete from tokens where kind = 'session' and expires_at < ${new Date(now)}`)
  await database.execute(sql`delete from translation_memory where used_at < ${new Date(now - 180 * days)}`)
  await database.execute(sql`delete from openapi_sources where asked_at < ${new Date(now - 7 * days)}`)
  await database.execute(sql`delete from pdfs where created_at < ${new Date(now - 30 * days)}`)
  await database.execute(sql`delete from removals where removed_at < ${new Date(now - 30 * days)}`)
  await forgetTasks(database, new Date(now - 30 * days))
}
