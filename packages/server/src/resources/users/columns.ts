import { sql } from '../../database/database.ts'

export interface UserRow {
  id: string
  displayName: string
  email: string
  photoUrl: string | null
}

/** Of the person `u`. */
export const userColumns = sql`
  u.id, u.display_name as "displayName", u.email, u.photo_url as "photoUrl"`
