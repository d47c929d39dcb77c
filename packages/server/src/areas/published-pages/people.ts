import type { ContentRef } from '@verso/markdown'
import { type Queryable, sql } from '../../database/database.ts'

/** Whom a page names, and what they are called; nothing of people who are not of the organization. */
export type People = ReadonlyMap<string, string | undefined>

export const nobody: People = new Map()

export async function findPeople(
  on: Queryable,
  organizationId: string,
  ids: Iterable<string>,
): Promise<People> {
  const asked = [...new Set(ids)].sort()
  if (asked.length === 0) return nobody
  const rows = await on.rows<{ id: string; displayName: string }>(sql`
    select person.id, person.display_name as "displayName"
    from users person join members m on m.user_id = person.id
    where m.organization_id = ${organizationId} and not m.disabled and person.id = any(${asked}::text[])`)
  const names = new Map(rows.map(({ id, displayName }) => [id, displayName]))
  return new Map(asked.map((id) => [id, names.get(id)]))
}

export const peopleIn = (refs: readonly ContentRef[]): string[] =>
  refs.flatMap((ref) => (ref.kind === 'user' ? [ref.user] : []))

export const samePeople = (one: People, other: People): boolean =>
  one.size === other.size && [...one].every(([id, name]) => other.has(id) && other.get(id) === name)
