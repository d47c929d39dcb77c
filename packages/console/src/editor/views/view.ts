import type { Node } from 'prosemirror-model'
import type {
  Decoration,
  EditorView,
  NodeView,
  NodeViewConstructor,
  ViewMutationRecord,
} from 'prosemirror-view'
import type { EditorContext } from '../context.ts'

/** Creates the view of a node of one editor. */
export type CreateView = (context: EditorContext) => NodeViewConstructor

type GetPosition = () => number | undefined

/** A node with controls of its own around its content. */
export abstract class BlockView implements NodeView {
  abstract readonly dom: HTMLElement
  abstract readonly contentDOM?: HTMLElement
  protected node: Node
  protected readonly view: EditorView
  protected readonly context: EditorContext
  readonly #getPosition: GetPosition

  constructor(node: Node, view: EditorView, getPosition: GetPosition, context: EditorContext) {
    this.node = node
    this.view = view
    this.context = context
    this.#getPosition = getPosition
  }

  protected get position(): number | undefined {
    return this.#getPosition()
  }

  /** Changes a setting. A value that Markdown cannot say is not taken, and the control shows the old one again. */
  protected setAttribute(name: string, value: unknown): void {
    const { position } = this
    if (position === undefined) return
    try {
      const validate = this.node.type.spec.attrs?.[name]?.validate
      if (typeof validate === 'function') validate(value)
    } catch {
      this.render([])
      return
    }
    this.view.dispatch(this.view.state.tr.setNodeAttribute(position, name, value))
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.node.type) return false
    this.node = node
    this.render(decorations)
    return true
  }

  /** Shows the settings of the node. */
  protected abstract render(decorations: readonly Decoration[]): void

  /** Controls are not part of the text: the editor neither reads nor handles what happens in them. */
  ignoreMutation(mutation: ViewMutationRecord): boolean {
    if (mutation.type === 'selection') return false
    return (
      this.contentDOM === undefined ||
      mutation.target === this.dom ||
      !this.contentDOM.contains(mutation.target)
    )
  }

  stopEvent(event: Event): boolean {
    const target = event.target
    return target instanceof HTMLElement && target.closest('input, select, textarea, button') !== null
  }
}
