import { emptyRevision, type Hash, type ObjectReader } from '@verso/revisions'
import { LRUCache } from 'lru-cache'
import { splitIntoChunks } from '../../../common/chunks.ts'
import { type Queryable, sql } from '../../../database/database.ts'

/**
 * The objects that revisions are made of, in the database and, those used last, in memory. An object never
 * changes, so what is in memory is never wrong, in any process.
 */
export class ObjectStore {
  readonly #cache: LRUCache<Hash, Uint8Array>

  constructor({ cacheBytes = 64 * 1024 * 1024 }: { cacheBytes?: number } = {}) {
    this.#cache = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (bytes) => bytes.byteLength + 100 })
  }

  /** What `packages/revisions` reads with. */
  createReader(on: Queryable): ObjectReader {
    return { get: (hashes) => this.#get(on, hashes) }
  }

  /**
   * Stores objects; those that are there already cost nothing but the look. One that nothing reached until now is
   * wanted again: that is said before looking whether it is there, so that it is kept or stored anew.
   */
  async save(on: Queryable, objects: ReadonlyMap<Hash, Uint8Array>): Promise<void> {
    const parcels = splitIntoChunks(inOrder(objects), largestParcel, ({ bytes }) => bytes.byteLength)
    for (const parcel of parcels) {
      const hashes = parcel.map(({ hash }) => hash)
      const bytes = parcel.map((object) => object.bytes)
      const lengths = bytes.map(({ byteLength }) => byteLength)
      // Bytes that travel as one parameter travel as they are; those of an array are written out in hexadecimal, which
      // takes PostgreSQL five times as long to read as to store.
      await on.execute(sql`
        with wanted as (
          update objects set unreached_since = null
          where hash = any(${hashes}::bytea[]) and unreached_since is not null
        )
        insert into objects (hash, bytes)
        select hash, substring(${Buffer.concat(bytes)}::bytea from start for length)
        from unnest(${hashes}::bytea[], ${startsOf(lengths)}::integer[], ${lengths}::integer[])
          as given (hash, start, length)
        on conflict do nothing`)
    }
  }

  async #get(on: Queryable, hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    const found = new Map<Hash, Uint8Array>()
    const missing: Hash[] = []
    for (const hash of hashes) {
      const bytes = this.#cache.get(hash)
      if (bytes) found.set(hash, bytes)
      else missing.push(hash)
    }
    if (missing.length === 0) return found
    const rows = await on.rows<{ hash: Buffer; bytes: Buffer }>(sql`
      select hash, bytes from objects where hash = any(${missing.map(hashToBytes)}::bytea[])`)
    for (const row of rows) {
      const hash = bytesToHash(row.hash)
      found.set(hash, row.bytes)
      this.#cache.set(hash, row.bytes)
    }
    return found
  }
}

/** So many bytes are sent at once. */
const largestParcel = 32 * 1024 * 1024

/** In one order for everybody: those who store the same at the same time wait for each other in no circle. */
const inOrder = (objects: ReadonlyMap<Hash, Uint8Array>) =>
  [...objects]
    .map(([hash, bytes]) => ({ hash: hashToBytes(hash), bytes }))
    .sort((one, other) => Buffer.compare(one.hash, other.hash))

/** Where each of the pieces begins, counted from one. */
function startsOf(lengths: readonly number[]): number[] {
  let next = 1
  return lengths.map((length) => {
    const start = next
    next += length
    return start
  })
}

/** The content with nothing in it, which the migrations have stored. */
export const emptyContent: Hash = emptyRevision().root

/** Hashes are text in the packages and bytes in the database. */
export const hashToBytes = (hash: Hash): Buffer => Buffer.from(hash, 'base64url')
export const bytesToHash = (bytes: Buffer): Hash => bytes.toString('base64url')
