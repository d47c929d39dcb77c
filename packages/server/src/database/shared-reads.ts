interface Waiting<Value> {
  running: Promise<Value>
  /** The one that those who came since will share. */
  next: Promise<Value> | undefined
}

/**
 * Reads that many ask for at once. Whoever asks while one is under way shares the next: each gets what was true after they
 * came, and however many come, one statement runs at a time. What is read belongs to all of them, and nobody changes it.
 */
export class SharedReads<Value> {
  readonly #waiting = new Map<string, Waiting<Value>>()

  /** @param key the same for what reads the same. */
  read(key: string, read: () => Promise<Value>): Promise<Value> {
    const state = this.#waiting.get(key)
    if (!state) return this.#run(key, read)
    const runNext = () => this.#run(key, read)
    state.next ??= state.running.then(runNext, runNext)
    return state.next
  }

  #run(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = read()
    const state: Waiting<Value> = { running, next: undefined }
    this.#waiting.set(key, state)
    const finish = (): void => {
      if (this.#waiting.get(key) === state && state.next === undefined) this.#waiting.delete(key)
    }
    running.then(finish, finish)
    return running
  }
}
