import { schema } from '@verso/editor'
import {
  chainCommands,
  createParagraphNear,
  liftEmptyBlock,
  setBlockType,
  splitBlock,
  splitBlockAs,
} from 'prosemirror-commands'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, Selection, TextSelection } from 'prosemirror-state'
import { createParagraph, nodeType } from '../blocks.ts'

const listItem = nodeType('list_item')

export const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!$from.parent.inlineContent || $from.parent.type.spec.code === true) return false
  if (!$from.parent.type.contentMatch.matchType(nodeType('break'))) return false
  dispatch?.(state.tr.replaceSelectionWith(nodeType('break').create()).scrollIntoView())
  return true
}

/** In code, Enter starts a new line of the block. On the second empty line at its end it leaves the block. */
const splitCodeLine: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection
  const line = $from.parent
  if (line.type.spec.code !== true || $from.sharedDepth($to.pos) < $from.depth - 1) return false
  const isLastLine = $from.index(-1) === $from.node(-1).childCount - 1
  const code = $from.node(-1)
  if (empty && line.content.size === 0 && isLastLine && code.childCount > 1) {
    if (dispatch) {
      const transaction = state.tr.delete($from.before(), $from.after())
      const behind = transaction.mapping.map($from.after(-1))
      transaction.insert(behind, createParagraph())
      dispatch(transaction.setSelection(TextSelection.create(transaction.doc, behind + 1)).scrollIntoView())
    }
    return true
  }
  if (dispatch) {
    const indent = /^\s*/.exec(line.textBetween(0, $from.parentOffset))?.[0] ?? ''
    const transaction = state.tr.deleteSelection()
    transaction.split(transaction.selection.from, 1, [{ type: line.type }])
    if (indent !== '') transaction.insertText(indent)
    dispatch(transaction.scrollIntoView())
  }
  return true
}

/** Enter in the title of an expandable goes to its text. */
const leaveTitle: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type.name !== 'expandable_title') return false
  dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after()), 1)).scrollIntoView())
  return true
}

/** A second paragraph would turn a table of pipes into HTML, so Enter is a line break in its cells. */
const breakInCell: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isOnlyParagraph = $from.node(-1)?.type.name === 'table_cell' && $from.node(-1).childCount === 1
  return isOnlyParagraph && $from.parent.type.name === 'paragraph' ? insertBreak(state, dispatch) : false
}

const stayInTitle: Command = (state) => state.selection.$from.parent.type.name === 'table_title'

/** A new item of a task list is not ticked, whatever the item before it is. */
const splitItem: Command = (state, dispatch) => {
  const item = state.selection.$from.node(-1)
  const checked: unknown = item?.type === listItem ? item.attrs['checked'] : null
  return splitListItem(listItem, { checked: checked === null ? null : false })(state, dispatch)
}

export const pressEnter: Command = chainCommands(
  splitCodeLine,
  leaveTitle,
  stayInTitle,
  breakInCell,
  splitItem,
  createParagraphNear,
  liftEmptyBlock,
  // A heading is followed by text.
  splitBlockAs((node, isAtEnd) =>
    isAtEnd && node.type.name === 'heading' ? { type: nodeType('paragraph') } : null,
  ),
  splitBlock,
)

/** Backspace at the start of a heading or a list item makes it a paragraph, and does nothing else. */
export const pressBackspace: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  const { name } = $from.parent.type
  if (name === 'heading') return setBlockType(nodeType('paragraph'))(state, dispatch)
  if ($from.node(-1)?.type === listItem && $from.index(-1) === 0)
    return liftListItem(listItem)(state, dispatch)
  if (name === 'code_line' && $from.index(-1) === 0 && $from.node(-1).textContent === '') {
    dispatch?.(state.tr.replaceWith($from.before(-1), $from.after(-1), createParagraph()))
    return true
  }
  return false
}

export const pressTab: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code === true) {
    dispatch?.(state.tr.insertText('  '))
    return true
  }
  return sinkListItem(listItem)(state, dispatch)
}

export const pressShiftTab: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type.spec.code === true) {
    const spaces = /^ {1,2}/.exec($from.parent.textContent)?.[0].length ?? 0
    if (spaces > 0) dispatch?.(state.tr.delete($from.start(), $from.start() + spaces))
    return true
  }
  return liftListItem(listItem)(state, dispatch)
}

/** Leaves code and starts a paragraph behind it. */
export const leaveCode: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type.spec.code !== true) return false
  if (dispatch) {
    const behind = $from.after(-1)
    const transaction = state.tr.insert(behind, createParagraph())
    dispatch(transaction.setSelection(TextSelection.create(transaction.doc, behind + 1)).scrollIntoView())
  }
  return true
}

export const setHeading = (level: number): Command => setBlockType(nodeType('heading'), { level })
export const setParagraph: Command = setBlockType(schema.nodes['paragraph'] ?? nodeType('paragraph'))
