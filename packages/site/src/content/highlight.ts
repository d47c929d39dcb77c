import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { HighlightJob, HighlightResult } from './highlight-worker.ts'
import { LruCache } from './lru-cache.ts'
import { findLanguage, type TokenLines } from './tokenize.ts'

/** Longer code is not highlighted, because it would hold up every other page. */
const MAX_HIGHLIGHTED_CHARACTERS = 50_000

const MAX_CACHED_SNIPPETS = 5000

export interface Snippet {
  code: string
  syntax: string | undefined
}

/**
 * Highlights code in a worker thread and caches the result by a hash of the code. `prepare` waits until the code of a
 * page is highlighted. `getLines` returns what is in the cache and never waits.
 */
export class Highlighter {
  #worker: Worker | undefined
  readonly #pendingJobs = new Map<string, { done: Promise<void>; resolve: () => void }>()
  readonly #cache = new LruCache<string, TokenLines>(MAX_CACHED_SNIPPETS)

  /** Highlights the snippets that are not in the cache. Returns `false` if that takes longer than `timeoutMs`. */
  async prepare(snippets: readonly Snippet[], timeoutMs = Infinity): Promise<boolean> {
    const jobs: HighlightJob[] = []
    const pending = snippets.flatMap((snippet) => this.#createJob(snippet, jobs) ?? [])
    if (pending.length === 0) return true
    // All jobs go in one message, because a message costs as much as highlighting a short text.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin
    if (jobs.length > 0) this.#startWorker().postMessage(jobs)
    const completion = Promise.all(pending).then(() => true)
    if (timeoutMs === Infinity) return completion
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    return Promise.race([completion, timeout]).finally(() => clearTimeout(timer))
  }

  /** Returns the tokens of code, line by line. Code that is not in the cache is one plain token per line. */
  getLines(code: string, syntax: string | undefined): TokenLines {
    const key = createCacheKey(code, syntax)
    return (key === undefined ? undefined : this.#cache.get(key)) ?? splitPlainLines(code)
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
    for (const { resolve } of this.#pendingJobs.values()) resolve()
    this.#pendingJobs.clear()
  }

  /** Returns a promise for code that is not in the cache, and adds a job unless one is already running. */
  #createJob({ code, syntax }: Snippet, jobs: HighlightJob[]): Promise<void> | undefined {
    const key = createCacheKey(code, syntax)
    if (key === undefined || syntax === undefined || this.#cache.get(key)) return undefined
    const runningJob = this.#pendingJobs.get(key)
    if (runningJob) return runningJob.done
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#pendingJobs.set(key, { done, resolve })
    jobs.push({ key, code, syntax })
    return done
  }

  #startWorker(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('highlight-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (results: readonly HighlightResult[]) => {
      for (const { key, lines } of results) {
        if (lines) this.#cache.set(key, lines)
        this.#pendingJobs.get(key)?.resolve()
        this.#pendingJobs.delete(key)
      }
    })
    // If the worker fails, waiting pages show plain code, and the next page starts a new worker.
    worker.on('error', () => {
      if (this.#worker === worker) void this.close()
    })
    this.#worker = worker
    return worker
  }
}

function createCacheKey(code: string, syntax: string | undefined): string | undefined {
  const language = findLanguage(syntax)
  if (language === undefined || code.length > MAX_HIGHLIGHTED_CHARACTERS) return undefined
  return createHash('sha256').update(`${language}\n${code}`).digest('base64')
}

const splitPlainLines = (code: string): TokenLines =>
  code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: undefined }]))
