import { PdfCompiler, PdfError, type PdfImage, PdfLimitError, type PdfLimits } from '@verso/pdf'
import { minutes, seconds } from '../../common/clock.ts'
import { DomainError, Invalid, Unavailable } from '../../common/errors.ts'
import { FairQueue, FairQueueFullError } from '../../common/fair-queue.ts'
import type { CacheBudget, MemoryCache } from '../../common/memory-cache.ts'
import type { Queryable } from '../../database/database.ts'
import { answerRowsQuestion } from '../../database/thread-database.ts'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../workers/worker-pool.ts'
import type { FileService } from '../content/index.ts'
import { describePageLimit } from './book-source.ts'
import type { BookImage, BookOutcome, BookQuestion, BookTask, PreparedBook } from './book-task.ts'

/** How many PDFs of one organization may wait. Further requests get 503. */
const MAX_WAITING_PER_ORGANIZATION = 50

/** How long a thread may take to make the data of a book. */
const PREPARATION_TIMEOUT_MS = 60 * seconds

const WORKER_CACHE_BYTES = 32 * 1024 * 1024

/** How long a book that was refused is refused again without another attempt. */
const REFUSAL_LIFETIME_MS = 10 * minutes

/** How many PDFs are made at once, and what each may take. */
export interface PdfSettings extends PdfLimits {
  concurrency: number
}

interface PdfRendererDependencies {
  database: Queryable
  files: FileService
  caches: CacheBudget
  settings: PdfSettings
}

/**
 * Makes PDFs: a thread makes the data of a book, and a process compiles it. Organizations take turns, and a book that
 * takes too much is refused.
 */
export class PdfRenderer {
  readonly #deps: PdfRendererDependencies
  readonly #compiler = new PdfCompiler()
  readonly #pool: WorkerPool
  readonly #queue: FairQueue
  /** The PDFs that are being made, by key: concurrent requests for one PDF share the work. */
  readonly #pendingPdfs = new Map<string, Promise<string>>()
  readonly #refusals: MemoryCache<string>

  constructor(deps: PdfRendererDependencies) {
    this.#deps = deps
    const { concurrency, memoryBytes } = deps.settings
    this.#queue = new FairQueue({ concurrency, maxWaitingPerOwner: MAX_WAITING_PER_ORGANIZATION })
    this.#refusals = deps.caches.create('pdf-refusals', (message) => message.length, {
      ttlMs: REFUSAL_LIFETIME_MS,
    })
    this.#pool = new WorkerPool({
      entry: new URL('./book-worker.ts', import.meta.url),
      maxThreads: concurrency,
      timeoutMs: PREPARATION_TIMEOUT_MS,
      memoryMb: Math.ceil(memoryBytes / 1024 ** 2),
      workerData: WORKER_CACHE_BYTES,
    })
  }

  /** Makes a PDF when it is the organization's turn. One that was refused is not tried again for a while. */
  renderOnce(
    { key, organizationId }: { key: string; organizationId: string },
    render: () => Promise<string>,
  ): Promise<string> {
    const refusal = this.#refusals.get(key)
    if (refusal !== undefined) return Promise.reject(new Invalid(refusal))
    const pending = this.#pendingPdfs.get(key)
    if (pending) return pending
    const rendering = this.#queue
      .run(organizationId, render)
      .catch((error: unknown) => {
        if (error instanceof FairQueueFullError) {
          throw new Unavailable(
            `${MAX_WAITING_PER_ORGANIZATION} PDFs of your organization are waiting to be made. Try again in a minute.`,
          )
        }
        if (error instanceof Invalid) this.#refusals.set(key, error.message)
        throw error
      })
      .finally(() => this.#pendingPdfs.delete(key))
    this.#pendingPdfs.set(key, rendering)
    return rendering
  }

  /** Reads pages in a thread, and makes the data of a book from them. */
  async prepareBook(task: Omit<BookTask, 'maxPages'>): Promise<PreparedBook> {
    const outcome = await this.#pool
      .run<BookOutcome>({ ...task, maxPages: this.#deps.settings.pages } satisfies BookTask, (question) =>
        // The worker asks nothing else.
        this.#answer(question as BookQuestion),
      )
      .catch(throwRefusal)
    if ('refusal' in outcome) throw new Invalid(outcome.refusal)
    return outcome
  }

  async compile(book: PreparedBook): Promise<Uint8Array> {
    const { settings } = this.#deps
    try {
      const { pdf } = await this.#compiler.compile(book, this.#readImages(book.images), settings)
      return pdf
    } catch (error) {
      if (error instanceof DomainError) throw error
      if (error instanceof PdfLimitError) throw new Invalid(describeLimit(error, settings), { cause: error })
      if (!(error instanceof PdfError)) throw error
      throw new Unavailable('The PDF could not be made. Try again with some of the pages only.', {
        cause: error,
      })
    }
  }

  async close(): Promise<void> {
    this.#compiler.close()
    await this.#pool.close()
  }

  async *#readImages(images: readonly BookImage[]): AsyncGenerator<PdfImage> {
    for (const { name, blob } of images) yield { name, bytes: await this.#deps.files.read({ blob }) }
  }

  async #answer(question: BookQuestion): Promise<unknown> {
    const { database, files } = this.#deps
    return 'files' in question
      ? question.files.map((file) => files.createDownloadUrl(file, { kind: 'pdf' }))
      : answerRowsQuestion(database, question)
  }
}

/** Says that a book takes too long or too much memory; throws any other error as it is. */
function throwRefusal(error: unknown): never {
  if (error instanceof WorkerTimeoutError) throw new Invalid(describeTime(PREPARATION_TIMEOUT_MS))
  if (error instanceof WorkerMemoryError) throw new Invalid(tooMuchMemory)
  throw error
}

function describeLimit({ limit }: PdfLimitError, limits: PdfLimits): string {
  switch (limit) {
    case 'timeoutMs':
      return describeTime(limits.timeoutMs)
    case 'memoryBytes':
      return tooMuchMemory
    case 'pages':
      return describePageLimit(limits.pages)
  }
}

const describeTime = (milliseconds: number): string =>
  `The PDF takes longer than ${milliseconds / seconds} seconds to make. Ask for some of the pages only, or make long tables and formulas smaller.`

const tooMuchMemory =
  'The PDF takes too much memory to make. Ask for some of the pages only, or make images and long tables smaller.'
