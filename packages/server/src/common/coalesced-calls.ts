interface CallState<Value> {
  running: Promise<Value>
  /** The next call, which all who asked since the running one began share. */
  next: Promise<Value> | undefined
}

/**
 * Runs one call per key at a time. Whoever asks while one is running shares the next one with all others who do: each
 * gets a result that was computed after they asked, and however many ask, one call runs at a time. The result belongs
 * to all of them, so nobody may change it.
 */
export class CoalescedCalls<Value> {
  readonly #states = new Map<string, CallState<Value>>()

  /** @param key equal for calls that do the same. */
  run(key: string, call: () => Promise<Value>): Promise<Value> {
    const state = this.#states.get(key)
    if (!state) return this.#start(key, call)
    const startNext = () => this.#start(key, call)
    state.next ??= state.running.then(startNext, startNext)
    return state.next
  }

  /** Resolves when nothing is running or waiting any more. */
  async waitUntilIdle(): Promise<void> {
    while (this.#states.size > 0) {
      await Promise.allSettled(this.#states.values().map(({ running, next }) => next ?? running))
    }
  }

  #start(key: string, call: () => Promise<Value>): Promise<Value> {
    const running = call()
    const state: CallState<Value> = { running, next: undefined }
    this.#states.set(key, state)
    const finish = (): void => {
      if (this.#states.get(key) === state && state.next === undefined) this.#states.delete(key)
    }
    running.then(finish, finish)
    return running
  }
}
