import { Worker } from 'node:worker_threads'
import type { Document } from '@verso/markdown'

/** What came of a text: its document, or why no page may have it. */
export type Parsed = { document: Document } | { refused: string }

interface Waiting {
  markdown: string
  resolve(parsed: Parsed): void
  reject(error: unknown): void
}

/**
 * Parses long texts in a thread of its own, one after the other, so that everybody else's requests go on. It is there
 * while it is needed and keeps no process alive; one that takes too long is ended, and its text refused.
 */
export class ParserThread {
  readonly #longest: number
  readonly #waiting: Waiting[] = []
  #worker: Worker | undefined
  #busy = false

  /** @param longest how long one text may take, in milliseconds. */
  constructor({ longest }: { longest: number }) {
    this.#longest = longest
  }

  parse(markdown: string): Promise<Parsed> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ markdown, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    const item = this.#busy ? undefined : this.#waiting.shift()
    if (!item) return
    this.#busy = true
    const worker = (this.#worker ??= new Worker(new URL('./parser-worker.ts', import.meta.url)))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', broke)
      worker.unref()
      this.#busy = false
      settle()
      this.#next()
    }
    const answered = (parsed: Parsed) => end(() => item.resolve(parsed))
    const broke = (error: unknown) => {
      this.#worker = undefined
      end(() => item.reject(error))
    }
    const timer = setTimeout(() => {
      this.#worker = undefined
      void worker.terminate()
      end(() => item.resolve({ refused: 'The Markdown takes too long to read' }))
    }, this.#longest)
    worker.ref()
    worker.on('message', answered).on('error', broke)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(item.markdown)
  }
}
