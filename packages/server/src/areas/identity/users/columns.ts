import { type Sql, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export type UserRow = Pick<Tables['users'], 'id' | 'displayName' | 'email' | 'photoUrl'>

/** The columns of a `UserRow`, from the table `users u`. */
export const userColumns = sql`
  u.id, u.display_name as "displayName", u.email, u.photo_url as "photoUrl"`

/** A `UserRow` as one JSON value, from a joined `users` table. */
export const buildUserJson = (table: Sql): Sql => sql`
  jsonb_build_object(
    'id', ${table}.id, 'displayName', ${table}.display_name, 'email', ${table}.email, 'photoUrl', ${table}.photo_url
  )`

/** A `UserRow` as one JSON value, or null where the left join found no user. */
export const buildUserJsonOrNull = (table: Sql): Sql =>
  sql`case when ${table}.id is null then null else ${buildUserJson(table)} end`
