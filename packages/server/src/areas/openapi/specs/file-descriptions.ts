import type { CacheBudget, MemoryCache } from '../../../common/memory-cache.ts'
import { seconds } from '../../../common/clock.ts'
import type { PartSelection } from '../documents/dereference.ts'
import type { DescriptionReaderPool } from '../documents/description-reader.ts'
import { DescriptionError, type JsonObject } from '../documents/json-value.ts'
import type { OpenAPIDocumentCache } from './document-cache.ts'

const largestFile = 4 * 1024 * 1024
/** How long reading one may take. */
const longest = 10 * seconds
/** How long somebody waits for one; what comes later is there the next time. */
const patience = 5 * seconds

/** What was found in a file: parts of a description; nothing, for ever; or not yet. */
export type FileParts = { parts: JsonObject | undefined } | 'later'

/** Where the bytes of a file are read from, by their hash. */
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
 * Descriptions in files. The bytes of a file never change, so what was read of them is kept by their hash. They are
 * read one after the other, in a thread.
 */
export class FileDescriptions {
  readonly #deps: FileDescriptionsDependencies
  /** Blobs that are no descriptions: finding out again would take as long again. */
  readonly #refused: MemoryCache<true>
  readonly #underWay = new Map<string, Promise<string | undefined>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: FileDescriptionsDependencies) {
    this.#deps = deps
    this.#refused = deps.caches.create('openapi-errors', () => 0)
  }

  async loadParts({ blob, size }: { blob: string; size: number }, wanted: PartSelection): Promise<FileParts> {
    if (size > largestFile || this.#refused.has(blob)) return { parts: undefined }
    const reading = this.#deps.documents.get(blob, () => this.#read(blob))
    // Whoever stops waiting leaves it to go on.
    reading.catch(() => {})
    const document = await inTime(reading)
    return document === 'later' ? 'later' : { parts: document?.selectParts(wanted) }
  }

  /** Two who ask for the same one wait for one. */
  #read(blob: string): Promise<string | undefined> {
    const known = this.#underWay.get(blob)
    if (known) return known
    const reading = this.#last.then(() => this.#document(blob)).finally(() => this.#underWay.delete(blob))
    this.#last = reading.catch(() => {})
    this.#underWay.set(blob, reading)
    return reading
  }

  async #document(blob: string): Promise<string | undefined> {
    try {
      const text = textOf(await this.#deps.files.read({ blob }))
      return await this.#deps.readers.use(
        async (reader) => {
          const referencedUrls = await reader.addFile(text, undefined)
          if (referencedUrls.length > 0)
            throw new DescriptionError('UNRESOLVABLE_REFERENCE', 'It is not all there is.')
          return (await reader.bundle('')).document
        },
        { timeoutMs: longest },
      )
    } catch (error) {
      if (!(error instanceof DescriptionError)) throw error
      this.#refused.set(blob, true)
      return undefined
    }
  }
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new DescriptionError('NOT_TEXT', 'It is no text in UTF-8.')
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value | 'later'> {
  const late = Promise.withResolvers<'later'>()
  const timer = setTimeout(() => late.resolve('later'), patience)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
