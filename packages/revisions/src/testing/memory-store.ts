import { hashOf } from '../encoding.ts'
import type { Hash } from '../encoding.ts'
import type { ObjectReader, Written } from '../objects.ts'

/** Objects in memory, with a count of what was read, in how many round trips. */
export class MemoryStore implements ObjectReader {
  readonly objects = new Map<Hash, Uint8Array>()
  objectsRead = 0
  bytesRead = 0
  roundTrips = 0

  get(hashes: readonly Hash[]): Promise<ReadonlyMap<Hash, Uint8Array>> {
    this.roundTrips += 1
    const found = new Map<Hash, Uint8Array>()
    for (const hash of hashes) {
      const bytes = this.objects.get(hash)
      if (bytes === undefined) continue
      found.set(hash, bytes)
      this.objectsRead += 1
      this.bytesRead += bytes.length
    }
    return Promise.resolve(found)
  }

  save<T extends Written>(written: T): T {
    for (const [hash, bytes] of written.objects) {
      if (hashOf(bytes) !== hash) throw new Error(`Object ${hash} is not what its hash says`)
      this.objects.set(hash, bytes)
    }
    return written
  }

  resetCounts(): void {
    this.objectsRead = 0
    this.bytesRead = 0
    this.roundTrips = 0
  }
}

export function bytesOf(written: Written): number {
  return written.objects.values().reduce((sum, bytes) => sum + bytes.length, 0)
}
