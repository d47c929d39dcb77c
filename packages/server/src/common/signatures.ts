import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/**
 * Signed paths: whoever has one may do what it says, without a token. What is signed is what the path means, so
 * another way to escape the same letters, or another order of the query, is still the same path.
 */
export class Signatures {
  readonly #secret: Buffer
  readonly #clock: Clock

  constructor(secret: Buffer, clock: Clock) {
    this.#secret = secret
    this.#clock = clock
  }

  /** The path, which may have a query, with a signature; from `expires` on it is worth nothing. */
  sign(path: string, expires?: Date): string {
    const url = new URL(path, base)
    if (expires) url.searchParams.set('expires', String(Math.floor(expires.getTime() / 1000)))
    url.searchParams.set('signature', this.#signature(url))
    return `${url.pathname}${url.search}`
  }

  /** Whether we have signed it, as it is, and its time has not passed. Takes a path or a whole URL. */
  verify(path: string): boolean {
    const url = URL.parse(path, base)
    if (!url) return false
    try {
      const given = Buffer.from(url.searchParams.get('signature') ?? '')
      const expected = Buffer.from(this.#signature(url))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    } catch {
      // What cannot be decoded was never signed.
      return false
    }
    const expires = url.searchParams.get('expires')
    return expires === null || Number(expires) * 1000 > this.#clock.now().getTime()
  }

  #signature(url: URL): string {
    const path = url.pathname.split('/').map(decodeURIComponent)
    const query = [...url.searchParams]
      .filter(([name]) => name !== 'signature')
      .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([path, query]))
      .digest('base64url')
  }
}

// Only a base for parsing: a signature is for any name that Verso is reached by.
const base = 'http://verso'
