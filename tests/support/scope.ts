type Closer = () => Promise<unknown> | void

/** What tests opened: closed in the opposite order, all of it, also when a test or another closer failed. */
export class Scope {
  readonly #closers: Closer[] = []

  defer(close: Closer): void {
    this.#closers.push(close)
  }

  async close(): Promise<void> {
    const errors: unknown[] = []
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('\n'))
  }
}
