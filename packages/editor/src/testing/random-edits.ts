import type { Node } from 'prosemirror-model'
import { canSplit, type Transform } from 'prosemirror-transform'
import { schema } from '../schema/schema.ts'
import type { TestLiveClient } from './live-client.ts'

/** Kinds of changes that people make, chosen by a number; `at` from 0 to 1 says where. */
const edits: ((transform: Transform, at: number, word: string) => void)[] = [
  (transform, at, word) => transform.insert(findTextPosition(transform.doc, at), schema.text(word)),
  (transform, at, word) => transform.insert(findTextPosition(transform.doc, at), schema.text(word)),
  (transform, at) => {
    const position = findTextPosition(transform.doc, at)
    if (canSplit(transform.doc, position)) transform.split(position)
  },
  (transform, at) => {
    const from = findTextPosition(transform.doc, at)
    const end = transform.doc.resolve(from).end()
    transform.delete(from, Math.min(end, from + 5))
  },
  (transform, at) => {
    const from = findTextPosition(transform.doc, at)
    const end = transform.doc.resolve(from).end()
    transform.addMark(from, Math.min(end, from + 8), schema.mark('bold'))
  },
  // A block is dragged to another place.
  (transform, at) => {
    const index = Math.floor(at * transform.doc.childCount)
    if (transform.doc.childCount < 2) return
    const block = transform.doc.child(index)
    const start = transform.doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    transform.delete(start, start + block.nodeSize)
    transform.insert(index === 0 ? transform.doc.content.size : 0, block)
  },
  // A block is deleted.
  (transform, at) => {
    const index = Math.floor(at * transform.doc.childCount)
    if (transform.doc.childCount < 4) return
    const start = transform.doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    transform.delete(start, start + transform.doc.child(index).nodeSize)
  },
]

export const EDIT_KINDS = edits.length

/** Makes one change of a kind. What the document does not allow there is not done. */
export function makeEdit(client: TestLiveClient, kind: number, at: number, word: string): void {
  client.change((transform) => edits[kind % edits.length]?.(transform, at, word))
}

function findTextPosition(doc: Node, at: number): number {
  const positions: number[] = []
  doc.descendants((node, start) => {
    if (!node.isTextblock || node.type.spec.code === true || node.type.name === 'code_line') return true
    for (let offset = 0; offset <= node.content.size; offset++) positions.push(start + 1 + offset)
    return false
  })
  return positions[Math.floor(at * positions.length)] ?? 1
}
