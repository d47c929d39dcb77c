import * as icons from '../../ui/icon-paths.ts'
import { createElement, createIconButton, placeNear } from '../dom.ts'
import { Menu } from '../menus/menu.ts'
import { DiagramPreview } from './diagram-preview.ts'
import { BlockView, type CreateView } from './view.ts'

const languages =
  'bash c cpp csharp css diff docker go graphql html http java javascript json kotlin markdown mermaid php powershell python ruby rust sql swift toml typescript xml yaml'.split(
    ' ',
  )

export const createCodeView: CreateView = (context) => (node, view, getPosition) =>
  new CodeView(node, view, getPosition, context)

/** Code with its title and its language above it. A diagram is drawn below its source. */
class CodeView extends BlockView {
  readonly contentDOM = createElement('pre', { spellcheck: 'false', translate: 'no' })
  readonly #title = createElement('input', {
    type: 'text',
    class: 'editor-code-title',
    'aria-label': this.context.labels.codeTitle,
    placeholder: this.context.labels.codeTitle,
  })
  readonly #language = createElement('input', {
    type: 'text',
    class: 'editor-code-language',
    list: 'editor-code-languages',
    'aria-label': this.context.labels.codeLanguage,
    placeholder: this.context.labels.plainText,
    spellcheck: 'false',
  })
  readonly #options = createIconButton(icons.ellipsis, this.context.labels.codeOptions, () =>
    this.#openOptions(),
  )
  readonly #head = createElement(
    'div',
    { class: 'editor-code-head', contenteditable: 'false' },
    this.#title,
    this.#language,
  )
  readonly #diagram = new DiagramPreview(this.context)
  readonly dom = createElement(
    'div',
    { class: 'editor-code' },
    this.#head,
    this.contentDOM,
    this.#diagram.dom,
  )

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    for (const input of [this.#title, this.#language]) {
      input.readOnly = !this.view.editable
      input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        this.view.focus()
      })
    }
    if (this.view.editable) this.#head.append(this.#options)
    this.#options.setAttribute('aria-haspopup', 'menu')
    this.#title.addEventListener('change', () => this.setAttribute('title', this.#title.value.trim() || null))
    this.#language.addEventListener('change', () =>
      this.setAttribute('syntax', this.#language.value.trim().split(/\s/)[0] || null),
    )
    addLanguageList(this.context.overlay)
    this.render()
  }

  protected render(): void {
    const { title, syntax, lineNumbers, overflow } = this.node.attrs
    this.#title.value = typeof title === 'string' ? title : ''
    this.#language.value = typeof syntax === 'string' ? syntax : ''
    this.dom.classList.toggle('has-line-numbers', lineNumbers === true)
    this.dom.classList.toggle('is-wrapped', overflow === 'wrap')
    this.#diagram.show(isDiagram(syntax) ? this.#readSource() : undefined)
  }

  destroy(): void {
    this.#diagram.destroy()
  }

  #readSource(): string {
    const lines: string[] = []
    this.node.forEach((line) => lines.push(line.textContent))
    return lines.join('\n')
  }

  #openOptions(): void {
    const { labels, overlay } = this.context
    const hasNumbers = this.node.attrs['lineNumbers'] === true
    const isWrapped = this.node.attrs['overflow'] === 'wrap'
    const menu = new Menu(
      overlay,
      labels.codeOptions,
      [
        {
          label: labels.lineNumbers,
          icon: icons.listOl,
          isChecked: hasNumbers,
          run: () => this.setAttribute('lineNumbers', hasNumbers ? null : true),
        },
        {
          label: labels.wrapLines,
          icon: icons.alignLeft,
          isChecked: isWrapped,
          run: () => this.setAttribute('overflow', isWrapped ? null : 'wrap'),
        },
      ],
      () => this.view.focus(),
    )
    placeNear(menu.element, this.#options.getBoundingClientRect())
    menu.focus()
  }
}

const isDiagram = (syntax: unknown): boolean =>
  typeof syntax === 'string' && syntax.toLowerCase() === 'mermaid'

/** The languages that are suggested. Others can be typed. */
function addLanguageList(overlay: HTMLElement): void {
  if (overlay.querySelector('#editor-code-languages')) return
  overlay.append(
    createElement(
      'datalist',
      { id: 'editor-code-languages' },
      ...languages.map((language) => createElement('option', { value: language })),
    ),
  )
}
