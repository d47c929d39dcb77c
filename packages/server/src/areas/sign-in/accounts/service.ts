import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden, Invalid, NotFound, Unauthenticated } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Browser, NewSessionCookie, SessionService, SignInMethod } from '../../identity/index.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts'
import { requireStrongPassword } from '../passwords/password-rules.ts'
import type { PasswordRepository } from '../passwords/repository.ts'
import type { CreateSession, SecondFactorRequest, UpdatePassword } from './schema.ts'

/** A session that has just begun. */
export type SignedInSession = NewSessionCookie & { caller: Caller }

/** Asks for a second factor after the password, where an account wants that. */
export interface SecondFactorTickets {
  createTicketIfRequired(userId: string): Promise<SecondFactorRequest | undefined>
}

interface AccountServiceDependencies {
  database: Database
  clock: Clock
  sessions: SessionService
  passwords: PasswordRepository
  attempts: AttemptLimits
  secondFactors: SecondFactorTickets
  /** False where people sign in through identity providers only. */
  isPasswordAllowed: boolean
}

/** Signs people in by e-mail address and password, and changes their password. */
export class AccountService {
  readonly #deps: AccountServiceDependencies

  constructor(deps: AccountServiceDependencies) {
    this.#deps = deps
  }

  /**
   * Creates a session of the account, which is good in all its organizations. The answer to a wrong password is that to an
   * unknown address, and takes as long.
   *
   * @param replacedSecret the session that the browser has, which ends: it may be somebody else's.
   */
  async signIn(
    { email, password }: CreateSession,
    browser: Browser,
    replacedSecret: string | undefined,
  ): Promise<SignedInSession | SecondFactorRequest> {
    this.#requirePasswords()
    const { database, passwords, attempts, secondFactors } = this.#deps
    const address = email.trim().toLowerCase()
    await attempts.begin(address, browser.address)
    const account = await passwords.findByEmail(database, address)
    if (!(await verifyPassword(password, account?.hash ?? undefined)) || !account) {
      throw new Unauthenticated('The e-mail address or the password is wrong.')
    }
    await attempts.forget(address, browser.address)
    const ticket = await secondFactors.createTicketIfRequired(account.id)
    if (ticket) return ticket
    return this.inTransaction((tx) =>
      this.startSession(tx, account.id, { method: 'password', browser, replacedSecret }),
    )
  }

  inTransaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.#deps.database.transaction(work)
  }

  /** Begins a session of somebody who has shown who they are, and ends the one that the browser had. */
  async startSession(
    tx: Transaction,
    userId: string,
    {
      method,
      browser,
      replacedSecret,
    }: { method: SignInMethod; browser: Browser; replacedSecret: string | undefined },
  ): Promise<SignedInSession> {
    const { sessions, clock } = this.#deps
    if (replacedSecret !== undefined) await sessions.endBySecret(replacedSecret, tx)
    const session = await sessions.create(tx, { userId, signedInWith: method, browser })
    return { ...session, caller: { userId, tokenId: session.id, signedInAt: clock.now().toISOString() } }
  }

  /** Ends the other sessions: whoever changes a password may do so because somebody else knows it. */
  async changePassword(
    caller: Caller,
    { currentPassword, password }: UpdatePassword,
    browser: Browser,
  ): Promise<void> {
    this.#requirePasswords()
    const { database, passwords, attempts, sessions } = this.#deps
    const account = await passwords.find(database, caller.userId)
    if (!account) throw new NotFound('user', caller.userId)
    if (account.hash === null) throw new Forbidden('This account has no password to change.')
    await attempts.begin(account.email.toLowerCase(), browser.address)
    if (!(await verifyPassword(currentPassword, account.hash))) {
      throw new Invalid('body.currentPassword is not your password.')
    }
    await attempts.forget(account.email.toLowerCase(), browser.address)
    await requireStrongPassword(password, account)
    const hash = await hashPassword(password)
    await database.transaction(async (tx) => {
      await this.#store(tx, account.id, hash)
      await sessions.endOthers(tx, caller)
    })
  }

  /** Sets the password of an account, for whoever runs the installation. */
  async setPassword(tx: Transaction, userId: string, password: string): Promise<void> {
    const account = await this.#deps.passwords.find(tx, userId)
    if (!account) throw new NotFound('user', userId)
    await requireStrongPassword(password, account)
    await this.#store(tx, userId, await hashPassword(password))
  }

  #store(tx: Transaction, userId: string, hash: string): Promise<void> {
    return this.#deps.passwords.set(tx, userId, hash, this.#deps.clock.now())
  }

  #requirePasswords(): void {
    if (!this.#deps.isPasswordAllowed) {
      throw new Forbidden('Passwords are turned off here. Sign in through your identity provider.')
    }
  }
}
