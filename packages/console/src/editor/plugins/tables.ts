import type { Node } from 'prosemirror-model'
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
  TableMap,
} from 'prosemirror-tables'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, placeNear } from '../dom.ts'
import { findColumn, readColumnSettings, setColumn } from '../commands/table-columns.ts'
import { openColumnForm } from '../menus/column-form.ts'
import { Menu, type MenuItem } from '../menus/menu.ts'

/** The row of titles stays where it is: nothing is inserted above it, and it is not deleted. */
const belowTitles =
  (command: Command): Command =>
  (state, dispatch) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch)

/** Moves the row of the cursor before the one above it, or behind the one below it. */
const moveRow =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { top, bottom, table, tableStart } = selectedRect(state)
    const target = top + direction
    if (bottom - top !== 1 || top < 1 || target < 1 || target >= table.childCount) return false
    if (table.children.some((row) => row.children.some((cell) => cell.attrs['rowspan'] !== 1))) return false
    if (!dispatch) return true
    const first = Math.min(top, target)
    const start = table.children.slice(0, first).reduce((sum, row) => sum + row.nodeSize, tableStart)
    const [upper, lower] = [table.child(first), table.child(first + 1)]
    const end = start + upper.nodeSize + lower.nodeSize
    dispatch(state.tr.replaceWith(start, end, [lower, upper]).scrollIntoView())
    return true
  }

/** Columns are aligned as a whole, by a setting of their titles. */
const alignColumn =
  (alignment: 'center' | 'right' | null): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { left, right, map, tableStart } = selectedRect(state)
    const transaction = state.tr
    for (let column = left; column < right; column++) {
      const position = map.map[column]
      if (position !== undefined)
        transaction.setNodeAttribute(tableStart + position, 'textAlignment', alignment)
    }
    dispatch?.(transaction)
    return true
  }

const toggleTable =
  (name: string, on: unknown, off: unknown): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { table, tableStart } = selectedRect(state)
    dispatch?.(state.tr.setNodeAttribute(tableStart - 1, name, table.attrs[name] === on ? off : on))
    return true
  }

export function createTablePlugins(context: EditorContext): Plugin[] {
  return [new Plugin({ view: (view) => new TableButton(view, context) }), tableEditing()]
}

/** Shows the cells of a column as the setting of its title says. */
export function createColumnLooks(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorateColumns(doc),
      apply: (transaction, value) => (transaction.docChanged ? decorateColumns(transaction.doc) : value),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })
}

function decorateColumns(doc: Node): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'table') decorateTable(node, position + 1, decorations)
    return !node.isTextblock
  })
  return DecorationSet.create(doc, decorations)
}

function decorateTable(table: Node, start: number, decorations: Decoration[]): void {
  const titles = table.firstChild?.children ?? []
  if (!titles.some(({ attrs }) => attrs['textAlignment'] !== null || attrs['type'] !== 'text')) return
  const map = TableMap.get(table)
  for (const position of new Set(map.map)) {
    const cell = table.nodeAt(position)
    const title = titles[map.findCell(position).left]
    if (!cell || !title) continue
    const alignment: unknown = title.attrs['textAlignment']
    const from = start + position
    if (typeof alignment === 'string')
      decorations.push(Decoration.node(from, from + cell.nodeSize, { class: `is-aligned-${alignment}` }))
    // The views of values are told of their column so, and again when it changes.
    if (cell.type.name === 'table_value')
      decorations.push(Decoration.node(from, from + cell.nodeSize, {}, { columnTitle: title }))
  }
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
    const settings: MenuItem = {
      label: labels.columnSettings,
      icon: icons.sliders,
      isFirstOfGroup: true,
      run: () => this.#openColumnForm(),
    }
    const items = [settings, ...createTableItems(view, labels)]
    const menu = new Menu(overlay, labels.tableActions, items, () => view.focus())
    placeNear(menu.element, this.#button.getBoundingClientRect())
    menu.focus()
  }

  #openColumnForm(): void {
    const view = this.#view
    const column = findColumn(view.state)
    if (!column) return
    openColumnForm(this.#context, {
      settings: readColumnSettings(column.title),
      hasCards: column.hasCards,
      target: this.#button.getBoundingClientRect(),
      onApply: (settings) => setColumn(settings)(view.state, view.dispatch),
      onClose: () => view.focus(),
    })
  }
}

function createTableItems(view: EditorView, labels: EditorContext['labels']): MenuItem[] {
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
  const { table, left } = selectedRect(view.state)
  const alignment: unknown = table.firstChild?.maybeChild(left)?.attrs['textAlignment']
  const danger = { icon: icons.trashCan, isDangerous: true }
  return [
    ...createItem(labels.addRowBefore, belowTitles(addRowBefore), { icon: icons.arrowUp }),
    ...createItem(labels.addRowAfter, addRowAfter, { icon: icons.arrowDown }),
    ...createItem(labels.addColumnBefore, addColumnBefore, { icon: icons.arrowLeft }),
    ...createItem(labels.addColumnAfter, addColumnAfter, { icon: icons.arrowRight }),
    ...createItem(labels.moveRowUp, moveRow(-1), { icon: icons.arrowsUpDown, isFirstOfGroup: true }),
    ...createItem(labels.moveRowDown, moveRow(1), { icon: icons.arrowsUpDown }),
    ...createItem(labels.alignLeft, alignColumn(null), {
      icon: icons.alignLeft,
      isFirstOfGroup: true,
      isChecked: alignment === null,
    }),
    ...createItem(labels.alignCenter, alignColumn('center'), {
      icon: icons.alignCenter,
      isChecked: alignment === 'center',
    }),
    ...createItem(labels.alignRight, alignColumn('right'), {
      icon: icons.alignRight,
      isChecked: alignment === 'right',
    }),
    ...createItem(labels.showHeader, toggleTable('hideHeader', true, null), {
      icon: icons.tableCells,
      isFirstOfGroup: true,
      isChecked: table.attrs['hideHeader'] !== true,
    }),
    ...createItem(labels.showAsCards, toggleTable('view', 'cards', 'grid'), {
      icon: icons.clone,
      isChecked: table.attrs['view'] === 'cards',
    }),
    ...createItem(labels.deleteRow, belowTitles(deleteRow), { ...danger, isFirstOfGroup: true }),
    ...createItem(labels.deleteColumn, deleteColumn, danger),
  ]
}
