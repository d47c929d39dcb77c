import type { Node } from 'prosemirror-model'
import { Mapping, type Step, Transform } from 'prosemirror-transform'

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
  const otherMaps = otherSteps.map((step) => step.getMap())
  /** The steps that found their place, by their index, with the index of their map in the transform. */
  const placed: { index: number; mapIndex: number }[] = []
  for (const [index, step] of steps.entries()) {
    const moved = otherMaps.length === 0 && placed.length === index ? step : moveStep(index)
    if (!moved || transform.maybeStep(moved).failed !== null) continue
    placed.push({ index, mapIndex: transform.steps.length - 1 })
  }
  return { steps: transform.steps, doc: transform.doc, lostCount: steps.length - placed.length }

  /** Maps a step back over the own steps before it, over those of the others, and over the own ones at their new places. */
  function moveStep(index: number): Step | null {
    const mapping = new Mapping()
    for (const earlier of steps.slice(0, index).toReversed()) mapping.appendMap(earlier.getMap().invert())
    for (const map of otherMaps) mapping.appendMap(map)
    for (const { index: earlier, mapIndex } of placed) {
      const map = transform.mapping.maps[mapIndex]
      // The mirror is what lets a position that the earlier step inserted survive being taken back and redone.
      if (map) mapping.appendMap(map, index - 1 - earlier)
    }
    return steps[index]?.map(mapping) ?? null
  }
}
