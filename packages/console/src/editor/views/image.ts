import { isSafeAddress, type MediaRef, parseMediaReference } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import { createBlock, createParagraph } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createImageView: CreateView = (context) => (node, view, getPosition) =>
  new ImageView(node, view, getPosition, context)

/** An image with its caption below it. While it is selected it shows its address and its description. */
class ImageView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-caption' })
  readonly #image = createElement('img', { alt: '', draggable: 'false' })
  readonly #empty = createElement(
    'div',
    { class: 'editor-image-empty' },
    createIcon(icons.image),
    this.context.labels.imageMissing,
  )
  readonly #address = this.#createInput(this.context.labels.imageAddress)
  readonly #alt = this.#createInput(this.context.labels.altText)
  readonly #addCaption = createElement(
    'button',
    { type: 'button', class: 'btn' },
    this.context.labels.addCaption,
  )
  readonly #form = createElement(
    'div',
    { class: 'editor-image-form', contenteditable: 'false' },
    this.#address,
    this.#alt,
    this.#addCaption,
  )
  readonly #frame = createElement('div', { class: 'editor-image-frame', contenteditable: 'false' })
  readonly dom = createElement('figure', { class: 'editor-image' }, this.#frame, this.#form, this.contentDOM)

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#form.hidden = !this.view.editable
    this.#address.addEventListener('change', () => {
      const address = this.#address.value.trim()
      if (isSafeAddress(address)) this.setAttribute('ref', parseMediaReference(address))
    })
    this.#alt.addEventListener('change', () => this.setAttribute('alt', this.#alt.value.trim() || null))
    this.#addCaption.addEventListener('click', () => this.#insertCaption())
    this.render()
  }

  #createInput(label: string): HTMLInputElement {
    return createElement('input', { type: 'text', class: 'input', 'aria-label': label, placeholder: label })
  }

  protected render(): void {
    const { ref, alt, width, height } = this.node.attrs
    const media = ref as MediaRef
    const url = this.context.options.resolveFile?.(media) ?? (media.kind === 'url' ? media.url : undefined)
    const hasImage = url !== undefined && url !== ''
    this.#frame.replaceChildren(hasImage ? this.#image : this.#empty)
    if (hasImage && this.#image.getAttribute('src') !== url) this.#image.src = url
    this.#image.alt = typeof alt === 'string' ? alt : ''
    if (typeof width === 'number') this.#image.style.width = `${width}px`
    else this.#image.style.removeProperty('width')
    if (typeof height === 'number' && typeof width === 'number')
      this.#image.style.aspectRatio = `${width} / ${height}`
    this.#address.value = media.kind === 'url' ? media.url : media.file
    this.#alt.value = typeof alt === 'string' ? alt : ''
    this.#addCaption.hidden = this.node.childCount > 0
  }

  #insertCaption(): void {
    const { position } = this
    if (position === undefined) return
    this.view.dispatch(
      this.view.state.tr.insert(position + 1, createBlock('caption', null, [createParagraph()])),
    )
    this.view.focus()
  }
}
