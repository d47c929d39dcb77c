interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

const maxItems = 200
const maxInFlight = 2

/**
 * Answers many questions with one query. The first goes out at the end of this turn of the event loop; what
 * comes in while `maxInFlight` are under way waits and goes out together. Under load that makes a statement
 * of many requests cost little more than one; without load nobody waits.
 */
export class QueryBatcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  #waiting: Waiting<Item, Result>[] = []
  #inFlight = 0
  #scheduled = false

  /** `run` returns one result for each item, in their order. */
  constructor(run: (items: Item[]) => Promise<Result[]>) {
    this.#run = run
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= maxInFlight || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      void this.#send(this.#waiting.splice(0, maxItems))
    })
  }

  async #send(batch: Waiting<Item, Result>[]): Promise<void> {
    this.#inFlight++
    this.#schedule()
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('a batch came back short'))
        else resolve(result)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      this.#inFlight--
      this.#schedule()
    }
  }
}
