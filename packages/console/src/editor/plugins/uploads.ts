import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { createBlock, createParagraph } from '../blocks.ts'
import { findBlockAround, findSelectedBlock } from '../commands/block-position.ts'
import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import { createProgress, reportUploadProblem } from '../views/upload-button.ts'
import { readSelection } from './known-selection.ts'

/** An upload is known by the element that shows how far it has come. */
type UploadChange = { element: HTMLElement; position?: number }

const uploadsKey = new PluginKey<DecorationSet>('uploads')

/** Shows files that are on their way to the server at the places where their blocks will stand. */
export function createUploads(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key: uploadsKey,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, value) => {
        const set = value.map(transaction.mapping, transaction.doc)
        const change = transaction.getMeta(uploadsKey) as UploadChange | undefined
        if (!change) return set
        const { element, position } = change
        if (position === undefined) return set.remove(findUpload(set, element))
        const widget = Decoration.widget(position, element, { side: 1, element, stopEvent: () => true })
        return set.add(transaction.doc, [widget])
      },
    },
    props: { decorations: (state) => uploadsKey.getState(state) },
  })
}

const findUpload = (set: DecorationSet, element: HTMLElement): Decoration[] =>
  set.find(undefined, undefined, (spec) => spec['element'] === element)

/** The place of a new block: that of the empty line with the cursor, or behind the block with the cursor. */
function findPlace(state: EditorState): number {
  const { $from } = state.selection
  if ($from.parent.type.name === 'paragraph' && $from.parent.content.size === 0 && $from.depth === 1)
    return $from.before()
  const block = findSelectedBlock(state)
  return block ? block.position + block.node.nodeSize : state.doc.content.size
}

/** The place behind the block at a position, such as the one that a file was dropped on. */
export function findPlaceAt(state: EditorState, position: number): number {
  const block = findBlockAround(state.doc.resolve(position))
  return block ? block.position + block.node.nodeSize : position
}

/** Stores files one after another. Images become image blocks, other files become file blocks. */
export function uploadFiles(
  view: EditorView,
  context: EditorContext,
  files: readonly File[],
  place = findPlace(view.state),
): boolean {
  if (files.length === 0 || !context.options.uploadFile || !view.editable) return false
  let position = place
  const uploads = files.map((file) => {
    const stop = new AbortController()
    const progress = createProgress(context, file.name, () => stop.abort())
    const element = createElement(
      'div',
      { class: 'editor-upload', contenteditable: 'false' },
      progress.element,
    )
    view.dispatch(view.state.tr.setMeta(uploadsKey, { element, position } satisfies UploadChange))
    position = place
    return { file, element, stop, onProgress: progress.show }
  })
  const run = async (): Promise<void> => {
    for (const upload of uploads) await uploadOne(view, context, upload)
  }
  void run()
  return true
}

interface Upload {
  file: File
  element: HTMLElement
  stop: AbortController
  onProgress: (part: number) => void
}

async function uploadOne(view: EditorView, context: EditorContext, upload: Upload): Promise<void> {
  const { file, element, stop, onProgress } = upload
  try {
    stop.signal.throwIfAborted()
    const stored = await context.options.uploadFile?.(file, { onProgress, signal: stop.signal })
    if (stored && !view.isDestroyed) insertFile(view, upload, stored.ref)
  } catch (error) {
    if (!stop.signal.aborted) reportUploadProblem(context, file, error)
  }
  if (view.isDestroyed) return
  readSelection(view)
  view.dispatch(view.state.tr.setMeta(uploadsKey, { element }))
}

function insertFile(view: EditorView, { file, element }: Upload, ref: object): void {
  readSelection(view)
  const set = uploadsKey.getState(view.state) ?? DecorationSet.empty
  const position = findUpload(set, element)[0]?.from ?? view.state.doc.content.size
  const node = file.type.startsWith('image/')
    ? createBlock('images', null, [createBlock('image', { ref })])
    : createBlock('file', { ref })
  const { tr, doc } = view.state
  const next = doc.resolve(position).nodeAfter
  const isEmptyLine = next?.type.name === 'paragraph' && next.content.size === 0
  if (isEmptyLine) tr.replaceWith(position, position + next.nodeSize, node)
  else tr.insert(position, node)
  if (position + node.nodeSize >= tr.doc.content.size) tr.insert(position + node.nodeSize, createParagraph())
  view.dispatch(tr)
}
