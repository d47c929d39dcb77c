/** An operation of the API: what it takes and what it gives are types only. */
export interface Operation<Input, Result> {
  readonly id: string
  readonly method: string
  /** Below `/v1`, with `{name}` for parameters. */
  readonly path: string
  /** Exists at compile time only. */
  readonly types?: (input: Input) => Result
}

export const defineOperation = <Input, Result>(
  id: string,
  method: string,
  path: string,
): Operation<Input, Result> => ({ id, method, path })
