import { days } from '../../../common/clock.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'

/** A description that pages of a space name by its address. */
export interface DescriptionSourceRow {
  url: string
  /** What was last read, in hexadecimal; null until something was. */
  digest: string | null
  isDue: boolean
}

export class OpenAPISourceRepository {
  /** Those of a space with some addresses. */
  findSources(
    on: Queryable,
    spaceId: string,
    urls: readonly string[],
    askedBefore: Date,
  ): Promise<DescriptionSourceRow[]> {
    return on.rows(sql`
      select url, encode(digest, 'hex') as digest, asked_at < ${askedBefore} as "isDue"
      from openapi_sources where space_id = ${spaceId} and url = any(${[...urls]}::text[])`)
  }

  async countSources(on: Queryable, spaceId: string): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*)::int as count from openapi_sources where space_id = ${spaceId}`)
    return row?.count ?? 0
  }

  /** Whether one was to be read again; of those who ask at once, one asks, and no space comes to have more than `most`. */
  async requestReading(
    tx: Transaction,
    {
      spaceId,
      urls,
      askedBefore,
      now,
      most,
    }: {
      spaceId: string
      urls: readonly string[]
      askedBefore: Date
      now: Date
      most: number
    },
  ): Promise<boolean> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 7667))`)
    const asked = await tx.execute(sql`
      update openapi_sources set asked_at = ${now}
      where space_id = ${spaceId} and url = any(${[...urls]}::text[]) and asked_at < ${askedBefore}`)
    const added = await tx.execute(sql`
      insert into openapi_sources (space_id, url, asked_at)
      select ${spaceId}, url, ${now} from unnest(${[...urls]}::text[]) as url
      where not exists (select from openapi_sources known where known.space_id = ${spaceId} and known.url = url)
        -- The space may be gone since the page was begun.
        and exists (select from spaces where id = ${spaceId})
      limit greatest(0, ${most} - (select count(*) from openapi_sources where space_id = ${spaceId}))`)
    return asked + added > 0
  }

  /** The addresses that were asked for and not read since. */
  async findWaitingUrls(on: Queryable, spaceId: string): Promise<string[]> {
    const rows = await on.rows<{ url: string }>(sql`
      select url from openapi_sources
      where space_id = ${spaceId} and (read_at is null or read_at < asked_at) order by asked_at, url`)
    return rows.map(({ url }) => url)
  }

  async storeDocument(
    on: Queryable,
    spaceId: string,
    url: string,
    { digest, document }: { digest: Buffer; document: string },
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      update openapi_sources set read_at = ${now}, error = null, digest = ${digest}, document = ${document}
      where space_id = ${spaceId} and url = ${url}`)
  }

  /** What was read before stays. */
  async storeError(on: Queryable, spaceId: string, url: string, error: string, now: Date): Promise<void> {
    await on.execute(sql`
      update openapi_sources set read_at = ${now}, error = ${error}
      where space_id = ${spaceId} and url = ${url}`)
  }

  async readDocument(
    on: Queryable,
    spaceId: string,
    url: string,
    digest: string,
  ): Promise<string | undefined> {
    const row = await on.row<{ document: string | null }>(sql`
      select document from openapi_sources
      where space_id = ${spaceId} and url = ${url} and digest = decode(${digest}, 'hex')`)
    return row?.document ?? undefined
  }

  /** Deletes descriptions that no reader has needed for a week. */
  async deleteUnusedSources(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from openapi_sources where asked_at < ${new Date(now.getTime() - 7 * days)}`)
  }
}
