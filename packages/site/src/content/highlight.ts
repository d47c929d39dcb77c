import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { HighlightResult, HighlightJob } from './highlight-thread.ts'
import { LruCache } from './lru.ts'
import { findLanguage, type TokenLines } from './tokenize.ts'

/** Code beyond this is shown without colours: nobody reads it for them, and it would hold up everyone else. */
const MAX_HIGHLIGHTED_CHARACTERS = 50_000

export interface Snippet {
  code: string
  syntax: string | undefined
}

/**
 * Colours code, once for each text: the result hangs on the hash of what was coloured. The work is done in a thread,
 * so that nobody else waits for it; `prepare` says when a page's code is there, and `lines` gives what is there.
 */
export class Highlighter {
  #thread: Worker | undefined
  readonly #waiting = new Map<string, { done: Promise<void>; resolve: () => void }>()
  readonly #cache = new LruCache<string, TokenLines>(5000)

  /** Colours these, if they are not yet. Waits for it, at most as long as told: `false` says that not all is done. */
  async prepare(snippets: readonly Snippet[], patience = Infinity): Promise<boolean> {
    const requests: HighlightJob[] = []
    const pending = snippets.flatMap((snippet) => this.#request(snippet, requests) ?? [])
    if (pending.length === 0) return true
    // All in one message: each costs as much as a short text.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    if (requests.length > 0) this.#start().postMessage(requests)
    const all = Promise.all(pending).then(() => true)
    if (patience === Infinity) return all
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, patience, false)
    })
    return Promise.race([all, late]).finally(() => clearTimeout(timer))
  }

  /** The lines of a text in coloured pieces; plain where nothing coloured them. */
  getLines(code: string, syntax: string | undefined): TokenLines {
    const key = createCacheKey(code, syntax)
    return (key === undefined ? undefined : this.#cache.get(key)) ?? splitPlainLines(code)
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
    this.#thread = undefined
    for (const { resolve } of this.#waiting.values()) resolve()
    this.#waiting.clear()
  }

  /** Something to wait for, and to be asked of the thread unless somebody did. */
  #request({ code, syntax }: Snippet, requests: HighlightJob[]): Promise<void> | undefined {
    const key = createCacheKey(code, syntax)
    if (key === undefined || syntax === undefined || this.#cache.get(key)) return undefined
    const known = this.#waiting.get(key)
    if (known) return known.done
    const { promise: done, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(key, { done, resolve })
    requests.push({ key, code, syntax })
    return done
  }

  #start(): Worker {
    if (this.#thread) return this.#thread
    const thread = new Worker(new URL('highlight-thread.ts', import.meta.url))
    thread.unref()
    thread.on('message', (answers: readonly HighlightResult[]) => {
      for (const { key, lines } of answers) {
        if (lines) this.#cache.set(key, lines)
        this.#waiting.get(key)?.resolve()
        this.#waiting.delete(key)
      }
    })
    // Without its thread code stays plain, and the page is still a page; the next one starts another.
    thread.on('error', () => {
      if (this.#thread === thread) void this.close()
    })
    this.#thread = thread
    return thread
  }
}

function createCacheKey(code: string, syntax: string | undefined): string | undefined {
  const language = findLanguage(syntax)
  if (language === undefined || code.length > MAX_HIGHLIGHTED_CHARACTERS) return undefined
  return createHash('sha256').update(`${language}\n${code}`).digest('base64')
}

const splitPlainLines = (code: string): TokenLines =>
  code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: undefined }]))
