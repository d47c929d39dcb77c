interface WaitingItem<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

const MAX_BATCH_ITEMS = 200
const MAX_RUNNING_BATCHES = 2
/** A batch that takes longer than this is stuck: others need no longer wait for it. */
const STUCK_AFTER_MS = 200
const MAX_STUCK_BATCHES = 6

/** What to do with a batch that failed, but may succeed without some of its items. */
interface BatchSplit<Item> {
  /** Whether the items are run again, in groups, so that only those fail that have to. */
  isNeeded: (error: unknown) => boolean
  /** Items with the same key are run together again. */
  getKey: (item: Item) => string
}

/**
 * Runs one query for many items. The first batch is sent at the end of this turn of the event loop. Items that are added
 * while `MAX_RUNNING_BATCHES` are running wait and are sent together. Under load, a batch of many items costs little more
 * than one; without load, nothing waits. Batches that are stuck, behind a lock for example, keep the others only when there
 * are `MAX_STUCK_BATCHES` of them.
 */
export class QueryBatcher<Item, Result> {
  readonly #run: (items: Item[]) => Promise<Result[]>
  readonly #split: BatchSplit<Item> | undefined
  #waiting: WaitingItem<Item, Result>[] = []
  #inFlight = 0
  #stuck = 0
  #scheduled = false

  /** `run` returns one result for each item, in their order. */
  constructor(run: (items: Item[]) => Promise<Result[]>, split?: BatchSplit<Item>) {
    this.#run = run
    this.#split = split
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
    let isStuck = false
    const timer = setTimeout(() => {
      if (this.#stuck >= MAX_STUCK_BATCHES) return
      isStuck = true
      this.#stuck++
      this.#inFlight--
      this.#schedule()
    }, STUCK_AFTER_MS)
    try {
      await this.#settle(batch)
    } finally {
      clearTimeout(timer)
      if (isStuck) this.#stuck--
      else this.#inFlight--
      this.#schedule()
    }
  }

  async #settle(batch: WaitingItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index]
        if (result === undefined) reject(new Error('the batch has fewer results than items'))
        else resolve(result)
      }
    } catch (error) {
      const groups = this.#split?.isNeeded(error) ? groupBy(batch, this.#split.getKey) : [batch]
      if (groups.length > 1) await Promise.all(groups.map((group) => this.#settle(group)))
      else for (const { reject } of batch) reject(error)
    }
  }
}

const groupBy = <Item, Result>(
  batch: readonly WaitingItem<Item, Result>[],
  getKey: (item: Item) => string,
): WaitingItem<Item, Result>[][] => [...Map.groupBy(batch, ({ item }) => getKey(item)).values()]
