/** The absolute addresses that answers carry. */
export class Urls {
  readonly #base: string

  constructor(publicUrl: string) {
    this.#base = publicUrl
  }

  /** What Verso serves at a path. */
  at(path: string): string {
    return `${this.#base}${path}`
  }

  /** An object in the API; `path` is that of the contract, without `/v1`. */
  location(path: string): string {
    return `${this.#base}/v1${path}`
  }

  /** Both addresses of an object that people open in the console. */
  object(path: string): { location: string; app: string } {
    return { location: this.location(path), app: `${this.#base}/app${path}` }
  }
}
