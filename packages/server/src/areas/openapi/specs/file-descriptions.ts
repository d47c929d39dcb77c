import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { seconds } from '../../../common/clock.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import { DescriptionError, type JsonObject } from '../documents/json-value.ts'
import type { OpenAPIDocumentCache } from './document-cache.ts'

const MAX_FILE_BYTES = 4 * 1024 * 1024
/** How long parsing a file may take. */
const PARSE_TIMEOUT_MS = 10 * seconds
/** How long a request waits for a file. Parsing goes on, so that the next request finds the result. */
const WAIT_TIMEOUT_MS = 5 * seconds

/** The parts of the description in a file; undefined if the file is not a description; `later` if it is not parsed yet. */
export type FileParts = { parts: JsonObject | undefined } | 'later'

/** Reads the bytes of a file by their hash. */
export interface BlobReader {
  read(file: { blob: string }): Promise<Buffer>
}

interface FileDescriptionsDependencies {
  files: BlobReader
  documents: OpenAPIDocumentCache
  readers: DescriptionReaderPool
  caches: CacheBudget
}

/**
 * Reads descriptions from uploaded files. The bytes of a blob never change, so its document is cached by its hash. Files
 * are parsed one after the other, in a worker thread.
 */
export class FileDescriptions {
  readonly #deps: FileDescriptionsDependencies
  /** Blobs that are not descriptions, so that they are not parsed again. */
  readonly #invalidBlobs: MemoryCache<true>
  readonly #pendingReads = new Map<string, Promise<string | undefined>>()
  #lastRead: Promise<unknown> = Promise.resolve()

  constructor(deps: FileDescriptionsDependencies) {
    this.#deps = deps
    this.#invalidBlobs = deps.caches.create('openapi-errors', () => 0)
  }

  async loadParts(
    { blob, size }: { blob: string; size: number },
    selection: PartSelection,
  ): Promise<FileParts> {
    if (size > MAX_FILE_BYTES || this.#invalidBlobs.has(blob)) return { parts: undefined }
    const reading = this.#deps.documents.get(blob, () => this.#readOnce(blob))
    // After the timeout nobody awaits it: a failure must not count as unhandled.
    reading.catch(() => {})
    const document = await waitWithTimeout(reading)
    return document === 'later' ? 'later' : { parts: document?.selectParts(selection) }
  }

  /** Concurrent requests for one blob share its reading. */
  #readOnce(blob: string): Promise<string | undefined> {
    const pending = this.#pendingReads.get(blob)
    if (pending) return pending
    const reading = this.#lastRead
      .then(() => this.#readDocument(blob))
      .finally(() => this.#pendingReads.delete(blob))
    this.#lastRead = reading.catch(() => {})
    this.#pendingReads.set(blob, reading)
    return reading
  }

  async #readDocument(blob: string): Promise<string | undefined> {
    try {
      const text = decodeText(await this.#deps.files.read({ blob }))
      return await this.#deps.readers.use(
        async (reader) => {
          const referencedUrls = await reader.addFile(text, undefined)
          if (referencedUrls.length > 0)
            throw new DescriptionError('UNRESOLVABLE_REFERENCE', 'The description refers to other files.')
          return (await reader.bundle('')).document
        },
        { timeoutMs: PARSE_TIMEOUT_MS },
      )
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error
      this.#invalidBlobs.set(blob, true)
      return undefined
    }
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DescriptionError('NOT_TEXT', 'The file is not UTF-8 text.')
  }
}

async function waitWithTimeout<Value>(work: Promise<Value>): Promise<Value | 'later'> {
  const timeout = Promise.withResolvers<'later'>()
  const timer = setTimeout(() => timeout.resolve('later'), WAIT_TIMEOUT_MS)
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}
