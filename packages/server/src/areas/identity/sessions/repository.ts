import { hashSecret } from '../../../common/secret-hash.ts'
import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** What names a session at the identity provider that began it. */
export interface ProviderSession {
  nameID: string
  nameIDFormat?: string
  sessionIndex?: string
}

export interface SessionRow extends Pick<
  Tables['tokens'],
  'id' | 'name' | 'organizationId' | 'createdAt' | 'lastUsedAt' | 'lastAddress'
> {
  /** Sessions always begin with a sign-in and always expire; other tokens need not. */
  signedInAt: NonNullable<Tables['tokens']['signedInAt']>
  expiresAt: NonNullable<Tables['tokens']['expiresAt']>
}

/** How somebody has shown who they are. */
export type SignInMethod = 'saml' | 'password' | 'oidc' | 'passkey' | 'link'

export interface NewSession extends Pick<Tables['tokens'], 'id' | 'userId' | 'name' | 'lastAddress'> {
  secret: string
  signedInWith: SignInMethod
  /** The identity provider that began it. The session then reaches no further than the provider's organization. */
  provider?: { id: string; organizationId: string } & (
    | { kind: 'saml'; session: ProviderSession }
    | { kind: 'oidc' }
  )
}

const columns = sql`
  t.id, t.name, t.organization_id as "organizationId", t.created_at as "createdAt", t.signed_in_at as "signedInAt",
  t.last_used_at as "lastUsedAt", t.last_address as "lastAddress", t.expires_at as "expiresAt"`

/** Sessions are tokens of their own kind. Only the hash of a secret is stored. */
export class SessionRepository {
  async insert(on: Queryable, session: NewSession, createdAt: Date, expiresAt: Date): Promise<void> {
    const { provider } = session
    await on.execute(sql`
      insert into tokens (
        id, user_id, name, hash, created_at, expires_at, kind, signed_in_at, signed_in_with, last_address,
        organization_id, saml_provider_id, saml_session, oidc_provider_id
      ) values (
        ${session.id}, ${session.userId}, ${session.name}, ${hashSecret(session.secret)}, ${createdAt},
        ${expiresAt}, 'session', ${createdAt}, ${session.signedInWith}, ${session.lastAddress},
        ${provider?.organizationId ?? null}, ${provider?.kind === 'saml' ? provider.id : null},
        ${provider?.kind === 'saml' ? JSON.stringify(provider.session) : null}::jsonb,
        ${provider?.kind === 'oidc' ? provider.id : null}
      )`)
    await on.execute(sql`
      update users set first_signed_in_at = ${createdAt}
      where id = ${session.userId} and first_signed_in_at is null`)
  }

  /** Finds a session that has not ended by the secret of its cookie. */
  findBySecret(
    on: Queryable,
    secret: string,
    now: Date,
  ): Promise<Pick<Tables['tokens'], 'id' | 'userId'> | undefined> {
    return on.row(sql`
      select id, user_id as "userId" from tokens
      where hash = ${hashSecret(secret)} and kind = 'session' and expires_at > ${now}`)
  }

  deleteBySecret(
    on: Queryable,
    secret: string,
  ): Promise<
    { providerId: Tables['tokens']['samlProviderId']; providerSession: ProviderSession | null } | undefined
  > {
    return on.row(sql`
      delete from tokens where hash = ${hashSecret(secret)} and kind = 'session'
      returning saml_provider_id as "providerId", saml_session as "providerSession"`)
  }

  /** Deletes one session of a provider, or all of a person where no session index is given. */
  async deleteByProvider(
    on: Queryable,
    providerId: string,
    { nameID, sessionIndex }: ProviderSession,
  ): Promise<void> {
    await on.execute(sql`
      delete from tokens
      where kind = 'session' and saml_provider_id = ${providerId} and saml_session ->> 'nameID' = ${nameID}
        ${sessionIndex === undefined ? sql`` : sql`and saml_session ->> 'sessionIndex' = ${sessionIndex}`}`)
  }

  /** @param organizationId leaves out the sessions of other organizations. */
  list(
    on: Queryable,
    { userId, organizationId }: { userId: string; organizationId?: string },
    now: Date,
    paging: Paging,
  ): Promise<Page<SessionRow>> {
    return readPage<SessionRow>(
      on,
      {
        id: sql`t.id`,
        from: sql`
          from tokens t
          where t.user_id = ${userId} and t.kind = 'session' and t.expires_at > ${now}
            ${inOrganization(sql`t.organization_id`, organizationId)}`,
        columns,
        joins: sql`join tokens t on t.id = page.id`,
      },
      paging,
    )
  }

  find(on: Queryable, userId: string, id: string): Promise<SessionRow | undefined> {
    return on.row(sql`
      select ${columns} from tokens t where t.id = ${id} and t.user_id = ${userId} and t.kind = 'session'`)
  }

  async delete(
    on: Queryable,
    id: string,
    { userId, organizationId }: { userId: string; organizationId?: string },
  ): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from tokens
      where id = ${id} and user_id = ${userId} and kind = 'session'
        ${inOrganization(sql`organization_id`, organizationId)}`)
    return deleted > 0
  }

  /** @param exceptId the session that stays. */
  deleteOthers(on: Queryable, userId: string, exceptId: string): Promise<number> {
    return on.execute(sql`
      delete from tokens where user_id = ${userId} and kind = 'session' and id <> ${exceptId}`)
  }

  deleteAll(on: Queryable, userId: string): Promise<number> {
    return on.execute(sql`delete from tokens where user_id = ${userId} and kind = 'session'`)
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from tokens where kind = 'session' and expires_at < ${now}`)
  }
}

const inOrganization = (column: Sql, organizationId: string | undefined): Sql =>
  organizationId === undefined ? sql`` : sql`and ${column} = ${organizationId}`
