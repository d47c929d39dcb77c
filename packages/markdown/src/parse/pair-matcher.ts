/**
 * Pairs openings with endings in one pass. An ending takes the nearest opening of its name; openings in between
 * stay alone. So a forgotten ending costs its own block and no other.
 */
export class PairMatcher {
  readonly #openings: Array<{ name: string; index: number }> = []
  /** For each name, where its openings stand in `#open`; entries that were popped since are found out by looking. */
  readonly #positions = new Map<string, number[]>()

  open(name: string, index: number): void {
    const position = this.#openings.push({ name, index }) - 1
    const positions = this.#positions.get(name)
    if (positions) positions.push(position)
    else this.#positions.set(name, [position])
  }

  /** The innermost opening of that name that is still open. */
  findNearest(name: string): { position: number; index: number } | undefined {
    const positions = this.#positions.get(name) ?? []
    for (let position = positions.at(-1); position !== undefined; position = positions.at(-1)) {
      const entry = this.#openings[position]
      if (entry?.name === name) return { position, index: entry.index }
      positions.pop()
    }
    return undefined
  }

  /** Closes an opening, and drops the openings after it. */
  close(opening: { position: number }): void {
    this.#openings.length = opening.position
  }

  /** Forgets what was opened after `depth`: nothing outside may close it. */
  reset(depth: number): void {
    this.#openings.length = depth
  }

  get depth(): number {
    return this.#openings.length
  }
}
