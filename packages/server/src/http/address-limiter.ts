import type { Clock } from '../common/clock.ts'
import { createRateLimitHeaders } from './rate-limit.ts'
import { createRateLimitKey } from './rate-limit-key.ts'

/** How many addresses are counted at most, so that many of them cannot take all memory. */
const MAX_ADDRESSES = 100_000

/** What an address that exceeded a limit is told. */
export interface LimitExcess {
  limit: number
  headers: Record<string, number>
}

/**
 * Counts requests of addresses in this process, by kind and minute. It needs no statement, so it is cheap enough for
 * every published page; several processes count for themselves, so together they let through as many times more.
 */
export class AddressLimiter<Kind extends string> {
  readonly #clock: Clock
  readonly #limits: Readonly<Record<Kind, number>>
  readonly #counts = new Map<string, number>()
  #minute = 0

  /** @param limits requests a minute by kind; 0 counts nothing. */
  constructor(clock: Clock, limits: Readonly<Record<Kind, number>>) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Counts a request. Returns what to answer if it is one too many. */
  count(kind: Kind, address: string): LimitExcess | undefined {
    return this.#look(kind, address, 1)
  }

  /** Returns what to answer if another request would be one too many, and counts nothing. */
  check(kind: Kind, address: string): LimitExcess | undefined {
    return this.#look(kind, address, 0)
  }

  #look(kind: Kind, address: string, added: 0 | 1): LimitExcess | undefined {
    const limit = this.#limits[kind]
    if (limit === 0) return undefined
    const now = this.#clock.now()
    this.#startMinute(now)
    const key = `${kind} ${createRateLimitKey(address)}`
    const previous = this.#counts.get(key) ?? 0
    if (added > 0) this.#store(key, previous + 1)
    return previous < limit
      ? undefined
      : { limit, headers: createRateLimitHeaders(limit, previous + 1, now).headers }
  }

  #startMinute(now: Date): void {
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#counts.clear()
  }

  #store(key: string, requests: number): void {
    if (this.#counts.size >= MAX_ADDRESSES && !this.#counts.has(key)) {
      const [oldest] = this.#counts.keys()
      if (oldest !== undefined) this.#counts.delete(oldest)
    }
    this.#counts.set(key, requests)
  }
}
