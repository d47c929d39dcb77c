import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Conflict, PreconditionFailed } from '../../../common/errors.ts'
import { defaultInterfaceLanguage } from '../../../common/interface-languages.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { type Browser, normalizeEmail, type UserService } from '../../identity/index.ts'
import type { InvitationService } from '../../organizations/index.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { INVITATION_LINK_LIFETIME_MS, type OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { CreateAccountWithInvite, DeliveredLink } from './schema.ts'
import type { InviteService } from './service.ts'

interface InviteDeliveryDependencies {
  database: Database
  users: UserService
  invitations: InvitationService
  invites: InviteService
  links: OneTimeLinks
  attempts: AttemptLimits
  mails: MailQueue
  urls: Urls
}

/** How what lets invited people in reaches them: by mail or, where there is none, by hand. */
export class InviteDelivery {
  readonly #deps: InviteDeliveryDependencies

  constructor(deps: InviteDeliveryDependencies) {
    this.#deps = deps
  }

  /** Sends an invitation again, with a new time. Earlier links of it end. */
  resend(
    caller: Caller,
    organization: Subjects['organization'],
    invitationId: string,
  ): Promise<DeliveredLink> {
    const { database, invitations, links, mails, urls } = this.#deps
    const organizationId = organization.id
    return database.transaction(async (tx) => {
      const lifetimeMs = INVITATION_LINK_LIFETIME_MS
      const renewed = await invitations.renew(tx, organizationId, invitationId, lifetimeMs)
      const { userId, email, isFirstSignIn, expiresAt } = renewed
      const answer = { object: 'delivered-link', email, expiresAt: expiresAt.toISOString() } as const
      if (isFirstSignIn) await links.endInvitations(tx, userId)
      if (mails.isAvailable) {
        await mails.enqueue(tx, { kind: 'invitation', organizationId, userId, invitedBy: caller.userId })
        return { ...answer, sent: true }
      }
      // Whoever has an account signs in as always, and finds the invitation there.
      if (!isFirstSignIn) return { ...answer, sent: false, link: urls.at('/app/invitations') }
      const { url } = await links.create(tx, { purpose: 'invitation', userId, organizationId, lifetimeMs })
      return { ...answer, sent: false, link: url }
    })
  }

  /**
   * Begins an account for somebody who has an invite link. It is made with the link that this sends, which shows that the
   * person has the address.
   */
  async beginAccount(
    organizationId: string,
    inviteId: string,
    { email, language = defaultInterfaceLanguage }: CreateAccountWithInvite,
    browser: Browser,
  ): Promise<DeliveredLink> {
    const { database, users, invites, links, attempts, mails } = this.#deps
    const address = normalizeEmail(email)
    await attempts.begin(`mail ${address}`, `mail ${browser.address}`)
    const { emailDomains } = await invites.requireJoinable(organizationId, inviteId, address)
    const answer = { object: 'delivered-link', email: address } as const
    if (mails.isAvailable) {
      const mail = { organizationId, inviteId, email: address, language }
      await database.transaction((tx) => mails.enqueue(tx, { kind: 'join', ...mail }))
      return { ...answer, sent: true }
    }
    if (emailDomains.length > 0) {
      throw new PreconditionFailed(
        'This invite link is for some addresses only, and Verso cannot send the mail that would prove yours. Ask for an ' +
          'invitation of your address.',
      )
    }
    if (await users.findByEmail(database, address)) {
      throw new Conflict(
        'There is an account with this address. Sign in to it, and open the invite link again.',
      )
    }
    const { url, expiresAt } = await links.create(database, {
      purpose: 'invitation',
      email: address,
      organizationId,
      inviteLinkId: inviteId,
      lifetimeMs: INVITATION_LINK_LIFETIME_MS,
    })
    return { ...answer, sent: false, link: url, expiresAt: expiresAt.toISOString() }
  }
}
