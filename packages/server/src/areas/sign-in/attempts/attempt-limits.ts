import { createHash } from 'node:crypto'
import { type Clock, hours, minutes, seconds } from '../../../common/clock.ts'
import { TooManyRequests } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { AttemptRepository } from './repository.ts'

interface AttemptLimit {
  /** Tries without a wait: people mistype. The wait after the next one is a second, and doubles with each. */
  free: number
  /** The longest wait after a failure. */
  maxDelayMs: number
}

/**
 * Somebody who guesses from one address at one account is slowed down most. An account by itself is slowed down late and
 * little, because its owner must be able to sign in while others guess from many addresses.
 */
const limits = {
  both: { free: 5, maxDelayMs: 15 * minutes },
  address: { free: 50, maxDelayMs: 15 * minutes },
  account: { free: 100, maxDelayMs: 10 * seconds },
} satisfies Record<string, AttemptLimit>

const FIRST_DELAY_MS = 1 * seconds
/** Failures count as long as the next one comes within this time. */
const MEMORY_MS = 24 * hours

interface AttemptLimitsDependencies {
  database: Database
  attempts: AttemptRepository
  clock: Clock
}

/** Slows down guessing, whether or not the account exists. */
export class AttemptLimits {
  readonly #deps: AttemptLimitsDependencies

  constructor(deps: AttemptLimitsDependencies) {
    this.#deps = deps
  }

  /**
   * Counts a try before its outcome is known, so that many at once are all counted. Throws while a wait after earlier ones
   * is not over. Call `forget` when the try succeeds.
   */
  async begin(account: string, address: string): Promise<void> {
    const { database, attempts, clock } = this.#deps
    const keys = createKeys(account, address)
    const counters = [
      { key: keys.both, ...limits.both },
      { key: keys.address, ...limits.address },
      { key: keys.account, ...limits.account },
    ]
    await database.transaction(async (tx) => {
      const now = clock.now()
      const forgottenBefore = new Date(now.getTime() - MEMORY_MS)
      const counted = await attempts.count(tx, counters, {
        now,
        firstDelayMs: FIRST_DELAY_MS,
        forgottenBefore,
      })
      if (counted === counters.length) return
      const blockedUntil = await attempts.findBlockedUntil(tx, Object.values(keys))
      const wait = Math.max(1, Math.ceil(((blockedUntil ?? now).getTime() - now.getTime()) / seconds))
      // Throwing takes back what was counted: a try that was not made costs nothing.
      throw new TooManyRequests(`Too many tries. Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}.`, wait)
    })
  }

  /** The account's owner has shown who they are: what others tried from elsewhere stays counted. */
  forget(account: string, address: string): Promise<void> {
    const { both, address: addressKey } = createKeys(account, address)
    return this.#deps.attempts.delete(this.#deps.database, [both, addressKey])
  }

  deleteForgotten(now: Date): Promise<void> {
    return this.#deps.attempts.deleteForgotten(this.#deps.database, new Date(now.getTime() - MEMORY_MS))
  }
}

/** Hashed, because people type passwords into the field for the address. */
const createKeys = (account: string, address: string) => ({
  both: createKey(`both ${account} ${address}`),
  address: createKey(`address ${address}`),
  account: createKey(`account ${account}`),
})

const createKey = (text: string): string => createHash('sha256').update(text).digest('base64url')
