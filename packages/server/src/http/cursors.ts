import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Invalid } from '../common/errors.ts'
import type { Boundary } from '../database/paging.ts'

const signatureLength = 22

/**
 * Cursors are opaque to clients and signed, for the very list they came from: one that was made up, or taken
 * from another list or another filter, is refused instead of giving a page that means nothing.
 */
export class Cursors {
  readonly #secret: KeyObject

  constructor(secret: Buffer) {
    this.#secret = createSecretKey(secret)
  }

  write(list: string, { direction, key }: Boundary): string {
    const payload = Buffer.from(JSON.stringify([direction === 'forward' ? 1 : 0, ...key])).toString(
      'base64url',
    )
    return `${payload}${this.#sign(list, payload)}`
  }

  read(list: string, cursor: string): Boundary {
    const payload = cursor.slice(0, -signatureLength)
    const given = Buffer.from(cursor.slice(-signatureLength))
    const expected = Buffer.from(this.#sign(list, payload))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new Invalid('query.page is not a cursor of this list; use the one from `next` or `previous`.')
    }
    // Only what `write` made gets here.
    const [forward, ...key] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      number,
      ...string[],
    ]
    return { direction: forward ? 'forward' : 'backward', key }
  }

  #sign(list: string, payload: string): string {
    return createHmac('sha256', this.#secret)
      .update(`${list}\n${payload}`)
      .digest('base64url')
      .slice(0, signatureLength)
  }
}
