import { Mapping, type Step, type Transform } from 'prosemirror-transform'
import { appendInverses, appendSteps, isDeletion, isInsertion, isMove, takeMoved } from './moves.ts'

/** A step that found its place. */
export interface PlacedStep {
  /** Its index among the steps that were to be redone. */
  index: number
  step: Step
  /** Its index among the steps of the transform. */
  at: number
}

/**
 * Does steps again, each on the result of the one before it, on a document that others have changed meanwhile. Those whose
 * place is gone are left out. A move takes along what others wrote into what it moves, or stays undone as a whole.
 *
 * @param transform on the document after the steps of the others.
 * @param steps steps on the document before the steps of the others.
 * @param done.doneCount so many of the first steps are among those of the others already.
 * @param done.areSame the others' steps are these, one for one.
 */
export function redoSteps(
  transform: Transform,
  steps: readonly Step[],
  others: readonly Step[],
  { doneCount, areSame }: { doneCount: number; areSame: boolean } = { doneCount: 0, areSame: false },
): PlacedStep[] {
  const placed: PlacedStep[] = []
  const count = steps.length
  /** Back over all own steps, over those of the others, and over the own ones at their new places. */
  const mapping = new Mapping()
  appendInverses(mapping, steps)
  if (areSame) appendRedone(mapping, steps, others)
  else appendSteps(mapping, others)
  for (let index = doneCount; index < count; index++) {
    const step = steps[index]
    if (!step) continue
    const isUnmoved = others.length === 0 && placed.length === index
    const moved = isUnmoved ? step : step.map(mapping.slice(count - index))
    if (isMove(steps, index + 1)) {
      redoMove(index, moved, isUnmoved)
      index++
    } else if (moved && transform.maybeStep(moved).failed === null) {
      // The mirror is what lets a position that the step inserted survive being taken back and redone.
      mapping.appendMap(moved.getMap(), count - 1 - index)
      placed.push({ index, step: moved, at: transform.steps.length - 1 })
    }
  }
  return placed

  function redoMove(index: number, deletion: Step | null, isUnmoved: boolean): void {
    const deleted = deletion?.apply(transform.doc).doc
    const original = steps[index + 1]
    if (!deletion || !isDeletion(deletion) || !deleted || !original) return
    const trial = mapping.slice(count - index - 1)
    trial.appendMap(deletion.getMap())
    const target = isUnmoved ? original : original.map(trial)
    if (!target || !isInsertion(target)) return
    const insertion = takeMoved(target, transform.doc, deletion)
    if (!insertion.apply(deleted).doc) return
    for (const [offset, step] of [deletion, insertion].entries()) {
      transform.step(step)
      mapping.appendMap(step.getMap(), offset === 1 ? mapping.maps.length - 1 : undefined)
      placed.push({ index: index + offset, step, at: transform.steps.length - 1 })
    }
  }
}

/** Appends own steps that others have as they are, or moved: each mirrors the map that took it back. */
function appendRedone(mapping: Mapping, own: readonly Step[], redone: readonly Step[]): void {
  for (const [index, step] of redone.entries()) {
    const isPartOfMove = isMove(redone, index) || isMove(redone, index + 1)
    const inverse = own.length - 1 - index
    const mirror = isMove(redone, index) ? mapping.maps.length - 1 : isPartOfMove ? undefined : inverse
    mapping.appendMap(step.getMap(), mirror)
  }
}
