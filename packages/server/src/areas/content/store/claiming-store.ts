import type { Readable } from 'node:stream'
import { QueryBatcher } from '../../../common/query-batcher.ts'
import type { Database } from '../../../database/database.ts'
import type { BlobBytes, ByteRange, FileStore, StoredBlob } from '../../../storage/file-store.ts'
import type { GarbageRepository } from './garbage-repository.ts'

/**
 * A file store that claims every blob it stores: a claim tells the garbage collector (`garbage-collector.ts`) that a blob
 * which it has marked for removal is needed again. While a blob is being removed, a claim waits, and the blob is then
 * stored again.
 */
export class ClaimingStore implements FileStore {
  readonly #store: FileStore
  /** Claims are sent in batches, because an import stores hundreds of files at a time. */
  readonly #claims: QueryBatcher<string, true>

  constructor(store: FileStore, database: Database, repository: GarbageRepository) {
    this.#store = store
    this.#claims = new QueryBatcher(async (blobs) => {
      await repository.claimBlobs(database, blobs)
      return blobs.map(() => true)
    })
  }

  put(bytes: BlobBytes): Promise<StoredBlob> {
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
