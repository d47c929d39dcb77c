import type { Urls } from '../../common/urls.ts'
import type { UserRow } from './columns.ts'
import type { User } from './schema.ts'

export function presentUser(urls: Urls, row: UserRow): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.displayName,
    email: row.email,
    ...(row.photoUrl !== null && { photoURL: row.photoUrl }),
    urls: { location: urls.location(`/users/${row.id}`) },
  }
}
