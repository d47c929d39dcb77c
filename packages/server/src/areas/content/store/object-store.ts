import type { Hash, ObjectReader, ParsedObject, ParsedObjects } from '@verso/revisions'
import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { copyUnpooled } from '../../../common/unpooled-copy.ts'
import { RecentKeys } from '../../../common/recent-keys.ts'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { QueryBatcher } from '../../../common/query-batcher.ts'
import { Database, type Queryable, type Transaction } from '../../../database/database.ts'
import { hashToBytes } from './hashes.ts'
import { ObjectRepository } from './object-repository.ts'

/** How many bytes of objects one statement sends at most. */
const MAX_INSERT_BYTES = 32 * 1024 * 1024

/** What an edit writes is read next, by whoever wrote it and for search. A whole import would displace all else from the cache. */
const MAX_CACHED_WRITE_BYTES = 64 * 1024

/** Nodes of a path and the text of a page. Whoever reads a whole space does so alone, so that nobody waits for it. */
const MAX_BATCHED_HASHES = 20

type Objects = ReadonlyMap<Hash, Uint8Array>

/** A parsed node, and the node that it is decoded to, take about so many times the memory of its bytes. */
const PARSED_SIZE_FACTOR = 5

/**
 * The objects that revisions are made of. They are stored in the database, and those read repeatedly are cached in memory. An
 * object never changes, so a cached one is never stale, in any process.
 */
export class ObjectStore {
  readonly #repository = new ObjectRepository()
  readonly #cache: MemoryCache<Uint8Array>
  /** Whoever reads a space once, page by page, needs most objects once: only those that are read again are cached. */
  readonly #readObjects = new RecentKeys()
  readonly #parsedObjects: ParsedObjects
  /** One for each pool of connections: jobs must not take those of requests. */
  readonly #batchers = new WeakMap<Database['pool'], QueryBatcher<readonly Hash[], Objects>>()

  constructor(caches: CacheBudget) {
    this.#cache = caches.create('objects', ({ byteLength }) => byteLength)
    this.#parsedObjects = createParsedObjects(caches)
  }

  /**
   * The interface through which `@verso/revisions` reads objects.
   *
   * @param written objects that are not stored yet.
   */
  createReader(on: Queryable, written?: Objects): ObjectReader {
    return {
      get: (hashes) => (written ? this.#getWritten(on, hashes, written) : this.#get(on, hashes)),
      parsedObjects: this.#parsedObjects,
    }
  }

  /** Stores the objects that are not stored yet, and takes the mark of the garbage collector off the others. */
  async save(tx: Transaction, objects: Objects): Promise<void> {
    if (objects.size === 0) return
    const sorted = sortByHash(objects)
    const size = objects.values().reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (size > MAX_CACHED_WRITE_BYTES) {
      for (const chunk of splitIntoChunks(sorted, MAX_INSERT_BYTES, ({ bytes }) => bytes.byteLength)) {
        await tx.execute(this.#repository.buildInsert(chunk))
      }
      return
    }
    tx.executeLater(this.#repository.buildInsert(sorted))
    tx.afterCommit(() => {
      for (const [hash, bytes] of objects) this.#cache.set(hash, copyUnpooled(bytes))
    })
  }

  async #getWritten(on: Queryable, hashes: readonly Hash[], written: Objects): Promise<Objects> {
    const stored = hashes.filter((hash) => !written.has(hash))
    const objects = new Map(stored.length === 0 ? [] : await this.#get(on, stored))
    for (const hash of hashes) {
      const bytes = written.get(hash)
      if (bytes) objects.set(hash, bytes)
    }
    return objects
  }

  async #get(on: Queryable, hashes: readonly Hash[]): Promise<Objects> {
    const objects = new Map<Hash, Uint8Array>()
    const missing: Hash[] = []
    for (const hash of hashes) {
      const bytes = this.#cache.get(hash)
      if (bytes) objects.set(hash, bytes)
      else missing.push(hash)
    }
    if (missing.length === 0) return objects
    const found = await this.#read(on, missing)
    for (const hash of missing) {
      const bytes = found.get(hash)
      if (bytes) objects.set(hash, bytes)
    }
    return objects
  }

  /** Results of a search are in many spaces, and many pages are read at once: one statement reads for all that ask together. */
  #read(on: Queryable, hashes: readonly Hash[]): Promise<Objects> {
    if (!(on instanceof Database) || hashes.length > MAX_BATCHED_HASHES) return this.#find(on, hashes)
    const { pool } = on
    const batcher =
      this.#batchers.get(pool) ??
      new QueryBatcher<readonly Hash[], Objects>(async (lists) => {
        const found = await this.#find(on, [...new Set(lists.flat())])
        return lists.map(() => found)
      })
    this.#batchers.set(pool, batcher)
    return batcher.add(hashes)
  }

  async #find(on: Queryable, hashes: readonly Hash[]): Promise<Objects> {
    const objects = new Map<Hash, Uint8Array>()
    for (const { hash, bytes } of await this.#repository.find(on, hashes)) {
      objects.set(hash, bytes)
      if (this.#readObjects.add(hash)) this.#cache.set(hash, copyUnpooled(bytes))
    }
    return objects
  }
}

/** Nodes of trees, parsed. Every read of a page passes the upper ones of its space. */
function createParsedObjects(caches: CacheBudget): ParsedObjects {
  const cache: MemoryCache<{ object: ParsedObject; byteLength: number }> = caches.create(
    'parsed-objects',
    ({ byteLength }) => byteLength * PARSED_SIZE_FACTOR,
  )
  return {
    get: (hash) => cache.get(hash)?.object,
    set: (hash, object, byteLength) => void cache.set(hash, { object, byteLength }),
  }
}

/** Every transaction locks objects in the order of their hashes: two that store the same ones cannot deadlock. */
const sortByHash = (objects: Objects) =>
  [...objects]
    .map(([hash, bytes]) => ({ hash: hashToBytes(hash), bytes }))
    .sort((one, other) => Buffer.compare(one.hash, other.hash))
