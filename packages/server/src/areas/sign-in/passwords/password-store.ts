import type { Clock } from '../../../common/clock.ts'
import { Forbidden, NotFound } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import { hashPassword } from './password-hash.ts'
import { requireStrongPassword } from './password-rules.ts'
import type { PasswordRepository, PasswordRow } from './repository.ts'

interface PasswordStoreDependencies {
  passwords: PasswordRepository
  clock: Clock
  /** False where people sign in through identity providers only. */
  isPasswordAllowed: boolean
}

/** The passwords of accounts, and the rules for new ones. */
export class PasswordStore {
  readonly #deps: PasswordStoreDependencies

  constructor(deps: PasswordStoreDependencies) {
    this.#deps = deps
  }

  get isAllowed(): boolean {
    return this.#deps.isPasswordAllowed
  }

  requireAllowed(): void {
    if (!this.isAllowed) {
      throw new Forbidden('Passwords are turned off here. Sign in through your identity provider.')
    }
  }

  /** Finds the account that everyone knows by the address, with the hash of its password. */
  findByEmail(on: Queryable, email: string): Promise<PasswordRow | undefined> {
    return this.#deps.passwords.findByEmail(on, email)
  }

  async require(on: Queryable, userId: string): Promise<PasswordRow> {
    const account = await this.#deps.passwords.find(on, userId)
    if (!account) throw new NotFound('user', userId)
    return account
  }

  /** Checks a new password and hashes it. This takes long, so it is done before a transaction begins. */
  async hashNew(password: string, account: { email: string; displayName: string }): Promise<string> {
    await requireStrongPassword(password, account)
    return hashPassword(password)
  }

  set(tx: Transaction, userId: string, hash: string): Promise<void> {
    return this.#deps.passwords.set(tx, userId, hash, this.#deps.clock.now())
  }
}
