import { type ContentRef, formatReference } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import * as icons from '../../ui/icon-paths.ts'
import { getBlockLabel } from '../blocks.ts'
import { createElement, createIcon } from '../dom.ts'
import type { EditorLabels } from '../labels.ts'
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

/** The setting that is written in the head of a card, for blocks that have one that matters most. */
const settings: Readonly<Record<string, { name: string; label: keyof EditorLabels; type: string }>> = {
  if: { name: 'expression', label: 'conditionExpression', type: 'text' },
  prompt: { name: 'description', label: 'promptDescription', type: 'text' },
  update: { name: 'date', label: 'updateDate', type: 'date' },
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
  #input: { element: HTMLInputElement; name: string; type: string } | undefined

  constructor(contentDOM: HTMLElement | undefined, ...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    if (contentDOM) {
      this.contentDOM = contentDOM
      this.dom.append(contentDOM)
    }
    this.#head.append(createIcon(iconsByNode[this.node.type.name] ?? icons.cube), this.#label)
    this.#head.append(this.#createInput() ?? this.#summary)
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
    if (!this.#input) return
    const { element, name, type } = this.#input
    const value = String(this.node.attrs[name])
    element.value = type === 'date' ? value.slice(0, 10) : value
  }

  #createInput(): HTMLInputElement | undefined {
    const setting = settings[this.node.type.name]
    if (!setting) return undefined
    const label = this.context.labels[setting.label]
    const input = createElement('input', {
      type: setting.type,
      class: 'editor-card-input',
      'aria-label': label,
      placeholder: label,
    })
    input.readOnly = !this.view.editable
    input.addEventListener('change', () => {
      const value = input.value.trim()
      // Documents have a time behind every date.
      this.setAttribute(setting.name, setting.type === 'date' ? `${value}T00:00:00.000Z` : value)
    })
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      this.view.focus()
    })
    this.#input = { element: input, ...setting }
    return input
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
