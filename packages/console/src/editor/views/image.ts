import { isSafeAddress, type MediaRef, parseMediaReference } from '@verso/editor'
import { Selection } from 'prosemirror-state'
import * as icons from '../../ui/icon-paths.ts'
import { createBlock, createParagraph } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import { createUploadButton } from './upload-button.ts'
import { BlockView, type CreateView } from './view.ts'

export const createImageView: CreateView = (context) => (node, view, getPosition) =>
  new ImageView(node, view, getPosition, context)

const widths = ['25', '50', '75', '100'] as const
const alignments = ['left', 'center', 'right'] as const

/** An image with its caption below it. While it is selected it shows its settings. */
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
  readonly #width = this.#createSelect(this.context.labels.imageWidth, [
    ['', this.context.labels.naturalWidth],
    ...widths.map((width) => [width, `${width} %`] as const),
  ])
  readonly #align = this.#createSelect(this.context.labels.alignment, [
    ['', this.context.labels.alignDefault],
    ['left', this.context.labels.alignLeft],
    ['center', this.context.labels.alignCenter],
    ['right', this.context.labels.alignRight],
  ])
  readonly #addCaption = createElement(
    'button',
    { type: 'button', class: 'btn' },
    this.context.labels.addCaption,
  )
  readonly #darkImage = createElement('img', { alt: '', draggable: 'false' })
  readonly #dark = createElement(
    'div',
    { class: 'editor-image-dark' },
    this.#darkImage,
    createElement('span', {}, this.context.labels.darkVersion),
  )
  readonly #removeDark = createElement(
    'button',
    { type: 'button', class: 'btn' },
    this.context.labels.removeDarkVersion,
  )
  readonly #form = createElement('div', { class: 'editor-image-form', contenteditable: 'false' })
  readonly #frame = createElement('div', { class: 'editor-image-frame', contenteditable: 'false' })
  readonly dom = createElement('figure', { class: 'editor-image' }, this.#frame, this.#form, this.contentDOM)

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#form.hidden = !this.view.editable
    const upload = createUploadButton(this.context, {
      label: this.context.labels.chooseImage,
      accept: 'image/*',
      onUpload: (ref) => this.setAttribute('ref', ref),
    })
    this.#form.append(
      this.#alt,
      this.#address,
      createElement(
        'div',
        { class: 'editor-image-actions' },
        upload,
        this.#width,
        this.#align,
        this.#addCaption,
        createUploadButton(this.context, {
          label: this.context.labels.addDarkVersion,
          accept: 'image/*',
          onUpload: (ref) => this.setAttribute('refDark', ref),
        }),
        this.#removeDark,
      ),
    )
    this.#removeDark.addEventListener('click', () => this.setAttribute('refDark', null))
    this.#address.addEventListener('change', () => {
      const address = this.#address.value.trim()
      if (isSafeAddress(address)) this.setAttribute('ref', parseMediaReference(address))
    })
    this.#alt.addEventListener('change', () => this.setAttribute('alt', this.#alt.value.trim() || null))
    this.#width.addEventListener('change', () => this.#setWidth(this.#width.value))
    this.#align.addEventListener('change', () => this.#setAlignment(this.#align.value))
    this.#addCaption.addEventListener('click', () => this.#insertCaption())
    this.#image.addEventListener('error', () => this.dom.classList.add('is-missing'))
    this.#image.addEventListener('load', () => this.dom.classList.remove('is-missing'))
    this.render()
  }

  #createInput(label: string): HTMLInputElement {
    return createElement('input', { type: 'text', class: 'input', 'aria-label': label, placeholder: label })
  }

  #createSelect(label: string, choices: readonly (readonly [string, string])[]): HTMLSelectElement {
    const options = choices.map(([value, text]) => createElement('option', { value }, text))
    return createElement('select', { class: 'select', 'aria-label': label, title: label }, ...options)
  }

  protected render(): void {
    const { ref, alt, width, height } = this.node.attrs
    const media = ref as MediaRef
    const url = this.#findAddress(media)
    const hasImage = url !== undefined && url !== ''
    this.dom.classList.toggle('is-empty-image', !hasImage)
    const dark = this.node.attrs['refDark'] as MediaRef | null
    this.#frame.replaceChildren(hasImage ? this.#image : this.#empty, ...(dark ? [this.#dark] : []))
    this.#removeDark.hidden = !dark
    const darkUrl = dark ? this.#findAddress(dark) : undefined
    if (darkUrl !== undefined && this.#darkImage.getAttribute('src') !== darkUrl)
      this.#darkImage.src = darkUrl
    if (hasImage && this.#image.getAttribute('src') !== url) this.#image.src = url
    this.#image.alt = typeof alt === 'string' ? alt : ''
    this.#showSize(width, height)
    this.#address.value = media.kind === 'url' ? media.url : ''
    // A file of the space has no address that people know. Another one can be typed all the same.
    this.#address.placeholder =
      (media.kind === 'file' ? this.context.options.describeFile?.(media)?.name : undefined) ??
      this.context.labels.imageAddress
    this.#alt.value = typeof alt === 'string' ? alt : ''
    this.#addCaption.hidden = this.node.childCount > 0
    const group = this.#findGroup()
    this.#align.value = String(group?.node.attrs['align'] ?? '')
    this.#align.hidden = group === undefined || group.node.childCount > 1
    this.#frame.dataset['align'] = this.#align.value
  }

  #findAddress(ref: MediaRef): string | undefined {
    return this.context.options.resolveFile?.(ref) ?? (ref.kind === 'url' ? ref.url : undefined)
  }

  #showSize(width: unknown, height: unknown): void {
    const { style } = this.#image
    const percent = readPercent(width)
    this.#width.value = widths.find((each) => Number(each) === percent) ?? ''
    if (typeof width === 'number') style.width = `${width}px`
    else if (percent !== undefined) style.width = `${percent}%`
    else style.removeProperty('width')
    if (typeof height === 'number' && typeof width === 'number') style.aspectRatio = `${width} / ${height}`
    else style.removeProperty('aspect-ratio')
  }

  /** The block around the image, which has the alignment. */
  #findGroup() {
    const { position } = this
    if (position === undefined || position > this.view.state.doc.content.size) return undefined
    const $position = this.view.state.doc.resolve(position)
    return $position.parent.type.name === 'images'
      ? { node: $position.parent, position: $position.before() }
      : undefined
  }

  #setWidth(value: string): void {
    const { position } = this
    if (position === undefined) return
    const width = value === '' ? null : { unit: '%', value: Number(value) }
    const { tr } = this.view.state
    this.view.dispatch(
      tr.setNodeAttribute(position, 'width', width).setNodeAttribute(position, 'height', null),
    )
  }

  #setAlignment(value: string): void {
    const group = this.#findGroup()
    if (!group) return
    const align = alignments.find((each) => each === value) ?? null
    this.view.dispatch(this.view.state.tr.setNodeAttribute(group.position, 'align', align))
    this.render()
  }

  #insertCaption(): void {
    const { position } = this
    if (position === undefined) return
    const { tr } = this.view.state
    tr.insert(position + 1, createBlock('caption', null, [createParagraph()]))
    this.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position + 2), 1)))
    this.view.focus()
  }
}

/** A width in parts of the page, as documents have it. */
function readPercent(width: unknown): number | undefined {
  if (typeof width !== 'object' || width === null || !('unit' in width) || !('value' in width))
    return undefined
  return width.unit === '%' && typeof width.value === 'number' ? width.value : undefined
}
