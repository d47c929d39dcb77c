import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/**
 * Terminology
 *
 * - **blob**: the bytes of a file, known by the SHA-256 of them in hexadecimal. Bytes that are stored twice are there
 *   once, and never change.
 * - **file store**: where blobs are: a folder, or a bucket of something that speaks S3.
 */
export interface FileStore {
  /**
   * Stores bytes. When this is done they are there, also after a power cut.
   *
   * @param claim is called as soon as it is known which blob they are, before anyone looks whether that is there.
   */
  put(bytes: BlobBytes, claim?: ClaimBlob): Promise<StoredBlob>
  /** The bytes, or those of the range; undefined when there is no such blob. */
  open(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** Undefined when there is no such blob. */
  size(blob: string): Promise<number | undefined>
  /** All there are, in no order. */
  list(): AsyncIterable<StoredBlob>
  /** Whether it was there. */
  remove(blob: string): Promise<boolean>
  /** Throws when nothing could be stored, in words for whoever set it up. */
  check(): Promise<void>
}

export type ClaimBlob = (blob: string) => Promise<void>

/** All at once or piece by piece. */
export type BlobBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface StoredBlob {
  blob: string
  size: number
}

/** From the first byte to the last, both included. */
export interface ByteRange {
  start: number
  end: number
}

export const hashBlob = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What could be a blob. Everything else never reaches a store, where it could be a path. */
export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** The bytes of a blob in memory; it must be there. */
export async function readBlob(store: FileStore, blob: string): Promise<Buffer> {
  const stream = await store.open(blob)
  if (!stream) throw new Error(`the file store has lost ${blob}`)
  return buffer(stream)
}
