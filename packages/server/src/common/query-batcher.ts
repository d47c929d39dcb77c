interface WaitingItem<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

const MAX_BATCH_ITEMS = 200
const MAX_RUNNING_BATCHES = 2

/**
 * Runs one query for many items. The first batch is sent at the end of this turn of the event loop. Items that are added
 * while `MAX_RUNNING_BATCHES` are running wait and are sent together. Under load, a batch of many items costs little more
 * than one; without load, nothing waits.
 */
export class QueryBatcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  #waiting: WaitingItem<Item, Result>[] = []
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
    if (this.#scheduled || this.#inFlight >= MAX_RUNNING_BATCHES || this.#waiting.length === 0) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      void this.#send(this.#waiting.splice(0, MAX_BATCH_ITEMS))
    })
  }

  async #send(batch: WaitingItem<Item, Result>[]): Promise<void> {
    this.#inFlight++
    this.#schedule()
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('the batch has fewer results than items'))
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
