/**
 * Pairs openings with endings in one pass. An ending closes the nearest opening of its name, and the openings in
 * between stay unpaired. So a missing ending affects its own block and no other.
 */
export class PairMatcher {
  readonly #openings: Array<{ name: string; index: number }> = []
  /** For each name, the positions of its openings in `#openings`. Positions of dropped openings are removed later. */
  readonly #positions = new Map<string, number[]>()

  open(name: string, index: number): void {
    const position = this.#openings.push({ name, index }) - 1
    const positions = this.#positions.get(name)
    if (positions) positions.push(position)
    else this.#positions.set(name, [position])
  }

  /** Returns the innermost opening of that name that is still open. */
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

  /** Drops the openings after `depth`, so that no later ending closes them. */
  reset(depth: number): void {
    this.#openings.length = depth
  }

  get depth(): number {
    return this.#openings.length
  }
}
