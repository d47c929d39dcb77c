import type { Readable } from 'node:stream'
import { QueryBatcher } from '../../../common/query-batcher.ts'
import { type Database, sql } from '../../../database/database.ts'
import type { ByteRange, Bytes, FileStore, StoredBlob } from '../../../storage/file-store.ts'

/**
 * A file store whose blobs the collector (`content/collector.ts`) removes when nothing names them. Whoever stores one
 * that waits to be removed keeps it; while it is being removed they wait, and store it anew.
 */
export class ClaimingStore implements FileStore {
  readonly #store: FileStore
  /** Whoever brings in a repository stores hundreds at a time. */
  readonly #claims: QueryBatcher<string, true>

  constructor(store: FileStore, database: Database) {
    this.#store = store
    this.#claims = new QueryBatcher(async (blobs) => {
      // In one order, so that two who claim the same do not wait for each other.
      await database.execute(sql`
        delete from unnamed_blobs where blob in (
          select blob from unnamed_blobs where blob = any(${blobs}::text[]) order by blob for update
        )`)
      return blobs.map(() => true)
    })
  }

  put(bytes: Bytes): Promise<StoredBlob> {
    return this.#store.put(bytes, async (blob) => {
      await this.#claims.add(blob)
    })
  }

  open(blob: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#store.open(blob, range)
  }

  size(blob: string): Promise<number | undefined> {
    return this.#store.size(blob)
  }

  list(): AsyncIterable<StoredBlob> {
    return this.#store.list()
  }

  remove(blob: string): Promise<boolean> {
    return this.#store.remove(blob)
  }

  check(): Promise<void> {
    return this.#store.check()
  }
}
