import { type Queryable, sql, type Timestamp } from '../../database/database.ts'
import { type Page, type Paging, readPage } from '../../database/paging.ts'

export interface TokenRow {
  id: string
  userId: string
  name: string
  createdAt: Timestamp
  lastUsedAt: Timestamp | null
  expiresAt: Timestamp | null
}

const columns = sql`
  t.id, t.user_id as "userId", t.name, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
  t.expires_at as "expiresAt"`

export class TokenRepository {
  list(on: Queryable, userId: string, paging: Paging): Promise<Page<TokenRow>> {
    return readPage(
      on,
      {
        id: sql`t.id`,
        from: sql`from tokens t where t.user_id = ${userId}`,
        columns,
        joins: sql`join tokens t on t.id = page.id`,
      },
      paging,
    )
  }

  async insert(
    on: Queryable,
    token: { id: string; userId: string; name: string; hash: Buffer; expiresAt: Date | null },
    now: Date,
  ): Promise<TokenRow> {
    const row = await on.row<TokenRow>(sql`
      insert into tokens as t (id, user_id, name, hash, created_at, expires_at)
      values (${token.id}, ${token.userId}, ${token.name}, ${token.hash}, ${now}, ${token.expiresAt})
      returning ${columns}`)
    if (!row) throw new Error('insert returned no row')
    return row
  }

  async delete(on: Queryable, id: string, userId: string): Promise<boolean> {
    return (await on.execute(sql`delete from tokens where id = ${id} and user_id = ${userId}`)) > 0
  }
}
