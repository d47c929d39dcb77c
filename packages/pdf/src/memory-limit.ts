import { Worker } from 'node:worker_threads'

/** Ends a process that took too much memory. Nothing else sends this signal, so it tells the reason. */
export const OUT_OF_MEMORY_SIGNAL = 'SIGUSR2'

/**
 * Ends this process when it takes more memory than this. Typst allocates outside of the heap that Node can limit, and
 * blocks the main thread, so another thread has to look.
 */
export function limitMemory(maxBytes: number): Promise<void> {
  const watcher = new Worker(new URL('memory-watcher.ts', import.meta.url), { workerData: maxBytes })
  watcher.unref()
  return new Promise((resolve, reject) => {
    watcher.once('online', resolve)
    watcher.once('error', reject)
  })
}
