import type { Caller } from '../../../access/admission.ts'
import { Forbidden, Invalid, Unauthenticated } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Browser, SessionService } from '../../identity/index.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { OneTimeLinks } from '../one-time-links/one-time-links.ts'
import { verifyPassword } from '../passwords/password-hash.ts'
import type { PasswordStore } from '../passwords/password-store.ts'
import type { BrowserSignIn, SignInBrowser, SignInResult } from './browser-sign-in.ts'
import type { CreateSession, UpdatePassword } from './schema.ts'

interface AccountServiceDependencies {
  database: Database
  sessions: SessionService
  passwords: PasswordStore
  attempts: AttemptLimits
  links: OneTimeLinks
  browserSignIn: BrowserSignIn
}

/** Signs people in by e-mail address and password, and changes their password. */
export class AccountService {
  readonly #deps: AccountServiceDependencies

  constructor(deps: AccountServiceDependencies) {
    this.#deps = deps
  }

  /** The answer to a wrong password is that to an unknown address, and takes as long. */
  async signIn({ email, password }: CreateSession, browser: SignInBrowser): Promise<SignInResult> {
    const { database, passwords, attempts, browserSignIn } = this.#deps
    passwords.requireAllowed()
    const address = email.trim().toLowerCase()
    await attempts.begin(address, browser.address)
    const account = await passwords.findByEmail(database, address)
    if (!(await verifyPassword(password, account?.hash ?? undefined)) || !account) {
      throw new Unauthenticated('The e-mail address or the password is wrong.')
    }
    await attempts.forget(address, browser.address)
    return database.transaction((tx) => browserSignIn.start(tx, account.id, 'password', browser))
  }

  /** Ends the other sessions: whoever changes a password may do so because somebody else knows it. */
  async changePassword(
    caller: Caller,
    { currentPassword, password }: UpdatePassword,
    browser: Browser,
  ): Promise<void> {
    const { database, passwords, attempts, sessions, links } = this.#deps
    passwords.requireAllowed()
    const account = await passwords.require(database, caller.userId)
    if (account.hash === null) throw new Forbidden('This account has no password to change.')
    await attempts.begin(account.email.toLowerCase(), browser.address)
    if (!(await verifyPassword(currentPassword, account.hash))) {
      throw new Invalid('body.currentPassword is not your password.')
    }
    await attempts.forget(account.email.toLowerCase(), browser.address)
    const hash = await passwords.hashNew(password, account)
    await database.transaction(async (tx) => {
      await passwords.set(tx, account.id, hash)
      await sessions.endOthers(tx, caller)
      await links.endForAccount(tx, account.id)
    })
  }

  /** Sets the password of an account, for whoever runs the installation. */
  async setPassword(tx: Transaction, userId: string, password: string): Promise<void> {
    const { passwords } = this.#deps
    const account = await passwords.require(tx, userId)
    await passwords.set(tx, userId, await passwords.hashNew(password, account))
  }
}
