import { type ContentRef, formatReference } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import { createElement } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createTableView: CreateView = (context) => (node, view, getPosition) =>
  new TableView(node, view, getPosition, context)

/** A table that scrolls when it is wider than the page. Cards are edited as the table that they are made of. */
class TableView extends BlockView {
  readonly contentDOM = createElement('tbody')
  readonly dom = createElement('div', { class: 'editor-table' }, createElement('table', {}, this.contentDOM))

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.render()
  }

  protected render(): void {
    this.dom.classList.toggle('has-hidden-header', this.node.attrs['hideHeader'] === true)
  }
}

/** A cell whose value is not text. It is changed in the Markdown of the table. */
export const createTableValueView: CreateView = () => (node) => {
  const dom = createElement('td', { class: 'editor-value', contenteditable: 'false' }, formatValue(node))
  dom.colSpan = Number(node.attrs['colspan'])
  dom.rowSpan = Number(node.attrs['rowspan'])
  return { dom, ignoreMutation: () => true }
}

function formatValue({ attrs }: Node): string {
  const value: unknown = attrs['value']
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '☑' : '☐'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object')
    // The schema checks references, which stand alone or with the settings of an image.
    return formatReference(('ref' in value ? value.ref : value) as ContentRef)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
