/** What the package refuses, and nothing else is thrown: every other input, however broken, becomes a document. */
export class MarkdownError extends Error {
  override name = 'MarkdownError'
}

/** Blocks nested deeper than any reader could follow, as in a line of ten thousand `>`. */
export class MarkdownTooDeep extends MarkdownError {
  override name = 'MarkdownTooDeep'
  readonly limit: number

  constructor(limit: number) {
    super(`The Markdown nests blocks deeper than ${limit} levels`)
    this.limit = limit
  }
}

/** More text than one page may hold. */
export class MarkdownTooLarge extends MarkdownError {
  override name = 'MarkdownTooLarge'
  readonly limit: number

  constructor(limit: number) {
    super(`The Markdown is longer than ${limit} characters`)
    this.limit = limit
  }
}
