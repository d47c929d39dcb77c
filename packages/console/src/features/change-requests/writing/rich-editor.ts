import type { Document } from '@verso/editor'
import {
  type EditorLabels,
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
  | 'describeProblem'
  | 'renderMath'
  | 'onProblem'
> {
  labels: Partial<EditorLabels>
  markdown: string
  /** How Markdown is read and written. It comes in a chunk of its own. */
  tools: typeof PageMarkdown
  onChange: () => void
}

export interface MountedRichEditor extends Pick<PageEditorHandle, 'destroy' | 'focus'> {
  /** Puts what was changed into a Markdown text. What nobody changed keeps its bytes. */
  writeOver: (markdown: string) => string
  setMarkdown: (markdown: string) => void
  /** The line of the Markdown at which the block with the cursor begins. */
  getLine: (markdown: string) => number
  setLine: (markdown: string, line: number) => void
}

/**
 * The page editor on a Markdown text.
 *
 * @throws for a text that the editor cannot hold.
 */
export function mountRichEditor({
  markdown,
  tools,
  onChange,
  ...options
}: RichEditorOptions): MountedRichEditor {
  const handle = mountPageEditor({
    ...options,
    document: tools.readDocument(markdown),
    onChange,
    parseMarkdown: async (text): Promise<Document> => tools.parseBlocks(text),
    documentToMarkdown: async (document) => tools.writeBlocks(document),
  })
  return {
    destroy: () => handle.destroy(),
    focus: () => handle.focus(),
    writeOver: (source) => tools.writeOver(source, handle.getDocument()),
    setMarkdown: (text) => handle.setDocument(tools.readDocument(text)),
    getLine: (text) => tools.findLineOfBlock(text, handle.getCursorBlock()),
    setLine: (text, line) => handle.setCursorBlock(tools.findBlockAtLine(text, line)),
  }
}
