/** An owner has as much work in the queue as one owner may have. */
export class FairQueueFullError extends Error {}

export interface FairQueueOptions {
  /** How much work runs at the same time. */
  concurrency: number
  /** How much work of one owner may wait. */
  maxWaitingPerOwner: number
}

interface Owner {
  running: number
  waiting: (() => void)[]
  /** When work of the owner began last, in a count of all work. */
  lastTurn: number
}

/**
 * Runs work of several owners, some at the same time. Owners take turns, so that one who has much work delays the
 * others by one piece of it at most; and where two or more run at once, one owner never has all places, so that work
 * that takes as long as it may holds up its owner only.
 */
export class FairQueue {
  readonly #concurrency: number
  readonly #maxRunningPerOwner: number
  readonly #maxWaitingPerOwner: number
  /** The owners that have work. */
  readonly #owners = new Map<string, Owner>()
  #running = 0
  #turns = 0

  constructor({ concurrency, maxWaitingPerOwner }: FairQueueOptions) {
    this.#concurrency = concurrency
    this.#maxRunningPerOwner = Math.max(1, concurrency - 1)
    this.#maxWaitingPerOwner = maxWaitingPerOwner
  }

  /** Runs the work when it is its owner's turn. Throws `FairQueueFullError` if too much of the owner's work waits. */
  async run<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result> {
    const owner = this.#owners.get(ownerId) ?? { running: 0, waiting: [], lastTurn: 0 }
    if (owner.waiting.length >= this.#maxWaitingPerOwner) {
      throw new FairQueueFullError(`${owner.waiting.length} pieces of work are waiting`)
    }
    this.#owners.set(ownerId, owner)
    const { promise, resolve } = Promise.withResolvers<void>()
    owner.waiting.push(resolve)
    this.#startNext()
    await promise
    try {
      return await work()
    } finally {
      this.#running -= 1
      owner.running -= 1
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(ownerId)
      this.#startNext()
    }
  }

  #startNext(): void {
    if (this.#running >= this.#concurrency) return
    const owner = this.#findNextOwner()
    const start = owner?.waiting.shift()
    if (!owner || !start) return
    this.#running += 1
    owner.running += 1
    owner.lastTurn = this.#turns += 1
    start()
  }

  /** The owner with the least work under way, and of several such the one whose turn was longest ago. */
  #findNextOwner(): Owner | undefined {
    let next: Owner | undefined
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length === 0 || owner.running >= this.#maxRunningPerOwner) continue
      const isBefore =
        !next ||
        owner.running < next.running ||
        (owner.running === next.running && owner.lastTurn < next.lastTurn)
      if (isBefore) next = owner
    }
    return next
  }
}
