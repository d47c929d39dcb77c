/**
 * Terminology
 *
 * - **role**: what a person may do, weakest first. In an organization a person may also have none: a *guest*,
 *   who sees only what was granted to them.
 * - **grant**: a role given to one person or one team on one space or collection.
 * - **default level**: what everyone without a grant has on a space or collection: a role, `null` for no
 *   access, or `inherit` to ask above.
 */
export const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const

export type Role = (typeof roles)[number]

/** A person's role in an organization; null is a guest. */
export type MemberRole = Role | null

export type DefaultLevel = Role | null | 'inherit'

export type TeamRole = 'owner' | 'member'

/** Whether a role is at least as strong as another. */
export const includesRole = (role: Role | null | undefined, needed: Role): boolean =>
  role != null && roles.indexOf(role) >= roles.indexOf(needed)
