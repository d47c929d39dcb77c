import { type Queryable, sql } from '../../../database/database.ts'
import type { Tables } from '../../../database/schema/tables.ts'

export interface InvitationMailRow extends Pick<Tables['users'], 'email' | 'displayName'> {
  userId: string
  /** Whether the account waits for its first sign-in; otherwise its owner accepts or declines. */
  isFirstSignIn: boolean
  organizationTitle: Tables['organizations']['title']
  inviterName: Tables['users']['displayName']
}

export class InvitationMailRepository {
  /** Finds what the mail of an invitation says, unless the invitation is over. */
  find(
    on: Queryable,
    { organizationId, userId, invitedBy }: { organizationId: string; userId: string; invitedBy: string },
    now: Date,
  ): Promise<InvitationMailRow | undefined> {
    return on.row(sql`
      select u.id as "userId", u.email, u.display_name as "displayName", o.title as "organizationTitle",
        inviter.display_name as "inviterName", i.first_sign_in as "isFirstSignIn"
      from users u
      join organizations o on o.id = ${organizationId}
      join users inviter on inviter.id = ${invitedBy}
      join invitations i on i.organization_id = o.id and i.user_id = u.id and i.expires_at > ${now}
      where u.id = ${userId} and not (i.first_sign_in and u.first_signed_in_at is not null)`)
  }

  /** Finds where an invite link leads, unless it was deleted. */
  findInvite(
    on: Queryable,
    organizationId: string,
    inviteId: string,
  ): Promise<{ organizationTitle: Tables['organizations']['title'] } | undefined> {
    return on.row(sql`
      select o.title as "organizationTitle" from invite_links l join organizations o on o.id = l.organization_id
      where l.id = ${inviteId} and l.organization_id = ${organizationId}`)
  }
}
