import { check, type IconPath } from '../../ui/icon-paths.ts'
import { createElement, createIcon } from '../dom.ts'

export interface MenuItem {
  label: string
  icon?: IconPath
  keys?: string[]
  isDangerous?: boolean
  isFirstOfGroup?: boolean
  /** Whether it is on, for what can be turned on and off. */
  isChecked?: boolean
  run: () => void
}

const itemSelector = '[role^=menuitem]'

/** A menu that opens beside what it is about. It has the focus while it is open, and gives it back when it closes. */
export class Menu {
  readonly #element: HTMLElement
  readonly #onClose: () => void
  readonly #closeOutside: (event: Event) => void

  constructor(overlay: HTMLElement, label: string, items: readonly MenuItem[], onClose: () => void) {
    this.#onClose = onClose
    this.#element = createElement('div', {
      class: 'menu float editor-menu',
      role: 'menu',
      'aria-label': label,
    })
    for (const item of items) this.#addItem(item)
    this.#element.addEventListener('keydown', (event) => this.#handleKey(event))
    overlay.append(this.#element)
    this.#closeOutside = (event) => {
      if (!this.#element.contains(event.target as globalThis.Node)) this.close(false)
    }
    document.addEventListener('pointerdown', this.#closeOutside, true)
  }

  get element(): HTMLElement {
    return this.#element
  }

  focus(): void {
    this.#element.querySelector<HTMLElement>(itemSelector)?.focus()
  }

  /** Closes the menu. What had the focus before gets it back, unless people went elsewhere. */
  close(givesFocusBack = true): void {
    if (!this.#element.isConnected) return
    document.removeEventListener('pointerdown', this.#closeOutside, true)
    this.#element.remove()
    if (givesFocusBack) this.#onClose()
  }

  #addItem({ label, icon, keys = [], isDangerous, isFirstOfGroup, isChecked, run }: MenuItem): void {
    if (isFirstOfGroup && this.#element.hasChildNodes()) this.#element.append(createElement('hr'))
    const button = createElement(
      'button',
      {
        type: 'button',
        role: isChecked === undefined ? 'menuitem' : 'menuitemcheckbox',
        'aria-checked': isChecked === undefined ? undefined : String(isChecked),
        tabindex: '-1',
        class: isDangerous ? 'menu-item danger' : 'menu-item',
      },
      icon && createIcon(icon),
      createElement('span', { class: 'grow' }, label),
    )
    if (isChecked === true) button.append(createIcon(check))
    if (keys.length > 0)
      button.append(
        createElement('span', { class: 'keys' }, ...keys.map((key) => createElement('kbd', {}, key))),
      )
    button.addEventListener('click', () => {
      this.close()
      run()
    })
    this.#element.append(button)
  }

  #handleKey(event: KeyboardEvent): void {
    const items = [...this.#element.querySelectorAll<HTMLElement>(itemSelector)]
    const index = items.indexOf(document.activeElement as HTMLElement)
    const focusAt = (next: number): void => items.at(next % items.length)?.focus()
    if (event.key === 'ArrowDown') focusAt(index + 1)
    else if (event.key === 'ArrowUp') focusAt(index - 1)
    else if (event.key === 'Home') focusAt(0)
    else if (event.key === 'End') focusAt(-1)
    else if (event.key === 'Escape' || event.key === 'Tab') this.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
