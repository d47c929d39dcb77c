import { createElement } from '../dom.ts'

const SEARCH_DELAY_MS = 150

/** Something that can be chosen. */
export interface Suggestion<Value> {
  title: string
  /** What tells it from others with the same title. */
  description?: string
  /** Drawn before the title. */
  createSign?: () => Element
  value: Value
}

interface SuggestionFieldOptions<Value> {
  /** Makes the ids of the field unique in the page. */
  id: string
  label: string
  placeholder: string
  /** Undefined where there is nothing to suggest for what was typed. */
  search: (query: string) => Promise<Suggestion<Value>[]> | undefined
  onChoose: (value: Value) => void
  /** Called when what is suggested has changed, and with it the height of the field. */
  onChange?: (suggestions: readonly Suggestion<Value>[]) => void
  /** Whether the first suggestion is chosen by Enter before anything was typed. */
  choosesFirst?: boolean
}

/** A text field that suggests what can be chosen while people type. Arrow keys go through the suggestions. */
export class SuggestionField<Value> {
  readonly input: HTMLInputElement
  readonly list: HTMLElement
  readonly #options: SuggestionFieldOptions<Value>
  #suggestions: Suggestion<Value>[] = []
  /** What was searched for when the suggestions were found. */
  #shownQuery: string | undefined
  #activeIndex = -1
  #timer = 0
  #searchNumber = 0

  constructor(options: SuggestionFieldOptions<Value>) {
    this.#options = options
    const listId = `editor-${options.id}-list`
    this.input = createElement('input', {
      type: 'text',
      class: 'input',
      role: 'combobox',
      'aria-label': options.label,
      'aria-expanded': 'false',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: options.placeholder,
    })
    this.list = createElement('div', {
      id: listId,
      class: 'editor-suggestions',
      role: 'listbox',
      'aria-label': options.label,
      hidden: true,
    })
    this.input.addEventListener('input', () => this.search())
    this.input.addEventListener('keydown', (event) => this.#handleKey(event))
  }

  get query(): string {
    return this.input.value.trim()
  }

  /** What Enter chooses. */
  get active(): Suggestion<Value> | undefined {
    return this.#suggestions[this.#activeIndex]
  }

  search(): void {
    window.clearTimeout(this.#timer)
    const number = ++this.#searchNumber
    const { query } = this
    const delay = query === '' ? 0 : SEARCH_DELAY_MS
    this.#timer = window.setTimeout(() => void this.#show(query, number), delay)
  }

  /** Waits for the suggestions for what was typed last: whoever is faster than the search gets its first one all the same. */
  async settle(): Promise<void> {
    window.clearTimeout(this.#timer)
    if (this.query !== this.#shownQuery) await this.#show(this.query, ++this.#searchNumber)
  }

  /** Suggests nothing until something is typed again. */
  clear(): void {
    this.close()
    this.#shownQuery = this.query
    this.#suggestions = []
    this.#activeIndex = -1
    this.#render()
  }

  /** Stops a search that is under way. */
  close(): void {
    window.clearTimeout(this.#timer)
    this.#searchNumber++
  }

  async #show(query: string, number: number): Promise<void> {
    // A search that fails suggests nothing. What was typed may be good all the same.
    const suggestions = (await this.#options.search(query)?.catch(() => [])) ?? []
    // An answer to what was typed before comes too late.
    if (number !== this.#searchNumber) return
    this.#shownQuery = query
    this.#suggestions = suggestions
    const choosesFirst = query !== '' || this.#options.choosesFirst === true
    this.#activeIndex = suggestions.length > 0 && choosesFirst ? 0 : -1
    this.#render()
    this.#options.onChange?.(suggestions)
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const count = this.#suggestions.length
    if (count === 0) return
    const step = event.key === 'ArrowDown' ? 1 : -1
    // Before anything is chosen, up leads to the last one.
    this.#activeIndex =
      this.#activeIndex < 0 && step < 0 ? count - 1 : (this.#activeIndex + step + count) % count
    this.#render()
    event.preventDefault()
  }

  #render(): void {
    const { id } = this.#options
    this.list.hidden = this.#suggestions.length === 0
    this.input.setAttribute('aria-expanded', String(this.#suggestions.length > 0))
    this.list.replaceChildren(
      ...this.#suggestions.map((suggestion, index) => this.#createOption(suggestion, index)),
    )
    if (this.#activeIndex >= 0)
      this.input.setAttribute('aria-activedescendant', `editor-${id}-${this.#activeIndex}`)
    else this.input.removeAttribute('aria-activedescendant')
    this.list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }

  #createOption({ title, description, createSign, value }: Suggestion<Value>, index: number): HTMLElement {
    const isActive = index === this.#activeIndex
    const option = createElement(
      'div',
      {
        id: `editor-${this.#options.id}-${index}`,
        role: 'option',
        'aria-selected': String(isActive),
        class: isActive ? 'menu-item is-active' : 'menu-item',
      },
      createSign?.(),
      createElement(
        'span',
        { class: 'grow' },
        title,
        description === undefined || description === '' ? undefined : createElement('small', {}, description),
      ),
    )
    // The field keeps the focus while somebody chooses.
    option.addEventListener('mousedown', (event) => event.preventDefault())
    option.addEventListener('click', () => this.#options.onChoose(value))
    return option
  }
}
