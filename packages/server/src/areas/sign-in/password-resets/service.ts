import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Forbidden } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import { type Browser, normalizeEmail, type SessionService } from '../../identity/index.ts'
import type { MemberService } from '../../organizations/index.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { COPIED_LINK_LIFETIME_MS, type OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { PasswordStore } from '../passwords/password-store.ts'
import type { CompletePasswordReset, MemberPasswordReset, RequestPasswordReset } from './schema.ts'

interface PasswordResetServiceDependencies {
  database: Database
  members: MemberService
  sessions: SessionService
  passwords: PasswordStore
  links: OneTimeLinks
  attempts: AttemptLimits
  mails: MailQueue
}

/** New passwords for people who have lost theirs. */
export class PasswordResetService {
  readonly #deps: PasswordResetServiceDependencies

  constructor(deps: PasswordResetServiceDependencies) {
    this.#deps = deps
  }

  /** Does the same whether or not there is an account: who it is for is looked up when the mail is sent. */
  async request({ email }: RequestPasswordReset, browser: Browser): Promise<void> {
    const { database, passwords, attempts, mails } = this.#deps
    passwords.requireAllowed()
    mails.requireAvailable()
    const address = normalizeEmail(email)
    await attempts.begin(`mail ${address}`, `mail ${browser.address}`)
    await database.transaction((tx) => mails.enqueue(tx, { kind: 'password-reset', email: address }))
  }

  /**
   * Sends a member a link or, where Verso cannot send mail, gives it to the admin. Whoever has the link has the account, so
   * an admin gets none to an account that is worth something in another organization too.
   */
  async createForMember(
    caller: Caller,
    organization: Subjects['organization'],
    userId: string,
  ): Promise<MemberPasswordReset> {
    const { database, members, passwords, links, mails } = this.#deps
    passwords.requireAllowed()
    const { email, isManaged, belongsElsewhere } = await members.requireAccount(
      database,
      organization.id,
      userId,
    )
    if (isManaged)
      throw new Forbidden('This member signs in through the identity provider of the organization.')
    if (userId === caller.userId) throw new Forbidden('Change your own password in your account.')
    if (mails.isAvailable) {
      await database.transaction((tx) => mails.enqueue(tx, { kind: 'password-reset', email }))
      return { object: 'password-reset', email, sent: true }
    }
    if (belongsElsewhere) {
      throw new Forbidden(
        'This member belongs to other organizations too, or is invited to one. Only whoever runs the installation can let ' +
          'them in again: "verso login-link".',
      )
    }
    const { url, expiresAt } = await links.create(database, {
      purpose: 'password-reset',
      userId,
      organizationId: organization.id,
      lifetimeMs: COPIED_LINK_LIFETIME_MS,
    })
    return { object: 'password-reset', email, sent: false, link: url, expiresAt: expiresAt.toISOString() }
  }

  /** Ends all sessions: a password may be lost because somebody else has found it. */
  async complete({ secret, password }: CompletePasswordReset): Promise<void> {
    const { database, members, passwords, links, sessions } = this.#deps
    passwords.requireAllowed()
    const hash = await passwords.hashNew(password, await links.requireUsable(secret, 'password-reset'))
    await database.transaction(async (tx) => {
      const { userId, organizationId } = await links.useOfAccount(tx, secret, 'password-reset')
      if (organizationId !== null) {
        // What made the link safe to give to an admin must still be so.
        const { belongsElsewhere } = await members.requireAccount(tx, organizationId, userId)
        if (belongsElsewhere) throw new Forbidden('The account belongs to other organizations too by now.')
      }
      await passwords.set(tx, userId, hash)
      await sessions.endAll(tx, userId)
      await links.endForAccount(tx, userId)
    })
  }
}
