import { Fragment, Slice, type Node } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { createItem, createParagraph, nodeType } from '../blocks.ts'
import { type BlockPosition, findBlockAround, findSelectedBlock } from './block-position.ts'

/** Moves the block of the selection before its previous or behind its next sibling. The selection moves with it. */
export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const block = findSelectedBlock(state)
    if (!block) return false
    const $before = state.doc.resolve(block.position)
    const index = $before.index()
    const sibling = $before.parent.maybeChild(index + direction)
    if (!sibling) return false
    if (dispatch) {
      const end = block.position + block.node.nodeSize
      const transaction = state.tr.delete(block.position, end)
      const target = direction < 0 ? block.position - sibling.nodeSize : block.position + sibling.nodeSize
      transaction.insert(target, block.node)
      restoreSelection(state, transaction, block, target)
      dispatch(transaction.scrollIntoView())
    }
    return true
  }
}

function restoreSelection(
  state: EditorState,
  transaction: Transaction,
  block: BlockPosition,
  target: number,
): void {
  const { selection } = state
  const offset = target - block.position
  if (selection instanceof NodeSelection)
    transaction.setSelection(NodeSelection.create(transaction.doc, selection.from + offset))
  else
    transaction.setSelection(
      TextSelection.between(
        transaction.doc.resolve(selection.anchor + offset),
        transaction.doc.resolve(selection.head + offset),
      ),
    )
}

export const duplicateBlock: Command = (state, dispatch) => {
  const block = findSelectedBlock(state)
  if (!block) return false
  const end = block.position + block.node.nodeSize
  dispatch?.(state.tr.insert(end, block.node).scrollIntoView())
  return true
}

export const deleteBlock: Command = (state, dispatch) => {
  const block = findSelectedBlock(state)
  if (!block) return false
  if (dispatch) {
    const $before = state.doc.resolve(block.position)
    const isLast = $before.parent.childCount === 1
    const end = block.position + block.node.nodeSize
    // A container keeps a paragraph to write in. A list without items goes as a whole.
    const transaction =
      isLast && !$before.parent.type.name.startsWith('list_')
        ? state.tr.replaceWith(block.position, end, createParagraph())
        : isLast
          ? state.tr.delete($before.before(), $before.after())
          : state.tr.delete(block.position, end)
    const near = Math.min(block.position, transaction.doc.content.size)
    transaction.setSelection(Selection.near(transaction.doc.resolve(near), -1))
    dispatch(transaction.scrollIntoView())
  }
  return true
}

/** Selects the block around the cursor as a whole, so that keys move, duplicate or delete it. */
export const selectBlock: Command = (state, dispatch) => {
  const block = findSelectedBlock(state)
  if (!block || !NodeSelection.isSelectable(block.node)) return false
  // A block that is selected already gives way to the one around it.
  const next = state.selection instanceof NodeSelection ? findBlockAbove(state, block) : block
  if (!next || !NodeSelection.isSelectable(next.node)) return false
  dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, next.position)))
  return true
}

/** The movable block around another one, such as the columns around a paragraph. */
export const findBlockAbove = (
  state: EditorState,
  { position }: BlockPosition,
): BlockPosition | undefined => {
  const $position = state.doc.resolve(position)
  for (let depth = $position.depth; depth > 0; depth--) {
    const around = findBlockAround(state.doc.resolve($position.start(depth)))
    if (around && around.position < position) return around
  }
  return undefined
}

const itemNames = new Set(['tabs_item', 'stepper_step', 'column', 'update'])

/** Deletes the tab, the step, the column or the update that a block is in. The last one goes with its group. */
export function deleteItemAround(block: BlockPosition): Command {
  return (state, dispatch) => {
    const $position = state.doc.resolve(block.position)
    if (!itemNames.has($position.parent.type.name)) return false
    const isLast = $position.node(-1).childCount === 1
    const depth = isLast ? $position.depth - 1 : $position.depth
    const transaction = state.tr.delete($position.before(depth), $position.after(depth))
    if (transaction.doc.childCount === 0) transaction.insert(0, createParagraph())
    const near = Math.min($position.before(depth), transaction.doc.content.size)
    dispatch?.(transaction.setSelection(Selection.near(transaction.doc.resolve(near), -1)).scrollIntoView())
    return true
  }
}

/** Inserts a block at the place of the empty paragraph of the selection, or behind the block of the selection. */
export function insertBlock(node: Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const parent = $from.parent
    const isEmptyText = parent.type.name === 'paragraph' && parent.content.size === 0
    const block = isEmptyText ? { node: parent, position: $from.before() } : findSelectedBlock(state)
    if (!block) return false
    const transaction = state.tr
    const position = isEmptyText ? block.position : block.position + block.node.nodeSize
    if (isEmptyText) transaction.replaceWith(position, position + block.node.nodeSize, node)
    else transaction.insert(position, node)
    // A line to go on writing stands behind what has no text at the end of the page.
    const end = position + node.nodeSize
    if (!node.isTextblock && end >= transaction.doc.content.size) transaction.insert(end, createParagraph())
    const cursor = Selection.findFrom(transaction.doc.resolve(position), 1)
    const isAtom = node.isAtom || node.type.name === 'images'
    if (isAtom && NodeSelection.isSelectable(node))
      transaction.setSelection(
        node.type.name === 'images'
          ? NodeSelection.create(transaction.doc, position)
          : Selection.near(transaction.doc.resolve(end)),
      )
    else if (cursor) transaction.setSelection(cursor)
    dispatch?.(transaction.scrollIntoView())
    return true
  }
}

/** Adds an item behind the last one of tabs, a stepper, columns or updates. */
export const addItem: Command = (state, dispatch) => {
  const block = findSelectedBlock(state)
  const lastChild = block?.node.lastChild
  if (!block || !lastChild || !hasItems(block.node)) return false
  dispatch?.(state.tr.insert(block.position + block.node.nodeSize - 1, createItem(lastChild.type.name)))
  return true
}

export const hasItems = (node: Node): boolean =>
  ['tabs', 'stepper', 'columns', 'updates'].includes(node.type.name)

/** Changes the kind of a block and keeps its text. */
export function turnInto(block: BlockPosition, target: Node): Command {
  return (state, dispatch) => {
    const texts = listTextBlocks(block.node)
    const nodes = convertTexts(texts, target)
    const end = block.position + block.node.nodeSize
    const transaction = state.tr.replace(block.position, end, new Slice(Fragment.from(nodes), 0, 0))
    transaction.setSelection(Selection.near(transaction.doc.resolve(block.position + 1)))
    dispatch?.(transaction.scrollIntoView())
    return true
  }
}

function listTextBlocks(node: Node): Node[] {
  if (node.isTextblock) return [node]
  const texts: Node[] = []
  node.descendants((child) => {
    if (child.isTextblock) texts.push(child)
    return !child.isTextblock
  })
  return texts
}

function toParagraph(text: Node): Node {
  return nodeType('paragraph').create(null, text.type.name === 'code_line' ? toPlain(text) : text.content)
}

function convertTexts(texts: readonly Node[], target: Node): Node[] {
  const paragraphs = texts.length === 0 ? [createParagraph()] : texts.map(toParagraph)
  const name = target.type.name
  if (name === 'paragraph') return paragraphs
  if (name === 'heading') return texts.map((text) => target.type.create(target.attrs, text.content))
  if (name === 'code') {
    const lines = texts.map((text) => nodeType('code_line').create(null, toPlain(text)))
    return [target.type.create(null, lines.length === 0 ? [nodeType('code_line').create()] : lines)]
  }
  if (name.startsWith('list_')) {
    const attrs = target.firstChild?.attrs ?? null
    return [
      target.type.create(
        null,
        paragraphs.map((paragraph) => nodeType('list_item').create(attrs, [paragraph])),
      ),
    ]
  }
  return [target.type.create(target.attrs, paragraphs)]
}

function toPlain(text: Node): Node[] {
  const value = text.textContent
  return value === '' ? [] : [text.type.schema.text(value)]
}

/** The blocks that others can be turned into without losing text. */
export const turnIntoIds: ReadonlySet<string> = new Set([
  'paragraph',
  'heading2',
  'heading3',
  'heading4',
  'bulletList',
  'orderedList',
  'taskList',
  'hint',
  'quote',
  'code',
])

/** Only text can be turned into something else. Tables, tabs and cards stay what they are. */
export function canTurnInto(node: Node): boolean {
  return [
    'paragraph',
    'heading',
    'list_unordered',
    'list_ordered',
    'list_tasks',
    'hint',
    'blockquote',
    'code',
  ].includes(node.type.name)
}
