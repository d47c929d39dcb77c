import { Plugin, type Command } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  isInTable,
  selectedRect,
  tableEditing,
} from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, placeNear } from '../dom.ts'
import { Menu, type MenuItem } from '../menus/menu.ts'

/** The row of titles stays where it is: nothing is inserted above it, and it is not deleted. */
const belowTitles =
  (command: Command): Command =>
  (state, dispatch) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch)

export function createTablePlugins(context: EditorContext): Plugin[] {
  return [new Plugin({ view: (view) => new TableButton(view, context) }), tableEditing()]
}

/** The button at the corner of the table that the cursor is in. */
class TableButton {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #button: HTMLButtonElement

  constructor(view: EditorView, context: EditorContext) {
    this.#view = view
    this.#context = context
    const { tableActions } = context.labels
    this.#button = createElement(
      'button',
      {
        type: 'button',
        class: 'editor-table-button',
        'aria-label': tableActions,
        title: tableActions,
        'aria-haspopup': 'menu',
        hidden: true,
      },
      createIcon(icons.ellipsis),
    )
    this.#button.addEventListener('mousedown', (event) => event.preventDefault())
    this.#button.addEventListener('click', () => this.#openMenu())
    context.overlay.append(this.#button)
  }

  update(view: EditorView): void {
    const isShown = view.editable && isInTable(view.state)
    this.#button.hidden = !isShown
    if (!isShown) return
    const { tableStart } = selectedRect(view.state)
    const dom = view.nodeDOM(tableStart - 1)
    if (!(dom instanceof HTMLElement)) return
    const parent = this.#context.overlay.getBoundingClientRect()
    const rect = dom.getBoundingClientRect()
    this.#button.style.top = `${rect.top - parent.top - 14}px`
    this.#button.style.left = `${rect.right - parent.left - 36}px`
  }

  destroy(): void {
    this.#button.remove()
  }

  #openMenu(): void {
    const { labels, overlay } = this.#context
    const view = this.#view
    const createItem = (label: string, command: Command, options: Partial<MenuItem> = {}): MenuItem[] =>
      command(view.state)
        ? [
            {
              label,
              ...options,
              run: () => {
                command(view.state, view.dispatch)
                view.focus()
              },
            },
          ]
        : []
    const items = [
      ...createItem(labels.addRowBefore, belowTitles(addRowBefore), { icon: icons.arrowUp }),
      ...createItem(labels.addRowAfter, addRowAfter, { icon: icons.arrowDown }),
      ...createItem(labels.addColumnBefore, addColumnBefore, { icon: icons.arrowLeft }),
      ...createItem(labels.addColumnAfter, addColumnAfter, { icon: icons.arrowRight }),
      ...createItem(labels.deleteRow, belowTitles(deleteRow), {
        icon: icons.trashCan,
        isDangerous: true,
        isFirstOfGroup: true,
      }),
      ...createItem(labels.deleteColumn, deleteColumn, { icon: icons.trashCan, isDangerous: true }),
    ]
    const menu = new Menu(overlay, labels.tableActions, items, () => view.focus())
    placeNear(menu.element, this.#button.getBoundingClientRect())
    menu.focus()
  }
}
