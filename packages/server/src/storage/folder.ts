import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Unavailable } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import {
  type ByteRange,
  type Bytes,
  type Claim,
  type FileStore,
  isBlob,
  type StoredBlob,
} from './file-store.ts'

/**
 * Blobs as files, in folders named by their first two digits so that none grows too large. Closed to everyone but the
 * account of Verso, like the data folder they are in.
 */
export class FolderStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(bytes: Bytes, claim?: Claim): Promise<StoredBlob> {
    // It has its name only when it is whole: written beside, flushed to the disk, then renamed.
    const unfinished = join(this.#folder, 'unfinished', newId())
    await mkdir(join(this.#folder, 'unfinished'), { recursive: true, mode: 0o700 })
    try {
      const stored = await write(unfinished, bytes)
      await claim?.(stored.blob)
      if ((await this.size(stored.blob)) === stored.size) {
        await rm(unfinished)
        return stored
      }
      const folder = join(this.#folder, stored.blob.slice(0, 2))
      if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await flush(this.#folder)
      await rename(unfinished, this.#path(stored.blob))
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
        const size = isBlob(blob) ? await this.size(blob) : undefined
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

async function write(path: string, bytes: Bytes): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
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

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
