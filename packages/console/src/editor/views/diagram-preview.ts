import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'

/** How long nothing is typed before the diagram is drawn anew. */
const DRAWING_DELAY_MS = 400

/** A Mermaid diagram as readers see it, below its source. */
export class DiagramPreview {
  readonly #pictures = createElement('div', { class: 'editor-diagram-pictures' })
  readonly #problem = createElement('p', { class: 'editor-diagram-problem', role: 'status' })
  readonly dom = createElement(
    'div',
    { class: 'editor-diagram', contenteditable: 'false', hidden: true },
    this.#pictures,
    this.#problem,
  )
  readonly #context: EditorContext
  #source: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(context: EditorContext) {
    this.#context = context
  }

  /** Draws a source, or hides the preview where there is none. */
  show(source: string | undefined): void {
    const isFirst = this.#source === undefined
    if (source === this.#source) return
    this.#source = source
    clearTimeout(this.#timer)
    if (source === undefined) {
      this.dom.hidden = true
      this.#pictures.replaceChildren()
    } else {
      this.#timer = setTimeout(() => void this.#draw(source), isFirst ? 0 : DRAWING_DELAY_MS)
    }
  }

  destroy(): void {
    clearTimeout(this.#timer)
    this.#source = undefined
  }

  /** While the source has an error, the last picture without one stays, and the error is said. */
  async #draw(source: string): Promise<void> {
    const { labels, options } = this.#context
    if (!options.drawDiagram || source.trim() === '') return
    const result = await options.drawDiagram(source, labels.diagram).then(
      (pictures) => ({ pictures }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    )
    // Somebody typed on, and that is drawn next.
    if (source !== this.#source) return
    this.dom.hidden = false
    if ('pictures' in result) this.#pictures.replaceChildren(...result.pictures)
    this.#problem.textContent =
      'problem' in result ? labels.diagramProblem.replace('{problem}', result.problem) : ''
  }
}
