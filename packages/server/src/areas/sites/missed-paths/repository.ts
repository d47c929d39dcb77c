import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type MissedPathRow = Pick<Tables['site_missed_paths'], 'path' | 'count' | 'lastSeenAt'>

/** How often a path of a site was asked for and not found. */
export interface MissedPathCount {
  siteId: string
  path: string
  count: number
}

const MAX_COUNT = 1_000_000

export class MissedPathRepository {
  /** Those without a redirect, the most frequent first. */
  list(on: Queryable, siteId: string, limit: number): Promise<MissedPathRow[]> {
    return on.rows(sql`
      select missed.path, missed.count, missed.last_seen_at as "lastSeenAt"
      from site_missed_paths missed
      where missed.site_id = ${siteId} and not exists (
        select from site_redirects r
        where r.site_id = missed.site_id and r.source = missed.path and not r.draft
      )
      order by missed.count desc, missed.last_seen_at desc, missed.path
      limit ${limit}`)
  }

  /** Adds to the counts, and keeps so many paths of each site: those that are asked for most. */
  async add(
    tx: Transaction,
    counts: readonly MissedPathCount[],
    { now, maxPathsPerSite }: { now: Date; maxPathsPerSite: number },
  ): Promise<void> {
    const siteIds = counts.map(({ siteId }) => siteId)
    // Always written in the same order, so that two processes cannot deadlock.
    await tx.execute(sql`
      insert into site_missed_paths as missed (site_id, path, count, last_seen_at)
      select site.id, new.path, new.count, ${now}
      from unnest(
        ${siteIds}::text[],
        ${counts.map(({ path }) => path)}::text[],
        ${counts.map(({ count }) => count)}::integer[]
      ) as new (site_id, path, count)
      join sites site on site.id = new.site_id
      order by site.id, new.path
      on conflict (site_id, path) do update
        set count = least(missed.count + excluded.count, ${MAX_COUNT}), last_seen_at = excluded.last_seen_at`)
    await tx.execute(sql`
      delete from site_missed_paths missed
      using (
        select site_id, path, row_number() over (
          partition by site_id order by count desc, last_seen_at desc, path
        ) as place
        from site_missed_paths where site_id = any(${[...new Set(siteIds)]}::text[])
      ) as ranked
      where ranked.place > ${maxPathsPerSite}
        and missed.site_id = ranked.site_id and missed.path = ranked.path`)
  }

  /** Returns whether there were any. */
  async deleteAll(on: Queryable, siteId: string): Promise<boolean> {
    return (await on.execute(sql`delete from site_missed_paths where site_id = ${siteId}`)) > 0
  }

  async deleteOlder(on: Queryable, than: Date): Promise<void> {
    await on.execute(sql`delete from site_missed_paths where last_seen_at < ${than}`)
  }
}
