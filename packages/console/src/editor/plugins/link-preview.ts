import { type ContentRef, formatReference } from '@verso/editor'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, createIconButton, placeNear } from '../dom.ts'
import { findLinkRange, type LinkRange, openLinkForm, setLink } from './link-form.ts'

/** Shows where the link at the cursor leads, and lets people change or remove it. The keys do the same. */
export function createLinkPreview(context: EditorContext): Plugin {
  return new Plugin({ view: (view) => new LinkPreview(view, context) })
}

class LinkPreview {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #icon = createElement('span', { class: 'editor-link-sign' })
  readonly #address = createElement('a', { target: '_blank', rel: 'noreferrer' })
  readonly #element: HTMLElement
  readonly #onFocus: () => void
  #range: LinkRange | undefined

  constructor(view: EditorView, context: EditorContext) {
    this.#view = view
    this.#context = context
    const { labels, overlay } = context
    this.#element = createElement(
      'div',
      { class: 'float editor-link-preview', role: 'group', 'aria-label': labels.link, hidden: true },
      this.#icon,
      this.#address,
      createIconButton(icons.pen, labels.editLink, () => {
        view.focus()
        openLinkForm(view, context)
      }),
      createIconButton(icons.linkSlash, labels.removeLink, () => {
        if (this.#range) setLink(view, this.#range, undefined)
        view.focus()
      }),
    )
    // Opening the link keeps the place in the text.
    this.#address.addEventListener('mousedown', (event) => event.preventDefault())
    overlay.append(this.#element)
    this.#onFocus = () => this.update()
    view.dom.addEventListener('focus', this.#onFocus)
    view.dom.addEventListener('blur', this.#onFocus)
  }

  update(): void {
    const { state } = this.#view
    const range = state.selection.empty && this.#view.hasFocus() ? findLinkRange(state) : undefined
    this.#range = range
    this.#element.hidden = range?.mark === undefined
    if (!range?.mark) return
    this.#show(range.mark.attrs['ref'] as ContentRef)
    const start = this.#view.coordsAtPos(range.from)
    const end = this.#view.coordsAtPos(range.to)
    placeNear(this.#element, new DOMRect(start.left, start.top, 1, Math.max(end.bottom - start.top, 1)))
  }

  destroy(): void {
    this.#view.dom.removeEventListener('focus', this.#onFocus)
    this.#view.dom.removeEventListener('blur', this.#onFocus)
    this.#element.remove()
  }

  #show(ref: ContentRef): void {
    const page = this.#context.options.describePage?.(ref)
    const address = formatReference(ref)
    this.#icon.replaceChildren(createIcon(page ? icons.fileLines : icons.globe))
    this.#address.textContent = page?.title ?? address
    this.#address.title = page?.title ?? address
    const url = page?.url ?? (/^(?:https?|mailto):/i.test(address) ? address : undefined)
    if (url === undefined) this.#address.removeAttribute('href')
    else this.#address.href = url
  }
}
