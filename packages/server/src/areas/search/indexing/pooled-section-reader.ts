import type { Section } from '@verso/markdown'
import { WorkerMemoryError, WorkerPool, WorkerTimeoutError } from '../../../workers/worker-pool.ts'
import type { SectionTask } from './section-reader.ts'

const SECTIONS_TIMEOUT_MS = 30_000
const SECTIONS_MEMORY_MB = 512

/** Reads the sections of texts that take long to parse, in a thread. */
export class PooledSectionReader {
  readonly #pool = new WorkerPool({
    entry: new URL('./sections-worker.ts', import.meta.url),
    maxThreads: 1,
    timeoutMs: SECTIONS_TIMEOUT_MS,
    memoryMb: SECTIONS_MEMORY_MB,
  })

  async close(): Promise<void> {
    await this.#pool.close()
  }

  /** Nothing is found in a text that takes too long or too much memory. */
  async read(task: SectionTask): Promise<Section[]> {
    try {
      return await this.#pool.run<Section[]>(task)
    } catch (error) {
      if (error instanceof WorkerTimeoutError || error instanceof WorkerMemoryError) return []
      throw error
    }
  }
}
