/** A document that the editor cannot hold: it has unknown nodes, or values that Markdown has no notation for. */
export class InvalidEditorDocument extends Error {
  override name = 'InvalidEditorDocument'
  /** The names of properties and indexes that lead from the document to the invalid value. */
  readonly path: readonly (string | number)[]
  readonly problem: string

  constructor(path: readonly (string | number)[], problem: string) {
    super(`${['document', ...path].join('.')} ${problem}`)
    this.path = path
    this.problem = problem
  }
}
