import { type Queryable, sql } from '../../database/database.ts'

/** How many spaces are synchronised, by how their last synchronisation ended. */
export interface SyncStatistics {
  direction: string
  status: string
  spaces: number
  /** For how long the first of them has been so. */
  oldestSeconds: number
}

export const readSyncStatistics = (on: Queryable): Promise<SyncStatistics[]> =>
  on.rows<SyncStatistics>(sql`
    select coalesce(operation ->> 'direction', 'none') as direction, coalesce(operation ->> 'status', 'none') as status,
      count(*) as spaces,
      greatest(coalesce(extract(epoch from now() - min(
        coalesce(operation ->> 'finishedAt', operation ->> 'startedAt')::timestamptz)), 0), 0)::float8 as "oldestSeconds"
    from git_syncs group by 1, 2`)
