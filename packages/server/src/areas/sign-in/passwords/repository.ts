import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

/** What is needed to check a password: the account, and the hash if it has one. */
export interface PasswordRow extends Pick<Tables['users'], 'id' | 'email' | 'displayName'> {
  hash: Tables['passwords']['hash'] | null
}

const columns = sql`u.id, u.email, u.display_name as "displayName", p.hash`

export class PasswordRepository {
  /** Finds the account that everyone knows by the address. Accounts of identity providers sign in there. */
  findByEmail(on: Queryable, email: string): Promise<PasswordRow | undefined> {
    return on.row(sql`
      select ${columns} from users u left join passwords p on p.user_id = u.id
      where lower(u.email) = ${email} and not u.managed`)
  }

  find(on: Queryable, userId: string): Promise<PasswordRow | undefined> {
    return on.row(sql`
      select ${columns} from users u left join passwords p on p.user_id = u.id where u.id = ${userId}`)
  }

  async set(on: Queryable, userId: string, hash: string, now: Date): Promise<void> {
    await on.execute(sql`
      insert into passwords (user_id, hash, set_at) values (${userId}, ${hash}, ${now})
      on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at`)
  }
}
