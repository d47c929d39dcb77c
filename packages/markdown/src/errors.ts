/** The base class of the errors that this package throws. Markdown that causes none of them becomes a document. */
export class MarkdownError extends Error {
  override name = 'MarkdownError'
}

/** The blocks are nested too deeply, as in a line of ten thousand `>`. */
export class MarkdownTooDeep extends MarkdownError {
  override name = 'MarkdownTooDeep'
  readonly limit: number

  constructor(limit: number) {
    super(`The Markdown nests blocks deeper than ${limit} levels`)
    this.limit = limit
  }
}

/** The text is longer than a page may be. */
export class MarkdownTooLarge extends MarkdownError {
  override name = 'MarkdownTooLarge'
  readonly limit: number

  constructor(limit: number) {
    super(`The Markdown is longer than ${limit} characters`)
    this.limit = limit
  }
}

/** The value is not a valid document, or has content that cannot be written in Markdown. */
export class InvalidDocument extends MarkdownError {
  override name = 'InvalidDocument'
  /** The names of properties and indexes that lead from the document to the invalid value. */
  readonly path: readonly (string | number)[]
  readonly problem: string

  constructor(path: readonly (string | number)[], problem: string) {
    super(`${['document', ...path].join('.')} ${problem}`)
    this.path = path
    this.problem = problem
  }
}
