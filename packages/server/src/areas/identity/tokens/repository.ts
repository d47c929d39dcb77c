import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type TokenRow = Pick<
  Tables['tokens'],
  | 'id'
  | 'userId'
  | 'name'
  | 'createdAt'
  | 'lastUsedAt'
  | 'expiresAt'
  | 'readOnly'
  | 'organizationId'
  | 'spaceId'
  | 'siteId'
> & {
  /** What the token is limited to, if its owner is a member there. */
  scopeTitles: { organization: string | null; space: string | null; site: string | null } | null
}

/** What a token is limited to. */
export type TokenScope = Pick<Tables['tokens'], 'readOnly' | 'organizationId' | 'spaceId' | 'siteId'>

const columns = sql`
  t.id, t.user_id as "userId", t.name, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
  t.expires_at as "expiresAt", t.read_only as "readOnly", t.organization_id as "organizationId",
  t.space_id as "spaceId", t.site_id as "siteId",
  (
    select jsonb_build_object(
      'organization', (select o.title from organizations o where o.id = m.organization_id),
      'space', (select s.title from spaces s where s.id = t.space_id and s.organization_id = m.organization_id),
      'site', (select site.title from sites site where site.id = t.site_id and site.organization_id = m.organization_id)
    )
    from members m where m.user_id = t.user_id and m.organization_id = t.organization_id and not m.disabled
  ) as "scopeTitles"`

export class TokenRepository {
  list(on: Queryable, userId: string, paging: Paging, within?: string): Promise<Page<TokenRow>> {
    return readPage(
      on,
      {
        id: sql`t.id`,
        from: sql`from tokens t where t.user_id = ${userId} and t.kind = 'token' ${isWithin(within)}`,
        columns,
        joins: sql`join tokens t on t.id = page.id`,
      },
      paging,
    )
  }

  async insert(
    on: Queryable,
    token: Pick<Tables['tokens'], 'id' | 'userId' | 'name' | 'hash'> & {
      expiresAt: Date | null
      /** The id of the credentials that it was created with. It ends with their identity provider, if they have one. */
      madeWith: string | null
      scope: TokenScope
    },
    now: Date,
  ): Promise<TokenRow> {
    const row = await on.row<TokenRow>(sql`
      insert into tokens as t (
        id, user_id, name, hash, created_at, expires_at, organization_id, space_id, site_id, read_only,
        saml_provider_id, oidc_provider_id
      ) values (
        ${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${now}, ${token.expiresAt},
        ${token.scope.organizationId}, ${token.scope.spaceId}, ${token.scope.siteId}, ${token.scope.readOnly},
        (select made_with.saml_provider_id from tokens made_with where made_with.id = ${token.madeWith}),
        (select made_with.oidc_provider_id from tokens made_with where made_with.id = ${token.madeWith})
      )
      returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  async delete(on: Queryable, id: string, userId: string, within?: string): Promise<boolean> {
    const deleted = await on.execute(sql`
      delete from tokens t
      where t.id = ${id} and t.user_id = ${userId} and t.kind = 'token' ${isWithin(within)}`)
    return deleted > 0
  }
}

const isWithin = (organizationId: string | undefined): Sql =>
  organizationId === undefined ? sql`` : sql`and t.organization_id = ${organizationId}`
