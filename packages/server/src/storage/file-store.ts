import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/**
 * Terminology
 *
 * - **blob**: the bytes of a file, identified by their SHA-256 in hexadecimal. Equal bytes are stored once, and a blob
 *   never changes.
 * - **file store**: the place for blobs, which is a folder or a bucket of a service with the S3 API.
 */
export interface FileStore {
  /**
   * Stores bytes. Once it returns, they survive a power cut.
   *
   * @param claim is called as soon as the hash is known, before the store checks whether it has the blob. Otherwise the
   *   garbage collector could delete the blob after that check.
   */
  put(bytes: BlobBytes, claim?: ClaimBlob): Promise<StoredBlob>
  /** Opens the bytes of a blob, or those of a range. Returns undefined if there is no such blob. */
  open(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** Returns the size of a blob, or undefined if there is no such blob. */
  size(blob: string): Promise<number | undefined>
  /** Lists all blobs in no particular order. */
  list(): AsyncIterable<StoredBlob>
  /** Removes a blob. Returns whether it existed. */
  remove(blob: string): Promise<boolean>
  /** Throws if the store cannot be used, with a message for the person who configured it. */
  check(): Promise<void>
}

export type ClaimBlob = (blob: string) => Promise<void>

/** The bytes of a blob, whole or as a stream. */
export type BlobBytes = Uint8Array | AsyncIterable<Uint8Array>

export interface StoredBlob {
  blob: string
  size: number
}

/** The positions of the first and the last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export const hashBlob = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Whether a text has the form of a blob's hash. Nothing else may reach a store, where it could be a path. */
export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Reads a blob into memory. Throws if it does not exist. */
export async function readBlob(store: FileStore, blob: string): Promise<Buffer> {
  const stream = await store.open(blob)
  if (!stream) throw new Error(`the file store has lost ${blob}`)
  return buffer(stream)
}
