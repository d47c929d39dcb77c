import { schema } from '@verso/editor'
import { type Command, type EditorState, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import { canTurnInto } from '../commands/block-commands.ts'
import { findSelectedBlock } from '../commands/block-position.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIconButton, placeNear } from '../dom.ts'
import type { EditorLabels } from '../labels.ts'
import { openTurnIntoMenu } from '../menus/block-menu.ts'
import { Menu, type MenuItem } from '../menus/menu.ts'
import { quoteSelection } from './comment-marks.ts'
import { toggleFormat } from './keymaps.ts'
import { openLinkForm } from './link-form.ts'

const formats: readonly { mark: string; label: keyof EditorLabels; icon: icons.IconPath }[] = [
  { mark: 'bold', label: 'bold', icon: icons.bold },
  { mark: 'italic', label: 'italic', icon: icons.italic },
  { mark: 'strikethrough', label: 'strikethrough', icon: icons.strikethrough },
  { mark: 'mono', label: 'inlineCode', icon: icons.code },
]

/** Formats that few texts need. */
const rareFormats: readonly { mark: string; label: keyof EditorLabels; icon: icons.IconPath }[] = [
  { mark: 'keyboard', label: 'keyboardKey', icon: icons.keyboard },
  { mark: 'superscript', label: 'superscript', icon: icons.arrowUp },
  { mark: 'subscript', label: 'subscript', icon: icons.arrowDown },
]

/** Takes all formats away, but not links. */
const clearFormats: Command = (state, dispatch) => {
  const { from, to } = state.selection
  const transaction = state.tr
  for (const [name, type] of Object.entries(schema.marks))
    if (name !== 'link' && name !== 'annotation') transaction.removeMark(from, to, type)
  dispatch?.(transaction)
  return true
}

function openFormatMenu(view: EditorView, { labels, overlay }: EditorContext, target: DOMRect): void {
  const { doc, selection } = view.state
  const run = (command: Command) => () => {
    command(view.state, view.dispatch)
    view.focus()
  }
  const items: MenuItem[] = [
    ...rareFormats.map(({ mark, label, icon }) => {
      const type = schema.marks[mark]
      const isChecked = type !== undefined && doc.rangeHasMark(selection.from, selection.to, type)
      return { label: labels[label], icon, isChecked, run: run(toggleFormat(mark)) }
    }),
    { label: labels.clearFormats, icon: icons.xmark, isFirstOfGroup: true, run: run(clearFormats) },
  ]
  const menu = new Menu(overlay, labels.moreFormats, items, () => view.focus())
  placeNear(menu.element, target)
  menu.focus()
}

/** A button for a comment on the selected words, where one may comment. */
function createCommentTool(view: EditorView, { options, labels }: EditorContext): HTMLElement[] {
  const { onComment } = options
  if (!onComment) return []
  const button = createIconButton(icons.comment, labels.comment, () => {
    const quote = quoteSelection(view.state)
    if (quote) onComment(quote)
  })
  return [button]
}

/** The toolbar above selected text. Its buttons have keys as well, so it is never the only way. */
export function createMarksToolbar(context: EditorContext): Plugin {
  return new Plugin({ view: (view) => new MarksToolbar(view, context) })
}

class MarksToolbar {
  readonly #element: HTMLElement
  readonly #buttons: ReadonlyMap<string, HTMLButtonElement>
  readonly #view: EditorView
  readonly #turn: HTMLButtonElement
  readonly #finish: () => void

  constructor(view: EditorView, context: EditorContext) {
    const { labels, overlay } = context
    this.#view = view
    this.#buttons = new Map(
      formats.map(({ mark, label, icon }) => [
        mark,
        createIconButton(icon, labels[label], () => {
          toggleFormat(mark)(view.state, view.dispatch)
          view.focus()
        }),
      ]),
    )
    const link = createIconButton(icons.link, labels.link, () => openLinkForm(view, context))
    this.#turn = createIconButton(icons.paragraph, labels.turnInto, () => {
      const block = findSelectedBlock(view.state)
      if (block) openTurnIntoMenu(view, context, block, this.#turn.getBoundingClientRect())
    })
    const more = createIconButton(icons.ellipsis, labels.moreFormats, () =>
      openFormatMenu(view, context, more.getBoundingClientRect()),
    )
    for (const button of [this.#turn, more]) button.setAttribute('aria-haspopup', 'menu')
    this.#element = createElement(
      'div',
      { class: 'float editor-toolbar', role: 'toolbar', 'aria-label': labels.formatting, hidden: true },
      this.#turn,
      ...this.#buttons.values(),
      link,
      ...createCommentTool(view, context),
      more,
    )
    overlay.append(this.#element)
    // While the pointer still selects, a toolbar would be in its way.
    this.#finish = () => this.#show(this.#view.state)
    document.addEventListener('mouseup', this.#finish)
    view.dom.addEventListener('blur', this.#finish)
  }

  update(view: EditorView): void {
    this.#show(view.state)
  }

  destroy(): void {
    document.removeEventListener('mouseup', this.#finish)
    this.#view.dom.removeEventListener('blur', this.#finish)
    this.#element.remove()
  }

  #show(state: EditorState): void {
    const { selection } = state
    const canFormat =
      selection instanceof TextSelection &&
      !selection.empty &&
      this.#view.editable &&
      this.#view.hasFocus() &&
      selection.$from.parent.type.name !== 'table_title' &&
      selection.$from.parent.type.spec.code !== true
    this.#element.hidden = !canFormat
    if (!canFormat) return
    const block = findSelectedBlock(state)
    this.#turn.hidden = !block || !canTurnInto(block.node)
    for (const [mark, button] of this.#buttons) {
      const type = schema.marks[mark]
      const isPressed = type !== undefined && state.doc.rangeHasMark(selection.from, selection.to, type)
      button.setAttribute('aria-pressed', String(isPressed))
    }
    const start = this.#view.coordsAtPos(selection.from)
    const end = this.#view.coordsAtPos(selection.to)
    const left = start.top === end.top ? start.left : Math.min(start.left, end.left)
    placeNear(this.#element, new DOMRect(left, start.top, 1, Math.max(end.bottom - start.top, 1)), true)
  }
}
