import type { EditorContext } from '../context.ts'
import { createElement, placeNear } from '../dom.ts'

interface FloatFormOptions {
  label: string
  /** What the form opens beside. */
  target: DOMRect
  onSubmit: () => void
  /** Called once when the form goes. `isLeft` says that people went elsewhere, and that the focus is there. */
  onClose: (isLeft: boolean) => void
}

/** A small form above the text. Escape and a focus elsewhere close it. */
export class FloatForm {
  readonly element: HTMLFormElement
  readonly #options: FloatFormOptions
  #isClosed = false

  constructor({ overlay }: EditorContext, options: FloatFormOptions, ...children: (Element | undefined)[]) {
    this.#options = options
    this.element = createElement(
      'form',
      { class: 'float editor-form', role: 'dialog', 'aria-label': options.label },
      ...children,
    )
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      options.onSubmit()
    })
    this.element.addEventListener('keydown', (event) => {
      // Keys of the form are not commands of the console.
      event.stopPropagation()
      if (event.key === 'Escape') this.close()
    })
    this.element.addEventListener('focusout', (event) => {
      if (!this.element.contains(event.relatedTarget as globalThis.Node | null)) this.close(true)
    })
    overlay.append(this.element)
    this.place()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Puts the form where it has room, which may be elsewhere when its height has changed. */
  place(): void {
    placeNear(this.element, this.#options.target)
  }

  close(isLeft = false): void {
    // Removing the form takes the focus from it, which asks for the same again.
    if (this.#isClosed) return
    this.#isClosed = true
    this.element.remove()
    this.#options.onClose(isLeft)
  }
}
