import { type Queryable, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { buildUserJsonOrNull, type UserRow } from '../../identity/index.ts'
import type { RevisionCommit } from '../store/revision-store.ts'

/** A revision that was the current one of its space. */
export type HistoryRow = Pick<Tables['revisions'], 'id' | 'type' | 'origin' | 'createdAt'> & {
  git: RevisionCommit | null
  author: UserRow | null
  changeRequest: { id: string; number: number; subject: string } | null
}

/** The columns of a row, for queries that join `historyJoins`. */
export const historyColumns = sql`
  r.id, r.type, r.origin, coalesce(r.current_at, r.created_at) as "createdAt", r.git,
  ${buildUserJsonOrNull(sql`author`)} as author,
  case when cr.id is null then null
    else jsonb_build_object('id', cr.id, 'number', cr.number, 'subject', cr.subject)
  end as "changeRequest"`

/** Joins the revisions of the rows of a page of a list. */
export const historyJoins = sql`
  join revisions r on r.id = page.id
  left join users author on author.id = r.created_by
  left join change_requests cr on cr.merged_id = r.id`

export class RevisionHistoryRepository {
  /** Lists the revisions that were current, newest first. */
  list(on: Queryable, spaceId: string, paging: Paging): Promise<Page<HistoryRow>> {
    return readPage(
      on,
      {
        id: sql`r.id`,
        sort: [{ column: sql`r.current_at`, type: 'timestamptz' }],
        order: 'desc',
        from: sql`from revisions r where r.space_id = ${spaceId} and r.current_at is not null`,
        columns: historyColumns,
        joins: historyJoins,
      },
      paging,
    )
  }
}
