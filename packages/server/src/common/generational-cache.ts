/**
 * A cache of small values by short keys. When it is full, it drops all entries that were not read since it was last full.
 * That costs almost nothing per key, while an LRU list would cost more than the values themselves.
 */
export class GenerationalCache<Value> {
  readonly #size: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const oldValue = this.#old.get(key)
    return oldValue === undefined ? undefined : this.set(key, oldValue)
  }

  set(key: string, value: Value): Value {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
    return value
  }
}
