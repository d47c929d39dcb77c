import { type ContentRef, formatReference } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import * as icons from '../../ui/icon-paths.ts'
import { getBlockLabel } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import { canEditMarkdown, openMarkdownForm } from '../menus/markdown-form.ts'
import { BlockView, type CreateView } from './view.ts'

const iconsByNode: Readonly<Record<string, icons.IconPath>> = {
  math: icons.squareRootVariable,
  embed: icons.display,
  file: icons.file,
  drawing: icons.paintbrush,
  content_ref: icons.fileLines,
  reusable_content: icons.cube,
  integration: icons.puzzlePiece,
  raw_block: icons.code,
  if: icons.eye,
  updates: icons.newspaper,
  update: icons.calendar,
  prompt: icons.wandMagicSparkles,
}

/** The view of a block without a form of its own: what it is, and a way to its Markdown. Its text, if it has any, is edited in place. */
export const createBlockCard: CreateView = (context) => (node, view, getPosition) =>
  node.isAtom
    ? new BlockCard(undefined, node, view, getPosition, context)
    : new BlockCard(createElement('div', { class: 'editor-card-content' }), node, view, getPosition, context)

class BlockCard extends BlockView {
  readonly contentDOM?: HTMLElement
  readonly #label = createElement('span', { class: 'editor-card-label' })
  readonly #summary = createElement('span', { class: 'editor-card-summary' })
  readonly #head = createElement('div', { class: 'editor-card-head', contenteditable: 'false' })
  readonly dom = createElement('div', { class: 'editor-card' }, this.#head)

  constructor(contentDOM: HTMLElement | undefined, ...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    if (contentDOM) {
      this.contentDOM = contentDOM
      this.dom.append(contentDOM)
    }
    this.#head.append(createIcon(iconsByNode[this.node.type.name] ?? icons.cube), this.#label, this.#summary)
    const canEdit = canEditMarkdown(this.context) && !['update', 'updates'].includes(this.node.type.name)
    if (canEdit) {
      const edit = createElement(
        'button',
        { type: 'button', class: 'btn quiet' },
        this.context.labels.editMarkdown,
      )
      edit.addEventListener('click', () => this.#edit())
      this.#head.append(edit)
    }
    this.render()
  }

  protected render(): void {
    this.#label.textContent = getBlockLabel(this.node, this.context.labels)
    this.#summary.textContent = describe(this.node)
  }

  #edit(): void {
    const { position } = this
    if (position !== undefined) openMarkdownForm(this.view, this.context, { node: this.node, position })
  }
}

/** What tells one block from another of its kind. */
function describe({ attrs, type }: Node): string {
  const texts = ['expression', 'formula', 'source', 'url', 'description', 'name', 'path']
  if (type.name === 'update') return String(attrs['date']).slice(0, 10)
  if (type.name === 'integration') return `${String(attrs['integration'])}/${String(attrs['block'])}`
  if (type.name === 'openapi_operation' || type.name === 'swagger')
    return `${String(attrs['method']).toUpperCase()} ${String(attrs['path'])}`
  for (const name of texts) {
    const value: unknown = attrs[name]
    if (typeof value === 'string' && value !== '') return value.split('\n', 1)[0] ?? ''
  }
  const ref: unknown = attrs['ref']
  // The schema checks references.
  return typeof ref === 'object' && ref !== null ? formatReference(ref as ContentRef) : ''
}
