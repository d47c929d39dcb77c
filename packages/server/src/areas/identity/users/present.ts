import type { Urls } from '../../../common/urls.ts'
import type { UserRow } from './columns.ts'
import type { User } from './schema.ts'

/** Stands for an account that is gone: the contract wants somebody there. */
const nobody: UserRow = { id: 'deleted', displayName: 'Deleted user', email: '', photoUrl: null }

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

/** What everyone may know of somebody. */
export function omitEmail({ email: _email, ...known }: User): User {
  return known
}

export const presentUserOrNobody = (urls: Urls, row: UserRow | null): User => presentUser(urls, row ?? nobody)
