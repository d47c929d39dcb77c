import { createElement } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createListItemView: CreateView = (context) => (node, view, getPosition) =>
  new ListItemView(node, view, getPosition, context)

/** An item of a list, with a box to tick when it is a task. */
class ListItemView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-item-text' })
  readonly #box = createElement('input', {
    type: 'checkbox',
    contenteditable: 'false',
    'aria-label': this.context.labels.done,
  })
  readonly dom = createElement('li', {}, this.contentDOM)

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#box.disabled = !this.view.editable
    this.#box.addEventListener('change', () => this.setAttribute('checked', this.#box.checked))
    this.render()
  }

  protected render(): void {
    const checked: unknown = this.node.attrs['checked']
    const isTask = checked !== null
    this.dom.classList.toggle('is-task', isTask)
    this.#box.checked = checked === true
    if (isTask && !this.#box.isConnected) this.dom.prepend(this.#box)
    if (!isTask) this.#box.remove()
  }
}
