import { type ContentRef, formatReference, isSafeAddress, parseReference, schema } from '@verso/editor'
import type { Mark } from 'prosemirror-model'
import { Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorContext } from '../context.ts'
import { createElement, placeNear } from '../dom.ts'
import type { PageSuggestion } from '../options.ts'

const SEARCH_DELAY_MS = 150

/** `Mod-k` links what is selected, or changes the link at the cursor. */
export function createLinkForm(context: EditorContext): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        // With the capitals locked it is a capital.
        if (
          event.key.toLowerCase() !== 'k' ||
          !(event.ctrlKey || event.metaKey) ||
          event.shiftKey ||
          event.altKey
        )
          return false
        // Elsewhere in the console the same keys open the palette.
        event.stopPropagation()
        return openLinkForm(view, context)
      },
    },
  })
}

interface LinkRange {
  from: number
  to: number
  mark: Mark | undefined
}

/** The selected text, or the whole link around the cursor. */
function findLinkRange(view: EditorView): LinkRange | undefined {
  const { doc, selection } = view.state
  const { from, to, empty, $from } = selection
  const linkType = schema.marks['link']
  if (!linkType || !$from.parent.type.allowsMarkType(linkType)) return undefined
  if (!empty) {
    let mark: Mark | undefined
    doc.nodesBetween(from, to, (node) => {
      mark ??= linkType.isInSet(node.marks)
    })
    return { from, to, mark }
  }
  const mark =
    linkType.isInSet($from.marks()) ?? ($from.nodeAfter ? linkType.isInSet($from.nodeAfter.marks) : undefined)
  if (!mark) return undefined
  let [start, end] = [-1, -1]
  let offset = $from.start()
  for (const child of $from.parent.children) {
    const isPart = mark.isInSet(child.marks)
    if (isPart) {
      if (start < 0 || end < offset) start = offset
      end = offset + child.nodeSize
      if (end >= from) break
    }
    offset += child.nodeSize
  }
  return start < 0 ? undefined : { from: start, to: end, mark }
}

/** Keys that follow each other fast are handled before the browser tells of the selection that the first ones made. */
function readBrowserSelection(view: EditorView): void {
  const selection = document.getSelection()
  if (!selection?.anchorNode || !selection.focusNode || !view.hasFocus()) return
  if (!view.dom.contains(selection.anchorNode) || !view.dom.contains(selection.focusNode)) return
  const { doc, tr, selection: current } = view.state
  if (!(current instanceof TextSelection)) return
  const anchor = view.posAtDOM(selection.anchorNode, selection.anchorOffset)
  const head = view.posAtDOM(selection.focusNode, selection.focusOffset)
  const next = TextSelection.between(doc.resolve(anchor), doc.resolve(head))
  if (!next.eq(current)) view.dispatch(tr.setSelection(next))
}

export function openLinkForm(view: EditorView, context: EditorContext): boolean {
  readBrowserSelection(view)
  const range = findLinkRange(view)
  if (!range || !view.editable) return false
  const form = new LinkForm(view, context, range)
  form.focus()
  return true
}

class LinkForm {
  readonly #view: EditorView
  readonly #context: EditorContext
  readonly #range: LinkRange
  readonly #element: HTMLFormElement
  readonly #input: HTMLInputElement
  readonly #list: HTMLElement
  #suggestions: PageSuggestion[] = []
  #activeIndex = -1
  #timer = 0
  #isClosed = false
  #searchNumber = 0

  constructor(view: EditorView, context: EditorContext, range: LinkRange) {
    this.#view = view
    this.#context = context
    this.#range = range
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
      role: 'listbox',
      'aria-label': labels.linkAddress,
      hidden: true,
    })
    const apply = createElement('button', { type: 'submit', class: 'btn primary' }, labels.applyLink)
    const remove = createElement('button', { type: 'button', class: 'btn' }, labels.removeLink)
    remove.addEventListener('click', () => this.#apply(undefined))
    this.#element = createElement(
      'form',
      { class: 'float editor-form', role: 'dialog', 'aria-label': labels.link },
      this.#input,
      this.#list,
      createElement('div', { class: 'editor-form-actions' }, range.mark ? remove : undefined, apply),
    )
    this.#element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit()
    })
    this.#element.addEventListener('keydown', (event) => this.#handleKey(event))
    this.#element.addEventListener('focusout', (event) => {
      if (!this.#element.contains(event.relatedTarget as globalThis.Node | null)) this.#close(false)
    })
    this.#input.addEventListener('input', () => this.#search())
    overlay.append(this.#element)
    const { left, top, bottom } = view.coordsAtPos(range.from)
    placeNear(this.#element, new DOMRect(left, top, 1, bottom - top))
    if (range.mark) this.#input.value = formatReference(range.mark.attrs['ref'] as ContentRef)
  }

  focus(): void {
    this.#input.focus()
    this.#input.select()
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
    window.clearTimeout(this.#timer)
    if (!searchPages || query === '' || looksLikeAddress(query)) {
      this.#suggestions = []
      this.#renderSuggestions()
      return
    }
    const number = ++this.#searchNumber
    this.#timer = window.setTimeout(() => void this.#showPages(query, number), SEARCH_DELAY_MS)
  }

  async #showPages(query: string, number: number): Promise<void> {
    // A search that fails shows nothing: addresses can be typed all the same.
    const suggestions = (await this.#context.options.searchPages?.(query).catch(() => [])) ?? []
    // An answer to what was typed before comes too late.
    if (number !== this.#searchNumber) return
    this.#suggestions = suggestions
    this.#activeIndex = suggestions.length > 0 ? 0 : -1
    this.#renderSuggestions()
  }

  #renderSuggestions(): void {
    this.#list.hidden = this.#suggestions.length === 0
    this.#input.setAttribute('aria-expanded', String(this.#suggestions.length > 0))
    this.#list.replaceChildren(
      ...this.#suggestions.map((suggestion, index) => {
        const isActive = index === this.#activeIndex
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
            suggestion.title,
            suggestion.description === undefined || suggestion.description === ''
              ? undefined
              : createElement('small', {}, suggestion.description),
          ),
        )
        option.addEventListener('mousedown', (event) => event.preventDefault())
        option.addEventListener('click', () => this.#apply(suggestion.ref))
        return option
      }),
    )
    if (this.#activeIndex >= 0 && this.#suggestions.length > 0)
      this.#input.setAttribute('aria-activedescendant', `editor-link-page-${this.#activeIndex}`)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  #submit(): void {
    const suggestion = this.#suggestions[this.#activeIndex]
    if (suggestion) {
      this.#apply(suggestion.ref)
      return
    }
    const address = completeAddress(this.#input.value.trim())
    if (address === '') this.#apply(undefined)
    else if (isSafeAddress(address)) this.#apply(parseReference(address))
  }

  #apply(ref: ContentRef | undefined): void {
    const { from, to } = this.#range
    const linkType = schema.marks['link']
    if (!linkType) return
    const transaction = this.#view.state.tr.removeMark(from, to, linkType)
    if (ref) transaction.addMark(from, to, linkType.create({ ref }))
    this.#view.dispatch(transaction)
    this.#close(true)
  }

  #close(givesFocusBack: boolean): void {
    // Removing the form takes the focus from it, which asks for the same again.
    if (this.#isClosed) return
    this.#isClosed = true
    window.clearTimeout(this.#timer)
    this.#element.remove()
    if (givesFocusBack) this.#view.focus()
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
