import { findAll, findOne } from './dom.ts'

interface SearchHit {
  title: string
  href: string
  path: string[]
  excerpt: string
  sections: { title: string; href: string; excerpt: string }[]
}

interface SearchAnswer {
  items: SearchHit[]
  closest: SearchHit[]
  /** False while pages are still being indexed. */
  complete: boolean
}

const INPUT_DELAY_MS = 60

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Starts search as you type. Ctrl-K or the button opens it, the arrow keys select a result and Enter opens it. */
export function initSearch(): void {
  const dialog = findOne('#search', HTMLDialogElement)
  const input = dialog && findOne('input', HTMLInputElement, dialog)
  const list = dialog && findOne('.search-results', HTMLElement, dialog)
  if (!dialog || !input || !list) return
  new SearchDialog(dialog, input, list).start()
}

class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #selectedIndex = -1

  constructor(dialog: HTMLDialogElement, input: HTMLInputElement, list: HTMLElement) {
    this.#dialog = dialog
    this.#input = input
    this.#list = list
  }

  start(): void {
    for (const button of findAll('[data-search]', HTMLElement)) {
      button.addEventListener('click', (event) => {
        event.preventDefault()
        this.#open(button.dataset['search'])
      })
      const hint = findOne('[data-shortcut]', HTMLElement, button)
      if (hint) {
        hint.dataset['keys'] = isApple ? '⌘ K' : 'Ctrl K'
        hint.hidden = false
      }
    }
    document.addEventListener('keydown', (event) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (
        (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) ||
        (event.key === '/' && !isTyping)
      ) {
        event.preventDefault()
        this.#open()
      }
    })
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#search(), INPUT_DELAY_MS)
    })
    this.#input.addEventListener('keydown', (event) => this.#handleKey(event))
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close()
    })
    // Enter opens the selected result. Without this it would submit the form, which closes the dialog.
    findOne('form', HTMLFormElement, this.#dialog)?.addEventListener('submit', (event) => {
      if (event.submitter === null || document.activeElement === this.#input) event.preventDefault()
    })
  }

  /** Opens the dialog, with what a button of the page asks for. */
  #open(query = ''): void {
    if (!this.#dialog.open) this.#dialog.showModal()
    if (query !== '') {
      this.#input.value = query
      void this.#search()
    }
    this.#input.select()
    if (this.#list.childElementCount === 0) this.#showMessage(this.#dialog.dataset['hint'] ?? '')
  }

  #showMessage(text: string): void {
    this.#list.replaceChildren(createMessage(text))
    this.#select(-1)
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim()
    this.#request?.abort()
    if (query === '') {
      this.#showMessage(this.#dialog.dataset['hint'] ?? '')
      return
    }
    const request = new AbortController()
    this.#request = request
    try {
      const url = `${this.#dialog.dataset['address'] ?? ''}?q=${encodeURIComponent(query)}`
      const response = await fetch(url, { headers: { accept: 'application/json' }, signal: request.signal })
      if (!response.ok) return
      // Our own server sends this type, so it is not validated.
      const { items, closest, complete } = (await response.json()) as SearchAnswer
      if (items.length > 0) this.#showResults(items, query)
      else this.#showClosest(closest, query)
      if (!complete) this.#list.prepend(createMessage(this.#dialog.dataset['incomplete'] ?? ''))
    } catch (error) {
      if (!request.signal.aborted) throw error
    }
  }

  /** Says that nothing was found, and offers other pages. */
  #showClosest(hits: readonly SearchHit[], query: string): void {
    const { empty = '', closest = '' } = this.#dialog.dataset
    if (hits.length > 0) this.#showResults(hits, query)
    else this.#list.replaceChildren()
    const messages = hits.length > 0 ? [`${empty} “${query}”`, closest] : [`${empty} “${query}”`]
    this.#list.prepend(...messages.map(createMessage))
    this.#select(-1)
  }

  #showResults(hits: readonly SearchHit[], query: string): void {
    const words = query.split(/\s+/).filter((word) => word.length > 1)
    const links = hits.flatMap((hit) => [
      createResultLink(
        hit.href,
        hit.title,
        hit.sections.length > 0 ? '' : hit.excerpt,
        hit.path.join(' › '),
        words,
      ),
      ...hit.sections.map((section) =>
        createResultLink(section.href, section.title, section.excerpt, '', words, true),
      ),
    ])
    links.forEach((link, index) => {
      link.id = `search-result-${index}`
      link.addEventListener('pointermove', () => this.#select(index, false))
      link.addEventListener('click', () => this.#dialog.close())
    })
    this.#list.replaceChildren(...links)
    this.#list.scrollTop = 0
    this.#select(0, false)
  }

  #select(index: number, scroll = true): void {
    const links = findAll('a', HTMLAnchorElement, this.#list)
    this.#selectedIndex = index
    links.forEach((link, position) => link.setAttribute('aria-selected', String(position === index)))
    const link = links[index]
    this.#input.setAttribute('aria-expanded', String(links.length > 0))
    if (link) this.#input.setAttribute('aria-activedescendant', link.id)
    else this.#input.removeAttribute('aria-activedescendant')
    if (scroll) link?.scrollIntoView({ block: 'nearest' })
  }

  #handleKey(event: KeyboardEvent): void {
    const count = this.#list.querySelectorAll('a').length
    if (event.isComposing || count === 0) return
    if (event.key === 'ArrowDown') this.#select((this.#selectedIndex + 1) % count)
    else if (event.key === 'ArrowUp') this.#select((this.#selectedIndex - 1 + count) % count)
    else if (event.key === 'Enter') findAll('a', HTMLAnchorElement, this.#list)[this.#selectedIndex]?.click()
    else return
    event.preventDefault()
  }
}

function createMessage(text: string): HTMLParagraphElement {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  // A list of options has no other children.
  paragraph.setAttribute('role', 'presentation')
  return paragraph
}

function createResultLink(
  href: string,
  title: string,
  excerpt: string,
  path: string,
  words: readonly string[],
  isSection = false,
): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.setAttribute('role', 'option')
  link.tabIndex = -1
  if (isSection) link.className = 'sub'
  const addPart = (className: string, text: string, hasMarks: boolean): void => {
    if (text === '') return
    const span = document.createElement('span')
    span.className = className
    if (hasMarks) markWords(span, text, words)
    else span.textContent = text
    link.append(span)
  }
  addPart('result-path', path, false)
  addPart('result-title', title, true)
  addPart('result-text', excerpt, true)
  return link
}

/** Adds text with the words of the query marked. It is added as text nodes, never as HTML. */
function markWords(element: HTMLElement, text: string, words: readonly string[]): void {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  if (pattern === '') {
    element.textContent = text
    return
  }
  text.split(new RegExp(`(${pattern})`, 'gi')).forEach((piece, index) => {
    if (index % 2 === 0) element.append(piece)
    else {
      const mark = document.createElement('mark')
      mark.textContent = piece
      element.append(mark)
    }
  })
}
