import { days } from '../../../common/clock.ts'
import {
  buildAssignments,
  join,
  type Queryable,
  type Sql,
  sql,
  type Transaction,
} from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { teamColumns, type TeamRow } from '../../organizations/index.ts'

export type SamlProviderRow = Pick<
  Tables['saml_providers'],
  | 'id'
  | 'organizationId'
  | 'label'
  | 'entityId'
  | 'ssoUrl'
  | 'logoutUrl'
  | 'certificate'
  | 'defaultTeamId'
  | 'defaultRole'
  | 'idpInitiated'
  | 'createdAt'
>

export type SamlProviderChanges = Partial<Omit<SamlProviderRow, 'id' | 'organizationId' | 'createdAt'>>

const columns = sql`
  p.id, p.organization_id as "organizationId", p.label, p.entity_id as "entityId", p.sso_url as "ssoUrl",
  p.logout_url as "logoutUrl", p.certificate, p.default_team_id as "defaultTeamId",
  p.default_role as "defaultRole", p.idp_initiated as "idpInitiated", p.created_at as "createdAt"`

const changeableColumns: Record<keyof SamlProviderChanges, Sql> = {
  label: sql`label`,
  entityId: sql`entity_id`,
  ssoUrl: sql`sso_url`,
  logoutUrl: sql`logout_url`,
  certificate: sql`certificate`,
  defaultTeamId: sql`default_team_id`,
  defaultRole: sql`default_role`,
  idpInitiated: sql`idp_initiated`,
}

/** The account of someone who signs in through a provider. */
export interface SamlAccount {
  userId: Tables['users']['id']
  /** Whether a provider created the account. Its display name then follows that of the provider. */
  managed: Tables['users']['managed']
}

export class SamlRepository {
  list(on: Queryable, organizationId: string, paging: Paging): Promise<Page<SamlProviderRow>> {
    return readPage(
      on,
      {
        id: sql`p.id`,
        from: sql`from saml_providers p where p.organization_id = ${organizationId}`,
        columns,
        joins: sql`join saml_providers p on p.id = page.id`,
      },
      paging,
    )
  }

  async hasOrganization(on: Queryable, id: string): Promise<boolean> {
    return (
      (await on.row(sql`select id from organizations where id = ${id} and deleted_at is null`)) !== undefined
    )
  }

  /** Lists the providers that are completely set up, so that people can sign in with them. */
  listActive(on: Queryable, organizationId: string): Promise<SamlProviderRow[]> {
    return on.rows(sql`
      select ${columns} from saml_providers p
      where p.organization_id = ${organizationId} and p.entity_id <> '' and p.sso_url <> '' and p.certificate <> ''
      order by p.id`)
  }

  find(on: Queryable, organizationId: string, id: string): Promise<SamlProviderRow | undefined> {
    return on.row(sql`
      select ${columns} from saml_providers p where p.organization_id = ${organizationId} and p.id = ${id}`)
  }

  findById(on: Queryable, id: string): Promise<SamlProviderRow | undefined> {
    return on.row(sql`select ${columns} from saml_providers p where p.id = ${id}`)
  }

  async insert(
    on: Queryable,
    provider: Pick<Tables['saml_providers'], 'id' | 'organizationId' | 'label'>,
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      insert into saml_providers (id, organization_id, label, created_at)
      values (${provider.id}, ${provider.organizationId}, ${provider.label}, ${now})`)
  }

  async update(on: Queryable, id: string, changes: SamlProviderChanges): Promise<void> {
    const assignments = buildAssignments(changeableColumns, changes)
    if (assignments.length > 0)
      await on.execute(sql`update saml_providers set ${join(assignments)} where id = ${id}`)
  }

  async delete(on: Queryable, organizationId: string, id: string): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from saml_providers where organization_id = ${organizationId} and id = ${id}`)
    return deleted > 0
  }

  /** Lists the teams with these ids, if they belong to the organization. */
  listTeams(on: Queryable, organizationId: string, ids: string[], callerId: string): Promise<TeamRow[]> {
    return on.rows(sql`
      select ${teamColumns(callerId)} from teams t
      where t.organization_id = ${organizationId} and t.id = any(${ids}::text[])`)
  }

  async insertRequest(
    on: Queryable,
    request: Pick<Tables['saml_requests'], 'id' | 'providerId' | 'redirect' | 'browser'>,
    now: Date,
  ) {
    await on.execute(sql`
      insert into saml_requests (id, provider_id, redirect, browser, created_at)
      values (${request.id}, ${request.providerId}, ${request.redirect}, ${request.browser}, ${now})`)
  }

  findRequest(
    on: Queryable,
    id: string,
    providerId: string,
  ): Promise<Pick<Tables['saml_requests'], 'redirect' | 'browser' | 'createdAt'> | undefined> {
    return on.row(sql`
      select redirect, browser, created_at as "createdAt" from saml_requests
      where id = ${id} and provider_id = ${providerId}`)
  }

  /** Returns whether the request existed. Of two concurrent calls, only one gets true. */
  async deleteRequest(tx: Transaction, id: string, providerId: string): Promise<boolean> {
    return (
      (await tx.execute(sql`delete from saml_requests where id = ${id} and provider_id = ${providerId}`)) > 0
    )
  }

  /** Records the use of an assertion. Returns false if it was used before. */
  async insertAssertion(tx: Transaction, providerId: string, id: string, expires: Date): Promise<boolean> {
    const inserted = await tx.execute(sql`
      insert into saml_assertions (provider_id, id, expires_at) values (${providerId}, ${id}, ${expires})
      on conflict do nothing`)
    return inserted > 0
  }

  /** Finds the account that belongs to a name at a provider. */
  findAccount(tx: Transaction, providerId: string, nameId: string): Promise<SamlAccount | undefined> {
    return tx.row(sql`
      select u.id as "userId", u.managed from saml_identities i join users u on u.id = i.user_id
      where i.provider_id = ${providerId} and i.name_id = ${nameId}`)
  }

  /**
   * Finds a member of the organization by e-mail address, unless the provider already knows them by another name. An account
   * in use whose address nobody has proven may be somebody else's, who would share it with whoever signs in now. It is
   * locked, so that nobody comes to it in another way meanwhile.
   */
  findMember(
    tx: Transaction,
    provider: { id: string; organizationId: string },
    email: string,
  ): Promise<SamlAccount | undefined> {
    return tx.row(sql`
      select u.id as "userId", u.managed from members m join users u on u.id = m.user_id
      where m.organization_id = ${provider.organizationId} and lower(u.email) = ${email} and not m.disabled
        and (not u.email_unproven or u.first_signed_in_at is null)
        and not exists (
          select from saml_identities i where i.provider_id = ${provider.id} and i.user_id = u.id
        )
      order by u.managed, u.id limit 1
      for update of u`)
  }

  async recordLogin(
    tx: Transaction,
    identity: Pick<Tables['saml_identities'], 'providerId' | 'nameId' | 'userId'>,
    now: Date,
  ): Promise<void> {
    await tx.execute(sql`
      insert into saml_identities (provider_id, name_id, user_id, created_at, last_login_at)
      values (${identity.providerId}, ${identity.nameId}, ${identity.userId}, ${now}, ${now})
      on conflict (provider_id, name_id) do update set last_login_at = excluded.last_login_at`)
  }

  async deleteExpired(on: Queryable, now: Date): Promise<void> {
    await on.execute(sql`delete from saml_requests where created_at < ${new Date(now.getTime() - days)}`)
    await on.execute(sql`delete from saml_assertions where expires_at < ${now}`)
  }
}
