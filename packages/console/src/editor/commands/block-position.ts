import type { Node, ResolvedPos } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'

/** A block that can be moved, changed and deleted as a whole. */
export interface BlockPosition {
  node: Node
  /** The position before the block. */
  position: number
}

/** Parts of a block are moved with it. A paragraph alone in a list item stands for the item. */
function isMovable(node: Node, parent: Node): boolean {
  if (node.type.name === 'list_item') return true
  if (!node.type.isInGroup('block')) return false
  if (parent.type.name === 'list_item') return parent.firstChild !== node
  return (
    parent.type.name !== 'table_cell' &&
    parent.type.name !== 'caption' &&
    parent.type.name !== 'file' &&
    parent.type.name !== 'embed'
  )
}

/** Finds the innermost movable block around a position. */
export function findBlockAround($position: ResolvedPos): BlockPosition | undefined {
  for (let depth = $position.depth; depth > 0; depth--) {
    const node = $position.node(depth)
    if (isMovable(node, $position.node(depth - 1))) return { node, position: $position.before(depth) }
  }
  const { nodeAfter } = $position
  return nodeAfter && isMovable(nodeAfter, $position.parent)
    ? { node: nodeAfter, position: $position.pos }
    : undefined
}

/** Finds the block of the selection. */
export function findSelectedBlock({ selection }: EditorState): BlockPosition | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return { node: selection.node, position: selection.from }
  return findBlockAround(selection.$from)
}
