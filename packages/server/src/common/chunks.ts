/** The items in groups that weigh at most so much together; one that weighs more is a group of its own. */
export function* splitIntoChunks<Item>(
  items: Iterable<Item>,
  most: number,
  weigh: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let batch: Item[] = []
  let weight = 0
  for (const item of items) {
    const more = weigh(item)
    if (batch.length > 0 && weight + more > most) {
      yield batch
      batch = []
      weight = 0
    }
    batch.push(item)
    weight += more
  }
  if (batch.length > 0) yield batch
}
