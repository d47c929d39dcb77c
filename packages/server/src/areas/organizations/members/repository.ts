import type { MemberRole } from '../../../access/roles.ts'
import { buildLikePattern, type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { memberColumns, memberJoins, type MemberRow } from './columns.ts'
import type { ListMembers } from './schema.ts'

export type NewMember = Pick<Tables['members'], 'userId' | 'role' | 'sso'>

/** The account of a member, as far as others decide about it. */
export interface MemberAccountRow extends Pick<Tables['users'], 'email'> {
  /** Whether an identity provider made the account, and signs in to it. */
  isManaged: boolean
  /** Whether it is a member of another organization, or invited to one. */
  belongsElsewhere: boolean
}

export class MemberRepository {
  list(on: Queryable, organizationId: string, filter: ListMembers, paging: Paging): Promise<Page<MemberRow>> {
    const { order = 'desc', role, search, sort = 'joinedAt' } = filter
    const pattern = search === undefined ? undefined : buildLikePattern(search)
    return readPage(
      on,
      {
        id: sql`m.user_id`,
        sort: [{ column: sort === 'joinedAt' ? sql`m.joined_at` : sql`m.last_seen_at`, type: 'timestamptz' }],
        order,
        from: sql`
          from members m join users u on u.id = m.user_id
          where m.organization_id = ${organizationId}
            ${sort === 'lastSeenAt' ? sql`and m.last_seen_at is not null` : sql``}
            ${role === undefined ? sql`` : role === 'guest' ? sql`and m.role is null` : sql`and m.role = ${role}`}
            ${pattern === undefined ? sql`` : sql`and (u.display_name ilike ${pattern} or u.email ilike ${pattern})`}`,
        columns: memberColumns,
        joins: sql`
          join members m on m.organization_id = ${organizationId} and m.user_id = page.id
          ${memberJoins(organizationId, sql`m.user_id in (select id from page)`)}`,
      },
      paging,
    )
  }

  /** The names and pictures of active members, of those with the given ids. */
  listNames(
    on: Queryable,
    organizationId: string,
    userIds: string[],
  ): Promise<Pick<Tables['users'], 'id' | 'displayName' | 'photoUrl'>[]> {
    return on.rows(sql`
      select u.id, u.display_name as "displayName", u.photo_url as "photoUrl"
      from users u join members m on m.user_id = u.id
      where m.organization_id = ${organizationId} and not m.disabled and u.id = any(${userIds}::text[])`)
  }

  find(on: Queryable, organizationId: string, userId: string): Promise<MemberRow | undefined> {
    return on.row(sql`
      select ${memberColumns}
      from members m ${memberJoins(organizationId, sql`m.user_id = ${userId}`)}
      where m.organization_id = ${organizationId} and m.user_id = ${userId}`)
  }

  findAccount(on: Queryable, organizationId: string, userId: string): Promise<MemberAccountRow | undefined> {
    return on.row(sql`
      select u.email, u.managed as "isManaged",
        exists (select from members x where x.user_id = u.id and x.organization_id <> ${organizationId})
          or exists (select from invitations x where x.user_id = u.id and x.organization_id <> ${organizationId})
          as "belongsElsewhere"
      from members m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id = ${userId}`)
  }

  /** Finds members by id or e-mail address, each with the name that it was found by. */
  findNamed(
    on: Queryable,
    organizationId: string,
    names: string[],
  ): Promise<({ name: string } & Pick<Tables['members'], 'userId'>)[]> {
    return on.rows(sql`
      select named.name, m.user_id as "userId"
      from unnest(${names}::text[]) as named (name)
      join users u on u.id = named.name or lower(u.email) = lower(named.name)
      join members m on m.organization_id = ${organizationId} and m.user_id = u.id`)
  }

  /**
   * Inserts the users who are not members yet, and returns their ids. Members have no invitations: one that stayed would let
   * them in again after they were removed.
   */
  async insert(tx: Transaction, organizationId: string, members: NewMember[], now: Date): Promise<string[]> {
    const rows = await tx.rows<Pick<Tables['members'], 'userId'>>(sql`
      with settled as (
        delete from invitations
        where organization_id = ${organizationId} and user_id = any(${members.map(({ userId }) => userId)}::text[])
      )
      insert into members (organization_id, user_id, role, sso, joined_at)
      select ${organizationId}, user_id, role::role, sso, ${now}
      from unnest(
        ${members.map(({ userId }) => userId)}::text[],
        ${members.map(({ role }) => role)}::text[],
        ${members.map(({ sso }) => sso)}::boolean[]
      ) as new (user_id, role, sso)
      on conflict do nothing
      returning user_id as "userId"`)
    return rows.map(({ userId }) => userId)
  }

  async setRole(tx: Transaction, organizationId: string, userId: string, role: MemberRole): Promise<void> {
    await tx.execute(sql`
      update members set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`)
  }

  async setSso(on: Queryable, organizationId: string, userId: string): Promise<void> {
    await on.execute(sql`
      update members set sso = true where organization_id = ${organizationId} and user_id = ${userId}`)
  }

  async setLastSeen(on: Queryable, organizationId: string, userId: string, now: Date): Promise<void> {
    await on.execute(sql`
      update members set last_seen_at = ${now}
      where organization_id = ${organizationId} and user_id = ${userId}`)
  }

  async delete(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
    const removed = await tx.execute(sql`
      with settled as (
        delete from invitations where organization_id = ${organizationId} and user_id = ${userId}
      )
      delete from members where organization_id = ${organizationId} and user_id = ${userId}`)
    return removed > 0
  }

  /** Reads the role of a member. The caller must hold the lock of the organization, or the role may change at once. */
  findRole(
    tx: Transaction,
    organizationId: string,
    userId: string,
  ): Promise<Pick<Tables['members'], 'role'> | undefined> {
    return tx.row(sql`
      select role from members where organization_id = ${organizationId} and user_id = ${userId}`)
  }

  async hasOtherAdmins(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
    const row = await tx.row(sql`
      select 1 as found from members
      where organization_id = ${organizationId} and user_id <> ${userId} and role = 'admin' and not disabled
      limit 1`)
    return row !== undefined
  }
}
