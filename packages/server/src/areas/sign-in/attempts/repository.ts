import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** One count of tries, with its rule. */
export interface AttemptCounter extends Pick<Tables['sign_in_attempts'], 'key'> {
  /** Tries without a wait. */
  free: number
  maxDelayMs: number
}

export class AttemptRepository {
  /**
   * Counts a try, unless a wait after earlier ones is not over. Returns how many of the counters took it. Tries at the same
   * time wait for each other's row, so that each sees the wait that the one before it has caused.
   */
  count(
    on: Queryable,
    counters: readonly AttemptCounter[],
    { now, firstDelayMs, forgottenBefore }: { now: Date; firstDelayMs: number; forgottenBefore: Date },
  ): Promise<number> {
    // A time long ago and not `now` where there is no wait: of two at once, the one that is stored last may be the earlier one.
    const blockedUntil = sql`
      case when failures < free then to_timestamp(0)
      else ${now}::timestamptz
        + least(max_delay, ${firstDelayMs} * power(2, least(failures - free, 30))) * interval '1 millisecond' end`
    return on.execute(sql`
      with counters as (
        select * from unnest(
          ${counters.map(({ key }) => key)}::text[],
          ${counters.map(({ free }) => free)}::integer[],
          ${counters.map(({ maxDelayMs }) => maxDelayMs)}::integer[]
        ) as counters (key, free, max_delay)
      )
      insert into sign_in_attempts as a (key, failures, last_failed_at, blocked_until)
      select key, 1, ${now}, to_timestamp(0) from counters order by key
      on conflict (key) do update set (failures, last_failed_at, blocked_until) = (
        select failures, ${now}::timestamptz, ${blockedUntil}
        from (select case when a.last_failed_at < ${forgottenBefore} then 1 else a.failures + 1 end as failures) as next
        join counters on counters.key = a.key
      ) where a.blocked_until <= ${now}`)
  }

  async findBlockedUntil(on: Queryable, keys: readonly string[]): Promise<Date | undefined> {
    const row = await on.row<{ blockedUntil: string | null }>(sql`
      select max(blocked_until) as "blockedUntil" from sign_in_attempts where key = any(${keys})`)
    return row?.blockedUntil == null ? undefined : new Date(row.blockedUntil)
  }

  async delete(on: Queryable, keys: readonly string[]): Promise<void> {
    await on.execute(sql`delete from sign_in_attempts where key = any(${keys})`)
  }

  async deleteForgotten(on: Queryable, before: Date): Promise<void> {
    await on.execute(sql`delete from sign_in_attempts where last_failed_at < ${before}`)
  }
}
