/**
 * Work of which, for each key, one runs at a time. Whoever asks gets a run that began after they asked; all who ask
 * while one is under way share the next.
 */
export class OnePerKey {
  readonly #work: (key: string) => Promise<void>
  readonly #running = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  constructor(work: (key: string) => Promise<void>) {
    this.#work = work
  }

  run(key: string): Promise<void> {
    const running = this.#running.get(key)
    if (!running) return this.#start(key)
    const waiting = this.#next.get(key)
    if (waiting) return waiting
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(key)
        return this.#start(key)
      })
    this.#next.set(key, next)
    return next
  }

  /** When nothing runs or waits any more. */
  async settled(): Promise<void> {
    while (this.#running.size + this.#next.size > 0) {
      await Promise.allSettled([...this.#running.values(), ...this.#next.values()])
    }
  }

  #start(key: string): Promise<void> {
    const run = this.#work(key).finally(() => {
      // Not when another took its place in between.
      if (this.#running.get(key) === run) this.#running.delete(key)
    })
    this.#running.set(key, run)
    return run
  }
}
