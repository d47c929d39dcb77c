import { fromEditor, type LocalState, restoreLocalSteps, toEditor } from '@verso/editor'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, type Plugin, Selection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { EditorContext } from './context.ts'
import { createElement } from './dom.ts'
import './editor.css'
import { englishLabels } from './labels.ts'
import { LiveDocument } from './live-page.ts'
import type { LiveOptions, PageEditorHandle, PageEditorOptions } from './options.ts'
import { createClipboardParser } from './parse-clipboard.ts'
import { createBlockHandle } from './plugins/block-handle.ts'
import { createCellGuard } from './plugins/cell-guard.ts'
import { createChoices } from './plugins/choices.ts'
import {
  createCommentButton,
  createCommentKeys,
  createCommentMarks,
  goToComment,
  quoteSelection,
  showComments,
} from './plugins/comment-marks.ts'
import { createDrawnBlocks } from './plugins/drawn-blocks.ts'
import { createFind } from './plugins/find.ts'
import { createInputRules } from './plugins/input-rules.ts'
import { createKeymaps } from './plugins/keymaps.ts'
import { createKnownSelection, readSelection } from './plugins/known-selection.ts'
import { createLinkForm } from './plugins/link-form.ts'
import { createLinkPreview } from './plugins/link-preview.ts'
import { createLiveSteps, getReceivedChange } from './plugins/live-steps.ts'
import { createMarksToolbar } from './plugins/marks-toolbar.ts'
import { createPaste } from './plugins/paste.ts'
import { createPeople } from './plugins/people.ts'
import { createPlaceholder } from './plugins/placeholder.ts'
import { createSlashMenu } from './plugins/slash-menu.ts'
import { createColumnLooks, createTablePlugins } from './plugins/tables.ts'
import { createTabs } from './plugins/tabs.ts'
import { createUploads } from './plugins/uploads.ts'
import { createNodeViews } from './views/index.ts'

/** Marks a change that nobody typed here. */
const FROM_OUTSIDE = 'from outside'

/**
 * Shows a document and lets people change it.
 *
 * @throws {InvalidEditorDocument} for a document that the editor cannot hold. Such a page is edited as Markdown.
 */
export function mountPageEditor(options: PageEditorOptions): PageEditorHandle {
  const { doc, liveOptions, local } = readStart(options.document)
  const labels = { ...englishLabels, ...options.labels }
  const overlay = createElement('div', { class: 'editor-overlay' })
  const surface = createElement('div', { class: 'page-editor' })
  const context: EditorContext = { options, labels, overlay }
  options.element.append(surface)
  surface.append(overlay)
  let isReadOnly = options.isReadOnly
  const livePlugins = local ? [createLiveSteps(local), createPeople()] : []
  const view = new EditorView(surface, {
    state: EditorState.create({ doc, plugins: [...createPlugins(context), ...livePlugins] }),
    editable: () => !isReadOnly,
    nodeViews: createNodeViews(context),
    clipboardParser: createClipboardParser(),
    attributes: () => ({
      class: 'editor-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': labels.editor,
      ...(isReadOnly && { 'aria-readonly': 'true' }),
    }),
    dispatchTransaction: (transaction) => {
      const isReceived = getReceivedChange(transaction) !== undefined
      // Forms of blocks may still be open when the pen is taken away.
      if (isReadOnly && !options.isReadOnly && transaction.docChanged && !isReceived) return
      try {
        view.updateState(view.state.apply(transaction))
      } finally {
        // What was typed is in the state even if a menu beside it fails to draw itself, and must be saved.
        if (transaction.docChanged && !isReceived && transaction.getMeta(FROM_OUTSIDE) !== true)
          options.onChange()
        if (transaction.selectionSet) liveOptions?.onCursorChange()
      }
    },
    ...(liveOptions && {
      handleDOMEvents: {
        focus: () => liveOptions.onCursorChange(),
        blur: () => liveOptions.onCursorChange(),
      },
    }),
  })
  const holder = createStateHolder(view)
  return {
    live: local && new LiveDocument(holder),
    getCursor: () => {
      if (view.isDestroyed || !view.hasFocus()) return undefined
      const { anchor, head } = view.state.selection
      return { anchor, head }
    },
    isComposing: () => !view.isDestroyed && view.composing,
    setReadOnly: () => {
      isReadOnly = true
      if (!view.isDestroyed) view.setProps({})
    },
    focus: () => view.focus(),
    getCursorBlock: () => holder.getState().selection.$from.index(0),
    setCursorBlock: (index) => {
      const { doc, tr } = view.state
      const position = doc.children.slice(0, index).reduce((sum, block) => sum + block.nodeSize, 0)
      view.dispatch(tr.setSelection(Selection.near(doc.resolve(position), 1)).scrollIntoView())
    },
    showComments: (comments, activeId) => {
      // What is shown beside the editor may change in the same moment that the editor is taken away.
      if (view.isDestroyed) return
      readSelection(view)
      view.dispatch(showComments(view.state.tr, { comments, activeId }))
    },
    goToComment: (id) => goToComment(view, id),
    quoteSelection: () => quoteSelection(view.state),
    getDocument: () => fromEditor(holder.getState().doc),
    setDocument: (document) => {
      readSelection(view)
      const change = createReplacement(view.state, toEditor(document))
      if (change) view.dispatch(change.setMeta(FROM_OUTSIDE, true).setMeta('addToHistory', false))
    },
    destroy: () => {
      holder.detach()
      view.destroy()
      surface.remove()
    },
  }
}

interface EditorStart {
  doc: Node
  liveOptions?: LiveOptions
  local?: LocalState
}

function readStart(document: PageEditorOptions['document']): EditorStart {
  if (!('start' in document)) return { doc: toEditor(document) }
  const { doc, state } = restoreLocalSteps(document.start)
  return { doc, local: state, liveOptions: document }
}

/** The state of a view, and after the view is gone a state that goes on without one. */
function createStateHolder(view: EditorView) {
  let detached: EditorState | undefined
  return {
    getState: () => detached ?? view.state,
    readSelection: () => {
      if (!detached) readSelection(view)
    },
    dispatch: (transaction: Transaction) => {
      if (detached) detached = detached.apply(transaction)
      else view.dispatch(transaction)
    },
    detach: () => {
      detached = view.state
    },
  }
}

/** Replaces what is different, from the first to the last difference. */
function createReplacement({ doc, tr }: EditorState, next: Node): Transaction | undefined {
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || !end) return undefined
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(start, end.a + overlap, next.slice(start, end.b + overlap))
  if (tr.doc.eq(next)) return tr
  // The parts did not fit into each other.
  return tr.replaceWith(0, tr.doc.content.size, next.content)
}

/** The order matters: a key goes to the first plugin that handles it. Menus come before what the keys do without them. */
function createPlugins(context: EditorContext): Plugin[] {
  const alwaysOn = [
    createTabs(),
    createColumnLooks(),
    createCommentMarks(context),
    createCommentKeys(context),
  ]
  if (context.options.isReadOnly)
    return context.options.onComment ? [...alwaysOn, createCommentButton(context)] : alwaysOn
  return [
    createKnownSelection(),
    createSlashMenu(context),
    createChoices(context),
    createLinkForm(context),
    createLinkPreview(context),
    createFind(context),
    createBlockHandle(context),
    createMarksToolbar(context),
    createPaste(context),
    createUploads(),
    createInputRules(),
    ...createKeymaps(),
    ...createTablePlugins(context),
    history(),
    gapCursor(),
    dropCursor({ class: 'editor-drop-mark', width: 3, color: false }),
    createDrawnBlocks(),
    createPlaceholder(context),
    createCellGuard(),
    ...alwaysOn,
  ]
}
