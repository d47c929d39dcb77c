import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const MAX_TURN_MS = 2

/** Lets requests be served between the parts of long work. Works that share one take no longer together than one alone. */
export class Turns {
  #startedAt = performance.now()

  /** Whether the work has gone on so long that it must await `next`. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > MAX_TURN_MS
  }

  async next(): Promise<void> {
    await yieldToEventLoop()
    this.#startedAt = performance.now()
  }
}
