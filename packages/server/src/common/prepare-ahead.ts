/** How far items are prepared ahead. */
interface PrepareLimit<Prepared> {
  measureSize: (prepared: Prepared) => number
  /** As long as the prepared items that wait are smaller together, another one is prepared. */
  maxSize: number
}

/** Prepares items, one after the other, while the caller still works with those before: at least one of them ahead. */
export async function* prepareAhead<Item, Prepared extends object>(
  items: Iterable<Item>,
  prepare: (item: Item) => Promise<Prepared>,
  { measureSize, maxSize }: PrepareLimit<Prepared> = { measureSize: () => 0, maxSize: 0 },
): AsyncGenerator<Prepared> {
  const waiting: Prepared[] = []
  let waitingSize = 0
  let isStopped = false
  let taken = Promise.withResolvers<void>()
  let added = Promise.withResolvers<void>()

  const mustWait = () => !isStopped && waiting.length > 0 && waitingSize >= maxSize
  const prepareAll = async () => {
    for (const item of items) {
      while (mustWait()) await taken.promise
      if (isStopped) return
      const prepared = await prepare(item)
      waiting.push(prepared)
      waitingSize += measureSize(prepared)
      added.resolve()
    }
  }

  let isDone = false
  const preparing = prepareAll().finally(() => {
    isDone = true
    added.resolve()
  })
  // A failure is thrown where its item would come; until then it must not count as unhandled.
  preparing.catch(() => undefined)
  try {
    for (;;) {
      const next = waiting.shift()
      if (next !== undefined) {
        waitingSize -= measureSize(next)
        taken.resolve()
        taken = Promise.withResolvers<void>()
        yield next
      } else if (isDone) break
      else {
        await added.promise
        added = Promise.withResolvers<void>()
      }
    }
    await preparing
  } finally {
    // When the caller stops early, nothing runs on behind it.
    isStopped = true
    taken.resolve()
    await preparing.catch(() => undefined)
  }
}
