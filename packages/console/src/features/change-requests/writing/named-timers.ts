/** Timers of which there is one of each name. */
export class NamedTimers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  has(name: string): boolean {
    return this.#timers.has(name)
  }

  /** Runs something later, unless it is waiting already. */
  start(name: string, delayMs: number, run: () => void): void {
    if (this.#timers.has(name)) return
    const timer = setTimeout(() => {
      this.#timers.delete(name)
      run()
    }, delayMs)
    this.#timers.set(name, timer)
  }

  cancel(...names: string[]): void {
    for (const name of names) {
      clearTimeout(this.#timers.get(name))
      this.#timers.delete(name)
    }
  }

  cancelAll(): void {
    this.cancel(...this.#timers.keys())
  }
}
