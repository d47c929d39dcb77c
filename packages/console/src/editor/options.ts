import type { ContentRef, Document, MediaRef, StoredSteps } from '@verso/editor'
import type { EditorLabels } from './labels.ts'
import type { LiveDocument } from './live-page.ts'

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

/** A file that the space has already. */
export interface StoredFile {
  name: string
  /** What tells it from others with the same name, such as its size. */
  description: string
  ref: MediaRef
}

/** Somebody of the organization. */
export interface Person {
  id: string
  name: string
  photoURL?: string
  /** What tells them from others with the same name, such as their e-mail address. */
  description?: string
}

/** A page that others write at the same time. */
export interface LiveOptions {
  /** The document to begin with, and what was written here on top of it and is not confirmed. */
  start: StoredSteps
  /** Called when the cursor was moved, or the editor got or lost the focus. */
  onCursorChange: () => void
}

/** Words of a text, with what stands around them. */
export interface QuotedWords {
  exact: string
  prefix: string
  suffix: string
}

/** A comment that is on words of the text. */
export interface EditorComment {
  id: string
  quote: QuotedWords
}

export interface PageEditorOptions {
  element: HTMLElement
  /** What is shown. A live page begins with a document of its own. */
  document: Document | LiveOptions
  isReadOnly: boolean
  /** Every word that people see. English is used for those that are left out. */
  labels?: Partial<EditorLabels>
  /** Called after each change of the document that was made here, not of the selection. */
  onChange: () => void
  /** Stores a pasted or dropped file. */
  uploadFile?: (
    file: File,
    options: { onProgress: (part: number) => void; signal: AbortSignal },
  ) => Promise<{ ref: MediaRef }>
  /** Files of the space by a part of their names, or the pictures among them. */
  searchFiles?: (query: string, kind: 'file' | 'image') => Promise<StoredFile[]>
  /** People of the organization by a part of their names or addresses. */
  searchPeople?: (query: string) => Promise<Person[]>
  /** Finds people by their ids. Those who are no longer there are left out. */
  findPeople?: (ids: readonly string[]) => Promise<Person[]>
  /** Why something failed, in a sentence for people. */
  describeProblem?: (error: unknown) => string
  /** What is known of a file of the space. */
  describeFile?: (ref: MediaRef) => { name: string; url: string; size?: string } | undefined
  /** What is known of a page that something leads to. */
  describePage?: (ref: ContentRef) => { title: string; description?: string; url?: string } | undefined
  /** Draws a formula of TeX into an element. */
  renderMath?: (formula: string, element: HTMLElement, isBlock: boolean) => Promise<void>
  /** Draws a Mermaid diagram, as a picture for each mode. Rejects with what is wrong with its source. */
  drawDiagram?: (source: string, alt: string) => Promise<HTMLElement[]>
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
  /** Called when somebody wants to comment on words. Without it nobody can. */
  onComment?: (quote: QuotedWords) => void
  /** Called when somebody goes to words that a comment is on, or asks for the comment itself. */
  onOpenComment?: (id: string, takesFocus: boolean) => void
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
  /** Takes the pen away, and leaves the text. */
  setReadOnly(): void
  /** Where the cursor is, while the editor has the focus. */
  getCursor(): { anchor: number; head: number } | undefined
  /** Whether a character is being put together from several keys, which a change would break off. */
  isComposing(): boolean
  /** Marks the words that comments are on, one of them as the one that is looked at. */
  showComments(comments: readonly EditorComment[], activeId: string | undefined): void
  /** Brings the words of a comment into sight. False when they are not in the text. */
  goToComment(id: string): boolean
  /** The selected words. */
  quoteSelection(): QuotedWords | undefined
  /** Undefined for a page that is not live. It can be used after the editor is gone. */
  live: LiveDocument | undefined
  destroy(): void
}
