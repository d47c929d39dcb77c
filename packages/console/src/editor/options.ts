import type { ContentRef, Document, MediaRef } from '@verso/editor'
import type { EditorLabels } from './labels.ts'

/** A page that a link can lead to. */
export interface PageSuggestion {
  title: string
  /** Where the page is, for example the titles of the pages above it. */
  description?: string
  ref: ContentRef
}

/** An operation of an API. */
export interface ApiOperation {
  path: string
  method: string
  summary: string
}

export interface PageEditorOptions {
  element: HTMLElement
  document: Document
  isReadOnly: boolean
  /** Every word that people see. English is used for those that are left out. */
  labels?: Partial<EditorLabels>
  /** Called after each change of the document, not of the selection. */
  onChange: () => void
  /** Stores a pasted or dropped file. */
  uploadFile?: (
    file: File,
    options: { onProgress: (part: number) => void; signal: AbortSignal },
  ) => Promise<{ ref: MediaRef }>
  /** Why something failed, in a sentence for people. */
  describeProblem?: (error: unknown) => string
  /** What is known of a file of the space. */
  describeFile?: (ref: MediaRef) => { name: string; url: string; size?: string } | undefined
  /** What is known of a page that something leads to. */
  describePage?: (ref: ContentRef) => { title: string; description?: string; url?: string } | undefined
  /** Draws a formula of TeX into an element. */
  renderMath?: (formula: string, element: HTMLElement, isBlock: boolean) => Promise<void>
  /** The URL of an image or a file of the space, to show it. */
  resolveFile?: (ref: MediaRef) => string | undefined
  searchPages?: (query: string) => Promise<PageSuggestion[]>
  searchReusableContent?: (query: string) => Promise<{ title: string; ref: ContentRef }[]>
  /** The title of a reusable content. */
  describeReusableContent?: (ref: ContentRef) => string | undefined
  /** The names of the specifications of APIs that can be shown. */
  searchApiSpecs?: (query: string) => Promise<string[]>
  searchApiOperations?: (spec: string, query: string) => Promise<ApiOperation[]>
  /** The names of icons. */
  searchIcons?: (query: string) => Promise<string[]>
  parseMarkdown?: (text: string) => Promise<Document>
  documentToMarkdown?: (document: Document) => Promise<string>
  /** Called when something that people asked for failed, with a sentence for them. */
  onProblem?: (message: string) => void
}

export interface PageEditorHandle {
  focus(): void
  /** The number of the block, of those at the top, that the cursor is in. */
  getCursorBlock(): number
  setCursorBlock(index: number): void
  getDocument(): Document
  /** Shows another document, without `onChange`. The cursor stays at its place where both are the same around it. */
  setDocument(document: Document): void
  destroy(): void
}
