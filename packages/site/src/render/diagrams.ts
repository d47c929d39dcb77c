/** Tells whether a page has diagrams that the browser draws, because the server cannot. */
export class PageDiagrams {
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(): void {
    this.#count += 1
  }
}
