import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { buildUserJsonOrNull, type UserRow } from '../../identity/index.ts'
import type { NewMember } from '../members/repository.ts'

interface InvitationRow extends Pick<Tables['invitations'], 'id' | 'role' | 'createdAt' | 'expiresAt'> {
  /** Null when the account of the inviter was deleted. */
  invitedBy: UserRow | null
}

export interface SentInvitationRow extends InvitationRow, Pick<Tables['invitations'], 'sso' | 'userId'> {
  /** Whether the person is a member, and what is pending is their first sign-in. */
  isFirstSignIn: Tables['invitations']['firstSignIn']
  email: Tables['users']['email']
}

export interface ReceivedInvitationRow extends InvitationRow, Pick<Tables['invitations'], 'organizationId'> {
  organizationTitle: Tables['organizations']['title']
}

const columns = sql`
  i.id, i.role, i.created_at as "createdAt", i.expires_at as "expiresAt",
  ${buildUserJsonOrNull(sql`inviter`)} as "invitedBy"`

const sentColumns = sql`
  ${columns}, i.sso, i.user_id as "userId", i.first_sign_in as "isFirstSignIn", invited.email`

/** Whether the invitation `i` of the person `invited` waits for them. A first sign-in does until they come. */
const isPending = (now: Date): Sql => sql`
  (i.first_sign_in and invited.first_signed_in_at is null or not i.first_sign_in and i.expires_at > ${now})`

const joins = sql`
  join invitations i on i.id = page.id
  left join users inviter on inviter.id = i.invited_by`

export class InvitationRepository {
  /**
   * Invites people who are not members. A second invitation of the same person takes the place of the first. The caller
   * must hold the lock of the organization, or someone could become a member at the same time.
   */
  async insert(
    tx: Transaction,
    organizationId: string,
    people: (NewMember & { id: string })[],
    invitedBy: string,
    { now, expiresAt }: { now: Date; expiresAt: Date },
  ): Promise<string[]> {
    const rows = await tx.rows<Pick<Tables['invitations'], 'userId'>>(sql`
      insert into invitations as i (id, organization_id, user_id, role, sso, invited_by, created_at, expires_at)
      select id, ${organizationId}, user_id, role::role, sso, ${invitedBy}, ${now}, ${expiresAt}
      from unnest(
        ${people.map(({ id }) => id)}::text[],
        ${people.map(({ userId }) => userId)}::text[],
        ${people.map(({ role }) => role)}::text[],
        ${people.map(({ sso }) => sso)}::boolean[]
      ) as new (id, user_id, role, sso)
      where not exists (
        select from members m where m.organization_id = ${organizationId} and m.user_id = new.user_id
      )
      on conflict (organization_id, user_id) do update set
        role = excluded.role, sso = excluded.sso, invited_by = excluded.invited_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      returning i.user_id as "userId"`)
    return rows.map(({ userId }) => userId)
  }

  /** Remembers that these members, whose accounts were made for them, have not come yet. */
  async insertFirstSignIns(
    tx: Transaction,
    organizationId: string,
    people: (NewMember & { id: string })[],
    invitedBy: string,
    { now, expiresAt }: { now: Date; expiresAt: Date },
  ): Promise<void> {
    await tx.execute(sql`
      insert into invitations (
        id, organization_id, user_id, role, sso, invited_by, created_at, expires_at, first_sign_in
      )
      select id, ${organizationId}, user_id, role::role, sso, ${invitedBy}, ${now}, ${expiresAt}, true
      from unnest(
        ${people.map(({ id }) => id)}::text[],
        ${people.map(({ userId }) => userId)}::text[],
        ${people.map(({ role }) => role)}::text[],
        ${people.map(({ sso }) => sso)}::boolean[]
      ) as new (id, user_id, role, sso)
      on conflict (organization_id, user_id) do nothing`)
  }

  listSent(
    on: Queryable,
    organizationId: string,
    now: Date,
    paging: Paging,
  ): Promise<Page<SentInvitationRow>> {
    return readPage(
      on,
      {
        id: sql`i.id`,
        from: sql`
          from invitations i join users invited on invited.id = i.user_id
          where i.organization_id = ${organizationId} and ${isPending(now)}`,
        columns: sentColumns,
        joins: sql`${joins} join users invited on invited.id = i.user_id`,
      },
      paging,
    )
  }

  findSent(
    on: Queryable,
    organizationId: string,
    id: string,
    now: Date,
  ): Promise<SentInvitationRow | undefined> {
    return on.row(sql`
      select ${sentColumns} from invitations i
      join users invited on invited.id = i.user_id left join users inviter on inviter.id = i.invited_by
      where i.organization_id = ${organizationId} and i.id = ${id} and ${isPending(now)}`)
  }

  async setExpiry(on: Queryable, id: string, expiresAt: Date): Promise<void> {
    await on.execute(sql`update invitations set expires_at = ${expiresAt} where id = ${id}`)
  }

  /** Deletes an account that nobody has ever used and that belongs nowhere, so that its address is free again. */
  async deleteUnusedAccount(tx: Transaction, userId: string): Promise<void> {
    await tx.execute(sql`
      delete from users u
      where u.id = ${userId} and u.first_signed_in_at is null
        and not exists (select from members m where m.user_id = u.id)
        and not exists (select from invitations i where i.user_id = u.id)
        and not exists (select from tokens t where t.user_id = u.id)
        and not exists (select from passwords p where p.user_id = u.id)`)
  }

  listReceived(
    on: Queryable,
    userId: string,
    now: Date,
    paging: Paging,
  ): Promise<Page<ReceivedInvitationRow>> {
    return readPage(
      on,
      {
        id: sql`i.id`,
        from: sql`from invitations i where i.user_id = ${userId} and i.expires_at > ${now} and not i.first_sign_in`,
        columns: sql`${columns}, i.organization_id as "organizationId", o.title as "organizationTitle"`,
        joins: sql`${joins} join organizations o on o.id = i.organization_id`,
      },
      paging,
    )
  }

  /** Finds the organization of an invitation that the person can accept. */
  findOrganization(
    on: Queryable,
    id: string,
    userId: string,
    now: Date,
  ): Promise<Pick<Tables['invitations'], 'organizationId'> | undefined> {
    return on.row(sql`
      select organization_id as "organizationId" from invitations
      where id = ${id} and user_id = ${userId} and expires_at > ${now} and not first_sign_in`)
  }

  /** Deletes an invitation and returns what it gives. Of two concurrent calls, only one gets it. */
  take(
    tx: Transaction,
    id: string,
    userId: string,
    now: Date,
  ): Promise<Pick<Tables['invitations'], 'role' | 'sso'> | undefined> {
    return tx.row(sql`
      delete from invitations
      where id = ${id} and user_id = ${userId} and expires_at > ${now} and not first_sign_in
      returning role, sso`)
  }

  async deleteSent(on: Queryable, organizationId: string, id: string): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from invitations where organization_id = ${organizationId} and id = ${id}`)
    return deleted > 0
  }

  async deleteReceived(on: Queryable, userId: string, id: string): Promise<boolean> {
    const deleted = await on.execute(
      sql`delete from invitations where user_id = ${userId} and id = ${id} and not first_sign_in`,
    )
    return deleted > 0
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`
      delete from invitations i
      where i.expires_at <= ${now} and not i.first_sign_in
        or i.first_sign_in and exists (
          select from users u where u.id = i.user_id and u.first_signed_in_at is not null
        )`)
  }
}
