/**
 * What was computed for short keys, kept while there is room. When it is full, what was not asked for since it was
 * last full is forgotten: that costs next to nothing a key, where a list by last use costs more than the small things
 * that are kept here.
 */
export class GenerationalCache<Value> {
  readonly #size: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: string): Value | undefined {
    const known = this.#young.get(key)
    if (known !== undefined) return known
    const older = this.#old.get(key)
    return older === undefined ? undefined : this.set(key, older)
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
