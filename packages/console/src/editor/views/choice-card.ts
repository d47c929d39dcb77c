import type { IconPath } from '../../ui/icon-paths.ts'
import { createElement, createIcon } from '../dom.ts'
import { BlockView } from './view.ts'

export interface ChoiceDescription {
  icon: IconPath
  title: string
  description: string
}

/** A card for something that is chosen elsewhere, with a button to choose another one. */
export abstract class ChoiceCard extends BlockView {
  readonly contentDOM?: HTMLElement
  readonly #sign = createElement('span', { class: 'editor-link-sign' })
  readonly #title = createElement('span', { class: 'editor-card-label cut' })
  readonly #summary = createElement('span', { class: 'editor-card-summary' })
  readonly #change = createElement('button', { type: 'button', class: 'btn quiet' })
  readonly dom = createElement(
    'div',
    { class: 'editor-card' },
    createElement(
      'div',
      { class: 'editor-card-head', contenteditable: 'false' },
      this.#sign,
      this.#title,
      this.#summary,
    ),
  )

  constructor(label: string, ...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    if (this.view.editable) {
      this.#change.textContent = label
      this.dom.firstElementChild?.append(this.#change)
      this.#change.addEventListener('click', () => this.choose(this.#change.getBoundingClientRect()))
    }
    this.render()
  }

  protected abstract describe(): ChoiceDescription

  /** Opens what is chosen with, beside the button. */
  protected abstract choose(target: DOMRect): void

  protected render(): void {
    const { icon, title, description } = this.describe()
    this.#sign.replaceChildren(createIcon(icon))
    this.#title.textContent = title
    this.#summary.textContent = description
  }
}
