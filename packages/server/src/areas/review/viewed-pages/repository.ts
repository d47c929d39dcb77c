import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type ViewedPageRow = Pick<Tables['viewed_pages'], 'pageId' | 'stateHash'>

/** A changed page, and who has looked at it. */
export type ViewedPageKey = Pick<Tables['viewed_pages'], 'changeRequestId' | 'userId' | 'pageId'>

export class ViewedPageRepository {
  list(on: Queryable, { changeRequestId, userId }: Omit<ViewedPageKey, 'pageId'>): Promise<ViewedPageRow[]> {
    return on.rows<ViewedPageRow>(sql`
      select page_id as "pageId", state_hash as "stateHash" from viewed_pages
      where change_request_id = ${changeRequestId} and user_id = ${userId}
      order by page_id`)
  }

  async put(
    on: Queryable,
    { changeRequestId, userId, pageId }: ViewedPageKey,
    stateHash: string,
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      insert into viewed_pages (change_request_id, user_id, page_id, state_hash, viewed_at)
      values (${changeRequestId}, ${userId}, ${pageId}, ${stateHash}, ${now})
      on conflict (change_request_id, user_id, page_id)
      do update set state_hash = excluded.state_hash, viewed_at = excluded.viewed_at`)
  }

  async delete(on: Queryable, { changeRequestId, userId, pageId }: ViewedPageKey): Promise<void> {
    await on.execute(sql`
      delete from viewed_pages
      where change_request_id = ${changeRequestId} and user_id = ${userId} and page_id = ${pageId}`)
  }
}
