import type { Node, Schema } from 'prosemirror-model'
import { type Mappable, type Mapping, ReplaceStep, Step } from 'prosemirror-transform'

/**
 * Inserts what the step before it has deleted: together they move something. Whatever others write into it meanwhile moves
 * with it, where a deletion and an insertion would lose it.
 */
export class InsertMovedStep extends ReplaceStep {
  override map(mapping: Mappable): InsertMovedStep | null {
    const moved = super.map(mapping)
    return moved instanceof ReplaceStep ? new InsertMovedStep(moved.from, moved.to, moved.slice) : null
  }

  override merge(): null {
    return null
  }

  override toJSON(): object {
    // ProseMirror leaves the type of the JSON open.
    return { ...(super.toJSON() as object), stepType: 'insertMoved' }
  }

  static override fromJSON(schema: Schema, json: unknown): InsertMovedStep {
    // The base class refuses what is no replacement.
    const { from, to, slice } = ReplaceStep.fromJSON(schema, json) as ReplaceStep
    return new InsertMovedStep(from, to, slice)
  }
}
Step.jsonID('insertMoved', InsertMovedStep)

/** A step that only deletes. */
export const isDeletion = (step: Step | undefined): step is ReplaceStep =>
  step instanceof ReplaceStep && step.slice.size === 0 && step.to > step.from

export const isInsertion = (step: Step | undefined): step is ReplaceStep =>
  step instanceof ReplaceStep && step.from === step.to && step.slice.size > 0

/** Whether a step and the one before it move something. */
export function isMove(steps: readonly Step[], index: number): boolean {
  const [deletion, insertion] = [steps[index - 1], steps[index]]
  return (
    insertion instanceof InsertMovedStep &&
    isInsertion(insertion) &&
    isDeletion(deletion) &&
    deletion.to - deletion.from === insertion.slice.size
  )
}

/**
 * Marks the steps that move something.
 *
 * @param docs the documents before each of the steps.
 */
export const markMoves = (steps: readonly Step[], docs: readonly Node[]): Step[] =>
  steps.map((step, index) => {
    const deletion = steps[index - 1]
    const before = docs[index - 1]
    if (!before || !isInsertion(step) || !isDeletion(deletion)) return step
    const isSame = before.slice(deletion.from, deletion.to).eq(step.slice)
    return isSame ? new InsertMovedStep(step.from, step.to, step.slice) : step
  })

/** The insertion of a move, with what is now at the place that it moves from. */
export const takeMoved = (insertion: ReplaceStep, doc: Node, deletion: ReplaceStep): InsertMovedStep =>
  new InsertMovedStep(insertion.from, insertion.to, doc.slice(deletion.from, deletion.to))

/**
 * Appends the maps of steps. A position in something that they move moves with it: the map that deletes it and the map that
 * inserts it mirror each other.
 */
export function appendSteps(mapping: Mapping, steps: readonly Step[]): void {
  for (const [index, step] of steps.entries())
    mapping.appendMap(step.getMap(), isMove(steps, index) ? mapping.maps.length - 1 : undefined)
}

/** Appends the maps that take steps back, the last one first. What they moved moves back. */
export function appendInverses(mapping: Mapping, steps: readonly Step[]): void {
  for (const [offset, step] of steps.toReversed().entries()) {
    const isMoved = isMove(steps, steps.length - offset)
    mapping.appendMap(step.getMap().invert(), isMoved ? mapping.maps.length - 1 : undefined)
  }
}
