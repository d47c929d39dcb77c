import { type Sql, sql } from '../../../database/database.ts'

export interface UserRow {
  id: string
  displayName: string
  email: string
  photoUrl: string | null
}

/** Of the person `u`. */
export const userColumns = sql`
  u.id, u.display_name as "displayName", u.email, u.photo_url as "photoUrl"`

/** The person of a joined table, as one value. */
export const buildUserJson = (table: Sql): Sql => sql`
  jsonb_build_object(
    'id', ${table}.id, 'displayName', ${table}.display_name, 'email', ${table}.email, 'photoUrl', ${table}.photo_url
  )`

/** The same, where the table was joined from the left. */
export const buildUserJsonOrNull = (table: Sql): Sql =>
  sql`case when ${table}.id is null then null else ${buildUserJson(table)} end`
