/** The text is not an expression, or its types do not match the schema. */
export class ExpressionError extends Error {
  /** What is wrong, without the position. */
  readonly problem: string
  /** The index in the text, in UTF-16 code units from 0. */
  readonly position: number

  constructor(problem: string, position: number) {
    super(`${problem}, at character ${position + 1}`)
    this.problem = problem
    this.position = position
  }
}

/** The expression has no value for this scope: it reads a member of null, or compares a number with a string. */
export class EvaluationError extends Error {}
