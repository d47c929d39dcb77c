import { collectionRole, siteRole, spaceRole } from '../../access/subjects.ts'
import type { Database, Queryable } from '../../database/database.ts'
import { sql } from '../../database/database.ts'
import type { Tables } from '../../database/schema/tables.ts'

export type EventRow = Pick<
  Tables['events'],
  'organizationId' | 'type' | 'scope' | 'subjectId' | 'createdAt'
> & {
  position: number
  data: Record<string, string>
}

/** Which positions there are events of. */
export interface EventRange {
  /** The last position that anybody was given. */
  last: number
  /** The highest position that is committed. */
  current: number
  /** The lowest position whose event is kept; null when there is none. */
  first: number | null
}

/** What a person watches with: whether that still admits them is asked again and again. */
export interface WatchingCaller {
  organizationId: string
  userId: string
  tokenId: string
}

/** The things that one may see or not, by their kind. */
export const subjectScopes = ['space', 'collection', 'site'] as const
export type SubjectScope = (typeof subjectScopes)[number]

const subjectTables = {
  space: { from: sql`spaces s`, id: sql`s.id`, organization: sql`s.organization_id`, role: spaceRole },
  collection: {
    from: sql`collections c`,
    id: sql`c.id`,
    organization: sql`c.organization_id`,
    role: collectionRole,
  },
  site: { from: sql`sites site`, id: sql`site.id`, organization: sql`site.organization_id`, role: siteRole },
}

/** Positions are given by one transaction at a time: this is the key of its lock. */
const PLACING_LOCK = 7667

export class EventRepository {
  /**
   * Gives a position to all committed events that have none. Ids are given when an event is written, so the transaction
   * with the lower id may be committed later; positions are given after that, so those who have read up to a position
   * have missed nothing below it.
   */
  async placeEvents(database: Database): Promise<void> {
    await database.transaction(async (tx) => {
      tx.executeLater(sql`select pg_advisory_xact_lock(${PLACING_LOCK})`)
      // A statement of its own, which sees what was committed while the lock was waited for.
      tx.executeLater(sql`
        with waiting as materialized (
          select id from events where position is null order by id
        ), placed as materialized (
          select id, nextval('event_positions') as position from waiting
        )
        update events e set position = placed.position from placed where placed.id = e.id`)
    })
  }

  async readRange(on: Queryable): Promise<EventRange> {
    const range = await on.row<EventRange>(sql`
      select case when is_called then last_value else 0 end as last,
        coalesce((select max(position) from events where position is not null), 0) as current,
        (select min(position) from events where position is not null) as first
      from event_positions`)
    if (!range) throw new Error('the sequence of positions has no row')
    return range
  }

  /** Reads the next events of several organizations, each after a position of its own. */
  listEvents(
    on: Queryable,
    organizations: readonly { organizationId: string; since: number }[],
    limit: number,
  ): Promise<EventRow[]> {
    return on.rows(sql`
      select e.position, e.organization_id as "organizationId", e.type, e.scope, e.subject_id as "subjectId", e.data,
        e.created_at as "createdAt"
      from unnest(
        ${organizations.map(({ organizationId }) => organizationId)}::text[],
        ${organizations.map(({ since }) => since)}::bigint[]
      ) as asked (organization_id, since)
      cross join lateral (
        select * from events e
        where e.organization_id = asked.organization_id and e.position > asked.since
        order by e.position limit ${limit}
      ) as e
      order by e.position`)
  }

  /** Finds those whose token is valid and who are members, with whether they are guests; in the order given. */
  async findAdmitted(
    on: Queryable,
    callers: readonly WatchingCaller[],
    now: Date,
  ): Promise<Map<number, { isGuest: boolean }>> {
    const rows = await on.rows<{ n: number; isGuest: boolean }>(sql`
      select asked.n - 1 as n, m.role is null as "isGuest"
      from unnest(
        ${callers.map(({ organizationId }) => organizationId)}::text[],
        ${callers.map(({ userId }) => userId)}::text[],
        ${callers.map(({ tokenId }) => tokenId)}::text[]
      ) with ordinality as asked (organization_id, user_id, token_id, n)
      join tokens t on t.id = asked.token_id and t.user_id = asked.user_id
        and (t.expires_at is null or t.expires_at > ${now})
        and (t.organization_id is null or t.organization_id = asked.organization_id)
        and t.space_id is null and t.site_id is null
      join members m on m.organization_id = asked.organization_id and m.user_id = asked.user_id and not m.disabled
      where m.sso or not exists (
        select from organizations o
        where o.id = m.organization_id and o.sso and o.sso_set_by is distinct from m.user_id
      )`)
    return new Map(rows.map(({ n, isGuest }) => [n, { isGuest }]))
  }

  /** Finds which of some people see which of some things of an organization. */
  async findViewers(
    on: Queryable,
    organizationId: string,
    scope: SubjectScope,
    subjectIds: readonly string[],
    userIds: readonly string[],
  ): Promise<{ userId: string; subjectId: string }[]> {
    const { from, id, organization, role } = subjectTables[scope]
    return on.rows(sql`
      select m.user_id as "userId", ${id} as "subjectId"
      from ${from} join members m on m.organization_id = ${organization}
      where ${id} = any(${[...subjectIds]}::text[]) and m.organization_id = ${organizationId}
        and m.user_id = any(${[...userIds]}::text[]) and not m.disabled and ${role} is not null`)
  }

  async deleteEvents(on: Queryable, before: Date): Promise<void> {
    await on.execute(sql`delete from events where created_at < ${before}`)
  }
}
