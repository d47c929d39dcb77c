import type { ContentRef } from '@verso/markdown'
import type { Queryable } from '../../../database/database.ts'
import { MemberRepository } from './repository.ts'

/** The display names of the users whom a page names, by their ids; undefined for users outside the organization. */
export type UserNames = ReadonlyMap<string, string | undefined>

const repository = new MemberRepository()

export async function findUserNames(
  on: Queryable,
  organizationId: string,
  ids: Iterable<string>,
): Promise<UserNames> {
  const userIds = [...new Set(ids)].sort()
  if (userIds.length === 0) return new Map()
  const rows = await repository.listNames(on, organizationId, userIds)
  const names = new Map(rows.map(({ id, displayName }) => [id, displayName]))
  return new Map(userIds.map((id) => [id, names.get(id)]))
}

export const collectUserIds = (refs: readonly ContentRef[]): string[] =>
  refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []))

export const areSameUserNames = (one: UserNames, other: UserNames): boolean =>
  one.size === other.size && [...one].every(([id, name]) => other.has(id) && other.get(id) === name)
