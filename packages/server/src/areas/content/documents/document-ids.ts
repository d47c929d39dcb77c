import { hash, timingSafeEqual } from 'node:crypto'
import type { Hash } from '@verso/revisions'

/** Names the text of a page or of a reusable content. `id` is that of its owner. */
export interface DocumentKey {
  ownerKind: 'page' | 'reusable-content'
  id: string
  document: Hash
}

const ownerLetters = { page: 'p', 'reusable-content': 'r' } as const

/**
 * Creates the ids that documents have in the API. Texts are stored once for all spaces, under the hash of their bytes, so
 * a hash does not say who may read it. An id does: it is signed for the space in which it is used, and stays the same as
 * long as the text does.
 */
export class DocumentIds {
  readonly #key: string

  constructor(secret: Buffer) {
    this.#key = secret.toString('base64url')
  }

  createId(spaceId: string, { ownerKind: of, id, document }: DocumentKey): string {
    const name = `${ownerLetters[of]}${id}.${document}`
    return `${name}.${this.#sign(spaceId, name)}`
  }

  /** The document that an id names; undefined for anything that is not an id of this space. */
  parseId(spaceId: string, documentId: string): DocumentKey | undefined {
    const match = /^([pr])(.+)\.([\w-]{43})\.([\w-]{22})$/.exec(documentId)
    if (!match) return undefined
    const [, letter = '', id = '', document = '', signature = ''] = match
    const expected = this.#sign(spaceId, `${letter}${id}.${document}`)
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
    return { ownerKind: letter === 'p' ? 'page' : 'reusable-content', id, document }
  }

  // An HMAC would cost five times as much, and every page of a tree needs an id. A plain hash of a key and a message is
  // open to length extension; publishing only half of the digest prevents that.
  #sign(spaceId: string, name: string): string {
    return hash('sha256', `${this.#key}/${spaceId}/${name}`, 'base64url').slice(0, 22)
  }
}
