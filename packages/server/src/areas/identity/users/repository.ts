import { type Queryable, sql, type Transaction } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'
import { userColumns, type UserRow } from './columns.ts'

export type FoundOrCreatedUser = UserRow & {
  /** Whether there was no account before. */
  isNew: boolean
}

export class UserRepository {
  find(on: Queryable, id: string): Promise<UserRow | undefined> {
    return on.row(sql`select ${userColumns} from users u where u.id = ${id}`)
  }

  findByEmail(on: Queryable, email: string): Promise<UserRow | undefined> {
    return on.row(
      sql`select ${userColumns} from users u where lower(u.email) = ${email.toLowerCase()} and not u.managed`,
    )
  }

  /** Finds the caller, or someone in an organization of the caller. */
  findVisible(
    on: Queryable,
    id: string,
    { userId: callerId, organizationId }: { userId: string; organizationId?: string },
  ): Promise<UserRow | undefined> {
    return on.row(sql`
      select ${userColumns} from users u
      where u.id = ${id} and (
        u.id = ${callerId} or exists (
          select from members theirs
          join members mine on mine.organization_id = theirs.organization_id
          where theirs.user_id = u.id and mine.user_id = ${callerId} and not mine.disabled
            ${organizationId === undefined ? sql`` : sql`and mine.organization_id = ${organizationId}`}
        )
      )`)
  }

  findMember(on: Queryable, organizationId: string, id: string): Promise<UserRow | undefined> {
    return on.row(sql`
      select ${userColumns} from users u join members m on m.user_id = u.id
      where u.id = ${id} and m.organization_id = ${organizationId} and not m.disabled`)
  }

  update(
    on: Queryable,
    id: string,
    { displayName, photoUrl }: { displayName?: string | undefined; photoUrl?: string | undefined },
  ): Promise<UserRow | undefined> {
    return on.row(sql`
      update users u set
        display_name = coalesce(${displayName}, u.display_name),
        photo_url = coalesce(${photoUrl}, u.photo_url)
      where u.id = ${id} returning ${userColumns}`)
  }

  /** Returns the address that the account had. Undefined for accounts whose address an identity provider decides. */
  async changeEmail(
    tx: Transaction,
    id: string,
    email: string,
    isUnproven: boolean,
  ): Promise<string | undefined> {
    const row = await tx.row<{ oldEmail: Tables['users']['email'] }>(sql`
      with old as (select id, email from users where id = ${id} and not managed for update)
      update users u set email = ${email}, email_unproven = ${isUnproven}
      from old where u.id = old.id
      returning old.email as "oldEmail"`)
    return row?.oldEmail
  }

  /** Creates accounts for the addresses that have none, and returns the accounts of all. */
  async findOrCreate(
    tx: Transaction,
    people: Pick<Tables['users'], 'id' | 'email' | 'displayName'>[],
    isUnproven: boolean,
    now: Date,
  ): Promise<FoundOrCreatedUser[]> {
    const created = await tx.rows<Pick<Tables['users'], 'id'>>(sql`
      insert into users (id, email, display_name, created_at, email_unproven)
      select id, email, display_name, ${now}, ${isUnproven}
      from unnest(
        ${people.map(({ id }) => id)}::text[],
        ${people.map(({ email }) => email)}::text[],
        ${people.map(({ displayName }) => displayName)}::text[]
      ) as new (id, email, display_name)
      on conflict (lower(email)) where not managed do nothing
      returning id`)
    const createdIds = new Set(created.map(({ id }) => id))
    const rows = await tx.rows<UserRow>(sql`
      select ${userColumns} from users u where lower(u.email) = any(${people.map(({ email }) => email)}) and not u.managed
      order by u.id`)
    return rows.map((row) => Object.assign(row, { isNew: createdIds.has(row.id) }))
  }

  async hasUsers(on: Queryable): Promise<boolean> {
    return (await on.row(sql`select 1 as found from users limit 1`)) !== undefined
  }
}
