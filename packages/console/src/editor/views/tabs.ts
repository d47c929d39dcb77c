import { NodeSelection } from 'prosemirror-state'
import type { Decoration } from 'prosemirror-view'
import * as icons from '../../ui/icon-paths.ts'
import { createItem } from '../blocks.ts'
import { createElement, createIconButton } from '../dom.ts'
import { showTab } from '../plugins/tabs.ts'
import { BlockView, type CreateView } from './view.ts'

export const createTabsView: CreateView = (context) => (node, view, getPosition, decorations) =>
  new TabsView(decorations, node, view, getPosition, context)

/** Tabs: a list of their titles outside of the text, and the text of one of them. */
class TabsView extends BlockView {
  readonly contentDOM = createElement('div', { class: 'editor-tabs-content' })
  readonly #list = createElement('div', {
    class: 'editor-tabs-list',
    role: 'tablist',
    'aria-label': this.context.labels.tabs,
  })
  readonly #title = createElement('input', {
    type: 'text',
    class: 'editor-tab-title',
    'aria-label': this.context.labels.tabTitle,
    placeholder: this.context.labels.tabTitle,
  })
  readonly #head = createElement('div', { class: 'editor-tabs-head', contenteditable: 'false' }, this.#list)
  readonly dom = createElement('div', { class: 'editor-tabs' }, this.#head, this.contentDOM)
  #shownTab = 0
  #isRenaming = false

  constructor(decorations: readonly Decoration[], ...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#title.addEventListener('change', () => this.#rename())
    this.#title.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      this.#rename()
      this.view.focus()
    })
    if (this.view.editable)
      this.#head.append(
        createIconButton(icons.plus, this.context.labels.addTab, () => this.#add()),
        createIconButton(icons.trashCan, this.context.labels.deleteTab, () => this.#delete()),
      )
    this.render(decorations)
  }

  protected render(decorations: readonly Decoration[]): void {
    const spec = decorations.find((decoration) => typeof decoration.spec.shownTab === 'number')?.spec
    this.#shownTab = typeof spec?.shownTab === 'number' ? spec.shownTab : 0
    const hadFocus = this.#isRenaming
    this.#list.replaceChildren(
      ...this.node.children.map((item, index) => {
        const isShown = index === this.#shownTab
        const title = String(item.attrs['title'] ?? '')
        const button = createElement(
          'button',
          { type: 'button', role: 'tab', 'aria-selected': String(isShown), tabindex: isShown ? '0' : '-1' },
          title === '' ? this.context.labels.untitled : title,
        )
        button.addEventListener('mousedown', (event) => event.preventDefault())
        button.addEventListener('click', () => this.#show(index, true))
        button.addEventListener('dblclick', () => this.#editTitle())
        button.addEventListener('keydown', (event) => this.#handleKey(event))
        return button
      }),
    )
    this.#title.value = String(this.node.maybeChild(this.#shownTab)?.attrs['title'] ?? '')
    if (hadFocus) this.#editTitle()
  }

  #handleKey(event: KeyboardEvent): void {
    const count = this.node.childCount
    if (event.key === 'ArrowRight') this.#show((this.#shownTab + 1) % count, false)
    else if (event.key === 'ArrowLeft') this.#show((this.#shownTab + count - 1) % count, false)
    else if (event.key === 'F2' || event.key === 'Enter') this.#editTitle()
    else return
    event.preventDefault()
    if (event.key.startsWith('Arrow')) this.#list.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }

  #show(index: number, canRename: boolean): void {
    const { position } = this
    if (position === undefined) return
    // Pressing the tab that is shown changes its title.
    if (index === this.#shownTab && canRename && this.view.editable) this.#editTitle()
    else showTab(this.view, position, index)
  }

  #editTitle(): void {
    if (!this.view.editable) return
    const tab = this.#list.children[this.#shownTab]
    this.#isRenaming = true
    if (tab !== this.#title) tab?.replaceWith(this.#title)
    this.#title.focus()
    this.#title.select()
    this.#title.addEventListener('blur', () => this.#rename(), { once: true })
  }

  #findItem(): number | undefined {
    const { position } = this
    if (position === undefined) return undefined
    return this.node.children
      .slice(0, this.#shownTab)
      .reduce((sum, item) => sum + item.nodeSize, position + 1)
  }

  #rename(): void {
    const position = this.#findItem()
    if (position === undefined || !this.#isRenaming) return
    // Removing the input takes the focus from it, which asks for the same again.
    this.#isRenaming = false
    const title = this.#title.value.trim() || null
    const item = this.view.state.doc.nodeAt(position)
    // The input goes when the tabs are drawn again.
    this.#title.remove()
    if (item && item.attrs['title'] !== title)
      this.view.dispatch(this.view.state.tr.setNodeAttribute(position, 'title', title))
    else this.view.dispatch(this.view.state.tr.setMeta('addToHistory', false))
    this.#redraw()
  }

  #redraw(): void {
    this.render([{ spec: { shownTab: this.#shownTab } } as Decoration])
  }

  #add(): void {
    const { position } = this
    if (position === undefined) return
    const index = this.node.childCount
    this.view.dispatch(this.view.state.tr.insert(position + this.node.nodeSize - 1, createItem('tabs_item')))
    showTab(this.view, position, index)
    this.#editTitle()
  }

  #delete(): void {
    const { position } = this
    const itemPosition = this.#findItem()
    const item = this.node.maybeChild(this.#shownTab)
    if (position === undefined || itemPosition === undefined || !item) return
    const isLast = this.node.childCount === 1
    const transaction = isLast
      ? this.view.state.tr.setSelection(NodeSelection.create(this.view.state.doc, position)).deleteSelection()
      : this.view.state.tr.delete(itemPosition, itemPosition + item.nodeSize)
    this.view.dispatch(transaction)
    if (!isLast) showTab(this.view, position, Math.max(0, this.#shownTab - 1))
    this.view.focus()
  }
}
