import { createHash } from 'node:crypto'
import { type Diagram, isDiagramSyntax } from './diagram.ts'
import type { HighlightJob, HighlightRunner } from './highlight-jobs.ts'
import { LruCache } from './lru-cache.ts'
import { findLanguage, type TokenLines } from './tokenize.ts'

/** Longer code is not highlighted, because it would hold up every other page. */
const MAX_HIGHLIGHTED_CHARACTERS = 50_000

const MAX_CACHED_SNIPPETS = 5000

/** Snippets that run as one job list: a slow one then does not delay all the others of a page. */
const MAX_SNIPPETS_PER_RUN = 8

/** How long a page waits for the highlighting of its code. */
const HIGHLIGHT_TIMEOUT_MS = 400
/** How long a page waits for its diagrams. Readers miss a picture more than colours. */
const DRAWING_TIMEOUT_MS = 3000

export interface Snippet {
  code: string
  syntax: string | undefined
}

interface HighlightedSnippet {
  lines: TokenLines
  diagram: Diagram | undefined
}

/**
 * Highlights code, draws diagrams and caches the result by a hash of the code. `prepare` waits until the code of a page is highlighted.
 * `getLines` and `getDiagram` return what is in the cache and never wait.
 */
export class Highlighter {
  readonly #runJobs: HighlightRunner
  readonly #runningJobs = new Map<string, Promise<void>>()
  readonly #cache = new LruCache<string, HighlightedSnippet>(MAX_CACHED_SNIPPETS)

  /** @param runJobs runs the work, which takes CPU time: in a server, in a worker thread. */
  constructor(runJobs: HighlightRunner) {
    this.#runJobs = runJobs
  }

  /** Highlights the snippets that are not in the cache. Returns `false` if that takes longer than a reader should wait. */
  prepareInTime(snippets: readonly Snippet[]): Promise<boolean> {
    const hasDiagrams = snippets.some(({ syntax }) => isDiagramSyntax(syntax))
    return this.prepare(snippets, hasDiagrams ? DRAWING_TIMEOUT_MS : HIGHLIGHT_TIMEOUT_MS)
  }

  /** Highlights the snippets that are not in the cache. Returns `false` if that takes longer than `timeoutMs`. */
  async prepare(snippets: readonly Snippet[], timeoutMs = Infinity): Promise<boolean> {
    const jobs: HighlightJob[] = []
    const running: Promise<void>[] = []
    for (const { code, syntax } of snippets) {
      const key = createCacheKey(code, syntax)
      if (key === undefined || syntax === undefined || this.#cache.get(key)) continue
      const runningJob = this.#runningJobs.get(key)
      if (runningJob) running.push(runningJob)
      else if (!jobs.some((job) => job.key === key)) jobs.push({ key, code, syntax })
    }
    while (jobs.length > 0) running.push(this.#start(jobs.splice(0, MAX_SNIPPETS_PER_RUN)))
    if (running.length === 0) return true
    const completion = Promise.all(running).then(() => true)
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
    return (key === undefined ? undefined : this.#cache.get(key)?.lines) ?? splitPlainLines(code)
  }

  /** Returns the picture of a diagram, if its code is in the cache and could be drawn. */
  getDiagram(code: string, syntax: string | undefined): Diagram | undefined {
    const key = createCacheKey(code, syntax)
    return key === undefined ? undefined : this.#cache.get(key)?.diagram
  }

  /** Code whose run fails is shown plain; the next page with it tries again. */
  #start(jobs: readonly HighlightJob[]): Promise<void> {
    const run = this.#runJobs(jobs)
      .then((results) => {
        for (const { key, lines, diagram } of results) if (lines) this.#cache.set(key, { lines, diagram })
        return undefined
      })
      .catch(() => undefined)
      .finally(() => {
        for (const { key } of jobs) this.#runningJobs.delete(key)
      })
    for (const { key } of jobs) this.#runningJobs.set(key, run)
    return run
  }
}

function createCacheKey(code: string, syntax: string | undefined): string | undefined {
  const language = findLanguage(syntax)
  if (language === undefined || code.length > MAX_HIGHLIGHTED_CHARACTERS) return undefined
  return createHash('sha256').update(`${language}\n${code}`).digest('base64')
}

const splitPlainLines = (code: string): TokenLines =>
  code.split('\n').map((text) => (text === '' ? [] : [{ text, kind: undefined }]))
