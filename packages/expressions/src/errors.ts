/** A text that is no expression, or one that its schema has no meaning for. */
export class ExpressionError extends Error {
  /** What is wrong, without the place. */
  readonly problem: string
  /** Where in the text, counted in UTF-16 units from 0. */
  readonly position: number

  constructor(problem: string, position: number) {
    super(`${problem}, at character ${position + 1}`)
    this.problem = problem
    this.position = position
  }
}

/** An expression that has no value for what it was given: a member of nothing, a number compared with a text. */
export class ExpressionFailure extends Error {}
