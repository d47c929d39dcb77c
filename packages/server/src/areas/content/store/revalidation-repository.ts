import { sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export class RevalidationRepository {
  async listSiteIds(tx: Transaction, spaceId: string): Promise<string[]> {
    const rows = await tx.rows<{ id: Tables['site_spaces']['siteId'] }>(sql`
      select distinct site_id as id from site_spaces where space_id = ${spaceId} order by site_id`)
    return rows.map(({ id }) => id)
  }

  /** The change requests whose head is a parent of the revision: those that it merged. */
  listMergedChangeRequests(
    tx: Transaction,
    spaceId: string,
    revisionId: string,
  ): Promise<Pick<Tables['change_requests'], 'id' | 'number'>[]> {
    return tx.rows(sql`
      select id, number from change_requests
      where space_id = ${spaceId} and revision_id = any(
        select unnest(parents) from revisions where id = ${revisionId}
      )`)
  }
}
