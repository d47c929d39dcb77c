import { LRUCache } from 'lru-cache'

/**
 * Every cache of the process, and how much of `VERSO_CACHE_SIZE` it may take, in percent. One list shows where the
 * memory goes, and no cache can grow past its share.
 */
const cacheShares = {
  /** Bodies of API responses that never change, as bytes. */
  responses: 8,
  /** Objects that revisions are made of. */
  objects: 6,
  /** Nodes of the trees of revisions, parsed. */
  'parsed-objects': 6,
  revisions: 2,
  /** Documents parsed from Markdown. */
  documents: 6,
  /** Documents with links resolved and reusable content in place. */
  'resolved-documents': 5,
  /** The words of pages that comments are on. */
  'page-words': 1,
  /** Pages that people are writing, at their last version. */
  'live-pages': 2,
  /** Which revisions the lines of pages came with. */
  'line-origins': 1,
  /** Why a text cannot be parsed. */
  'parse-errors': 1,
  /** The pages of a revision, as the API lists them for visitors. */
  'page-trees': 2,
  /** The same for everybody else, as compressed JSON. A list that does not fit is made anew as a whole after each merge. */
  'page-fragments': 15,
  'page-paths': 2,
  'link-outlines': 2,
  'link-targets': 3,
  'link-usages': 2,
  'link-sources': 2,
  /** What visitors see of revisions. */
  'visible-content': 2,
  embeds: 1,
  /** Players of embeds, as their providers describe them. */
  'embed-players': 1,
  /** Why a PDF cannot be made. */
  'pdf-refusals': 1,
  'openapi-documents': 3,
  'openapi-texts': 1,
  /** Files that are no OpenAPI document. */
  'openapi-errors': 1,
  /** OpenAPI documents as renderers read them. */
  'openapi-specifications': 1,
  /** What differs between versions of an OpenAPI spec. */
  'openapi-changes': 1,
  'searchable-spaces': 1,
  'search-indexes': 1,
  'search-viewers': 1,
  /** Published pages as HTML. */
  'published-pages': 5,
  /** What published texts ask about their visitors. */
  'visitor-questions': 1,
  /** Markdown, feeds and maps of published sites. */
  'derived-texts': 2,
  /** Published texts with their compressed forms. */
  'published-texts': 2,
  'published-sites': 1,
  'site-styles': 1,
  'site-frames': 1,
  'site-profiles': 1,
  'site-responses': 1,
  'published-trees': 2,
  'page-indexes': 2,
} as const satisfies Record<string, number>

export type CacheName = keyof typeof cacheShares

/** An entry also takes room for its key and for the bookkeeping. */
const ENTRY_BYTES = 200

/** Divides one amount of memory among the caches of a process. */
export class CacheBudget {
  readonly #totalBytes: number
  readonly #caches: { name: CacheName; readStatistics: () => CacheStatistics }[] = []

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes
  }

  /** @param sizeOf the bytes that a value takes, roughly. */
  create<Value extends object | string | true>(
    name: CacheName,
    sizeOf: (value: Value) => number,
    options: { ttlMs?: number } = {},
  ): MemoryCache<Value> {
    const maxBytes = Math.floor((this.#totalBytes * cacheShares[name]) / 100)
    const cache = new MemoryCache(maxBytes, sizeOf, options)
    this.#caches.push({ name, readStatistics: () => cache.readStatistics() })
    return cache
  }

  /** How each cache is used. */
  listStatistics(): ({ name: CacheName } & CacheStatistics)[] {
    return this.#caches.map(({ name, readStatistics }) => ({ name, ...readStatistics() }))
  }
}

export interface CacheStatistics {
  hits: number
  misses: number
  bytes: number
}

/** Values by key, those used last, up to a number of bytes. */
export class MemoryCache<Value extends object | string | true> {
  readonly #values: LRUCache<string, Value>
  readonly #pending = new Map<string, Promise<Value>>()
  readonly #sizeOf: (value: Value) => number
  #hits = 0
  #misses = 0

  constructor(maxBytes: number, sizeOf: (value: Value) => number, { ttlMs }: { ttlMs?: number } = {}) {
    this.#sizeOf = sizeOf
    this.#values = new LRUCache({
      ...(ttlMs !== undefined && { ttl: ttlMs }),
      maxSize: Math.max(maxBytes, 1),
      sizeCalculation: (value, key) => sizeOf(value) + key.length + ENTRY_BYTES,
    })
  }

  get(key: string): Value | undefined {
    return this.#count(this.#values.get(key))
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  set(key: string, value: Value): Value {
    this.#values.set(key, value)
    return value
  }

  /** Whether a value is small enough to be cached at all. */
  canHold(key: string, value: Value): boolean {
    return this.#sizeOf(value) + key.length + ENTRY_BYTES <= this.#values.maxSize
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  /**
   * The value in the cache, or the one that `create` makes. Callers that ask for one key at the same time share one
   * call of `create`. A value that is not cacheable is for those who wait for it only.
   */
  getOrCreate(
    key: string,
    create: () => Promise<{ value: Value; isCacheable?: boolean }>,
  ): Value | Promise<Value> {
    const known = this.#count(this.#values.get(key) ?? this.#pending.get(key))
    if (known) return known
    const pending = create()
      .then(({ value, isCacheable = true }) => (isCacheable ? this.set(key, value) : value))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, pending)
    return pending
  }

  readStatistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#values.calculatedSize }
  }

  #count<Result>(result: Result): Result {
    if (result === undefined) this.#misses++
    else this.#hits++
    return result
  }
}
