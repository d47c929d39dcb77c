import {
  WorkerMemoryError,
  WorkerPool,
  type WorkerSession,
  WorkerTimeoutError,
} from '../../../workers/worker-pool.ts'
import type { DescriptionChanges } from './compare-descriptions.ts'
import type { DescriptionHandlers } from './description-worker.ts'
import { DescriptionError } from './json-value.ts'
import type { DescriptionFormat } from './parse-description.ts'
import type { DescriptionProblem } from './validate-description.ts'

/** A description in one document. */
export interface BundledDescription {
  /** An OpenAPI 3 document, in JSON. */
  document: string
  /** What its pages say, in JSON: `DescriptionTexts`. */
  texts: string
  /** What the first file was written in. */
  format: DescriptionFormat
  problems: DescriptionProblem[]
}

const READ_TIMEOUT_MS = 60_000
const READ_MEMORY_MB = 768
const READ_STACK_MB = 8
const MAX_THREADS = 2

/**
 * Reads OpenAPI descriptions in threads: megabytes of YAML take seconds, and nobody else waits for them. A description
 * that takes too long or too much memory is refused.
 */
export class DescriptionReaderPool {
  readonly #pool: WorkerPool

  /** @param timeoutMs how long each step of reading a description may take. */
  constructor({ timeoutMs = READ_TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    this.#pool = new WorkerPool({
      entry: new URL('./description-worker.ts', import.meta.url),
      maxThreads: MAX_THREADS,
      timeoutMs,
      memoryMb: READ_MEMORY_MB,
      stackMb: READ_STACK_MB,
    })
  }

  /** Gives a reader for one description. */
  async use<Result>(
    work: (reader: DescriptionReader) => Promise<Result>,
    { timeoutMs }: { timeoutMs?: number } = {},
  ): Promise<Result> {
    const session = this.#pool.open<DescriptionHandlers>({ timeoutMs })
    try {
      const result = await work(new DescriptionReader(session))
      await session.close()
      return result
    } catch (error) {
      // The thread may be busy with a file that nobody waits for any more.
      await session.release(new Error('the description is no longer read'))
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

/** Reads the files of one description, one after another. */
export class DescriptionReader {
  readonly #session: WorkerSession<DescriptionHandlers>

  constructor(session: WorkerSession<DescriptionHandlers>) {
    this.#session = session
  }

  /** Adds a file; the first one is where the description begins. Returns the URLs of the files that it refers to. */
  async addFile(text: string, url: string | undefined): Promise<string[]> {
    const result = await this.#session.call('addFile', { text, url }).catch(toDescriptionError)
    if ('refusal' in result) throw new DescriptionError(result.refusal.code, result.refusal.message)
    return result.referencedUrls
  }

  /** @param spec the name of the description in the texts of its pages. */
  async bundle(spec: string): Promise<BundledDescription> {
    const result = await this.#session.call('bundle', { spec }).catch(toDescriptionError)
    if ('refusal' in result) throw new DescriptionError(result.refusal.code, result.refusal.message)
    return result
  }

  /** Adds to a bundled document, in JSON, what its descriptions are as HTML. */
  addDescriptionHtml(document: string): Promise<string> {
    return this.#session.call('addDescriptionHtml', { document })
  }

  /** Compares two bundled documents, in JSON. */
  compare(before: string, after: string): Promise<DescriptionChanges> {
    return this.#session.call('compare', { before, after })
  }
}

function toDescriptionError(error: unknown): never {
  if (error instanceof WorkerTimeoutError)
    throw new DescriptionError('TOO_SLOW', 'It takes too long to read.')
  if (error instanceof WorkerMemoryError) {
    throw new DescriptionError('TOO_LARGE', 'It takes too much memory to read.')
  }
  throw error
}
