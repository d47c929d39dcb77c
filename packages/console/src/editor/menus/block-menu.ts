import type { Command } from 'prosemirror-state'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import { blockChoices } from '../block-choices.ts'
import { getBlockLabel } from '../blocks.ts'
import {
  addItem,
  canTurnInto,
  deleteBlock,
  deleteItemAround,
  duplicateBlock,
  findBlockAbove,
  hasItems,
  moveBlock,
  turnInto,
  turnIntoIds,
} from '../commands/block-commands.ts'
import type { BlockPosition } from '../commands/block-position.ts'
import type { EditorContext } from '../context.ts'
import { placeNear } from '../dom.ts'
import { canEditMarkdown, openMarkdownForm } from './markdown-form.ts'
import { Menu, type MenuItem } from './menu.ts'

const modifier = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Opens the menu of a block: what can be done with it as a whole. */
export function openBlockMenu(
  view: EditorView,
  context: EditorContext,
  block: BlockPosition,
  target: DOMRect,
): Menu {
  const { labels } = context
  if (NodeSelection.isSelectable(block.node))
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, block.position)))
  const run = (command: Command) => () => {
    command(view.state, view.dispatch)
    view.focus()
  }
  const above = findBlockAbove(view.state, block)
  const deleteItem = deleteItemAround(block)
  const items: MenuItem[] = [
    ...(canTurnInto(block.node)
      ? [
          {
            label: labels.turnInto,
            icon: icons.arrowRightArrowLeft,
            run: () => openTurnIntoMenu(view, context, block, target),
          },
        ]
      : []),
    ...(above
      ? [
          {
            label: `${labels.blockAround}: ${getBlockLabel(above.node, labels)}`,
            icon: icons.expand,
            run: () => openBlockMenu(view, context, above, target),
          },
        ]
      : []),
    ...(hasItems(block.node) ? [{ label: labels.addItem, icon: icons.plus, run: run(addItem) }] : []),
    ...(canEditMarkdown(context)
      ? [{ label: labels.editMarkdown, icon: icons.pen, run: () => openMarkdownForm(view, context, block) }]
      : []),
    {
      label: labels.moveUp,
      icon: icons.arrowUp,
      keys: ['Alt', '↑'],
      isFirstOfGroup: true,
      run: run(moveBlock(-1)),
    },
    { label: labels.moveDown, icon: icons.arrowDown, keys: ['Alt', '↓'], run: run(moveBlock(1)) },
    { label: labels.duplicate, icon: icons.copy, keys: [modifier, 'D'], run: run(duplicateBlock) },
    {
      label: labels.deleteBlock,
      icon: icons.trashCan,
      isDangerous: true,
      isFirstOfGroup: true,
      run: run(deleteBlock),
    },
    ...(deleteItem(view.state)
      ? [{ label: labels.deleteItem, icon: icons.trashCan, isDangerous: true, run: run(deleteItem) }]
      : []),
  ]
  return openMenu(view, context, getBlockLabel(block.node, labels), items, target)
}

export function openTurnIntoMenu(
  view: EditorView,
  context: EditorContext,
  block: BlockPosition,
  target: DOMRect,
): void {
  const { labels } = context
  const items = blockChoices
    .filter(({ id }) => turnIntoIds.has(id))
    .map((choice): MenuItem => ({
      label: labels[choice.label],
      icon: choice.icon,
      run: () => {
        turnInto(block, choice.create())(view.state, view.dispatch)
        view.focus()
      },
    }))
  openMenu(view, context, labels.turnInto, items, target)
}

function openMenu(
  view: EditorView,
  context: EditorContext,
  label: string,
  items: readonly MenuItem[],
  target: DOMRect,
): Menu {
  const menu = new Menu(context.overlay, label, items, () => view.focus())
  placeNear(menu.element, target)
  menu.focus()
  return menu
}
