import { hash, timingSafeEqual } from 'node:crypto'
import type { Hash } from '@verso/revisions'

/** A text of a space, and what it is the text of. */
export interface DocumentKey {
  ownerKind: 'page' | 'reusable-content'
  id: string
  document: Hash
}

const letters = { page: 'p', 'reusable-content': 'r' } as const

/**
 * The ids that documents have to the outside. Texts are stored once for all spaces, by the hash of what they say,
 * so a hash says nothing about who may read it. An id does: it is signed for the space that it was given out in, and
 * stays the same as long as the text does.
 */
export class DocumentIds {
  readonly #key: string

  constructor(secret: Buffer) {
    this.#key = secret.toString('base64url')
  }

  createId(spaceId: string, { ownerKind: of, id, document }: DocumentKey): string {
    const name = `${letters[of]}${id}.${document}`
    return `${name}.${this.#signature(spaceId, name)}`
  }

  /** What an id of this space names; nothing for any other. */
  parseId(spaceId: string, documentId: string): DocumentKey | undefined {
    const match = /^([pr])(.+)\.([\w-]{43})\.([\w-]{22})$/.exec(documentId)
    if (!match) return undefined
    const [, letter = '', id = '', document = '', signature = ''] = match
    const expected = this.#signature(spaceId, `${letter}${id}.${document}`)
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined
    return { ownerKind: letter === 'p' ? 'page' : 'reusable-content', id, document }
  }

  // Every page of a tree has one: an HMAC costs five times as much. Half of the digest is kept to itself, so nobody
  // can go on from it, which is what a digest that begins with its key would otherwise allow.
  #signature(spaceId: string, name: string): string {
    return hash('sha256', `${this.#key}/${spaceId}/${name}`, 'base64url').slice(0, 22)
  }
}
