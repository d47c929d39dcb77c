import { fromEditor, schema, toEditor } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { BlockPosition } from '../commands/block-position.ts'
import type { EditorContext } from '../context.ts'
import { createElement, placeNear } from '../dom.ts'

/** Whether blocks can be edited as Markdown, which needs a parser outside of the editor. */
export const canEditMarkdown = ({ options }: EditorContext): boolean =>
  options.parseMarkdown !== undefined && options.documentToMarkdown !== undefined && !options.isReadOnly

/**
 * Opens a form with the Markdown of a block. What it is parsed to takes the place of the block, so every block can be edited,
 * also one without a form of its own.
 */
export function openMarkdownForm(
  view: EditorView,
  context: EditorContext,
  block: BlockPosition,
  /** What to begin with instead of the Markdown of the block. */
  template?: string,
): void {
  const { labels, options, overlay } = context
  const { parseMarkdown, documentToMarkdown } = options
  if (!parseMarkdown || !documentToMarkdown) return
  const text = createElement('textarea', {
    class: 'editor-source',
    'aria-label': labels.markdown,
    spellcheck: 'false',
    rows: '8',
  })
  const problem = createElement('p', { class: 'editor-problem', role: 'alert' })
  const apply = createElement('button', { type: 'submit', class: 'btn primary' }, labels.apply)
  const cancel = createElement('button', { type: 'button', class: 'btn' }, labels.cancel)
  const form = createElement(
    'form',
    { class: 'float editor-form editor-form-wide', role: 'dialog', 'aria-label': labels.editMarkdown },
    text,
    problem,
    createElement('div', { class: 'editor-form-actions' }, cancel, apply),
  )
  const close = (): void => {
    form.remove()
    view.focus()
  }
  const applyMarkdown = async (): Promise<void> => {
    try {
      replaceBlock(view, block, toEditor(await parseMarkdown(text.value)))
      close()
    } catch {
      problem.textContent = labels.markdownFailed
      apply.disabled = false
    }
  }
  const loadMarkdown = async (): Promise<void> => {
    try {
      text.value = template ?? (await documentToMarkdown(fromEditor(wrapBlock(block.node))))
      text.disabled = false
      text.focus()
    } catch {
      close()
      options.onProblem?.(labels.markdownFailed)
    }
  }
  cancel.addEventListener('click', close)
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
    event.stopPropagation()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    apply.disabled = true
    void applyMarkdown()
  })
  overlay.append(form)
  const dom = view.nodeDOM(block.position)
  if (dom instanceof HTMLElement) placeNear(form, dom.getBoundingClientRect())
  text.value = labels.loading
  text.disabled = true
  void loadMarkdown()
}

/** A list item is written as a list of its own. */
function wrapBlock(node: Node): Node {
  const block = node.type.name === 'list_item' ? schema.node('list_unordered', null, [node]) : node
  return schema.node('doc', null, [block])
}

/** The block may have moved or changed while its Markdown was parsed, so it is looked for where it was. */
function replaceBlock(view: EditorView, block: BlockPosition, document: Node): void {
  const current = view.state.doc.nodeAt(block.position)
  if (!current || !current.eq(block.node)) throw new Error('The block has changed meanwhile')
  const [first] = document.children
  const nodes =
    block.node.type.name === 'list_item' && first?.firstChild?.type.name === 'list_item'
      ? first.children
      : document.children
  view.dispatch(
    view.state.tr.replaceWith(block.position, block.position + current.nodeSize, [...nodes]).scrollIntoView(),
  )
}
