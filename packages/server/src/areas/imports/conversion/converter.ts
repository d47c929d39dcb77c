import { Worker } from 'node:worker_threads'
import { Invalid } from '../../../common/errors.ts'
import type { ReadPage, ReadRequest, UnreadPage, WriteRequest, WrittenPage } from './types.ts'
import type { Task } from './worker.ts'

type Answer = { id: number; pages: unknown[] } | { id: number; error: string }

/** Bytes of pages sent over at once: enough that the trip does not count, little enough to go on meanwhile. */
const batchBytes = 256 * 1024

/**
 * Converts the pages of one import in a thread of its own: requests go on being answered, and a page that takes all
 * memory or for ever takes that thread with it and nothing else.
 */
export class Converter {
  readonly #worker: Worker
  readonly #waiting = new Map<
    number,
    { resolve: (pages: unknown[]) => void; reject: (error: Error) => void }
  >()
  #next = 0
  #failed: Error | undefined

  constructor() {
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 8 },
      // Nothing of the environment is of use to it.
      env: {},
    })
    this.#worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(new Error(answer.error))
      else waiting?.resolve(answer.pages)
    })
    this.#worker.on('error', (error) => this.#fail(asInvalid(error)))
    this.#worker.on('exit', () => this.#fail(new Error('the conversion was stopped')))
  }

  read(pages: ReadRequest[]): Promise<(ReadPage | UnreadPage)[]> {
    // The worker answers what it is asked: pages read for pages to read.
    return this.#inBatches(pages, lengthOf, (read) => ({ read })) as Promise<(ReadPage | UnreadPage)[]>
  }

  write(pages: WriteRequest[]): Promise<WrittenPage[]> {
    return this.#inBatches(
      pages,
      () => batchBytes / 64,
      (write) => ({ write }),
    ) as Promise<WrittenPage[]>
  }

  /** Ready for another import, unless this one broke it. */
  reset(): boolean {
    if (this.#failed || this.#waiting.size > 0) return false
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage({ id: 0, forget: true } satisfies Task)
    return true
  }

  /** Whether it keeps the process from ending. */
  set busy(busy: boolean) {
    if (busy) this.#worker.ref()
    else this.#worker.unref()
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  async #inBatches<Request>(
    requests: Request[],
    sizeOf: (request: Request) => number,
    taskOf: (batch: Request[]) => { read: ReadRequest[] } | { write: WriteRequest[] },
  ): Promise<unknown[]> {
    const answers: unknown[] = []
    for (let at = 0; at < requests.length;) {
      const batch: Request[] = []
      for (let size = 0; at < requests.length && (batch.length === 0 || size < batchBytes); at += 1) {
        const request = requests[at]
        if (request === undefined) break
        batch.push(request)
        size += sizeOf(request)
      }
      answers.push(...(await this.#ask(taskOf(batch))))
    }
    return answers
  }

  #ask(task: { read: ReadRequest[] } | { write: WriteRequest[] }): Promise<unknown[]> {
    if (this.#failed) return Promise.reject(this.#failed)
    const id = (this.#next += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage({ id, ...task } satisfies Task)
    })
  }

  #fail(error: Error): void {
    this.#failed ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#failed)
    this.#waiting.clear()
  }
}

const lengthOf = ({ body }: ReadRequest): number => body.length

function asInvalid(error: Error & { code?: string }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Invalid('What is to be imported is too large to convert.')
    : error
}
