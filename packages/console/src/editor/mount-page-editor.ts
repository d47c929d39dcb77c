import { fromEditor, toEditor } from '@verso/editor'
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
import type { PageEditorHandle, PageEditorOptions } from './options.ts'
import { createClipboardParser } from './parse-clipboard.ts'
import { createBlockHandle } from './plugins/block-handle.ts'
import { createCellGuard } from './plugins/cell-guard.ts'
import { createChoices } from './plugins/choices.ts'
import { createFind } from './plugins/find.ts'
import { createInputRules } from './plugins/input-rules.ts'
import { createKeymaps } from './plugins/keymaps.ts'
import { createKnownSelection } from './plugins/known-selection.ts'
import { createLinkForm } from './plugins/link-form.ts'
import { createLinkPreview } from './plugins/link-preview.ts'
import { createMarksToolbar } from './plugins/marks-toolbar.ts'
import { createPaste } from './plugins/paste.ts'
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
  const doc = toEditor(options.document)
  const labels = { ...englishLabels, ...options.labels }
  const overlay = createElement('div', { class: 'editor-overlay' })
  const surface = createElement('div', { class: 'page-editor' })
  const context: EditorContext = { options, labels, overlay }
  options.element.append(surface)
  surface.append(overlay)
  const view = new EditorView(surface, {
    state: EditorState.create({ doc, plugins: createPlugins(context) }),
    editable: () => !options.isReadOnly,
    nodeViews: createNodeViews(context),
    clipboardParser: createClipboardParser(),
    attributes: {
      class: 'editor-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': labels.editor,
      ...(options.isReadOnly && { 'aria-readonly': 'true' }),
    },
    dispatchTransaction: (transaction) => {
      try {
        view.updateState(view.state.apply(transaction))
      } finally {
        // What was typed is in the state even if a menu beside it fails to draw itself, and must be saved.
        if (transaction.docChanged && transaction.getMeta(FROM_OUTSIDE) !== true) options.onChange()
      }
    },
  })
  return {
    focus: () => view.focus(),
    getCursorBlock: () => view.state.selection.$from.index(0),
    setCursorBlock: (index) => {
      const { doc, tr } = view.state
      const position = doc.children.slice(0, index).reduce((sum, block) => sum + block.nodeSize, 0)
      view.dispatch(tr.setSelection(Selection.near(doc.resolve(position), 1)).scrollIntoView())
    },
    getDocument: () => fromEditor(view.state.doc),
    setDocument: (document) => {
      const change = createReplacement(view.state, toEditor(document))
      if (change) view.dispatch(change.setMeta(FROM_OUTSIDE, true).setMeta('addToHistory', false))
    },
    destroy: () => {
      view.destroy()
      surface.remove()
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
  const alwaysOn = [createTabs(), createColumnLooks()]
  if (context.options.isReadOnly) return alwaysOn
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
    createPlaceholder(context),
    createCellGuard(),
    ...alwaysOn,
  ]
}
