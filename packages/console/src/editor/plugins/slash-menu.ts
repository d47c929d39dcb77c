import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { type BlockChoice, findBlocks } from '../block-choices.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, placeNear } from '../dom.ts'
import { canEditMarkdown, openMarkdownForm } from '../menus/markdown-form.ts'
import { canChoose, insertChosen } from './choices.ts'

interface SlashState {
  /** Where the slash stands, or undefined when the menu is closed. */
  start: number | undefined
  query: string
  activeIndex: number
}

const closed: SlashState = { start: undefined, query: '', activeIndex: 0 }
const slashKey = new PluginKey<SlashState>('slash-menu')
const MAX_QUERY_LENGTH = 30

/** Opens the menu of blocks at the cursor, as typing a slash does. */
export function openSlashMenu(view: EditorView): void {
  view.dispatch(view.state.tr.insertText('/').setMeta(slashKey, 'open'))
}

export function createSlashMenu(context: EditorContext): Plugin<SlashState> {
  return new Plugin<SlashState>({
    key: slashKey,
    state: {
      init: () => closed,
      apply: (transaction, value, _old, state) => applySlash(transaction, value, state),
    },
    props: {
      handleTextInput: (view, from, _to, text, deflt) => {
        if (text !== '/' || !canOpen(view.state, from)) return false
        view.dispatch(deflt().setMeta(slashKey, 'open'))
        return true
      },
      handleKeyDown: (view, event) => handleKey(view, event, context),
      decorations: (state) => {
        const { start } = slashKey.getState(state) ?? closed
        return start === undefined
          ? null
          : DecorationSet.create(state.doc, [
              Decoration.inline(start, state.selection.from, { class: 'editor-slash' }),
            ])
      },
      attributes: (state): Record<string, string> => {
        const value = slashKey.getState(state) ?? closed
        return value.start === undefined
          ? {}
          : {
              'aria-controls': menuId,
              'aria-expanded': 'true',
              'aria-activedescendant': optionId(value.activeIndex),
            }
      },
    },
    view: () => new SlashMenuView(context),
  })
}

const menuId = 'editor-slash-menu'
const optionId = (index: number): string => `editor-slash-${index}`

function canOpen(state: EditorState, position: number): boolean {
  const $position = state.doc.resolve(position)
  if ($position.parent.type.name !== 'paragraph') return false
  const before = $position.parent.textBetween(0, $position.parentOffset, undefined, '\uFFFC')
  return before === '' || before.endsWith(' ')
}

function applySlash(transaction: Transaction, value: SlashState, state: EditorState): SlashState {
  const meta: unknown = transaction.getMeta(slashKey)
  if (meta === 'close') return closed
  if (meta === 'open') return { start: state.selection.from - 1, query: '', activeIndex: 0 }
  if (typeof meta === 'number') return { ...value, activeIndex: meta }
  if (value.start === undefined) return value
  const start = transaction.mapping.map(value.start, -1)
  const { $from, empty } = state.selection
  if (!empty || $from.pos <= start || $from.start() > start) return closed
  const text = state.doc.textBetween(start, $from.pos)
  if (!text.startsWith('/') || text.length > MAX_QUERY_LENGTH) return closed
  const query = text.slice(1)
  return { start, query, activeIndex: query === value.query ? value.activeIndex : 0 }
}

function handleKey(view: EditorView, event: KeyboardEvent, context: EditorContext): boolean {
  const value = slashKey.getState(view.state) ?? closed
  if (value.start === undefined || event.isComposing) return false
  const choices = findBlocks(value.query, context.labels)
  const move = (offset: number): boolean => {
    if (choices.length === 0) return true
    const next = (value.activeIndex + offset + choices.length) % choices.length
    view.dispatch(view.state.tr.setMeta(slashKey, next))
    return true
  }
  switch (event.key) {
    case 'ArrowDown':
      return move(1)
    case 'ArrowUp':
      return move(-1)
    case 'Escape':
      view.dispatch(view.state.tr.setMeta(slashKey, 'close'))
      return true
    case 'Enter':
    case 'Tab': {
      const choice = choices[value.activeIndex]
      if (choice) insertChoice(view, context, choice)
      return choice !== undefined
    }
    default:
      return false
  }
}

/** Replaces the slash and what was typed behind it by the block. */
function insertChoice(view: EditorView, context: EditorContext, choice: BlockChoice): void {
  const { start } = slashKey.getState(view.state) ?? closed
  if (start === undefined) return
  view.dispatch(view.state.tr.delete(start, view.state.selection.from).setMeta(slashKey, 'close'))
  if (choice.chooses !== undefined && canChoose(context, choice.chooses)) {
    insertChosen(view, context, choice.chooses)
    return
  }
  const node = choice.create()
  insertBlock(node)(view.state, view.dispatch)
  view.focus()
  openInserted(view, context, node, choice)
}

/** Goes on with what a new block needs first. */
function openInserted(view: EditorView, context: EditorContext, node: Node, choice: BlockChoice): void {
  let position: number | undefined
  view.state.doc.descendants((each, start) => {
    if (each === node) position = start
    return position === undefined
  })
  if (position === undefined) return
  if (choice.markdown !== undefined && canEditMarkdown(context))
    openMarkdownForm(view, context, { node, position }, choice.markdown)
  const dom = view.nodeDOM(position)
  if (choice.opens === undefined || !(dom instanceof HTMLElement)) return
  const control = dom.querySelector<HTMLElement>(choice.opens)
  if (control instanceof HTMLButtonElement) control.click()
  else control?.focus()
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) control.select()
}

class SlashMenuView {
  readonly #context: EditorContext
  readonly #element: HTMLElement

  constructor(context: EditorContext) {
    this.#context = context
    this.#element = createElement('div', {
      id: menuId,
      class: 'menu float editor-menu editor-slash-menu',
      role: 'listbox',
      'aria-label': context.labels.insertBlock,
      hidden: true,
    })
    this.#element.addEventListener('mousedown', (event) => event.preventDefault())
    context.overlay.append(this.#element)
  }

  update(view: EditorView, previous: EditorState): void {
    const value = slashKey.getState(view.state) ?? closed
    if (value === slashKey.getState(previous)) return
    this.#element.hidden = value.start === undefined
    if (value.start === undefined) {
      this.#element.replaceChildren()
      return
    }
    const choices = findBlocks(value.query, this.#context.labels)
    this.#element.replaceChildren(
      ...choices.map((choice, index) => this.#createOption(view, choice, index, index === value.activeIndex)),
    )
    if (choices.length === 0)
      this.#element.append(
        createElement('div', { class: 'menu-title', role: 'presentation' }, this.#context.labels.noBlocks),
      )
    const { left, top, bottom } = view.coordsAtPos(value.start)
    placeNear(this.#element, new DOMRect(left, top, 1, bottom - top))
    this.#element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }

  destroy(): void {
    this.#element.remove()
  }

  #createOption(view: EditorView, choice: BlockChoice, index: number, isActive: boolean): HTMLElement {
    const { labels } = this.#context
    const option = createElement(
      'div',
      {
        id: optionId(index),
        role: 'option',
        class: isActive ? 'menu-item is-active' : 'menu-item',
        'aria-selected': String(isActive),
      },
      createElement('span', { class: 'editor-block-sign' }, createIcon(choice.icon)),
      createElement(
        'span',
        { class: 'grow' },
        labels[choice.label],
        createElement('small', {}, labels[choice.help]),
      ),
    )
    option.addEventListener('click', () => insertChoice(view, this.#context, choice))
    return option
  }
}
