import { isSafeAddress } from '@verso/editor'
import { Selection } from 'prosemirror-state'
import * as icons from '../../ui/icon-paths.ts'
import { createParagraph } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createEmbedView: CreateView = (context) => (node, view, getPosition) =>
  new EmbedView(node, view, getPosition, context)

/** Something of another site, by its address. Readers see it in the page; here it is a card. */
class EmbedView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-file-caption' })
  readonly #address = createElement('input', {
    type: 'url',
    class: 'editor-card-input',
    'aria-label': this.context.labels.embedAddress,
    placeholder: this.context.labels.embedAddress,
    spellcheck: 'false',
  })
  readonly #addCaption = createElement(
    'button',
    { type: 'button', class: 'btn quiet' },
    this.context.labels.addCaption,
  )
  readonly dom = createElement(
    'div',
    { class: 'editor-card' },
    createElement(
      'div',
      { class: 'editor-card-head', contenteditable: 'false' },
      createIcon(icons.display),
      createElement('span', { class: 'editor-card-label' }, this.context.labels.embed),
      this.#address,
      this.#addCaption,
    ),
    this.contentDOM,
  )

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#address.readOnly = !this.view.editable
    this.#address.addEventListener('change', () => {
      const url = this.#address.value.trim()
      if (isSafeAddress(url)) this.setAttribute('url', url)
      else this.render()
    })
    this.#address.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      this.view.focus()
    })
    this.#addCaption.addEventListener('click', () => {
      const { position } = this
      if (position === undefined) return
      const tr = this.view.state.tr.insert(position + 1, createParagraph())
      this.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position + 2), 1)))
      this.view.focus()
    })
    this.render()
  }

  protected render(): void {
    this.#address.value = String(this.node.attrs['url'])
    this.#addCaption.hidden = !this.view.editable || this.node.childCount > 0 || this.node.attrs['url'] === ''
  }
}
