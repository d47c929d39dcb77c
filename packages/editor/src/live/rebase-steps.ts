import type { Node } from 'prosemirror-model'
import { type Step, Transform } from 'prosemirror-transform'
import { redoSteps } from './redo-steps.ts'

export interface RebasedSteps {
  steps: Step[]
  doc: Node
  /** The number of steps that were left out, because what they changed is not there any more. */
  lostCount: number
}

/**
 * Moves steps onto a document that others have changed meanwhile.
 *
 * @param doc the document after the steps of the others.
 * @param steps steps on the document before the steps of the others, each on the result of the one before it.
 * @param otherSteps the steps of the others, in their order.
 */
export function rebaseSteps(doc: Node, steps: readonly Step[], otherSteps: readonly Step[]): RebasedSteps {
  const transform = new Transform(doc)
  const placed = redoSteps(transform, steps, otherSteps)
  return { steps: transform.steps, doc: transform.doc, lostCount: steps.length - placed.length }
}
