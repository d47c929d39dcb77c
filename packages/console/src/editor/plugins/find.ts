import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIconButton } from '../dom.ts'

interface Match {
  from: number
  to: number
}

interface FindState {
  isOpen: boolean
  query: string
  isCaseSensitive: boolean
  matches: readonly Match[]
  /** The match that is looked at. */
  current: number
}

type FindChange = Partial<Pick<FindState, 'isOpen' | 'query' | 'isCaseSensitive' | 'current'>>

const findKey = new PluginKey<FindState>('find')
const closed: FindState = { isOpen: false, query: '', isCaseSensitive: false, matches: [], current: 0 }
/** More are found only after some of them are replaced. */
const MAX_MATCHES = 2000

/** Finds words in the page, and replaces them. `Mod-f` opens it. */
export function createFind(context: EditorContext): Plugin<FindState> {
  return new Plugin<FindState>({
    key: findKey,
    state: {
      init: () => closed,
      apply: (transaction, value, _old, state) => apply(transaction, value, state),
    },
    props: {
      handleKeyDown: (view, event) => {
        if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey) return false
        if (event.shiftKey) return false
        const { from, to } = view.state.selection
        const query = view.state.doc.textBetween(from, to, '\n')
        change(view, { isOpen: true, ...(query !== '' && !query.includes('\n') && { query }), current: 0 })
        return true
      },
      decorations: (state) => decorate(state),
    },
    view: (view) => new FindBar(view, context),
  })
}

const change = (view: EditorView, changes: FindChange): void =>
  view.dispatch(view.state.tr.setMeta(findKey, changes))

function apply(transaction: Transaction, value: FindState, { doc }: EditorState): FindState {
  const changes = transaction.getMeta(findKey) as FindChange | undefined
  if (!changes && !(value.isOpen && transaction.docChanged)) return value
  const next = { ...value, ...changes }
  if (!next.isOpen) return { ...closed, query: next.query, isCaseSensitive: next.isCaseSensitive }
  const matches = listMatches(doc, next.query, next.isCaseSensitive)
  const current = matches.length === 0 ? 0 : (next.current + matches.length) % matches.length
  return { ...next, matches, current }
}

/** What is written without marks between: words of one line of text are found, whatever their look. */
function listMatches(doc: Node, query: string, isCaseSensitive: boolean): Match[] {
  const matches: Match[] = []
  if (query === '') return matches
  const wanted = isCaseSensitive ? query : query.toLowerCase()
  doc.descendants((node, position) => {
    if (!node.isTextblock) return matches.length < MAX_MATCHES
    // An inline that is not text takes one place, and matches nothing.
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC')
    const lowered = isCaseSensitive ? text : text.toLowerCase()
    // Lowering a few letters changes their number, and places with it.
    const searched = lowered.length === text.length ? lowered : text
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length))
      matches.push({ from: position + 1 + at, to: position + 1 + at + wanted.length })
    return false
  })
  return matches.slice(0, MAX_MATCHES)
}

function decorate(state: EditorState): DecorationSet | null {
  const { isOpen, matches, current } = findKey.getState(state) ?? closed
  if (!isOpen || matches.length === 0) return null
  return DecorationSet.create(
    state.doc,
    matches.map(({ from, to }, index) =>
      Decoration.inline(from, to, { class: index === current ? 'editor-match is-current' : 'editor-match' }),
    ),
  )
}

const createField = (label: string): HTMLInputElement =>
  createElement('input', { type: 'text', class: 'input', 'aria-label': label, placeholder: label })

function createButton(label: string, run: () => void): HTMLButtonElement {
  const button = createElement('button', { type: 'button', class: 'btn' }, label)
  button.addEventListener('click', run)
  return button
}

class FindBar {
  readonly #view: EditorView
  readonly #query: HTMLInputElement
  readonly #replacement: HTMLInputElement
  readonly #count = createElement('span', { class: 'editor-find-count', role: 'status' })
  readonly #case: HTMLInputElement
  readonly #element: HTMLElement

  constructor(view: EditorView, { labels, overlay }: EditorContext) {
    this.#view = view
    this.#query = createField(labels.find)
    this.#replacement = createField(labels.replaceWith)
    this.#case = createElement('input', { type: 'checkbox' })
    this.#element = createElement(
      'div',
      { class: 'float editor-find', role: 'search', 'aria-label': labels.find, hidden: true },
      createElement(
        'div',
        { class: 'editor-find-row' },
        this.#query,
        this.#count,
        createIconButton(icons.chevronUp, labels.findPrevious, () => this.#go(-1)),
        createIconButton(icons.chevronDown, labels.findNext, () => this.#go(1)),
        createIconButton(icons.xmark, labels.closeFind, () => this.#close()),
      ),
      createElement(
        'div',
        { class: 'editor-find-row' },
        this.#replacement,
        createButton(labels.replace, () => this.#replace(false)),
        createButton(labels.replaceAll, () => this.#replace(true)),
      ),
      createElement('label', { class: 'editor-find-case' }, this.#case, labels.matchCase),
    )
    this.#query.addEventListener('input', () => change(view, { query: this.#query.value, current: 0 }))
    this.#case.addEventListener('change', () => change(view, { isCaseSensitive: this.#case.checked }))
    this.#element.addEventListener('keydown', (event) => this.#handleKey(event))
    overlay.append(this.#element)
  }

  update(view: EditorView, previous: EditorState): void {
    const value = findKey.getState(view.state) ?? closed
    const before = findKey.getState(previous) ?? closed
    if (value === before) return
    this.#element.hidden = !value.isOpen
    if (!value.isOpen) return
    if (this.#query.value !== value.query) this.#query.value = value.query
    this.#count.textContent =
      value.query === ''
        ? ''
        : `${value.matches.length === 0 ? 0 : value.current + 1}/${value.matches.length}`
    if (!before.isOpen) {
      this.#query.focus()
      this.#query.select()
    }
    this.#showCurrent(value)
  }

  destroy(): void {
    this.#element.remove()
  }

  #showCurrent({ matches, current }: FindState): void {
    const match = matches[current]
    if (!match) return
    const { node } = this.#view.domAtPos(match.from)
    const element = node instanceof Element ? node : node.parentElement
    element?.scrollIntoView({ block: 'nearest' })
  }

  #go(direction: -1 | 1): void {
    const { current } = findKey.getState(this.#view.state) ?? closed
    change(this.#view, { current: current + direction })
  }

  #replace(isAll: boolean): void {
    const { matches, current } = findKey.getState(this.#view.state) ?? closed
    const chosen = isAll ? matches : matches.slice(current, current + 1)
    if (chosen.length === 0) return
    const { tr } = this.#view.state
    // From the end, so that the places before stay as they are. The new words look as the old ones did.
    for (const { from, to } of chosen.toReversed()) tr.insertText(this.#replacement.value, from, to)
    this.#view.dispatch(tr)
  }

  #close(): void {
    const { matches, current } = findKey.getState(this.#view.state) ?? closed
    const match = matches[current]
    const { tr, doc } = this.#view.state
    if (match) tr.setSelection(TextSelection.create(doc, match.from, match.to))
    this.#view.dispatch(tr.setMeta(findKey, { isOpen: false } satisfies FindChange))
    this.#view.focus()
  }

  #handleKey(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Escape') this.#close()
    else if (event.key === 'Enter' && event.target === this.#query) this.#go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && event.target === this.#replacement) this.#replace(false)
    else return
    event.preventDefault()
  }
}
