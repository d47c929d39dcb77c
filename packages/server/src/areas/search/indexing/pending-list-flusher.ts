import { setTimeout as delay } from 'node:timers/promises'
import { seconds } from '../../../common/clock.ts'
import type { Database } from '../../../database/database.ts'
import type { IndexRepository } from './index-repository.ts'

/** How long nothing is written before the pending lists are flushed: one large flush costs less than many small ones. */
const FLUSH_DELAY_MS = 2 * seconds

interface PendingListFlusherDependencies {
  database: Database
  index: IndexRepository
  onError: (error: unknown) => void
  /** Ends the waiting. */
  signal: AbortSignal
}

/** Flushes the pending lists of the GIN indexes some time after texts were written. */
export class PendingListFlusher {
  readonly #deps: PendingListFlusherDependencies
  #flushing: Promise<void> | undefined
  #lastWriteAt = 0

  constructor(deps: PendingListFlusherDependencies) {
    this.#deps = deps
  }

  /** Called after texts were written. */
  flushLater(): void {
    this.#lastWriteAt = performance.now()
    this.#flushing ??= this.#flushWhenIdle()
  }

  /** Resolves when what was written is flushed. */
  async wait(): Promise<void> {
    await this.#flushing
  }

  /** Flushes once nothing was written for a while, and again if something was written meanwhile. */
  async #flushWhenIdle(): Promise<void> {
    const { database, index, onError, signal } = this.#deps
    try {
      let flushedAt = 0
      while (flushedAt < this.#lastWriteAt) {
        for (
          let rest = FLUSH_DELAY_MS;
          rest > 0;
          rest = this.#lastWriteAt + FLUSH_DELAY_MS - performance.now()
        ) {
          await delay(rest, undefined, { ref: false, signal })
        }
        flushedAt = performance.now()
        await database.runJob(() => index.flushPendingLists(database))
      }
    } catch (error) {
      // Closing ends the delay. PostgreSQL flushes the lists by itself some time.
      if (!signal.aborted) onError(error)
    } finally {
      this.#flushing = undefined
    }
  }
}
