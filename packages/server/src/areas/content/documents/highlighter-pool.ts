import { Highlighter, type HighlightJob, type HighlightResult } from '@verso/site'
import { WorkerPool } from '../../../workers/worker-pool.ts'

const HIGHLIGHT_TIMEOUT_MS = 20_000
const HIGHLIGHT_MEMORY_MB = 256

/** A highlighter that works in a thread: some grammars take seconds on code that was written to be slow. */
export function createHighlighter(): { highlighter: Highlighter; close: () => Promise<void> } {
  const pool = new WorkerPool({
    entry: new URL('./highlight-worker.ts', import.meta.url),
    maxThreads: 1,
    timeoutMs: HIGHLIGHT_TIMEOUT_MS,
    memoryMb: HIGHLIGHT_MEMORY_MB,
  })
  const highlighter = new Highlighter((jobs: readonly HighlightJob[]) => pool.run<HighlightResult[]>(jobs))
  return { highlighter, close: () => pool.close() }
}
