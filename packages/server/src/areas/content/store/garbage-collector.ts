import { type Hash, readReferences } from '@verso/revisions'
import { type Clock, days, hours } from '../../../common/clock.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { FileStore } from '../../../storage/file-store.ts'
import type { GarbageRepository, ReachedObject } from './garbage-repository.ts'
import { hashToBytes } from './hashes.ts'

/** How long content must have been marked before it is removed: less than a day, so that the next night removes it. */
const GRACE_PERIOD_MS = 20 * hours
/** For how long after the removal of a space the collector runs every night. */
const ACTIVE_AFTER_REMOVAL_MS = 3 * days
const REMOVAL_RETENTION_MS = 30 * days
/** How many objects are read, or rows deleted, by one statement. */
const BATCH_SIZE = 500

interface GarbageCollectorDependencies {
  database: Database
  repository: GarbageRepository
  store: FileStore
  clock: Clock
}

/**
 * Removes content that no revision reaches any more: that of removed spaces, files stored for a change that was rejected,
 * outdated PDFs.
 *
 * Content is shared between revisions, and others write while the collector reads. So content is not removed when it is
 * first found unreached, but marked, and removed a night later if it is still unreached and nobody has stored it again.
 * Storing something that exists already takes the mark off (`ObjectStore.save`, `ClaimingStore.put`). Content that a new
 * revision has without storing it comes from an older revision that was there when the new one was made, and so on back
 * to one that was there when the collector read the roots.
 */
export class GarbageCollector {
  readonly #deps: GarbageCollectorDependencies

  constructor(deps: GarbageCollectorDependencies) {
    this.#deps = deps
  }

  /** The nightly job. It walks through all content on Sundays, and every night while a removal is recent. */
  async collectDue(): Promise<void> {
    const now = this.#deps.clock.now()
    const since = new Date(now.getTime() - ACTIVE_AFTER_REMOVAL_MS)
    const isRemovalRecent = await this.#deps.repository.hasRemovalSince(this.#deps.database, since)
    if (isRemovalRecent || now.getUTCDay() === 0) await this.collect()
  }

  async collect(): Promise<void> {
    const now = this.#deps.clock.now()
    const before = new Date(now.getTime() - GRACE_PERIOD_MS)
    const unnamedBlobs = await this.#mark(now)
    await this.#removeObjects(before)
    await this.#removeBlobs(unnamedBlobs, before)
  }

  /** Deletes the records of removed spaces that no collection needs any more. */
  async deleteOldRemovals(now: Date): Promise<void> {
    const before = new Date(now.getTime() - REMOVAL_RETENTION_MS)
    await this.#deps.repository.deleteRemovalsBefore(this.#deps.database, before)
  }

  /** Marks the objects that are unreached, takes the mark off the others, and returns the blobs that nothing names. */
  #mark(now: Date): Promise<string[]> {
    const { database, repository, store } = this.#deps
    return database.transaction(async (tx) => {
      await repository.createMarkTables(tx)
      // The blobs are listed before the names are read: one that is stored in between is not taken for unnamed.
      const unnamedBlobs = new Set<string>()
      for await (const { blob } of store.list()) unnamedBlobs.add(blob)
      await this.#markReached(tx)
      await repository.markUnreachedObjects(tx, now)
      for (const blob of await repository.listNamedBlobs(tx)) unnamedBlobs.delete(blob)
      return [...unnamedBlobs]
    })
  }

  /** Follows all revisions from their roots. */
  async #markReached(tx: Transaction): Promise<void> {
    const { repository } = this.#deps
    await repository.insertRoots(tx)
    let objects = await repository.takeUnfollowed(tx, BATCH_SIZE)
    while (objects.length > 0) {
      const { parts, blobs } = await findNamedParts(objects)
      await repository.insertReached(tx, parts)
      await repository.insertNamedBlobs(tx, blobs)
      objects = await repository.takeUnfollowed(tx, BATCH_SIZE)
    }
    await repository.insertBlobsNamedElsewhere(tx)
    await repository.insertPictureSizes(tx)
  }

  async #removeObjects(before: Date): Promise<void> {
    const { database, repository } = this.#deps
    let count: number
    do count = await repository.deleteUnreachedObjects(database, before, BATCH_SIZE)
    while (count > 0)
    await repository.deleteLinksOfDeletedDocuments(database)
  }

  async #removeBlobs(unnamedBlobs: readonly string[], before: Date): Promise<void> {
    const { database, repository, store, clock } = this.#deps
    await repository.markUnnamedBlobs(database, unnamedBlobs, clock.now())
    for (const blob of await repository.listUnnamedBlobs(database, before)) {
      await database.transaction(async (tx) => {
        // Whoever stores the blob now waits for this transaction, and stores it after it was removed.
        if (await repository.deleteUnnamedBlob(tx, blob, before)) await store.remove(blob)
      })
    }
  }
}

/** The objects and blobs that some objects name. Documents name nothing, so they count as followed. */
async function findNamedParts(objects: readonly ReachedObject[]) {
  const parts: { hash: Hash; part: string; followed: boolean }[] = []
  const blobs = new Set<string>()
  for (const { hash, part, bytes } of objects) {
    // Nothing may be removed: what the missing object names would be taken for unreached.
    if (!bytes) throw new Error(`the object ${hashToBytes(hash).toString('hex')} is missing`)
    const named = await readReferences(hash, part, bytes)
    parts.push(...named.objects.map((object) => ({ ...object, followed: false })))
    parts.push(...named.documents.map((document) => ({ hash: document, part: 'document', followed: true })))
    for (const blob of named.blobs) blobs.add(blob)
  }
  return { parts, blobs: [...blobs] }
}
