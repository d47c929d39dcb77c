import { createElement } from '../dom.ts'
import { BlockView, type CreateView } from './view.ts'

export const createMathView: CreateView = (context) => (node, view, getPosition) =>
  new MathView(node, view, getPosition, context)

/** A formula as readers see it, and its TeX while it is written. */
class MathView extends BlockView {
  readonly contentDOM?: HTMLElement
  readonly #preview = createElement('div', { class: 'editor-math-preview' })
  readonly #source = createElement('textarea', {
    class: 'editor-math-source',
    'aria-label': this.context.labels.mathSource,
    rows: '2',
    spellcheck: 'false',
  })
  readonly dom = createElement(
    'div',
    { class: 'editor-math-block', contenteditable: 'false' },
    this.#preview,
    this.#source,
  )

  constructor(...parameters: ConstructorParameters<typeof BlockView>) {
    super(...parameters)
    this.#source.readOnly = !this.view.editable
    this.#source.addEventListener('input', () => this.#draw(this.#source.value))
    this.#source.addEventListener('change', () => this.#save())
    this.#source.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      this.view.focus()
    })
    this.render()
  }

  protected render(): void {
    const formula = String(this.node.attrs['formula'])
    this.#source.value = formula
    this.#draw(formula)
  }

  #draw(formula: string): void {
    const { renderMath } = this.context.options
    if (!renderMath) this.#preview.textContent = formula
    else void renderMath(formula, this.#preview, true)
  }

  /** What Markdown cannot say between two signs of a formula is left as it was. */
  #save(): void {
    const formula = this.#source.value.trim()
    if (formula === '' || formula.includes('$$') || /^\$|\$$/.test(formula)) this.render()
    else this.setAttribute('formula', formula)
  }
}
