import { type Node, Node as EditorNode } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { schema } from '../schema/schema.ts'
import { stepsBetween } from '../steps-between.ts'
import { addLocalSteps, createLocalState, type LocalState } from './local-steps.ts'
import { readSteps } from './read-steps.ts'
import { type RebasedSteps, rebaseSteps } from './rebase-steps.ts'

/** Steps that are not confirmed, as JSON, for a client that goes on with them later. */
export interface StoredSteps {
  version: number
  /** The document of the version, which the steps were made on. */
  document: unknown
  steps: unknown[]
  /** What was on its way. It may have arrived. */
  sent: { ref: string; count: number } | undefined
}

/** @param doc the document with the steps. */
export function storeLocalSteps(doc: Node, { version, steps, sent }: LocalState): StoredSteps {
  const transform = new Transform(doc)
  for (const { inverse } of steps.toReversed()) transform.step(inverse)
  const json = steps.map(({ step }): unknown => step.toJSON())
  return { version, document: transform.doc.toJSON(), steps: json, sent }
}

/** Makes the state of a client that stored its steps, as if it had only been away. */
export function restoreLocalSteps({ version, document, steps, sent }: StoredSteps): {
  doc: Node
  state: LocalState
} {
  const transform = new Transform(EditorNode.fromJSON(schema, document))
  for (const step of readSteps(steps)) transform.step(step)
  return { doc: transform.doc, state: { ...addLocalSteps(createLocalState(version), transform), sent } }
}

/** Moves stored steps onto a document whose commits since then are not known. */
export function transferSteps({ document, steps }: StoredSteps, doc: Node): RebasedSteps {
  const before = EditorNode.fromJSON(schema, document)
  return rebaseSteps(doc, readSteps(steps), stepsBetween(before, doc))
}
