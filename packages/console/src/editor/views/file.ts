import type { MediaRef } from '@verso/editor'
import { Selection } from 'prosemirror-state'
import * as icons from '../../ui/icon-paths.ts'
import { createParagraph } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import { createUploadButton } from './upload-button.ts'
import { BlockView, type CreateView } from './view.ts'

export const createFileView: CreateView = (context) => (node, view, getPosition) =>
  new FileView(node, view, getPosition, context)

/** A file to download, with its caption below its name. */
class FileView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-file-caption' })
  readonly #name = createElement('a', { class: 'editor-file-name', target: '_blank', rel: 'noreferrer' })
  readonly #size = createElement('span', { class: 'editor-file-size' })
  readonly #addCaption = createElement(
    'button',
    { type: 'button', class: 'btn quiet' },
    this.context.labels.addCaption,
  )
  readonly #head = createElement(
    'div',
    { class: 'editor-card-head', contenteditable: 'false' },
    createIcon(icons.file),
    this.#name,
    this.#size,
  )
  readonly dom = createElement('div', { class: 'editor-card editor-file' }, this.#head, this.contentDOM)
  readonly #upload: HTMLElement | undefined

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    if (this.view.editable) {
      this.#upload = createUploadButton(this.context, {
        label: this.context.labels.chooseFile,
        onUpload: (ref) => this.setAttribute('ref', ref),
      })
      this.#addCaption.addEventListener('click', () => this.#insertCaption())
      this.#head.append(this.#addCaption)
      if (this.#upload) this.#head.append(this.#upload)
    }
    this.render()
  }

  protected render(): void {
    const ref = this.node.attrs['ref'] as MediaRef
    const { labels, options } = this.context
    const file = options.describeFile?.(ref)
    const address = ref.kind === 'url' ? ref.url : ''
    const url = file?.url ?? options.resolveFile?.(ref) ?? address
    const isEmpty = ref.kind === 'url' && address === ''
    this.#name.textContent = isEmpty ? labels.noFile : (file?.name ?? readName(address)) || labels.file
    if (/^https?:/.test(url)) this.#name.href = url
    else this.#name.removeAttribute('href')
    this.#size.textContent = file?.size ?? ''
    this.#addCaption.hidden = this.node.childCount > 0 || isEmpty
  }

  #insertCaption(): void {
    const { position } = this
    if (position === undefined) return
    const tr = this.view.state.tr.insert(position + 1, createParagraph())
    this.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position + 2), 1)))
    this.view.focus()
  }
}

/** The last part of an address, as its author would read it. */
function readName(address: string): string {
  const part = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
