/** Prepares each item while the caller still works with the one before it. */
export async function* prepareAhead<Item, Prepared extends object>(
  items: Iterable<Item>,
  prepare: (item: Item) => Promise<Prepared>,
): AsyncGenerator<Prepared> {
  let pending: Promise<Prepared> | undefined
  try {
    for (const item of items) {
      const previous = await pending
      pending = prepare(item)
      // A failure is thrown where the promise is awaited; until then it must not count as unhandled.
      pending.catch(() => undefined)
      if (previous !== undefined) yield previous
    }
    if (pending) yield await pending
  } finally {
    // When the caller stops early, nothing runs on behind it.
    await pending?.catch(() => undefined)
  }
}
