import type { Urls } from '../../../common/urls.ts'
import type { UserRow } from './columns.ts'
import type { User } from './schema.ts'

/** Takes the place of a deleted account, because the contract requires a user. */
const deletedUser: UserRow = { id: 'deleted', displayName: 'Deleted user', email: '', photoUrl: null }

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

/** The user without the e-mail address, which only people of the same organization may see. */
export function omitEmail({ email: _email, ...profile }: User): User {
  return profile
}

export const presentUserOrNobody = (urls: Urls, row: UserRow | null): User =>
  presentUser(urls, row ?? deletedUser)
