import type { ContentRef } from '@verso/markdown'
import type { Queryable } from '../../../database/database.ts'
import { MemberRepository } from './repository.ts'

/** A user as pages show one. */
export interface NamedUser {
  displayName: string
  photoURL?: string
}

/** The users whom a page names, by their ids; undefined for users outside the organization. */
export type NamedUsers = ReadonlyMap<string, NamedUser | undefined>

const repository = new MemberRepository()

export async function findNamedUsers(
  on: Queryable,
  organizationId: string,
  ids: Iterable<string>,
): Promise<NamedUsers> {
  const userIds = [...new Set(ids)].sort()
  if (userIds.length === 0) return new Map()
  const rows = await repository.listNames(on, organizationId, userIds)
  const users = new Map(
    rows.map(({ id, displayName, photoUrl }) => [
      id,
      { displayName, ...(photoUrl !== null && { photoURL: photoUrl }) },
    ]),
  )
  return new Map(userIds.map((id) => [id, users.get(id)]))
}

export const collectUserIds = (refs: readonly ContentRef[]): string[] =>
  refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []))

export const areSameNamedUsers = (one: NamedUsers, other: NamedUsers): boolean =>
  one.size === other.size &&
  [...one].every(([id, user]) => {
    const otherUser = other.get(id)
    return (
      other.has(id) && user?.displayName === otherUser?.displayName && user?.photoURL === otherUser?.photoURL
    )
  })
