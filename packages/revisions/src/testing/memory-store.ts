import { hashObject } from '../encoding.ts'
import type { Hash } from '../encoding.ts'
import type { ObjectReader, WrittenRevision } from '../workspace.ts'

/** A store in memory that counts the objects and bytes read and the round trips. */
export class MemoryStore implements ObjectReader {
  readonly objects = new Map<Hash, Uint8Array>()
  objectsRead = 0
  bytesRead = 0
  roundTrips = 0

  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    this.roundTrips += 1
    const foundObjects = new Map<Hash, Uint8Array>()
    for (const hash of hashes) {
      const bytes = this.objects.get(hash)
      if (bytes === undefined) continue
      foundObjects.set(hash, bytes)
      this.objectsRead += 1
      this.bytesRead += bytes.length
    }
    return Promise.resolve(foundObjects)
  }

  save<T extends WrittenRevision>(writtenRevision: T): T {
    for (const [hash, bytes] of writtenRevision.objects) {
      if (hashObject(bytes) !== hash) throw new Error(`The bytes of object ${hash} have another hash`)
      this.objects.set(hash, bytes)
    }
    return writtenRevision
  }

  resetCounts(): void {
    this.objectsRead = 0
    this.bytesRead = 0
    this.roundTrips = 0
  }
}

export function countBytes(writtenRevision: WrittenRevision): number {
  return writtenRevision.objects.values().reduce((sum, bytes) => sum + bytes.length, 0)
}
