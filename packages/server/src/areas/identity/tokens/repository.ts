import { type Queryable, type Sql, sql } from '../../../database/database.ts'
import { type Page, type Paging, readPage } from '../../../database/paging.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type TokenRow = Pick<
  Tables['tokens'],
  'id' | 'userId' | 'name' | 'createdAt' | 'lastUsedAt' | 'expiresAt'
>

const columns = sql`
  t.id, t.user_id as "userId", t.name, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
  t.expires_at as "expiresAt"`

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
      /** The credentials that it was created with. If they are limited to one organization, so is this token. */
      within: { tokenId: string; organizationId?: string } | undefined
    },
    now: Date,
  ): Promise<TokenRow> {
    const row = await on.row<TokenRow>(sql`
      insert into tokens as t (
        id, user_id, name, hash, created_at, expires_at, organization_id, saml_provider_id, oidc_provider_id
      ) values (
        ${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${now}, ${token.expiresAt},
        ${token.within?.organizationId ?? null},
        (select made_with.saml_provider_id from tokens made_with where made_with.id = ${token.within?.tokenId ?? null}),
        (select made_with.oidc_provider_id from tokens made_with where made_with.id = ${token.within?.tokenId ?? null})
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
