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
 * Stores blobs as files, in folders that are named by the first two digits so that none grows too large. Only the account
 * that Verso runs under can read them.
 */
export class FolderFileStore implements FileStore {
  readonly #folder: string
  /** The writes that are in progress, by blob. */
  readonly #pendingWrites = new Map<string, Promise<StoredBlob>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(bytes: BlobBytes, claim?: ClaimBlob): Promise<StoredBlob> {
    if (!(bytes instanceof Uint8Array)) return this.#write(bytes, claim)
    // The hash of bytes in memory is known before anything is written, so an existing blob is not written again.
    const storedBlob = { blob: hashBlob(bytes), size: bytes.byteLength }
    await claim?.(storedBlob.blob)
    // The file of a blob exists before it is flushed to the disk, so a write in progress has to be waited for.
    const currentWrite = this.#pendingWrites.get(storedBlob.blob)
    if (currentWrite) return currentWrite
    const writing = this.size(storedBlob.blob).then((size) =>
      size === storedBlob.size ? storedBlob : this.#write([bytes]),
    )
    this.#pendingWrites.set(storedBlob.blob, writing)
    try {
      return await writing
    } finally {
      this.#pendingWrites.delete(storedBlob.blob)
    }
  }

  async #write(
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    claim?: ClaimBlob,
  ): Promise<StoredBlob> {
    // The blob is written to another file, flushed to the disk and then renamed, so that a file with its name is complete.
    const unfinished = join(this.#folder, 'unfinished', newId())
    const file = await withFolder(
      () => open(unfinished, 'wx', 0o600),
      () => mkdir(join(this.#folder, 'unfinished'), { recursive: true, mode: 0o700 }),
    )
    try {
      const storedBlob = await write(file, bytes)
      await claim?.(storedBlob.blob)
      if ((await this.size(storedBlob.blob)) === storedBlob.size) {
        await rm(unfinished)
        return storedBlob
      }
      const folder = join(this.#folder, storedBlob.blob.slice(0, 2))
      await withFolder(
        () => rename(unfinished, this.#path(storedBlob.blob)),
        async () => {
          if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
            await flushFolder(this.#folder)
        },
      )
      await flushFolder(folder)
      return storedBlob
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }

  async open(blob: string, range?: ByteRange): Promise<Readable | undefined> {
    // The file is opened here and not by the stream, so that a missing blob gives undefined and not a stream that fails.
    const file = await open(this.#path(blob)).catch(ignoreMissing)
    return file && createReadStream('', { fd: file, ...range })
  }

  async size(blob: string): Promise<number | undefined> {
    return (await stat(this.#path(blob)).catch(ignoreMissing))?.size
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const folder of (await readdir(this.#folder).catch(ignoreMissing)) ?? []) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue
      for (const blob of await readdir(join(this.#folder, folder))) {
        const size = isBlobHash(blob) ? await this.size(blob) : undefined
        if (size !== undefined) yield { blob, size }
      }
    }
  }

  async remove(blob: string): Promise<boolean> {
    const isRemoved = await rm(this.#path(blob)).then(() => true, ignoreMissing)
    return isRemoved ?? false
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Unavailable(`The folder for files cannot be created: ${reason}.`, { cause: error })
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

/** Flushes a folder to the disk. Until then, a file that was renamed into it may be lost in a power cut. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Does work in a folder. If the folder does not exist, creates it and does the work again. */
async function withFolder<Result>(
  work: () => Promise<Result>,
  createFolder: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    ignoreMissing(error)
    await createFolder()
    return work()
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
