import { hasPermission, type Permission } from './permissions.ts'
import type { Subjects } from './subjects.ts'

/** The subject of a request; undefined if admission found none. */
export type SubjectOrNothing = Subjects[keyof Subjects] | undefined

/**
 * - `hidden`: for this caller it does not exist;
 * - `forbidden`: they see it but may not do this;
 * - `sso`: they must sign in through the organization's single sign-on first.
 */
export type AccessDecision = 'allowed' | 'hidden' | 'forbidden' | 'sso'

export const ssoRequiredMessage =
  'This organization requires single sign-on. Sign in through it first: /v1/orgs/{organizationId}/sso lists where.'

export function decideAccess(
  permission: Permission,
  subject: SubjectOrNothing,
  { includesDeleted = false } = {},
): AccessDecision {
  if (!subject || !isVisible(subject, includesDeleted)) return 'hidden'
  if (subject.ssoMissing) return 'sso'
  return hasPermission(permission, subject.role) ? 'allowed' : 'forbidden'
}

function isVisible(subject: NonNullable<SubjectOrNothing>, includesDeleted: boolean): boolean {
  // Every member sees their organization, guests too.
  if ('ownsTeam' in subject) return true
  // Deleted objects exist only for admins, who may restore them.
  if ('deletedAt' in subject && subject.deletedAt !== null) return includesDeleted && subject.role === 'admin'
  return subject.role !== null
}
