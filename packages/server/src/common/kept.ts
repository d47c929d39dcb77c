/**
 * An answer that is the same for ever under its key, such as a page of a revision. It is made and turned into bytes once,
 * and sent from memory while there is room for it. Whatever it depends on is in the key: who may see it was decided before.
 */
export class Kept<Value> {
  readonly key: string
  readonly make: () => Promise<Value>

  constructor(key: readonly unknown[], make: () => Promise<Value>) {
    this.key = JSON.stringify(key)
    this.make = make
  }
}
