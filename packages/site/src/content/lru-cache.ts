/** Keeps the most recently used entries. */
export class LruCache<Key, Value> {
  readonly #values = new Map<Key, Value>()
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
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
    if (this.#values.size > this.#maxEntries) {
      const [oldestKey] = this.#values.keys()
      if (oldestKey !== undefined) this.#values.delete(oldestKey)
    }
  }
}
