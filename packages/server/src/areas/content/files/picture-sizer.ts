import { type ChildProcess, fork } from 'node:child_process'
import type { FileRecord } from '@verso/revisions'
import { type Clock, seconds } from '../../../common/clock.ts'
import { FairQueue, FairQueueFullError } from '../../../common/fair-queue.ts'
import type { Database } from '../../../database/database.ts'
import { type FileStore, readBlob } from '../../../storage/file-store.ts'
import type { PictureSizeRepository } from './repository.ts'
import { listPictureWidths } from './picture-widths.ts'
import type { ResizeMessage, ResizeResult } from './resize-process.ts'
import type { Download } from './service.ts'

/** How many pictures are made at the same time. */
const RESIZE_PROCESSES = 2
const RESIZE_TIMEOUT_MS = 20 * seconds
/** How many pictures of one organization may wait. Readers of further ones get the original. */
const MAX_WAITING_PER_ORGANIZATION = 100

/** A picture in the size that was asked for, or the original in its place. */
export interface SizedPicture {
  download: Download
  /** False where the size could not be made now, but later: nobody may keep the original in its place. */
  isLasting: boolean
}

interface PictureSizerDependencies {
  database: Database
  repository: PictureSizeRepository
  store: FileStore
  clock: Clock
}

/**
 * Makes narrower versions of pictures when they are first asked for, and keeps them by the hash of the original. Each is
 * made in a process of its own: decoders are native code, and if a hostile picture makes one crash, take all memory or
 * never end, only that process is lost, and the picture is not tried again.
 */
export class PictureSizer {
  readonly #deps: PictureSizerDependencies
  readonly #queue = new FairQueue({
    concurrency: RESIZE_PROCESSES,
    maxWaitingPerOwner: MAX_WAITING_PER_ORGANIZATION,
  })
  /** The pictures that are being made: requests for one share the work. */
  readonly #pendingPictures = new Map<string, Promise<SizedPicture>>()
  readonly #children = new Set<ChildProcess>()
  #isClosed = false

  constructor(deps: PictureSizerDependencies) {
    this.#deps = deps
  }

  /** The original where pages offer no such width of it, and where it cannot be made. */
  async findPicture(file: FileRecord, width: number, organizationId: string): Promise<SizedPicture> {
    if (!listPictureWidths(file).includes(width)) return { download: file, isLasting: true }
    const key = `${file.blob} ${width}`
    const pendingPicture = this.#pendingPictures.get(key)
    if (pendingPicture) return pendingPicture
    const finding = this.#findOrMake(file, width, organizationId).finally(() =>
      this.#pendingPictures.delete(key),
    )
    this.#pendingPictures.set(key, finding)
    return finding
  }

  /** Ends the processes that are at work. */
  close(): void {
    this.#isClosed = true
    for (const child of this.#children) child.kill('SIGKILL')
  }

  async #findOrMake(file: FileRecord, width: number, organizationId: string): Promise<SizedPicture> {
    const { database, repository } = this.#deps
    const knownSize = await repository.find(database, file.blob, width)
    if (knownSize) return { download: describeDownload(file, knownSize), isLasting: true }
    try {
      return await this.#queue.run(organizationId, () => this.#make(file, width))
    } catch (error) {
      if (error instanceof FairQueueFullError) return { download: file, isLasting: false }
      throw error
    }
  }

  async #make(file: FileRecord, width: number): Promise<SizedPicture> {
    const { database, repository, store, clock } = this.#deps
    const original = await readBlob(store, file.blob)
    if (this.#isClosed) return { download: file, isLasting: false }
    const bytes = await this.#resize({ bytes: original, width })
    if (this.#isClosed) return { download: file, isLasting: false }
    const narrowPicture = bytes ? await store.put(bytes) : { blob: null, size: null }
    await repository.insert(database, { source: file.blob, width, ...narrowPicture }, clock.now())
    return { download: describeDownload(file, narrowPicture), isLasting: true }
  }

  /** The bytes of the narrower picture. Undefined if there is none, also because its process crashed or was ended. */
  async #resize(message: ResizeMessage): Promise<Uint8Array | undefined> {
    const child = fork(new URL('./resize-process.ts', import.meta.url), [], {
      serialization: 'advanced',
      // The child gets none of the server's settings, which hold secrets.
      env: { PATH: process.env['PATH'] },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#children.add(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), RESIZE_TIMEOUT_MS)
    const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>()
    child.once('message', ({ bytes }: ResizeResult) => resolve(bytes))
    child.once('error', () => resolve(undefined))
    child.once('exit', () => resolve(undefined))
    child.send(message, (error) => error && resolve(undefined))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      child.kill('SIGKILL')
      this.#children.delete(child)
    }
  }
}

/** What is sent: the narrower picture under the name of the original, or the original. */
function describeDownload(
  file: FileRecord,
  { blob, size }: { blob: string | null; size: number | null },
): Download {
  if (blob === null || size === null) return file
  return {
    blob,
    size,
    name: `${file.name.replace(/\.[^.]*$/, '')}.webp`,
    contentType: 'image/webp',
  }
}
