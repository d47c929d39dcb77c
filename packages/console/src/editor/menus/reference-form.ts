import { type ContentRef, isSafeAddress, parseReference } from '@verso/editor'
import type { EditorContext } from '../context.ts'
import { createElement, placeNear } from '../dom.ts'
import type { PageSuggestion } from '../options.ts'

const SEARCH_DELAY_MS = 150

interface ReferenceFormOptions {
  /** What the form is for. */
  label: string
  value: string
  /** What the form opens beside. */
  target: DOMRect
  canRemove: boolean
  /** Takes what was chosen, or undefined to have none. */
  onApply: (ref: ContentRef | undefined) => void
  /** Called when the form goes and what had the focus before should have it again. */
  onClose: () => void
}

/** A form for a page of the space, which is searched for, or an address. */
export class ReferenceForm {
  readonly #context: EditorContext
  readonly #options: ReferenceFormOptions
  readonly #element: HTMLFormElement
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  readonly #problem = createElement('p', { class: 'editor-problem', role: 'alert' })
  #suggestions: PageSuggestion[] = []
  /** What was searched for when the suggestions were found. */
  #shownQuery = ''
  #activeIndex = -1
  #timer = 0
  #isClosed = false
  #searchNumber = 0

  constructor(context: EditorContext, options: ReferenceFormOptions) {
    this.#context = context
    this.#options = options
    const { labels, overlay } = context
    this.#input = createElement('input', {
      type: 'text',
      class: 'input',
      role: 'combobox',
      'aria-label': labels.linkAddress,
      'aria-expanded': 'false',
      'aria-controls': 'editor-link-pages',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: labels.linkPlaceholder,
    })
    this.#list = createElement('div', {
      id: 'editor-link-pages',
      class: 'editor-link-pages',
      role: 'listbox',
      'aria-label': labels.linkAddress,
      hidden: true,
    })
    const apply = createElement('button', { type: 'submit', class: 'btn primary' }, labels.applyLink)
    const remove = createElement('button', { type: 'button', class: 'btn' }, labels.removeLink)
    remove.addEventListener('click', () => this.#apply(undefined))
    this.#element = createElement(
      'form',
      { class: 'float editor-form', role: 'dialog', 'aria-label': options.label },
      this.#input,
      this.#list,
      this.#problem,
      createElement('div', { class: 'editor-form-actions' }, options.canRemove ? remove : undefined, apply),
    )
    this.#element.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit()
    })
    this.#element.addEventListener('keydown', (event) => this.#handleKey(event))
    this.#element.addEventListener('focusout', (event) => {
      if (!this.#element.contains(event.relatedTarget as globalThis.Node | null)) this.#close(false)
    })
    this.#input.addEventListener('input', () => this.#search())
    overlay.append(this.#element)
    this.#input.value = options.value
    placeNear(this.#element, options.target)
  }

  focus(): void {
    this.#input.focus()
    this.#input.select()
    // The pages of the space, before anything is typed.
    if (this.#input.value === '') this.#search()
  }

  #handleKey(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Escape') this.#close(true)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const count = this.#suggestions.length
      if (count === 0) return
      this.#activeIndex = (this.#activeIndex + (event.key === 'ArrowDown' ? 1 : -1) + count) % count
      this.#renderSuggestions()
      event.preventDefault()
    }
  }

  #search(): void {
    const { searchPages } = this.#context.options
    const query = this.#input.value.trim()
    this.#problem.textContent = ''
    window.clearTimeout(this.#timer)
    const number = ++this.#searchNumber
    if (!searchPages || looksLikeAddress(query)) {
      this.#suggestions = []
      this.#activeIndex = -1
      this.#renderSuggestions()
      return
    }
    this.#timer = window.setTimeout(
      () => void this.#showPages(query, number),
      query === '' ? 0 : SEARCH_DELAY_MS,
    )
  }

  async #showPages(query: string, number: number): Promise<void> {
    // A search that fails shows nothing: addresses can be typed all the same.
    const suggestions = (await this.#context.options.searchPages?.(query).catch(() => [])) ?? []
    // An answer to what was typed before comes too late.
    if (number !== this.#searchNumber || this.#isClosed) return
    this.#shownQuery = query
    this.#suggestions = suggestions
    // What nobody has typed for is not chosen by pressing Enter.
    this.#activeIndex = suggestions.length > 0 && query !== '' ? 0 : -1
    this.#renderSuggestions()
  }

  #renderSuggestions(): void {
    this.#list.hidden = this.#suggestions.length === 0
    this.#input.setAttribute('aria-expanded', String(this.#suggestions.length > 0))
    this.#list.replaceChildren(
      ...this.#suggestions.map((suggestion, index) =>
        this.#createOption(suggestion, index, index === this.#activeIndex),
      ),
    )
    if (this.#activeIndex >= 0 && this.#suggestions.length > 0)
      this.#input.setAttribute('aria-activedescendant', `editor-link-page-${this.#activeIndex}`)
    else this.#input.removeAttribute('aria-activedescendant')
    // The form is higher now, and may have room only above what it is about.
    placeNear(this.#element, this.#options.target)
  }

  #createOption({ title, description, ref }: PageSuggestion, index: number, isActive: boolean): HTMLElement {
    const option = createElement(
      'div',
      {
        id: `editor-link-page-${index}`,
        role: 'option',
        'aria-selected': String(isActive),
        class: isActive ? 'menu-item is-active' : 'menu-item',
      },
      createElement(
        'span',
        { class: 'grow' },
        title,
        description === undefined || description === '' ? undefined : createElement('small', {}, description),
      ),
    )
    option.addEventListener('mousedown', (event) => event.preventDefault())
    option.addEventListener('click', () => this.#apply(ref))
    return option
  }

  async #submit(): Promise<void> {
    const query = this.#input.value.trim()
    // Whoever is faster than the search gets its first page all the same.
    if (query !== '' && query !== this.#shownQuery && !looksLikeAddress(completeAddress(query)))
      await this.#showPages(query, ++this.#searchNumber)
    const suggestion = this.#suggestions[this.#activeIndex]
    if (suggestion) {
      this.#apply(suggestion.ref)
      return
    }
    const address = completeAddress(query)
    if (address === '') this.#apply(undefined)
    else if (isSafeAddress(address)) this.#apply(parseReference(address))
    else this.#problem.textContent = this.#context.labels.unsafeAddress
  }

  #apply(ref: ContentRef | undefined): void {
    this.#options.onApply(ref)
    this.#close(true)
  }

  #close(givesFocusBack: boolean): void {
    // Removing the form takes the focus from it, which asks for the same again.
    if (this.#isClosed) return
    this.#isClosed = true
    window.clearTimeout(this.#timer)
    this.#element.remove()
    if (givesFocusBack) this.#options.onClose()
  }
}

const looksLikeAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/|#|\.{1,2}\/|www\.)/i.test(text)

/** People leave out what browsers add. */
export function completeAddress(text: string): string {
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`
  return /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app|de|fr|eu)(?:\/|$))/i.test(text)
    ? `https://${text}`
    : text
}
