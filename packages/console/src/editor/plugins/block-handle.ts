import { NodeSelection, Plugin, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import { createParagraph, getBlockLabel } from '../blocks.ts'
import { type BlockPosition, findBlockAround } from '../commands/block-position.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, createIconButton } from '../dom.ts'
import { openBlockMenu } from '../menus/block-menu.ts'
import { openSlashMenu } from './slash-menu.ts'

/** The handle beside the block under the pointer: it inserts below, drags, and opens the block's menu. */
export function createBlockHandle(context: EditorContext): Plugin {
  return new Plugin({
    view: (view) => new BlockHandle(view, context),
    props: {
      // With a block selected as a whole, Enter opens its menu.
      handleKeyDown: (view, event) => {
        const { selection } = view.state
        if (
          event.key !== 'Enter' ||
          event.shiftKey ||
          !(selection instanceof NodeSelection) ||
          !selection.node.isBlock
        )
          return false
        const dom = view.nodeDOM(selection.from)
        if (!(dom instanceof HTMLElement)) return false
        openBlockMenu(
          view,
          context,
          { node: selection.node, position: selection.from },
          dom.getBoundingClientRect(),
        )
        return true
      },
    },
  })
}

class BlockHandle {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #element: HTMLElement
  readonly #grip: HTMLButtonElement
  readonly #region: HTMLElement
  readonly #move: (event: MouseEvent) => void
  #block: BlockPosition | undefined
  #isDragging = false
  /** Where the pointer was last. */
  #pointer = { clientX: 0, clientY: 0 }

  constructor(view: EditorView, context: EditorContext) {
    this.#view = view
    this.#context = context
    const { labels, overlay, options } = context
    const add = createIconButton(icons.plus, labels.insertBelow, () => this.#insertBelow())
    this.#grip = createElement('button', {
      type: 'button',
      draggable: 'true',
      'aria-haspopup': 'menu',
      tabindex: '-1',
    })
    this.#grip.append(createIcon(icons.gripVertical))
    add.tabIndex = -1
    this.#element = createElement('div', { class: 'editor-handle', hidden: true }, add, this.#grip)
    this.#grip.addEventListener('click', () => this.#openMenu())
    this.#grip.addEventListener('dragstart', (event) => this.#startDrag(event))
    this.#grip.addEventListener('dragend', () => {
      this.#isDragging = false
    })
    overlay.append(this.#element)
    // The margin beside the text belongs to the handle as well, or it would vanish on the way to it.
    this.#region = options.element
    this.#move = (event) => this.#follow(event)
    this.#region.addEventListener('mousemove', this.#move)
  }

  update(): void {
    if (!this.#block) return
    const { doc, selection } = this.#view.state
    // What others write in the block while it is dragged is moved with it.
    if (this.#isDragging && this.#view.dragging && selection instanceof NodeSelection) {
      this.#view.dragging = { slice: selection.content(), move: true }
      return
    }
    const { node, position } = this.#block
    // The text may be shorter now than where the block was, and asking for a node behind its end is an error.
    if (position <= doc.content.size && doc.nodeAt(position) === node) return
    // Whoever has the pointer on the handle is about to use it: others may write in the block meanwhile.
    if (this.#element.matches(':hover')) this.#show(this.#pointer)
    else this.#hide()
  }

  destroy(): void {
    this.#region.removeEventListener('mousemove', this.#move)
    this.#element.remove()
  }

  #hide(): void {
    this.#element.hidden = true
    this.#block = undefined
  }

  #follow(event: MouseEvent): void {
    this.#pointer = { clientX: event.clientX, clientY: event.clientY }
    if (
      !this.#view.editable ||
      event.buttons !== 0 ||
      this.#element.contains(event.target as globalThis.Node)
    )
      return
    this.#show(event)
  }

  /** Shows the handle beside the block at a place of the screen. */
  #show({ clientX, clientY }: { clientX: number; clientY: number }): void {
    const text = this.#view.dom.getBoundingClientRect()
    const left = Math.min(Math.max(clientX, text.left + 8), text.right - 8)
    const found = this.#view.posAtCoords({ left, top: clientY })
    if (!found) return
    const inside = found.inside >= 0 ? found.inside : found.pos
    const $position = this.#view.state.doc.resolve(found.pos)
    const block = findBlockAround($position) ?? findBlockAround(this.#view.state.doc.resolve(inside))
    if (!block) return
    const dom = this.#view.nodeDOM(block.position)
    if (!(dom instanceof HTMLElement)) return
    this.#block = block
    const label = `${getBlockLabel(block.node, this.#context.labels)}: ${this.#context.labels.blockMenu}`
    this.#grip.setAttribute('aria-label', label)
    this.#grip.title = label
    this.#element.hidden = false
    const parent = this.#context.overlay.getBoundingClientRect()
    const rect = dom.getBoundingClientRect()
    const isText = block.node.isTextblock || block.node.type.name.startsWith('list_')
    const lineHeight = isText ? Number.parseFloat(getComputedStyle(dom).lineHeight) || 28 : 40
    this.#element.style.top = `${rect.top - parent.top + (lineHeight - 28) / 2}px`
    // The handle stands in the margin, also for a block inside of another, whose frame it would cover.
    this.#element.style.left = `${text.left - parent.left - this.#element.offsetWidth - 6}px`
  }

  #openMenu(): void {
    if (this.#block) openBlockMenu(this.#view, this.#context, this.#block, this.#grip.getBoundingClientRect())
  }

  #insertBelow(): void {
    const block = this.#block
    if (!block) return
    const { state } = this.#view
    const end = block.position + block.node.nodeSize
    const isItem = block.node.type.name === 'list_item'
    const node = isItem
      ? block.node.type.create(
          { checked: block.node.attrs['checked'] === null ? null : false },
          createParagraph(),
        )
      : createParagraph()
    const transaction = state.tr.insert(end, node)
    transaction.setSelection(
      isItem
        ? Selection.near(transaction.doc.resolve(end + 1))
        : TextSelection.create(transaction.doc, end + 1),
    )
    this.#view.dispatch(transaction.scrollIntoView())
    this.#view.focus()
    if (!isItem) openSlashMenu(this.#view)
  }

  #startDrag(event: DragEvent): void {
    const block = this.#block
    if (!block || !event.dataTransfer || !NodeSelection.isSelectable(block.node)) return
    const selection = NodeSelection.create(this.#view.state.doc, block.position)
    this.#view.dispatch(this.#view.state.tr.setSelection(selection))
    const { dom, text } = this.#view.serializeForClipboard(selection.content())
    event.dataTransfer.clearData()
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'copyMove'
    const element = this.#view.nodeDOM(block.position)
    if (element instanceof HTMLElement) event.dataTransfer.setDragImage(element, 0, 0)
    this.#isDragging = true
    // ProseMirror drops what it finds here, and deletes it at its old place.
    this.#view.dragging = { slice: selection.content(), move: true }
  }
}
