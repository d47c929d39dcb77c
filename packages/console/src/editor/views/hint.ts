import * as icons from '../../ui/icon-paths.ts'
import { createElement, createIcon } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

const styles = ['info', 'success', 'warning', 'danger'] as const
const iconsByStyle: Readonly<Record<string, icons.IconPath>> = {
  info: icons.circleInfo,
  success: icons.circleCheck,
  warning: icons.circleExclamation,
  danger: icons.triangleExclamation,
}

export const createHintView: CreateView = (context) => (node, view, getPosition) =>
  new HintView(node, view, getPosition, context)

/** A hint: its sign is a choice of its style. */
class HintView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-hint-text' })
  readonly #select = createElement(
    'select',
    { 'aria-label': this.context.labels.hintStyle },
    ...styles.map((style) => createElement('option', { value: style }, this.context.labels[style])),
  )
  readonly #sign = createElement('span', { class: 'editor-hint-sign', contenteditable: 'false' })
  readonly dom = createElement('div', { class: 'editor-hint' }, this.#sign, this.contentDOM)
  #shownStyle: string | undefined

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#select.disabled = !this.view.editable
    this.#select.addEventListener('change', () => this.setAttribute('style', this.#select.value))
    this.render()
  }

  protected render(): void {
    const style = String(this.node.attrs['style'])
    this.#select.value = style
    // Nothing is drawn anew for a key in its text.
    if (style === this.#shownStyle) return
    this.#shownStyle = style
    this.dom.dataset['style'] = style
    this.#sign.replaceChildren(createIcon(iconsByStyle[style] ?? icons.circleInfo), this.#select)
  }
}
