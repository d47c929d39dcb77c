import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { PasskeyRepository, PasskeyRow } from './repository.ts'
import type { CreatePasskey, Passkey, UpdatePasskey } from './schema.ts'
import type { PasskeyVerifier } from './verifier.ts'

const MAX_PASSKEYS = 20

interface PasskeyServiceDependencies {
  database: Database
  passkeys: PasskeyRepository
  verifier: PasskeyVerifier
  /** Throws if the account could not be signed in to any more, or not as its owner wants. */
  requireWayIn: (tx: Transaction, userId: string) => Promise<void>
  clock: Clock
  urls: Urls
}

/** The passkeys of an account. */
export class PasskeyService {
  readonly #deps: PasskeyServiceDependencies

  constructor(deps: PasskeyServiceDependencies) {
    this.#deps = deps
  }

  async list({ userId }: Caller, paging: Paging): Promise<Page<Passkey>> {
    const page = await this.#deps.passkeys.list(this.#deps.database, userId, paging)
    return mapPage(page, (row) => this.#present(row))
  }

  async createOptions({ userId }: Caller): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { database, passkeys, verifier } = this.#deps
    const user = await database.transaction((tx) => passkeys.lockUser(tx, userId))
    if (!user) throw new NotFound('user', userId)
    return verifier.createRegistrationOptions({ id: userId, ...user })
  }

  async create({ userId }: Caller, { name, response }: CreatePasskey): Promise<Passkey> {
    const { database, passkeys, verifier, clock } = this.#deps
    const credential = await verifier.verifyRegistration(userId, response)
    return database.transaction(async (tx) => {
      await passkeys.lockUser(tx, userId)
      if ((await passkeys.listAll(tx, userId)).length >= MAX_PASSKEYS) {
        throw new Conflict(`An account has at most ${MAX_PASSKEYS} passkeys. Delete one first.`)
      }
      const row = await passkeys.insert(tx, { id: newId(), userId, name, ...credential }, clock.now())
      if (!row) throw new Conflict('This passkey is registered already.')
      return this.#present(row)
    })
  }

  async rename({ userId }: Caller, id: string, { name }: UpdatePasskey): Promise<Passkey> {
    const row = await this.#deps.passkeys.rename(this.#deps.database, userId, id, name)
    if (!row) throw new NotFound('passkey', id)
    return this.#present(row)
  }

  delete({ userId }: Caller, id: string): Promise<boolean> {
    const { database, passkeys, requireWayIn } = this.#deps
    return database.transaction(async (tx) => {
      await passkeys.lockUser(tx, userId)
      const isDeleted = await passkeys.delete(tx, userId, id)
      if (isDeleted) await requireWayIn(tx, userId)
      return isDeleted
    })
  }

  #present({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
    return {
      object: 'passkey',
      id,
      name,
      createdAt,
      ...(lastUsedAt !== null && { lastUsedAt }),
      urls: { location: this.#deps.urls.location(`/user/passkeys/${id}`) },
    }
  }
}
