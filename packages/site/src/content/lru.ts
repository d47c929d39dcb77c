/** The last so many things asked for. */
export class LruCache<Key, Value> {
  readonly #values = new Map<Key, Value>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#size) {
      const [oldest] = this.#values.keys()
      if (oldest !== undefined) this.#values.delete(oldest)
    }
  }
}
