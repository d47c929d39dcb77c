import { randomBytes, randomInt } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Caller } from '../../../access/admission.ts'
import { type Clock, minutes } from '../../../common/clock.ts'
import { Conflict, Invalid, Unauthenticated } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Browser } from '../../identity/index.ts'
import type { FirstFactor } from '../accounts/browser-sign-in.ts'
import type { SecondFactorRequest } from '../accounts/schema.ts'
import type { AttemptLimits } from '../attempts/attempt-limits.ts'
import type { PasskeyVerifier } from '../passkeys/verifier.ts'
import type { SecondFactorRepository, Ticket } from './repository.ts'
import type { CompleteSecondFactor, RecoveryCodes, SecondFactor, UpdateSecondFactor } from './schema.ts'

/** How long people may take between the first factor and the second. */
const TICKET_LIFETIME_MS = 10 * minutes
const RECOVERY_CODES = 10
/** 16 of 32 letters are 80 bits, so that even a stolen hash cannot be guessed back. */
const RECOVERY_CODE_GROUPS = 4
const RECOVERY_CODE_GROUP_LENGTH = 4
/** Without letters that look alike. */
const recoveryCodeLetters = 'abcdefghjkmnpqrstuvwxyz023456789'

interface SecondFactorServiceDependencies {
  database: Database
  secondFactors: SecondFactorRepository
  verifier: PasskeyVerifier
  attempts: AttemptLimits
  clock: Clock
}

/** The second factor beside a password or a link: a passkey, or a recovery code when it is lost. */
export class SecondFactorService {
  readonly #deps: SecondFactorServiceDependencies

  constructor(deps: SecondFactorServiceDependencies) {
    this.#deps = deps
  }

  async get({ userId }: Caller): Promise<SecondFactor> {
    const state = await this.#deps.secondFactors.getState(this.#deps.database, userId)
    return { object: 'second-factor', ...state }
  }

  /** Asks for a second factor from now on, or no longer. It needs a passkey, and codes for the day it is lost. */
  async update(caller: Caller, { required }: UpdateSecondFactor): Promise<SecondFactor> {
    const { database, secondFactors, clock } = this.#deps
    await database.transaction(async (tx) => {
      await secondFactors.lockUser(tx, caller.userId)
      const { passkeys, recoveryCodes } = await secondFactors.getState(tx, caller.userId)
      if (required && passkeys === 0) throw new Conflict('Register a passkey first.')
      if (required && recoveryCodes === 0) throw new Conflict('Create recovery codes first, and keep them.')
      await secondFactors.setRequired(tx, caller.userId, required, clock.now())
    })
    return this.get(caller)
  }

  /** Creates new recovery codes. Those from before no longer work. */
  async createRecoveryCodes({ userId }: Caller): Promise<RecoveryCodes> {
    const { database, secondFactors } = this.#deps
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
    await database.transaction(async (tx) => {
      await secondFactors.lockUser(tx, userId)
      await secondFactors.replaceRecoveryCodes(tx, userId, codes.map(normalizeRecoveryCode))
    })
    return { object: 'recovery-codes', codes }
  }

  /** Throws if an account that asks for a second factor has no passkey left. */
  async requirePasskey(tx: Transaction, userId: string): Promise<void> {
    const { required, passkeys } = await this.#deps.secondFactors.getState(tx, userId)
    if (required && passkeys === 0) {
      throw new Conflict(
        'This is your last passkey, and signing in asks for a second factor. Turn that off first, or register another passkey.',
      )
    }
  }

  /** For somebody who has shown the first factor: what to send with the second, if the account asks for one. */
  async createTicketIfRequired(
    tx: Transaction,
    userId: string,
    signedInWith: FirstFactor,
  ): Promise<SecondFactorRequest | undefined> {
    const { secondFactors, clock } = this.#deps
    const { required, recoveryCodes } = await secondFactors.getState(tx, userId)
    if (!required) return undefined
    const ticket = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock.now().getTime() + TICKET_LIFETIME_MS)
    await secondFactors.insertTicket(tx, ticket, { userId, signedInWith }, expiresAt)
    return {
      object: 'second-factor-request',
      ticket,
      expiresAt: expiresAt.toISOString(),
      methods: recoveryCodes > 0 ? ['passkey', 'recovery-code'] : ['passkey'],
    }
  }

  /** @param ticket whose passkeys are asked for; without one, the passkey says who somebody is. */
  async createPasskeyOptions(ticket: string | undefined): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const user = ticket === undefined ? undefined : await this.#requireTicket(ticket)
    return this.#deps.verifier.createSignInOptions(user?.userId)
  }

  /** Verifies a passkey that says who somebody is, and calls `complete` for the account. */
  async verifyPasskey<Result>(
    response: AuthenticationResponseJSON,
    complete: (tx: Transaction, userId: string) => Promise<Result>,
  ): Promise<Result> {
    const { database, verifier } = this.#deps
    const userId = await verifier.verifySignIn(response, undefined)
    return database.transaction((tx) => complete(tx, userId))
  }

  /** Verifies the second factor of whoever has the ticket, and calls `complete` in the transaction that uses it up. */
  async verify<Result>(
    { ticket, response, recoveryCode }: CompleteSecondFactor,
    browser: Browser,
    complete: (tx: Transaction, ticket: Ticket) => Promise<Result>,
  ): Promise<Result> {
    if ((response === undefined) === (recoveryCode === undefined)) {
      throw new Invalid('body must have either response or recoveryCode.')
    }
    const { database, secondFactors, verifier, attempts } = this.#deps
    const { userId, signedInWith } = await this.#requireTicket(ticket)
    // The first factor is right already, so its counts are not these.
    const account = `second factor ${userId}`
    await attempts.begin(account, browser.address)
    if (response !== undefined) await verifier.verifySignIn(response, userId)
    const result = await database.transaction(async (tx) => {
      if (!(await secondFactors.deleteTicket(tx, ticket))) throw createTicketRefusal()
      if (recoveryCode !== undefined) {
        const code = normalizeRecoveryCode(recoveryCode)
        if (!(await secondFactors.takeRecoveryCode(tx, userId, code))) {
          throw new Unauthenticated('This recovery code is wrong, or was used before.')
        }
      }
      return complete(tx, { userId, signedInWith })
    })
    await attempts.forget(account, browser.address)
    return result
  }

  async #requireTicket(secret: string): Promise<Ticket> {
    const { database, secondFactors, clock } = this.#deps
    const ticket = await secondFactors.findTicket(database, secret, clock.now())
    if (!ticket) throw createTicketRefusal()
    return ticket
  }
}

const createTicketRefusal = () =>
  new Unauthenticated('The time for the second factor is over, or it was given already. Sign in again.')

const createGroup = (): string =>
  Array.from(
    { length: RECOVERY_CODE_GROUP_LENGTH },
    () => recoveryCodeLetters[randomInt(recoveryCodeLetters.length)],
  ).join('')

const createRecoveryCode = (): string => Array.from({ length: RECOVERY_CODE_GROUPS }, createGroup).join('-')

/** People type codes with and without dashes, and in capitals. */
const normalizeRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
