import { type Document, stepsBetween, toEditor } from '@verso/editor'
import {
  type EditorLabels,
  type LiveOptions,
  mountPageEditor,
  type PageEditorHandle,
  type PageEditorOptions,
} from '../../../editor/index.ts'
import type * as PageMarkdown from './page-markdown.ts'

interface RichEditorOptions extends Pick<
  PageEditorOptions,
  | 'element'
  | 'isReadOnly'
  | 'searchPages'
  | 'describePage'
  | 'searchReusableContent'
  | 'describeReusableContent'
  | 'searchApiSpecs'
  | 'searchApiOperations'
  | 'searchIcons'
  | 'resolveFile'
  | 'describeFile'
  | 'uploadFile'
  | 'searchFiles'
  | 'describeProblem'
  | 'renderMath'
  | 'drawDiagram'
  | 'onProblem'
  | 'onComment'
  | 'onOpenComment'
> {
  labels: Partial<EditorLabels>
  /** What is shown: a text, or a page that others write at the same time. */
  content: string | LiveOptions
  /** How Markdown is read and written. It comes in a chunk of its own. */
  tools: typeof PageMarkdown
  onChange: () => void
}

export interface MountedRichEditor extends Pick<
  PageEditorHandle,
  | 'destroy'
  | 'focus'
  | 'live'
  | 'getCursor'
  | 'isComposing'
  | 'setReadOnly'
  | 'showComments'
  | 'goToComment'
  | 'quoteSelection'
> {
  /** Puts what was changed into a Markdown text. What nobody changed keeps its bytes. */
  writeOver: (markdown: string) => string
  setMarkdown: (markdown: string) => void
  /** Changes the text of a live page into another one, for everybody. */
  writeMarkdown: (markdown: string) => void
  /** The line of the Markdown at which the block with the cursor begins. */
  getLine: (markdown: string) => number
  setLine: (markdown: string, line: number) => void
}

/** Throws for a text that the editor cannot hold. */
export function requireEditable(markdown: string, tools: typeof PageMarkdown): void {
  toEditor(tools.readDocument(markdown))
}

/**
 * The page editor on a Markdown text, or on a live page.
 *
 * @throws for a text that the editor cannot hold.
 */
export function mountRichEditor({
  content,
  tools,
  onChange,
  ...options
}: RichEditorOptions): MountedRichEditor {
  const handle = mountPageEditor({
    ...options,
    document: typeof content === 'string' ? tools.readDocument(content) : content,
    onChange,
    parseMarkdown: async (text): Promise<Document> => tools.parseBlocks(text),
    documentToMarkdown: async (document) => tools.writeBlocks(document),
  })
  return {
    destroy: () => handle.destroy(),
    focus: () => handle.focus(),
    live: handle.live,
    getCursor: () => handle.getCursor(),
    isComposing: () => handle.isComposing(),
    setReadOnly: () => handle.setReadOnly(),
    showComments: (comments, activeId) => handle.showComments(comments, activeId),
    goToComment: (id) => handle.goToComment(id),
    quoteSelection: () => handle.quoteSelection(),
    writeMarkdown: (text) => {
      const before = toEditor(handle.getDocument())
      const steps = stepsBetween(before, toEditor(tools.readDocument(text)))
      const json = steps.map((step): unknown => step.toJSON())
      handle.live?.add({ version: 0, document: before.toJSON(), steps: json, sent: undefined })
    },
    writeOver: (source) => tools.writeOver(source, handle.getDocument()),
    setMarkdown: (text) => handle.setDocument(tools.readDocument(text)),
    getLine: (text) => tools.findLineOfBlock(text, handle.getCursorBlock()),
    setLine: (text, line) => handle.setCursorBlock(tools.findBlockAtLine(text, line)),
  }
}
