import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** Which change requests were compared with their space, and whether they conflicted. */
export class ConflictCheckRepository {
  /** Whether there is an open change request whose head is none of the given revisions. */
  async hasOpenChangeRequests(
    on: Queryable,
    spaceId: string,
    { except }: { except: readonly string[] },
  ): Promise<boolean> {
    const row = await on.row<{ exists: boolean }>(sql`
      select exists (
        select from change_requests
        where space_id = ${spaceId} and status in ('draft', 'open') and revision_id <> all(${[...except]}::text[])
      ) as exists`)
    return row?.exists === true
  }

  /** Lists the open change requests that were not compared with the current content of their space, the last edited first. */
  async listUnchecked(on: Queryable, spaceId: string, limit: number): Promise<string[]> {
    const rows = await on.rows<{ id: string }>(sql`
      select cr.id from change_requests cr join spaces s on s.id = cr.space_id and s.deleted_at is null
      where cr.space_id = ${spaceId} and cr.status in ('draft', 'open')
        and cr.ancestor_id <> s.revision_id
        and not exists (
          select from conflict_checks c
          where c.change_request_id = cr.id and c.main_id = s.revision_id and c.head_id = cr.revision_id
            and c.ancestor_id = cr.ancestor_id
        )
      order by cr.updated_at desc, cr.id limit ${limit}`)
    return rows.map(({ id }) => id)
  }

  async put(
    on: Queryable,
    { changeRequestId, mainId, headId, ancestorId, conflicted }: Tables['conflict_checks'],
  ): Promise<void> {
    await on.execute(sql`
      insert into conflict_checks (change_request_id, main_id, head_id, ancestor_id, conflicted)
      select ${changeRequestId}, ${mainId}, ${headId}, ${ancestorId}, ${conflicted}
      where exists (select from change_requests where id = ${changeRequestId})
      on conflict (change_request_id) do update set
        main_id = excluded.main_id, head_id = excluded.head_id, ancestor_id = excluded.ancestor_id,
        conflicted = excluded.conflicted`)
  }
}
