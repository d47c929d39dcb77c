import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import {
  type ByteRange,
  hashBlob,
  type BlobBytes,
  type ClaimBlob,
  type FileStore,
  isBlobHash,
  type StoredBlob,
} from './file-store.ts'

/**
 * Blobs as files, in folders named by their first two digits so that none grows too large. Closed to everyone but the
 * account of Verso, like the data folder they are in.
 */
export class FolderFileStore implements FileStore {
  readonly #folder: string
  /** What is being stored at the moment, by blob. */
  readonly #writing = new Map<string, Promise<StoredBlob>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(bytes: BlobBytes, claim?: ClaimBlob): Promise<StoredBlob> {
    if (!(bytes instanceof Uint8Array)) return this.#write(bytes, claim)
    // Of bytes that are all here it is known which blob they are, and nothing is written that is there.
    const stored = { blob: hashBlob(bytes), size: bytes.byteLength }
    await claim?.(stored.blob)
    // A blob can be there before it is sure to stay.
    const same = this.#writing.get(stored.blob)
    if (same) return same
    const writing = this.size(stored.blob).then((size) =>
      size === stored.size ? stored : this.#write([bytes]),
    )
    this.#writing.set(stored.blob, writing)
    try {
      return await writing
    } finally {
      this.#writing.delete(stored.blob)
    }
  }

  async #write(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, claim?: ClaimBlob): Promise<StoredBlob> {
    // It has its name only when it is whole: written beside, flushed to the disk, then renamed.
    const unfinished = join(this.#folder, 'unfinished', newId())
    const file = await withFolder(
      () => open(unfinished, 'wx', 0o600),
      () => mkdir(join(this.#folder, 'unfinished'), { recursive: true, mode: 0o700 }),
    )
    try {
      const stored = await write(file, bytes)
      await claim?.(stored.blob)
      if ((await this.size(stored.blob)) === stored.size) {
        await rm(unfinished)
        return stored
      }
      const folder = join(this.#folder, stored.blob.slice(0, 2))
      await withFolder(
        () => rename(unfinished, this.#path(stored.blob)),
        async () => {
          if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await flush(this.#folder)
        },
      )
      await flush(folder)
      return stored
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async open(blob: string, range?: ByteRange): Promise<Readable | undefined> {
    // Opened here and not by the stream, so that a blob that is gone is an answer and not a broken one.
    const file = await open(this.#path(blob)).catch(unlessMissing)
    return file && createReadStream('', { fd: file, ...range })
  }

  async size(blob: string): Promise<number | undefined> {
    return (await stat(this.#path(blob)).catch(unlessMissing))?.size
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const folder of (await readdir(this.#folder).catch(unlessMissing)) ?? []) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const blob of await readdir(join(this.#folder, folder))) {
        const size = isBlobHash(blob) ? await this.size(blob) : undefined
        if (size !== undefined) yield { blob, size }
      }
    }
  }

  async remove(blob: string): Promise<boolean> {
    const removed = await rm(this.#path(blob)).then(() => true, unlessMissing)
    return removed ?? false
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Unavailable(`The folder for files cannot be made: ${reason}.`, { cause: error })
    }
  }

  #path(blob: string): string {
    return join(this.#folder, blob.slice(0, 2), blob)
  }
}

async function write(
  file: FileHandle,
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of bytes) {
      hash.update(piece)
      size += piece.byteLength
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { blob: hash.digest('hex'), size }
}

/** A name is on the disk when its folder is. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Most often the folder is there; where it is not, it is made, and the work done again. */
async function withFolder<Result>(
  work: () => Promise<Result>,
  make: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    unlessMissing(error)
    await make()
    return work()
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
