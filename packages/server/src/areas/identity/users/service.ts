import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import { emailPattern } from '../../../common/email.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { presentUser, omitEmail } from './present.ts'
import type { UserRow } from './columns.ts'
import type { FoundOrCreatedUser, UserRepository } from './repository.ts'
import type { UpdateUser, User } from './schema.ts'

interface UserServiceDependencies {
  database: Database
  users: UserRepository
  clock: Clock
  urls: Urls
}

export class UserService {
  readonly #deps: UserServiceDependencies

  constructor(deps: UserServiceDependencies) {
    this.#deps = deps
  }

  async get(caller: Caller, id: string): Promise<User> {
    return presentUser(this.#deps.urls, await this.#requireVisible(caller, id))
  }

  /** The public profile of a member of an organization, without the e-mail address. */
  async getProfile(organizationId: string, id: string): Promise<User> {
    const row = await this.#deps.users.findMember(this.#deps.database, organizationId, id)
    if (!row) throw new NotFound('user', id)
    return omitEmail(presentUser(this.#deps.urls, row))
  }

  async update(caller: Caller, id: string, { displayName, photoURL }: UpdateUser): Promise<User> {
    await this.#requireVisible(caller, id)
    if (id !== caller.userId) throw new Forbidden('You can only change your own profile.')
    const row = await this.#deps.users.update(this.#deps.database, id, { displayName, photoUrl: photoURL })
    if (!row) throw new NotFound('user', id)
    return presentUser(this.#deps.urls, row)
  }

  find(on: Queryable, id: string): Promise<UserRow | undefined> {
    return this.#deps.users.find(on, id)
  }

  findByEmail(on: Queryable, email: string): Promise<UserRow | undefined> {
    return this.#deps.users.findByEmail(on, email)
  }

  /**
   * Returns the accounts of these e-mail addresses, and creates those that do not exist.
   *
   * @param isUnproven whether nobody knows that who gets the account has the address.
   */
  findOrCreate(
    tx: Transaction,
    emails: string[],
    { isUnproven = false }: { isUnproven?: boolean } = {},
  ): Promise<FoundOrCreatedUser[]> {
    // Always inserted in the same order, so that two invitations of the same people cannot deadlock.
    const addresses = [...new Set(emails.map(normalizeEmail))].sort()
    const people = addresses.map((email) => ({
      id: newId(),
      email,
      displayName: email.split('@', 1)[0] ?? email,
    }))
    return this.#deps.users.findOrCreate(tx, people, isUnproven, this.#deps.clock.now())
  }

  /** Gives a new account the name that its owner has elsewhere. */
  async setDisplayName(tx: Transaction, id: string, displayName: string): Promise<void> {
    await this.#deps.users.update(tx, id, { displayName })
  }

  /**
   * Gives an account another address, in lower case, and returns the one that it had. Undefined for accounts whose address an
   * identity provider decides.
   *
   * @param isUnproven whether nobody knows that the owner of the account has the address.
   */
  changeEmail(
    tx: Transaction,
    id: string,
    email: string,
    { isUnproven }: { isUnproven: boolean },
  ): Promise<string | undefined> {
    return this.#deps.users.changeEmail(tx, id, email, isUnproven)
  }

  hasUsers(tx: Transaction): Promise<boolean> {
    return this.#deps.users.hasUsers(tx)
  }

  async #requireVisible(caller: Caller, id: string): Promise<UserRow> {
    const row = await this.#deps.users.findVisible(this.#deps.database, id, caller)
    if (!row) throw new NotFound('user', id)
    return row
  }
}

/** Puts an e-mail address in lower case: nobody expects two accounts for Ann@ and ann@. */
export function normalizeEmail(email: string): string {
  const normalized = email.trim().toLowerCase()
  if (!emailPattern.test(normalized)) throw new Invalid(`"${email.slice(0, 100)}" is not an e-mail address.`)
  return normalized
}
