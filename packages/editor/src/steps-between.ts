import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step, Transform } from 'prosemirror-transform'
import { alignChildren } from './align-children.ts'

/**
 * Returns the steps from one document to another, each as narrow as possible, so that what others change meanwhile in other
 * places stays: unchanged blocks are not touched, a setting is changed alone, and text is replaced between its first and
 * its last difference.
 */
export function stepsBetween(before: Node, after: Node): Step[] {
  const transform = new Transform(before)
  for (const [name, value] of Object.entries(after.attrs))
    if (JSON.stringify(before.attrs[name]) !== JSON.stringify(value)) transform.setDocAttribute(name, value)
  replaceChildren(transform, before, after, 0)
  return transform.steps
}

/** Changes the content of a node. Later children are changed first, so that the positions of earlier ones stay. */
function replaceChildren(transform: Transform, before: Node, after: Node, contentStart: number): void {
  const oldStarts = listStarts(before, contentStart)
  let oldEndIndex = before.childCount
  let newEndIndex = after.childCount
  for (const [oldIndex, newIndex] of [
    ...alignChildren(before.children, after.children).toReversed(),
    [-1, -1] as const,
  ]) {
    const from = oldStarts[oldIndex + 1] ?? contentStart
    const to = oldStarts[oldEndIndex] ?? from
    const newNodes = after.children.slice(newIndex + 1, newEndIndex)
    if (from < to || newNodes.length > 0)
      transform.step(new ReplaceStep(from, to, new Slice(Fragment.from(newNodes), 0, 0)))
    const [oldNode, newNode] = [before.maybeChild(oldIndex), after.maybeChild(newIndex)]
    if (oldNode && newNode && !oldNode.eq(newNode))
      changeNode(transform, oldNode, newNode, oldStarts[oldIndex] ?? contentStart)
    oldEndIndex = oldIndex
    newEndIndex = newIndex
  }
}

/** Lists the position before each child, and the position behind the last one. */
function listStarts(parent: Node, contentStart: number): number[] {
  const starts = [contentStart]
  for (const child of parent.children) starts.push((starts.at(-1) ?? contentStart) + child.nodeSize)
  return starts
}

/** Changes a node to another one of its type. */
function changeNode(transform: Transform, before: Node, after: Node, start: number): void {
  for (const [name, value] of Object.entries(after.attrs))
    if (JSON.stringify(before.attrs[name]) !== JSON.stringify(value))
      transform.setNodeAttribute(start, name, value)
  if (!before.isTextblock) {
    replaceChildren(transform, before, after, start + 1)
    return
  }
  const from = before.content.findDiffStart(after.content)
  const ends = before.content.findDiffEnd(after.content)
  if (from === null || ends === null) return
  // In `aa` and `aaa` the common start and the common end overlap.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  const content = after.content.cut(from, ends.b + overlap)
  transform.step(new ReplaceStep(start + 1 + from, start + 1 + ends.a + overlap, new Slice(content, 0, 0)))
}
