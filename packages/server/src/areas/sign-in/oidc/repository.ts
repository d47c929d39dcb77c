import { buildAssignments, join, type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { teamColumns, type TeamRow } from '../../organizations/index.ts'

export type OidcProviderRow = Pick<
  Tables['oidc_providers'],
  | 'id'
  | 'organizationId'
  | 'label'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'domains'
  | 'trustsEmails'
  | 'defaultTeamId'
  | 'defaultRole'
  | 'createdAt'
>

export type OidcProviderChanges = Partial<Omit<OidcProviderRow, 'id' | 'organizationId' | 'createdAt'>>

const columns = sql`
  p.id, p.organization_id as "organizationId", p.label, p.issuer, p.client_id as "clientId",
  p.client_secret as "clientSecret", p.domains, p.trusts_emails as "trustsEmails",
  p.default_team_id as "defaultTeamId", p.default_role as "defaultRole", p.created_at as "createdAt"`

const changeableColumns: Record<keyof OidcProviderChanges, Sql> = {
  label: sql`label`,
  issuer: sql`issuer`,
  clientId: sql`client_id`,
  clientSecret: sql`client_secret`,
  domains: sql`domains`,
  trustsEmails: sql`trusts_emails`,
  defaultTeamId: sql`default_team_id`,
  defaultRole: sql`default_role`,
}

/** The identity providers of organizations that speak OpenID Connect. */
export class OidcProviderRepository {
  list(on: Queryable, organizationId: string, paging: Paging): Promise<Page<OidcProviderRow>> {
    return readPage(
      on,
      {
        id: sql`p.id`,
        from: sql`from oidc_providers p where p.organization_id = ${organizationId}`,
        columns,
        joins: sql`join oidc_providers p on p.id = page.id`,
      },
      paging,
    )
  }

  /** Lists what people who are about to sign in see. */
  listLogins(
    on: Queryable,
    organizationId: string,
  ): Promise<Pick<Tables['oidc_providers'], 'id' | 'label'>[]> {
    return on.rows(sql`
      select id, label from oidc_providers where organization_id = ${organizationId} order by id`)
  }

  find(on: Queryable, organizationId: string, id: string): Promise<OidcProviderRow | undefined> {
    return on.row(sql`
      select ${columns} from oidc_providers p where p.organization_id = ${organizationId} and p.id = ${id}`)
  }

  findById(on: Queryable, id: string): Promise<OidcProviderRow | undefined> {
    return on.row(sql`select ${columns} from oidc_providers p where p.id = ${id}`)
  }

  async insert(
    on: Queryable,
    provider: Pick<Tables['oidc_providers'], 'id' | 'organizationId' | 'label' | 'issuer' | 'clientId'>,
    now: Date,
  ): Promise<void> {
    await on.execute(sql`
      insert into oidc_providers (id, organization_id, label, issuer, client_id, created_at)
      values (
        ${provider.id}, ${provider.organizationId}, ${provider.label}, ${provider.issuer}, ${provider.clientId}, ${now}
      )`)
  }

  async update(on: Queryable, id: string, changes: OidcProviderChanges): Promise<void> {
    const assignments = buildAssignments(changeableColumns, changes)
    if (assignments.length > 0)
      await on.execute(sql`update oidc_providers set ${join(assignments)} where id = ${id}`)
  }

  async delete(on: Queryable, organizationId: string, id: string): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from oidc_providers where organization_id = ${organizationId} and id = ${id}`)
    return deleted > 0
  }

  /** Lists the teams with these ids, if they belong to the organization. */
  listTeams(on: Queryable, organizationId: string, ids: string[], callerId: string): Promise<TeamRow[]> {
    return on.rows(sql`
      select ${teamColumns(callerId)} from teams t
      where t.organization_id = ${organizationId} and t.id = any(${ids}::text[])`)
  }
}
