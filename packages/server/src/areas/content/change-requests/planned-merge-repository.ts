import { lacksSso, spaceRole } from '../../../access/subjects.ts'
import type { MemberRole } from '../../../access/roles.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import type { PlannedMergeEnd, PlannedMergeObstacle } from './schema.ts'

/** A planned merge that has neither been carried out nor taken back. */
export type PlannedMergeRow = Pick<Tables['planned_merges'], 'plannedBy' | 'mergeAt'> & {
  /** All that the next answer depends on besides roles, as a hash. */
  state: string
}

/** Which planned merges are looked at: those whose time has come, and those of which something has changed. */
export interface DueTimes {
  now: Date
  /** What was looked at before this is looked at again, whatever has changed: roles are no part of the hash. */
  recheckBefore: Date
}

/** What a merge of the change request `cr` into the space `s` of the organization `o` depends on. */
const state: Sql = sql`md5(row(
  cr.revision_id, cr.status, cr.subject, cr.description, cr.comments, s.revision_id,
  case when s.merge_rules ->> 'type' = 'inherit' then o.merge_rules else s.merge_rules end,
  array(
    select row(r.id, r.asked_again)::text from reviews r
    where r.change_request_id = cr.id and not r.replaced order by r.id
  )
)::text)`

const fromWaiting: Sql = sql`
  from planned_merges p
  join change_requests cr on cr.id = p.change_request_id
  join spaces s on s.id = cr.space_id and s.deleted_at is null
  join organizations o on o.id = s.organization_id
  where p.ended_at is null`

const isDue = ({ now, recheckBefore }: DueTimes): Sql => sql`
  (p.merge_at <= ${now}
    or (p.merge_at is null and (p.checked_state is distinct from ${state} or p.checked_at < ${recheckBefore})))`

/** The planned merges of change requests. Whoever writes here has locked the space of the change request. */
export class PlannedMergeRepository {
  /** Plans a merge, in the place of an earlier plan. */
  async put(
    tx: Transaction,
    changeRequestId: string,
    { userId, mergeAt }: { userId: string; mergeAt: Date | null },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into planned_merges (change_request_id, planned_by, planned_at, merge_at, edits)
      select ${changeRequestId}, ${userId}, ${now}, ${mergeAt}, coalesce(jsonb_object_agg(c.user_id, c.edits), '{}')
      from change_request_contributors c where c.change_request_id = ${changeRequestId}
      on conflict (change_request_id) do update set
        planned_by = excluded.planned_by, planned_at = excluded.planned_at, merge_at = excluded.merge_at,
        edits = excluded.edits, waiting_for = null, checked_state = null, checked_at = null,
        ended_at = null, ended_by = null, ended_reason = null`)
  }

  /** Takes a planned merge back, and says whether there was one. */
  async end(
    tx: Transaction,
    changeRequestId: string,
    { reason, userId = null }: { reason: PlannedMergeEnd; userId?: string | null },
    now: Date,
  ): Promise<boolean> {
    const count = await tx.execute(sql`
      update planned_merges set ended_at = ${now}, ended_by = ${userId}, ended_reason = ${reason}
      where change_request_id = ${changeRequestId} and ended_at is null`)
    return count > 0
  }

  /** Takes back what is planned in deleted spaces: restoring one must not publish anything. */
  async endInDeletedSpaces(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`
      update planned_merges p set ended_at = ${now}, ended_reason = 'permission'
      from change_requests cr join spaces s on s.id = cr.space_id
      where cr.id = p.change_request_id and p.ended_at is null and s.deleted_at is not null`)
  }

  listDue(on: Queryable, due: DueTimes): Promise<{ id: string; spaceId: string }[]> {
    return on.rows(sql`
      select cr.id, cr.space_id as "spaceId" ${fromWaiting} and ${isDue(due)}
      order by coalesce(p.merge_at, p.planned_at), cr.id`)
  }

  /** Reads a planned merge that is still due; undefined when somebody else was faster. */
  findDue(tx: Transaction, changeRequestId: string, due: DueTimes): Promise<PlannedMergeRow | undefined> {
    return tx.row(sql`
      select p.planned_by as "plannedBy", p.merge_at as "mergeAt", ${state} as state
      ${fromWaiting} and p.change_request_id = ${changeRequestId} and ${isDue(due)}`)
  }

  /** The time of the next merge that is planned for one. */
  async findNextTime(on: Queryable): Promise<Date | undefined> {
    const row = await on.row<{ next: string | null }>(sql`
      select min(merge_at) as next from planned_merges where ended_at is null`)
    return row?.next ? new Date(row.next) : undefined
  }

  /** Stores what a planned merge waits for, and in which state it was found so. */
  async setWaiting(
    tx: Transaction,
    changeRequestId: string,
    { waitingFor, state: checkedState }: { waitingFor: PlannedMergeObstacle; state: string },
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      update planned_merges set waiting_for = ${waitingFor}, checked_state = ${checkedState}, checked_at = ${now}
      where change_request_id = ${changeRequestId}`)
  }

  /** Lists those who have changed the content since the merge was planned. */
  async listWriters(tx: Transaction, changeRequestId: string): Promise<string[]> {
    const rows = await tx.rows<{ userId: string }>(sql`
      select c.user_id as "userId" from planned_merges p
      join change_request_contributors c on c.change_request_id = p.change_request_id
      where p.change_request_id = ${changeRequestId}
        and c.edits > coalesce((p.edits ->> c.user_id)::integer, 0)`)
    return rows.map(({ userId }) => userId)
  }

  /** The roles that people have on a space at this moment. Who cannot enter it is left out. */
  async findRoles(
    on: Queryable,
    spaceId: string,
    userIds: readonly string[],
  ): Promise<Map<string, MemberRole>> {
    const rows = await on.rows<{ userId: string; role: MemberRole }>(sql`
      select m.user_id as "userId", ${spaceRole} as role
      from spaces s join members m on m.organization_id = s.organization_id and not m.disabled
      where s.id = ${spaceId} and m.user_id = any(${[...userIds]}::text[]) and not ${lacksSso}`)
    return new Map(rows.map(({ userId, role }) => [userId, role]))
  }
}
