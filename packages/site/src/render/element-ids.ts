/** The ids of the elements of one page. Each is used once, and is the same each time the page is rendered. */
export class ElementIds {
  readonly #usedIds: Set<string>
  /** Where to go on with a preferred id, so that the thousandth is found as fast as the first. */
  readonly #lastNumbers = new Map<string, number>()
  #count = 0

  /** @param usedIds ids that elements have already, such as the anchors of headings. */
  constructor(usedIds: Iterable<string> = []) {
    this.#usedIds = new Set(usedIds)
  }

  /** Creates an id that nobody links to: the prefix and a number. */
  create(prefix: string): string {
    this.#count += 1
    return this.reserve(`${prefix}-${this.#count}`)
  }

  /** Takes the preferred id, with a number if it is used already. */
  reserve(preferred: string): string {
    let id = preferred
    let number = this.#lastNumbers.get(preferred) ?? 1
    while (this.#usedIds.has(id)) id = `${preferred}-${(number += 1)}`
    this.#lastNumbers.set(preferred, number)
    this.#usedIds.add(id)
    return id
  }
}

/** Reads the day of an update: the first part of its date, in ISO 8601. */
export const readUpdateDay = (date: string): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0]

/** Takes an anchor for an update. Updates of one day get a number, in the order of the page. */
export const reserveUpdateAnchor = (ids: ElementIds, date: string): string => {
  const day = readUpdateDay(date)
  return ids.reserve(day === undefined ? 'update' : `update-${day}`)
}
