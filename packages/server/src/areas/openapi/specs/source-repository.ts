import { days } from '../../../common/clock.ts'
import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** A description that pages of a space refer to by its URL. */
export type DescriptionSourceRow = Pick<Tables['openapi_sources'], 'url'> & {
  /** The digest of the document that was read last, in hexadecimal; null until one was read. */
  digest: string | null
  isDue: boolean
}

export class OpenAPISourceRepository {
  /** The sources of a space with these URLs. */
  findSources(
    on: Queryable,
    spaceId: string,
    urls: readonly string[],
    requestedBefore: Date,
  ): Promise<DescriptionSourceRow[]> {
    return on.rows(sql`
      select url, encode(digest, 'hex') as digest, asked_at < ${requestedBefore} as "isDue"
      from openapi_sources where space_id = ${spaceId} and url = any(${[...urls]}::text[])`)
  }

  async countSources(on: Queryable, spaceId: string): Promise<number> {
    const row = await on.row<{ count: number }>(sql`
      select count(*)::int as count from openapi_sources where space_id = ${spaceId}`)
    return row?.count ?? 0
  }

  /**
   * Marks sources as requested if their last request is old, and adds new ones, up to `maxSources` for a space. Returns
   * whether there is something to read: of several concurrent callers, one gets true.
   */
  async requestReading(
    tx: Transaction,
    {
      spaceId,
      urls,
      requestedBefore,
      now,
      maxSources,
    }: {
      spaceId: string
      urls: readonly string[]
      requestedBefore: Date
      now: Date
      maxSources: number
    },
  ): Promise<boolean> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 7667))`)
    const updatedCount = await tx.execute(sql`
      update openapi_sources set asked_at = ${now}
      where space_id = ${spaceId} and url = any(${[...urls]}::text[]) and asked_at < ${requestedBefore}`)
    const insertedCount = await tx.execute(sql`
      insert into openapi_sources (space_id, url, asked_at)
      select ${spaceId}, url, ${now} from unnest(${[...urls]}::text[]) as url
      where not exists (select from openapi_sources known where known.space_id = ${spaceId} and known.url = url)
        -- The space may have been deleted since the page was read.
        and exists (select from spaces where id = ${spaceId})
      limit greatest(0, ${maxSources} - (select count(*) from openapi_sources where space_id = ${spaceId}))`)
    return updatedCount + insertedCount > 0
  }

  /** The URLs that were requested and not read since. */
  async findWaitingUrls(on: Queryable, spaceId: string): Promise<string[]> {
    const rows = await on.rows<Pick<Tables['openapi_sources'], 'url'>>(sql`
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

  /** Stores why a source could not be read. The document that was read before stays. */
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
    const row = await on.row<Pick<Tables['openapi_sources'], 'document'>>(sql`
      select document from openapi_sources
      where space_id = ${spaceId} and url = ${url} and digest = decode(${digest}, 'hex')`)
    return row?.document ?? undefined
  }

  /** Deletes descriptions that no reader has needed for a week. */
  async deleteUnusedSources(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from openapi_sources where asked_at < ${new Date(now.getTime() - 7 * days)}`)
  }
}
