import { workerData } from 'node:worker_threads'
import { OUT_OF_MEMORY_SIGNAL } from './memory-limit.ts'

const CHECK_INTERVAL_MS = 50

// `memory-limit.ts` starts this thread with it.
const maxBytes = workerData as number

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, OUT_OF_MEMORY_SIGNAL)
}, CHECK_INTERVAL_MS)
