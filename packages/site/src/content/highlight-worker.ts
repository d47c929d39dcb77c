import { parentPort } from 'node:worker_threads'
import { findLanguage, tokenize, type TokenLines } from './tokenize.ts'

/** One snippet to highlight. Grammars take tens of milliseconds of CPU time, so this runs in a worker thread. */
export interface HighlightJob {
  key: string
  code: string
  syntax: string
}

export interface HighlightResult {
  key: string
  lines: TokenLines | undefined
}

/** Results are sent at least this often, so that a slow snippet does not delay those before it. */
const BATCH_INTERVAL_MS = 10

async function runJobs(jobs: readonly HighlightJob[]): Promise<void> {
  let results: HighlightResult[] = []
  let lastSentAt = performance.now()
  const sendResults = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- worker threads have no origin
    parentPort?.postMessage(results)
    results = []
    lastSentAt = performance.now()
  }
  for (const { key, code, syntax } of jobs) {
    const language = findLanguage(syntax)
    const lines = language === undefined ? undefined : await tokenize(code, language).catch(() => undefined)
    results.push({ key, lines })
    if (performance.now() - lastSentAt > BATCH_INTERVAL_MS) sendResults()
  }
  if (results.length > 0) sendResults()
}

parentPort?.on('message', (jobs: readonly HighlightJob[]) => void runJobs(jobs))
