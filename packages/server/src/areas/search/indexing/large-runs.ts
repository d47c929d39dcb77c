/** Which spaces have so many pages to index that nobody should wait for all of them. */
export class LargeRuns {
  readonly #runs = new Map<string, PromiseWithResolvers<void>>()

  begin(spaceId: string): void {
    this.#find(spaceId).resolve()
  }

  end(spaceId: string): void {
    this.#runs.delete(spaceId)
  }

  /** Resolves when such a run of the space has begun; perhaps never. */
  wait(spaceId: string): Promise<void> {
    return this.#find(spaceId).promise
  }

  #find(spaceId: string): PromiseWithResolvers<void> {
    const run = this.#runs.get(spaceId) ?? Promise.withResolvers<void>()
    this.#runs.set(spaceId, run)
    return run
  }
}
