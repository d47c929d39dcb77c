import { Worker } from 'node:worker_threads'
import { seconds } from '../../../common/clock.ts'
import type { DescriptionProblem } from './validate-description.ts'
import type { DescriptionFormat } from './parse-description.ts'
import { DescriptionError } from './json-value.ts'

export type Asked = { ask: 'take'; text: string; url: string | undefined } | { ask: 'finish'; spec: string }
export type Answered =
  | { taken: Taken }
  | { finished: Finished }
  | { refused: { message: string; code: string } }

/** What became of a file. */
export interface Taken {
  /** The addresses of the other files that it refers to. */
  refersTo: string[]
}

/** What became of all of them. */
export interface Finished {
  /** As one document of OpenAPI 3, in JSON. */
  document: string
  /** What its pages say, in JSON: `DescriptionTexts`. */
  texts: string
  /** What the first file was written in. */
  format: DescriptionFormat
  problems: DescriptionProblem[]
}

const longest = 60 * seconds
const memory = 768

/**
 * Reads one description in a thread of its own: megabytes of YAML take seconds, and nobody else waits for them. A
 * description that takes too long or too much memory ends the thread, and nothing else.
 */
export class DescriptionThread {
  readonly #worker: Worker
  readonly #longest: number

  constructor({ longest: most = longest }: { longest?: number } = {}) {
    this.#longest = most
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memory, stackSizeMb: 8 },
    })
  }

  /** The first one is where the description begins. */
  async take(text: string, url: string | undefined): Promise<Taken> {
    const answered = await this.#ask({ ask: 'take', text, url })
    if (!('taken' in answered)) throw new Error('the thread answered something else')
    return answered.taken
  }

  /** @param spec what the description goes by, in the texts of its pages. */
  async finish(spec: string): Promise<Finished> {
    const answered = await this.#ask({ ask: 'finish', spec })
    if (!('finished' in answered)) throw new Error('the thread answered something else')
    return answered.finished
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  /** While it waits, it keeps no process alive. */
  rest(): void {
    this.#worker.unref()
  }

  wake(): void {
    this.#worker.ref()
  }

  #ask(asked: Asked): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.#worker.off('message', answered).off('error', broke)
        settle()
      }
      const answered = (answer: Answered) => {
        if ('refused' in answer) {
          const { code, message } = answer.refused
          end(() => reject(new DescriptionError(code, message)))
        } else end(() => resolve(answer))
      }
      const broke = (error: unknown) => {
        const isMemory =
          error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        const reason = isMemory
          ? new DescriptionError('TOO_LARGE', 'It takes too much memory to read.')
          : error
        end(() => reject(reason instanceof Error ? reason : new Error(String(reason))))
      }
      const timer = setTimeout(() => {
        void this.#worker.terminate()
        end(() => reject(new DescriptionError('TOO_SLOW', 'It takes too long to read.')))
      }, this.#longest)
      this.#worker.on('message', answered).on('error', broke)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#worker.postMessage(asked)
    })
  }
}

/** How long a thread that has nothing to do is kept: starting one takes longer than reading most descriptions. */
const idleTime = 60 * seconds

/** Threads, one for each description that is being read, and one that waits for the next. */
export class DescriptionThreads {
  readonly #limits: { longest?: number }
  #idle: { thread: DescriptionThread; timer: NodeJS.Timeout } | undefined

  /** @param limits how long each question to a thread may take, in milliseconds. */
  constructor(limits: { longest?: number } = {}) {
    this.#limits = limits
  }

  async use<Result>(work: (thread: DescriptionThread) => Promise<Result>): Promise<Result> {
    const thread = this.#take()
    try {
      const result = await work(thread)
      this.#keep(thread)
      return result
    } catch (error) {
      // It may hold half a description, or be gone.
      await thread.close()
      throw error
    }
  }

  #take(): DescriptionThread {
    const idle = this.#idle
    if (!idle) return new DescriptionThread(this.#limits)
    this.#idle = undefined
    clearTimeout(idle.timer)
    idle.thread.wake()
    return idle.thread
  }

  #keep(thread: DescriptionThread): void {
    if (this.#idle) {
      void thread.close()
      return
    }
    thread.rest()
    const timer = setTimeout(() => {
      this.#idle = undefined
      void thread.close()
    }, idleTime).unref()
    this.#idle = { thread, timer }
  }
}
