import { Forbidden, NotFound } from '../common/errors.ts'
import { type Queryable, sql } from '../database/database.ts'
import type { Caller } from './admission.ts'
import { decideAccess, ssoRequiredMessage } from './decide.ts'
import { permissions, type PermissionOn } from './permissions.ts'
import { type SubjectDetails, selectColumns, subjectJoins, type Subjects } from './subjects.ts'

/** Finds which of many objects of one kind the caller has the permission for. */
export async function findAccess<Kind extends keyof Subjects, Details extends object = object>(
  on: Queryable,
  caller: Caller,
  permission: PermissionOn<Kind>,
  ids: readonly string[],
  details?: SubjectDetails<Details>,
): Promise<(Subjects[Kind] & Details)[]> {
  // The rule names the kind of its subject, which is the type parameter.
  const kind = permissions[permission].on as Kind
  const subjects = await on.rows<Subjects[Kind] & Details & { id: string | null }>(sql`
    select ${selectColumns(kind, details)}
    from (
      select ${caller.userId}::text as user_id, target, ${caller.organizationId ?? null}::text as within,
        ${caller.contentId ?? null}::text as content_id
      from unnest(${[...ids]}::text[]) as asked (target)
    ) as i
    ${subjectJoins[kind]}`)
  return subjects.filter((subject) => subject.id !== null && decideAccess(permission, subject) === 'allowed')
}

/**
 * Requires a permission on an object that the path of the route does not name, such as the collection to move into. The
 * rules are those of the request guard.
 */
export async function requireAccess<Kind extends keyof Subjects, Details extends object = object>(
  on: Queryable,
  caller: Caller,
  permission: PermissionOn<Kind>,
  id: string,
  details?: SubjectDetails<Details>,
): Promise<Subjects[Kind] & Details> {
  // The rule names the kind of its subject, which is the type parameter.
  const kind = permissions[permission].on as Kind
  const row = await on.row<Subjects[Kind] & Details & { id: string | null }>(sql`
    select ${selectColumns(kind, details)}
    from (
      values (
        ${caller.userId}::text, ${id}::text, ${caller.organizationId ?? null}::text, ${caller.contentId ?? null}::text
      )
    ) as i (user_id, target, within, content_id)
    ${subjectJoins[kind]}`)
  const subject = row?.id == null ? undefined : row
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
