import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/**
 * Signs paths, which then give access without a token. The signature covers the decoded path and the sorted query, so it
 * stays valid if a client escapes characters differently or reorders the query.
 */
export class Signatures {
  readonly #secret: Buffer
  readonly #clock: Clock

  constructor(secret: Buffer, clock: Clock) {
    this.#secret = secret
    this.#clock = clock
  }

  /** Adds a signature to a path, which may have a query. The signature is not valid from `expires` on. */
  sign(path: string, expires?: Date): string {
    const url = new URL(path, parsingBase)
    if (expires) url.searchParams.set('expires', String(Math.floor(expires.getTime() / 1000)))
    url.searchParams.set('signature', this.#computeSignature(url))
    return `${url.pathname}${url.search}`
  }

  /** Whether the signature of a path or a whole URL is valid and has not expired. */
  verify(path: string): boolean {
    const url = URL.parse(path, parsingBase)
    return url !== null && this.isSigned(url) && !this.hasExpired(url)
  }

  /** Whether a URL has the signature that it was given here, however long ago. */
  isSigned(url: URL): boolean {
    try {
      const actual = Buffer.from(url.searchParams.get('signature') ?? '')
      const expected = Buffer.from(this.#computeSignature(url))
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    } catch {
      // A path that cannot be decoded cannot have been signed.
      return false
    }
  }

  hasExpired(url: URL): boolean {
    const expires = url.searchParams.get('expires')
    return expires !== null && Number(expires) * 1000 <= this.#clock.now().getTime()
  }

  #computeSignature(url: URL): string {
    const path = url.pathname.split('/').map(decodeURIComponent)
    const query = [...url.searchParams]
      .filter(([name]) => name !== 'signature')
      .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([path, query]))
      .digest('base64url')
  }
}

// Only for parsing paths: a signature does not depend on the host name.
const parsingBase = 'http://verso'
