import type { Caller } from '../../../access/admission.ts'
import { Conflict, Forbidden, Invalid } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { expectViolations } from '../../../database/violations.ts'
import { type Browser, normalizeEmail, type User, type UserService } from '../../identity/index.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { OneTimeLinks } from '../one-time-links/one-time-links.ts'
import type { ConfirmEmailChange, EmailChange, RequestEmailChange } from './schema.ts'

interface EmailChangeServiceDependencies {
  database: Database
  users: UserService
  links: OneTimeLinks
  attempts: AttemptLimits
  mails: MailQueue
}

/** Gives accounts another e-mail address. */
export class EmailChangeService {
  readonly #deps: EmailChangeServiceDependencies

  constructor(deps: EmailChangeServiceDependencies) {
    this.#deps = deps
  }

  /** Does the same whether or not another account has the address: that is looked up when the mail is sent. */
  async request(caller: Caller, { email }: RequestEmailChange, browser: Browser): Promise<EmailChange> {
    const { database, users, attempts, mails } = this.#deps
    requireSession(caller)
    const address = normalizeEmail(email)
    const { email: current } = await users.get(caller, caller.userId)
    if (current?.toLowerCase() === address) throw new Invalid('body.email is your address already.')
    await attempts.begin(`email-change ${caller.userId}`, `email-change ${browser.address}`)
    if (!mails.isAvailable) {
      await this.changeWithoutMail(caller.userId, address)
      return { object: 'email-change', email: address, sent: false }
    }
    await attempts.begin(`mail ${address}`, `mail ${browser.address}`)
    await database.transaction((tx) =>
      mails.enqueue(tx, { kind: 'email-change', userId: caller.userId, email: address }),
    )
    return { object: 'email-change', email: address, sent: true }
  }

  /**
   * Only whoever is signed in to the account may confirm: somebody else who gets the mail, because the address was mistyped,
   * would otherwise have the account's address, and with it the account.
   */
  confirm(caller: Caller, { secret }: ConfirmEmailChange): Promise<User> {
    const { database, users, links, mails } = this.#deps
    requireSession(caller)
    return this.#expectTaken(
      database.transaction(async (tx) => {
        const email = await links.useForEmailChange(tx, secret, caller.userId)
        const oldEmail = await this.#change(tx, caller.userId, email, { isUnproven: false })
        await mails.enqueue(tx, { kind: 'email-changed', userId: caller.userId, email: oldEmail })
      }),
    ).then(() => users.get(caller, caller.userId))
  }

  /** Nobody has shown that the address is theirs, so it proves nothing. */
  async changeWithoutMail(userId: string, email: string): Promise<void> {
    await this.#expectTaken(
      this.#deps.database.transaction((tx) => this.#change(tx, userId, email, { isUnproven: true })),
    )
  }

  /** Sessions stay: if somebody else has changed the address, they must not throw the owner out with it. */
  async #change(
    tx: Transaction,
    userId: string,
    email: string,
    options: { isUnproven: boolean },
  ): Promise<string> {
    const { users, links } = this.#deps
    const oldEmail = await users.changeEmail(tx, userId, email, options)
    if (oldEmail === undefined) {
      throw new Forbidden('The identity provider of your organization decides about your e-mail address.')
    }
    // Whoever reads the mails of the old address must not get in by them any more.
    await links.endForAccount(tx, userId)
    return oldEmail
  }

  #expectTaken<Result>(work: Promise<Result>): Promise<Result> {
    return expectViolations(work, {
      users_email: () => new Conflict('Another account has this e-mail address.'),
    })
  }
}

/** An access token that somebody has found must not become the whole account. */
function requireSession({ signedInAt }: Caller): void {
  if (signedInAt === undefined) {
    throw new Forbidden('Sign in to change your e-mail address. An access token cannot do it.')
  }
}
