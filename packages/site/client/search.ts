import { findAll, findOne } from './dom.ts'

interface SearchHit {
  title: string
  href: string
  path: string[]
  excerpt: string
  sections: { title: string; href: string; excerpt: string }[]
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Search as you type: Ctrl-K or the button opens it, arrows choose, Enter follows. */
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
  #chosen = -1

  constructor(dialog: HTMLDialogElement, input: HTMLInputElement, list: HTMLElement) {
    this.#dialog = dialog
    this.#input = input
    this.#list = list
  }

  start(): void {
    for (const button of findAll('[data-search]', HTMLButtonElement)) {
      button.addEventListener('click', (event) => {
        event.preventDefault()
        this.#open()
      })
      const hint = findOne('[data-shortcut]', HTMLElement, button)
      if (hint) {
        hint.dataset['keys'] = isApple ? '⌘ K' : 'Ctrl K'
        hint.hidden = false
      }
    }
    document.addEventListener('keydown', (event) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (
        (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) ||
        (event.key === '/' && !typing)
      ) {
        event.preventDefault()
        this.#open()
      }
    })
    this.#input.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#ask(), 60)
    })
    this.#input.addEventListener('keydown', (event) => this.#key(event))
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close()
    })
    // Enter follows what is chosen; it does not close, as it would by itself in such a form.
    findOne('form', HTMLFormElement, this.#dialog)?.addEventListener('submit', (event) => {
      if (event.submitter === null || document.activeElement === this.#input) event.preventDefault()
    })
  }

  #open(): void {
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#input.select()
    if (this.#list.childElementCount === 0) this.#say(this.#dialog.dataset['hint'] ?? '')
  }

  #say(text: string): void {
    const line = document.createElement('p')
    line.textContent = text
    this.#list.replaceChildren(line)
    this.#choose(-1)
  }

  async #ask(): Promise<void> {
    const query = this.#input.value.trim()
    this.#request?.abort()
    if (query === '') {
      this.#say(this.#dialog.dataset['hint'] ?? '')
      return
    }
    const request = new AbortController()
    this.#request = request
    try {
      const address = `${this.#dialog.dataset['address'] ?? ''}?q=${encodeURIComponent(query)}`
      const answer = await fetch(address, { headers: { accept: 'application/json' }, signal: request.signal })
      if (!answer.ok) return
      // What our own server answers with.
      const { items } = (await answer.json()) as { items: SearchHit[] }
      this.#show(items, query)
    } catch (error) {
      if (!request.signal.aborted) throw error
    }
  }

  #show(hits: readonly SearchHit[], query: string): void {
    if (hits.length === 0) {
      this.#say(`${this.#dialog.dataset['empty'] ?? ''} “${query}”`)
      return
    }
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
      link.addEventListener('pointermove', () => this.#choose(index, false))
      link.addEventListener('click', () => this.#dialog.close())
    })
    this.#list.replaceChildren(...links)
    this.#list.scrollTop = 0
    this.#choose(0, false)
  }

  #choose(index: number, scroll = true): void {
    const links = findAll('a', HTMLAnchorElement, this.#list)
    this.#chosen = index
    links.forEach((link, at) => link.setAttribute('aria-selected', String(at === index)))
    const link = links[index]
    this.#input.setAttribute('aria-expanded', String(links.length > 0))
    if (link) this.#input.setAttribute('aria-activedescendant', link.id)
    else this.#input.removeAttribute('aria-activedescendant')
    if (scroll) link?.scrollIntoView({ block: 'nearest' })
  }

  #key(event: KeyboardEvent): void {
    const count = this.#list.querySelectorAll('a').length
    if (event.isComposing || count === 0) return
    if (event.key === 'ArrowDown') this.#choose((this.#chosen + 1) % count)
    else if (event.key === 'ArrowUp') this.#choose((this.#chosen - 1 + count) % count)
    else if (event.key === 'Enter') findAll('a', HTMLAnchorElement, this.#list)[this.#chosen]?.click()
    else return
    event.preventDefault()
  }
}

function createResultLink(
  href: string,
  title: string,
  excerpt: string,
  path: string,
  words: readonly string[],
  sub = false,
): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = href
  link.setAttribute('role', 'option')
  link.tabIndex = -1
  if (sub) link.className = 'sub'
  const part = (className: string, text: string, marked: boolean): void => {
    if (text === '') return
    const span = document.createElement('span')
    span.className = className
    if (marked) markWords(span, text, words)
    else span.textContent = text
    link.append(span)
  }
  part('result-path', path, false)
  part('result-title', title, true)
  part('result-text', excerpt, true)
  return link
}

/** The words that were asked for, marked. Everything goes in as text. */
function markWords(into: HTMLElement, text: string, words: readonly string[]): void {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  if (pattern === '') {
    into.textContent = text
    return
  }
  text.split(new RegExp(`(${pattern})`, 'gi')).forEach((piece, index) => {
    if (index % 2 === 0) into.append(piece)
    else {
      const mark = document.createElement('mark')
      mark.textContent = piece
      into.append(mark)
    }
  })
}
