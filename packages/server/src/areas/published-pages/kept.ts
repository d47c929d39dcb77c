import { LRUCache } from 'lru-cache'

/** Things that take a while to make, kept by what they are made from. Two who ask at once wait for the same one. */
export class Kept<Value extends object> {
  readonly #values: LRUCache<string, Value>
  readonly #making = new Map<string, Promise<Value>>()

  /** `size` says how much of `most` one takes; without it, each is one. */
  constructor(most: number, size: (value: Value) => number = () => 1) {
    this.#values = new LRUCache({ maxSize: most, sizeCalculation: size })
  }

  forget(key: string): void {
    this.#values.delete(key)
  }

  /** What `make` gives is kept unless it says otherwise: good enough for those who wait, and not for ever. */
  get(key: string, make: () => Promise<{ value: Value; keep?: boolean }>): Value | Promise<Value> {
    const known = this.#values.get(key) ?? this.#making.get(key)
    if (known) return known
    const making = make()
      .then(({ value, keep = true }) => {
        if (keep) this.#values.set(key, value)
        return value
      })
      .finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }
}
