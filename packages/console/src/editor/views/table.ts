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
