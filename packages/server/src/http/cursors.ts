import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Invalid } from '../common/errors.ts'
import type { Boundary } from '../database/paging.ts'

const SIGNATURE_LENGTH = 22

/**
 * Reads and writes cursors, which are opaque to clients. They are signed for one list and its filters, so that an invented
 * cursor or one of another list is rejected.
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
    const payload = cursor.slice(0, -SIGNATURE_LENGTH)
    const signature = Buffer.from(cursor.slice(-SIGNATURE_LENGTH))
    const expected = Buffer.from(this.#sign(list, payload))
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw new Invalid('query.page is not a cursor of this list; use the one from `next` or `previous`.')
    }
    // The signature is valid, so `write` created this text.
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
      .slice(0, SIGNATURE_LENGTH)
  }
}
