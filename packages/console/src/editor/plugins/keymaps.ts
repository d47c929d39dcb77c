import { schema } from '@verso/editor'
import { baseKeymap, chainCommands, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { wrapInList } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { goToNextCell } from 'prosemirror-tables'
import { nodeType } from '../blocks.ts'
import { duplicateBlock, moveBlock, selectBlock } from '../commands/block-commands.ts'
import {
  insertBreak,
  leaveCode,
  pressBackspace,
  pressEnter,
  pressShiftTab,
  pressTab,
  setHeading,
  setParagraph,
} from '../commands/text-commands.ts'

function markType(name: string): MarkType {
  const type = schema.marks[name]
  if (!type) throw new Error(`The schema has no mark ${name}`)
  return type
}

export const toggleFormat = (name: string): Command => toggleMark(markType(name))

/** The keys of GitBook, and those of every editor. */
export function createKeymaps(): Plugin[] {
  const keys: Record<string, Command> = {
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleFormat('bold'),
    'Mod-i': toggleFormat('italic'),
    'Shift-Mod-s': toggleFormat('strikethrough'),
    'Mod-e': toggleFormat('mono'),
    'Alt-Mod-0': setParagraph,
    'Alt-Mod-1': setHeading(2),
    'Alt-Mod-2': setHeading(3),
    'Alt-Mod-3': setHeading(4),
    'Shift-Mod-7': wrapInList(nodeType('list_ordered')),
    'Shift-Mod-8': wrapInList(nodeType('list_unordered')),
    'Alt-ArrowUp': moveBlock(-1),
    'Alt-ArrowDown': moveBlock(1),
    'Mod-d': duplicateBlock,
    'Mod-Enter': chainCommands(leaveCode, insertBreak),
    'Shift-Enter': insertBreak,
    Escape: selectBlock,
    Enter: pressEnter,
    Backspace: pressBackspace,
    Tab: chainCommands(goToNextCell(1), pressTab),
    'Shift-Tab': chainCommands(goToNextCell(-1), pressShiftTab),
  }
  return [keymap(keys), keymap(baseKeymap)]
}
