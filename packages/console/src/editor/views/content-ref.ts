import { type ContentRef, formatReference } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import { createElement, createIcon } from '../dom.ts'
import { ReferenceForm } from '../menus/reference-form.ts'
import { BlockView, type CreateView } from './view.ts'

export const createContentRefView: CreateView = (context) => (node, view, getPosition) =>
  new ContentRefView(node, view, getPosition, context)

/** A card that leads to a page. Its page is searched for by title. */
class ContentRefView extends BlockView {
  readonly contentDOM?: HTMLElement
  readonly #sign = createElement('span', { class: 'editor-link-sign' })
  readonly #title = createElement('span', { class: 'editor-card-label cut' })
  readonly #summary = createElement('span', { class: 'editor-card-summary' })
  readonly #change = createElement(
    'button',
    { type: 'button', class: 'btn quiet' },
    this.context.labels.choosePage,
  )
  readonly dom = createElement(
    'div',
    { class: 'editor-card' },
    createElement(
      'div',
      { class: 'editor-card-head', contenteditable: 'false' },
      this.#sign,
      this.#title,
      this.#summary,
    ),
  )

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    if (this.view.editable) {
      this.dom.firstElementChild?.append(this.#change)
      this.#change.addEventListener('click', () => this.#choose())
    }
    this.render()
  }

  protected render(): void {
    const ref = this.node.attrs['ref'] as ContentRef
    const page = this.context.options.describePage?.(ref)
    const address = formatReference(ref)
    this.#sign.replaceChildren(createIcon(page ? icons.fileLines : icons.link))
    this.#title.textContent = page?.title ?? (address || this.context.labels.noPage)
    this.#summary.textContent = page?.description ?? ''
  }

  #choose(): void {
    const ref = this.node.attrs['ref'] as ContentRef
    const form = new ReferenceForm(this.context, {
      label: this.context.labels.contentRef,
      value: ref.kind === 'url' ? ref.url : '',
      target: this.#change.getBoundingClientRect(),
      canRemove: false,
      onApply: (next) => {
        if (next) this.setAttribute('ref', next)
      },
      onClose: () => this.view.focus(),
    })
    form.focus()
  }
}
