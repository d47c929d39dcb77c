import { createElement } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

const languages =
  'bash c cpp csharp css diff docker go graphql html http java javascript json kotlin markdown mermaid php powershell python ruby rust sql swift toml typescript xml yaml'.split(
    ' ',
  )

export const createCodeView: CreateView = (context) => (node, view, getPosition) =>
  new CodeView(node, view, getPosition, context)

/** Code with its title and its language above it. */
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
  readonly dom = createElement(
    'div',
    { class: 'editor-code' },
    createElement(
      'div',
      { class: 'editor-code-head', contenteditable: 'false' },
      this.#title,
      this.#language,
    ),
    this.contentDOM,
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
  }
}

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
