import type { Node } from 'prosemirror-model'

/**
 * The nodes that a table cell may contain, at any depth. Cells with blocks are written as HTML, which has no notation for the
 * other blocks. A schema cannot express that: what a list item may contain does not depend on where its list is.
 */
const allowedInCells = new Set([
  'paragraph',
  'heading',
  'list_unordered',
  'list_ordered',
  'list_tasks',
  'list_item',
  'blockquote',
  'divider',
  'code',
  'code_line',
  'images',
  'image',
  'caption',
  'table',
  'table_head',
  'table_title',
  'table_row',
  'table_value',
  'table_cell',
])

export const isAllowedInCell = (name: string): boolean => allowedInCells.has(name)

/** The settings of code that HTML has no notation for. */
const codeSettingsOfTags = [
  'title',
  'overflow',
  'lineNumbers',
  'fullWidth',
  'expandable',
  'collapsedLineCount',
  'info',
] as const

/** A block that stands in a table cell and cannot be written there. */
export interface MisplacedBlock {
  position: number
  node: Node
}

/** Finds the first block in a table cell that Markdown has no notation for there. */
export function findMisplacedBlock(doc: Node): MisplacedBlock | undefined {
  let start = 0
  for (const block of doc.children) {
    const found = findInBlock(block)
    if (found) return { position: start + found.position, node: found.node }
    start += block.nodeSize
  }
  return undefined
}

/** Nodes never change, and an edited document has most blocks in common with the one before. */
const blocksWithoutMisplaced = new WeakSet<Node>()

/** The same in one block of the document; positions count from its start. */
function findInBlock(block: Node): MisplacedBlock | undefined {
  if (block.isTextblock || block.isLeaf || blocksWithoutMisplaced.has(block)) return undefined
  let result: MisplacedBlock | undefined
  const visitCell = (cell: Node, cellStart: number): void =>
    cell.descendants((inner, offset) => {
      if (result || inner.isInline) return false
      if (!canStandInCell(inner)) result = { position: cellStart + 1 + offset, node: inner }
      return !inner.isTextblock
    })
  block.descendants((node, offset) => {
    if (result || node.isTextblock) return false
    if (node.type.name !== 'table_cell') return true
    visitCell(node, 1 + offset)
    return false
  })
  if (!result) blocksWithoutMisplaced.add(block)
  return result
}

function canStandInCell(node: Node): boolean {
  if (node.type.name !== 'code') return isAllowedInCell(node.type.name)
  return codeSettingsOfTags.every((name) => node.attrs[name] === null)
}
