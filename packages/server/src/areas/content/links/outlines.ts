import { type ContentRef, type Document, headings, references } from '@verso/markdown'
import type { Hash } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { Invalid } from '../../../common/errors.ts'
import type { Content } from '../store/content.ts'
import type { Documents } from '../documents/documents.ts'
import { emptyContent } from '../store/objects.ts'
import type { Queryable } from '../../../database/database.ts'
import type { OutlineRepository } from './repository.ts'

/** What of a document matters to links. */
export interface Outline {
  /** What it refers to, each with the key of the block it stands in. */
  refs: readonly (readonly [ContentRef, string])[]
  /** Of its headings. */
  anchors: readonly string[]
}

/** So many texts are read and taken apart at once. */
const batchSize = 200

const nothing: Outline = { refs: [], anchors: [] }

interface OutlinesDependencies {
  outlines: OutlineRepository
  content: Content
  documents: Documents
}

/** The outlines of documents: made once for each text, kept in the database and, those used last, in memory. */
export class Outlines {
  readonly #deps: OutlinesDependencies
  readonly #cache = new LRUCache<Hash, Outline>({
    maxSize: 400_000,
    sizeCalculation: ({ refs, anchors }) => 2 + refs.length + anchors.length,
  })

  constructor(deps: OutlinesDependencies) {
    this.#deps = deps
  }

  /** Those of the documents that have one already. */
  async known(on: Queryable, hashes: Iterable<Hash>): Promise<Map<Hash, Outline>> {
    const found = new Map<Hash, Outline>()
    const missing = new Set<Hash>()
    for (const hash of hashes) {
      const known = this.#cache.get(hash)
      if (known) found.set(hash, known)
      else missing.add(hash)
    }
    if (missing.size === 0) return found
    for (const [hash, outline] of await this.#deps.outlines.find(on, [...missing])) {
      found.set(hash, outline)
      this.#cache.set(hash, outline)
    }
    return found
  }

  async load(on: Queryable, hashes: Iterable<Hash>): Promise<Map<Hash, Outline>> {
    const wanted = new Set(hashes)
    const found = await this.known(on, wanted)
    const unread = [...wanted].filter((hash) => !found.has(hash))
    for (let start = 0; start < unread.length; start += batchSize) {
      for (const [hash, outline] of await this.#read(on, unread.slice(start, start + batchSize))) {
        found.set(hash, outline)
        this.#cache.set(hash, outline)
      }
    }
    return found
  }

  async #read(on: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, Outline>> {
    const texts = await this.#deps.content.view(on, emptyContent).documents(hashes)
    const made = new Map<Hash, Outline>()
    for (const [hash, markdown] of texts) made.set(hash, await this.#outline(hash, markdown))
    await this.#deps.outlines.save(on, made)
    return made
  }

  /** A text that no page may have refers to nothing. */
  async #outline(hash: Hash, markdown: string): Promise<Outline> {
    try {
      return outlineOf(await this.#deps.documents.parse(hash, markdown))
    } catch (error) {
      if (error instanceof Invalid) return nothing
      throw error
    }
  }
}

const outlineOf = (document: Document): Outline => ({
  refs: references(document).map(({ ref, block }) => [ref, block] as const),
  anchors: headings(document).map(({ anchor }) => anchor),
})
