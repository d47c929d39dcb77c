import { Worker } from 'node:worker_threads'
import { seconds } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import { type Queryable, Sql } from '../../database/database.ts'
import {
  asBuffers,
  type FromThread,
  type Job,
  type Question,
  type Results,
  type RowsQuestion,
  type SourcesQuestion,
  type ThreadParts,
  type ToThread,
} from './page-job.ts'
import type { OpenAPISourceLoader } from './openapi-sources.ts'

/** How long one may take. */
const longest = 60 * seconds
/** How long a thread that has nothing to do is kept: it holds what it read last. */
const idleTime = 60 * seconds
/** In MiB. */
const memory = 1024

interface Waiting {
  job: Job
  resolve(result: Results[keyof Results]): void
  reject(error: unknown): void
}

/**
 * Makes pages in a thread of its own, one after the other, so that everybody else's requests go on. The thread has no
 * connections: what it asks for is answered here. It keeps no process alive, and ends when nobody needs it; one that
 * takes too long or too much memory is ended, and its page refused.
 */
export class PageThread {
  readonly #database: Queryable
  readonly #sources: OpenAPISourceLoader
  readonly #parts: ThreadParts
  readonly #waiting: Waiting[] = []
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #busy = false

  constructor(parts: ThreadParts & { database: Queryable; sources: OpenAPISourceLoader }) {
    const { database, sources, publicUrl, sitesHost, assets } = parts
    this.#database = database
    this.#sources = sources
    this.#parts = { publicUrl, sitesHost, assets }
  }

  run(job: Job): Promise<Results[keyof Results]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    clearTimeout(this.#idle)
    for (const item of this.#waiting.splice(0)) item.reject(new Error('Verso is stopping'))
    await worker?.terminate()
  }

  #next(): void {
    const item = this.#busy ? undefined : this.#waiting.shift()
    if (!item) return
    this.#busy = true
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', told).off('error', broke).off('exit', gone)
      this.#busy = false
      this.#rest(worker)
      settle()
      this.#next()
    }
    const told = (message: FromThread) => {
      if ('question' in message) void this.#answer(worker, message.id, message.question)
      else if ('result' in message) end(() => item.resolve(message.result))
      else if ('refused' in message) end(() => item.reject(new Invalid(message.refused)))
      else end(() => item.reject(new Error(`a page could not be made: ${message.failed}`)))
    }
    const broke = (error: unknown) => {
      this.#worker = undefined
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      end(() => item.reject(isMemory ? new Invalid('The page takes too much memory to make.') : error))
    }
    const gone = () => {
      this.#worker = undefined
      end(() => item.reject(new Error('Verso is stopping')))
    }
    const timer = setTimeout(() => {
      this.#worker = undefined
      end(() => item.reject(new Invalid('The page takes too long to make.')))
      void worker.terminate()
    }, longest)
    worker.ref()
    worker.on('message', told).on('error', broke).on('exit', gone)
    this.#send(worker, { job: item.job })
  }

  #start(): Worker {
    return new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: this.#parts,
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
  }

  #rest(worker: Worker): void {
    worker.unref()
    if (worker !== this.#worker) return
    this.#idle = setTimeout(() => {
      this.#worker = undefined
      void worker.terminate()
    }, idleTime).unref()
  }

  async #answer(worker: Worker, id: number, question: Question): Promise<void> {
    try {
      if ('sources' in question) await this.#answerSources(worker, id, question)
      else this.#send(worker, { id, answer: await this.#rows(question) })
    } catch (error) {
      this.#send(worker, { id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  /** A description in which one thing refers to the next without end cannot be sent: for the thread there is none. */
  async #answerSources(worker: Worker, id: number, question: SourcesQuestion): Promise<void> {
    const found = await this.#sources.loadSources(question.space, question.sources)
    try {
      this.#send(worker, { id, answer: found })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.#send(worker, { id, answer: { ...found, documents: new Map() } })
    }
  }

  #rows({ strings, values }: RowsQuestion): Promise<object[]> {
    return this.#database.rows(new Sql(strings, values.map(asBuffers)))
  }

  #send(worker: Worker, message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(message)
  }
}
