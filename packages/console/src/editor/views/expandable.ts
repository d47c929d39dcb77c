import * as icons from '../../ui/icon-paths.ts'
import { createElement, createIconButton } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createExpandableView: CreateView = (context) => (node, view, getPosition) =>
  new ExpandableView(node, view, getPosition, context)

/** An expandable: open while it is written, and foldable. */
class ExpandableView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-expandable-content' })
  readonly #toggle = createIconButton(icons.chevronRight, this.context.labels.toggleExpandable, () =>
    this.#fold(),
  )
  readonly dom = createElement('div', { class: 'editor-expandable is-open' }, this.#toggle, this.contentDOM)

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#toggle.contentEditable = 'false'
    this.#toggle.setAttribute('aria-expanded', 'true')
  }

  #fold(): void {
    const isOpen = this.dom.classList.toggle('is-open')
    this.#toggle.setAttribute('aria-expanded', String(isOpen))
  }

  protected render(): void {
    // Its only setting, whether it is open for readers, does not change how it is written.
  }
}
