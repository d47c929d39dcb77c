import { Forbidden, NotFound } from '../common/errors.ts'
import { type Queryable, sql } from '../database/database.ts'
import type { Caller } from './admission.ts'
import { decideAccess, ssoRequiredMessage } from './decide.ts'
import { permissions, type PermissionOn } from './permissions.ts'
import { subjectQueries, type Subjects } from './subjects.ts'

/** Those of many things of one kind that the caller may do something with. */
export async function findAccess<Kind extends keyof Subjects>(
  on: Queryable,
  caller: Caller,
  permission: PermissionOn<Kind>,
  ids: readonly string[],
): Promise<Subjects[Kind][]> {
  // As below.
  const kind = permissions[permission].on as Kind
  const { columns, joins } = subjectQueries[kind]
  const found = await on.rows<Subjects[Kind] & { id: string | null }>(sql`
    select ${columns}
    from (
      select ${caller.userId}::text as user_id, target, ${caller.organizationId ?? null}::text as within
      from unnest(${[...ids]}::text[]) as asked (target)
    ) as i
    ${joins}`)
  return found.filter((subject) => subject.id !== null && decideAccess(permission, subject) === 'allowed')
}

/**
 * What a service asks about things that the route's path does not name: the collection to move into, the
 * organization to transfer to. The same rules as at the door.
 */
export async function requireAccess<Kind extends keyof Subjects>(
  on: Queryable,
  caller: Caller,
  permission: PermissionOn<Kind>,
  id: string,
): Promise<Subjects[Kind]> {
  // The rule's own word for what it is about; the type parameter says the same.
  const kind = permissions[permission].on as Kind
  const { columns, joins } = subjectQueries[kind]
  const found = await on.row<Subjects[Kind] & { id: string | null }>(sql`
    select ${columns}
    from (
      values (${caller.userId}::text, ${id}::text, ${caller.organizationId ?? null}::text)
    ) as i (user_id, target, within)
    ${joins}`)
  const subject = found?.id == null ? undefined : found
  switch (decideAccess(permission, subject)) {
    case 'allowed':
      if (subject) return subject
      throw new NotFound(kind, id)
    case 'hidden':
      throw new NotFound(kind, id)
    case 'sso':
      throw new Forbidden(ssoRequiredMessage)
    case 'forbidden':
      throw new Forbidden(`You may see the ${kind} "${id}", but your role does not include ${permission}.`)
  }
}
