import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type IdentityRow = Pick<
  Tables['oidc_identities'],
  'id' | 'issuer' | 'subject' | 'email' | 'createdAt' | 'lastLoginAt'
>

/** Names somebody to Verso. Those of an organization's provider count for that provider only. */
export type IdentityKey = Pick<Tables['oidc_identities'], 'providerId' | 'issuer' | 'subject'>

const columns = sql`
  i.id, i.issuer, i.subject, i.email, i.created_at as "createdAt", i.last_login_at as "lastLoginAt"`

/** Who people are to identity providers that speak OpenID Connect. */
export class IdentityRepository {
  async findUserId(on: Queryable, { providerId, issuer, subject }: IdentityKey): Promise<string | undefined> {
    const row = await on.row<Pick<Tables['oidc_identities'], 'userId'>>(sql`
      select user_id as "userId" from oidc_identities
      where provider_id is not distinct from ${providerId} and issuer = ${issuer} and subject = ${subject}`)
    return row?.userId
  }

  /** Stores a login. An identity that is new belongs to this account from now on; one that is not stays where it is. */
  async recordLogin(
    tx: Transaction,
    identity: IdentityKey & Pick<Tables['oidc_identities'], 'id' | 'userId' | 'email'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into oidc_identities (id, provider_id, issuer, subject, user_id, email, created_at, last_login_at)
      values (
        ${identity.id}, ${identity.providerId}, ${identity.issuer}, ${identity.subject}, ${identity.userId},
        ${identity.email}, ${now}, ${now}
      )
      on conflict (provider_id, issuer, subject) do update
      set last_login_at = excluded.last_login_at, email = excluded.email`)
  }

  /** Lists the identities at providers of the installation. */
  list(on: Queryable, userId: string, paging: Paging): Promise<Page<IdentityRow>> {
    return readPage<IdentityRow>(
      on,
      {
        id: sql`i.id`,
        from: sql`from oidc_identities i where i.user_id = ${userId} and i.provider_id is null`,
        columns,
        joins: sql`join oidc_identities i on i.id = page.id`,
      },
      paging,
    )
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const deleted = await tx.execute(sql`
      delete from oidc_identities where id = ${id} and user_id = ${userId} and provider_id is null`)
    return deleted > 0
  }

  /** Whether an account has a password, a passkey or an identity, which its owner signs in with. */
  async hasWayIn(on: Queryable, userId: string, { passwords }: { passwords: boolean }): Promise<boolean> {
    const row = await on.row<{ found: boolean }>(sql`
      select (
        exists (select from oidc_identities where user_id = ${userId} and provider_id is null)
        or exists (select from passkeys where user_id = ${userId})
        or (${passwords} and exists (select from passwords where user_id = ${userId}))
      ) as found`)
    return row?.found === true
  }

  /** Whether anybody has ever used the account, in whatever way, and whether its address may be somebody else's. */
  async getUse(on: Queryable, userId: string): Promise<{ isInUse: boolean; isEmailUnproven: boolean }> {
    const row = await on.row<{ isInUse: boolean; isEmailUnproven: boolean }>(sql`
      select u.email_unproven as "isEmailUnproven", (
        u.first_signed_in_at is not null
        or exists (select from passwords where user_id = u.id)
        or exists (select from oidc_identities where user_id = u.id)
        or exists (select from passkeys where user_id = u.id)
        or exists (select from saml_identities where user_id = u.id)
        or exists (select from tokens where user_id = u.id)
      ) as "isInUse"
      from users u where u.id = ${userId}`)
    return row ?? { isInUse: false, isEmailUnproven: false }
  }

  /**
   * Finds a member of an organization by e-mail address, unless the provider already knows them by another name. An account
   * in use whose address nobody has proven may be somebody else's, who would share it with whoever signs in now. It is
   * locked, so that nobody comes to it in another way meanwhile.
   */
  async findMember(
    tx: Transaction,
    { id, organizationId }: { id: string; organizationId: string },
    email: string,
  ): Promise<string | undefined> {
    const row = await tx.row<{ userId: Tables['users']['id'] }>(sql`
      select u.id as "userId" from members m join users u on u.id = m.user_id
      where m.organization_id = ${organizationId} and lower(u.email) = ${email} and not m.disabled
        and (not u.email_unproven or u.first_signed_in_at is null)
        and not exists (select from oidc_identities i where i.provider_id = ${id} and i.user_id = u.id)
      order by u.managed, u.id limit 1
      for update of u`)
    return row?.userId
  }

  /** Locks an account, so that two requests cannot take its last two ways in at the same time. */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.rows(sql`select id from users where id = ${userId} for update`)
  }
}
