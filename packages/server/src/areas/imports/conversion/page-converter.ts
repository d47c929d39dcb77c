import { splitIntoChunks } from '../../../common/chunks.ts'
import { seconds } from '../../../common/clock.ts'
import { Invalid } from '../../../common/errors.ts'
import {
  WorkerMemoryError,
  WorkerPool,
  type WorkerSession,
  WorkerTimeoutError,
} from '../../../workers/worker-pool.ts'
import type { ConversionHandlers } from './conversion-worker.ts'
import type { ReadPage, ReadRequest, UnreadPage, WriteRequest, WrittenPage } from './types.ts'

/** Bytes of pages sent to a thread at once: enough that the transfer does not count, and little enough to overlap. */
const BATCH_BYTES = 256 * 1024
/** How many requests to write pages are sent to a thread at once. */
const WRITE_BATCH_SIZE = 64
/** How long a thread may take for what is sent to it at once. Most of it takes a second. */
const CONVERSION_TIMEOUT_MS = 60 * seconds
const CONVERSION_STACK_MB = 8

/**
 * Converts the pages of imports in threads, one thread for each import: requests go on being answered, and a page that
 * takes all memory or never ends costs its own import and nothing else.
 */
export class PageConverterPool {
  readonly #pool: WorkerPool

  constructor({ maxThreads, memoryBytes }: { maxThreads: number; memoryBytes: number }) {
    this.#pool = new WorkerPool({
      entry: new URL('./conversion-worker.ts', import.meta.url),
      maxThreads,
      timeoutMs: CONVERSION_TIMEOUT_MS,
      memoryMb: Math.ceil(memoryBytes / 1024 ** 2),
      stackMb: CONVERSION_STACK_MB,
    })
  }

  /** Waits for a thread, and gives a converter for one import. */
  async use<Result>(work: (converter: PageConverter) => Promise<Result>): Promise<Result> {
    const session = this.#pool.open<ConversionHandlers>()
    await session.ready()
    try {
      const result = await work(new PageConverter(session))
      await session.close()
      return result
    } catch (error) {
      await session.release(new Error('the conversion was stopped'))
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

/** Reads the pages of one import, and writes them as Markdown once their links are resolved. */
export class PageConverter {
  readonly #session: WorkerSession<ConversionHandlers>

  constructor(session: WorkerSession<ConversionHandlers>) {
    this.#session = session
  }

  async read(requests: ReadRequest[]): Promise<(ReadPage | UnreadPage)[]> {
    const pages: (ReadPage | UnreadPage)[] = []
    for (const batch of splitIntoChunks(requests, BATCH_BYTES, ({ body }) => body.length)) {
      pages.push(...(await this.#session.call('read', batch).catch(toInvalid)))
    }
    return pages
  }

  /** @param onProgress is told how many pages are written. */
  async write(requests: WriteRequest[], onProgress: (done: number) => Promise<void>): Promise<WrittenPage[]> {
    const pages: WrittenPage[] = []
    for (const batch of splitIntoChunks(requests, WRITE_BATCH_SIZE)) {
      await onProgress(pages.length)
      pages.push(...(await this.#session.call('write', batch).catch(toInvalid)))
    }
    return pages
  }

  /** Ends the conversion at once, also one that never ends by itself. */
  async abort(): Promise<void> {
    await this.#session.abort(new Error('the conversion was stopped'))
  }
}

function toInvalid(error: unknown): never {
  if (error instanceof WorkerTimeoutError) {
    throw new Invalid('What is to be imported takes too long to convert. Import it in parts.')
  }
  if (error instanceof WorkerMemoryError) throw new Invalid('What is to be imported is too large to convert.')
  throw error
}
