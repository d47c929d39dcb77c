/** What the package refuses, and nothing else is thrown: every other Markdown, however broken, becomes a document. */
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

/** A document that is none, or says what Markdown cannot. */
export class InvalidDocument extends MarkdownError {
  override name = 'InvalidDocument'
  /** Where: names of properties and indexes, from the document down. */
  readonly path: readonly (string | number)[]
  readonly problem: string

  constructor(path: readonly (string | number)[], problem: string) {
    super(`${['document', ...path].join('.')} ${problem}`)
    this.path = path
    this.problem = problem
  }
}
