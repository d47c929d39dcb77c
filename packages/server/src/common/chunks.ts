/** Splits items into groups of at most `maxWeight`. An item that is heavier is a group of its own. */
export function* splitIntoChunks<Item>(
  items: Iterable<Item>,
  maxWeight: number,
  weigh: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let batch: Item[] = []
  let weight = 0
  for (const item of items) {
    const itemWeight = weigh(item)
    if (batch.length > 0 && weight + itemWeight > maxWeight) {
      yield batch
      batch = []
      weight = 0
    }
    batch.push(item)
    weight += itemWeight
  }
  if (batch.length > 0) yield batch
}
