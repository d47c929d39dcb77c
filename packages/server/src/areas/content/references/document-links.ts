import type { Hash } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { Invalid } from '../../../common/errors.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { DocumentParser } from '../documents/document-parser.ts'
import type { DocumentLinks } from '../documents/text-tasks.ts'
import { emptyRootHash } from '../store/hashes.ts'
import type { Queryable } from '../../../database/database.ts'
import type { DocumentLinkRepository } from './repository.ts'

/** How many documents are read and parsed at a time, which bounds the memory that they take. */
const BATCH_SIZE = 200

/** Those of a text that cannot be parsed: it cannot be a page either. */
export const noLinks: DocumentLinks = { refs: [], anchors: [] }

/** The memory that a reference or an anchor takes, roughly. */
const REFERENCE_BYTES = 150

interface DocumentLinkStoreDependencies {
  caches: CacheBudget
  documentLinks: DocumentLinkRepository
  revisionStore: RevisionStore
  documentParser: DocumentParser
}

/**
 * The links of documents. They are extracted once for each text and stored in the database, because parsing is slow;
 * those used last are cached in memory.
 */
export class DocumentLinkStore {
  readonly #deps: DocumentLinkStoreDependencies
  readonly #cache: MemoryCache<DocumentLinks>

  constructor(deps: DocumentLinkStoreDependencies) {
    this.#deps = deps
    this.#cache = deps.caches.create(
      'link-outlines',
      ({ refs, anchors }) => (refs.length + anchors.length + 2) * REFERENCE_BYTES,
    )
  }

  /** The links of those of the documents that were parsed before. */
  async findStored(on: Queryable, hashes: Iterable<Hash>): Promise<Map<Hash, DocumentLinks>> {
    const linksByDocument = new Map<Hash, DocumentLinks>()
    const missing = new Set<Hash>()
    for (const hash of hashes) {
      const cachedLinks = this.#cache.get(hash)
      if (cachedLinks) linksByDocument.set(hash, cachedLinks)
      else missing.add(hash)
    }
    if (missing.size === 0) return linksByDocument
    const storedLinks = await this.#deps.documentLinks.find(on, [...missing])
    for (const [hash, links] of storedLinks) linksByDocument.set(hash, links)
    this.#cacheAfterCommit(on, storedLinks)
    return linksByDocument
  }

  /** The links of all the documents; what was not parsed before is parsed and stored. */
  async load(on: Queryable, hashes: Iterable<Hash>): Promise<Map<Hash, DocumentLinks>> {
    const requestedHashes = new Set(hashes)
    const linksByDocument = await this.findStored(on, requestedHashes)
    const missing = [...requestedHashes].filter((hash) => !linksByDocument.has(hash))
    for (const [hash, links] of await this.extract(on, missing)) linksByDocument.set(hash, links)
    return linksByDocument
  }

  /** Stores links that the caller has read of documents. */
  async store(on: Queryable, linksByDocument: ReadonlyMap<Hash, DocumentLinks>): Promise<void> {
    if (linksByDocument.size === 0) return
    await this.#deps.documentLinks.save(on, linksByDocument)
    this.#cacheAfterCommit(on, linksByDocument)
  }

  /** Parses documents of which nothing is stored yet, and stores their links. */
  async extract(on: Queryable, hashes: Iterable<Hash>): Promise<Map<Hash, DocumentLinks>> {
    const missing = [...new Set(hashes)]
    const linksByDocument = new Map<Hash, DocumentLinks>()
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      const extractedLinks = await this.#extractAndStore(on, missing.slice(start, start + BATCH_SIZE))
      for (const [hash, links] of extractedLinks) linksByDocument.set(hash, links)
      this.#cacheAfterCommit(on, extractedLinks)
    }
    return linksByDocument
  }

  /**
   * What is cached is never stored again. If a transaction that is rolled back left it in the cache, its rows would be
   * missing, and the files that the documents link to would be taken for unused.
   */
  #cacheAfterCommit(on: Queryable, linksByDocument: ReadonlyMap<Hash, DocumentLinks>): void {
    on.afterCommit(() => {
      for (const [hash, links] of linksByDocument) this.#cache.set(hash, links)
    })
  }

  async #extractAndStore(on: Queryable, hashes: readonly Hash[]): Promise<Map<Hash, DocumentLinks>> {
    const texts = await this.#deps.revisionStore.createView(on, emptyRootHash).getDocuments(hashes)
    const linksByDocument = new Map<Hash, DocumentLinks>()
    for (const [hash, markdown] of texts) linksByDocument.set(hash, await this.#extract(hash, markdown))
    await this.#deps.documentLinks.save(on, linksByDocument)
    return linksByDocument
  }

  async #extract(hash: Hash, markdown: string): Promise<DocumentLinks> {
    try {
      return await this.#deps.documentParser.read(hash, markdown, 'links')
    } catch (error) {
      if (error instanceof Invalid) return noLinks
      throw error
    }
  }
}
