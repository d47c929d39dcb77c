import type { ContentRef, Document, MediaRef } from '@verso/markdown'

/** The content that a book is built from. */
export interface BookSource {
  title: string
  subtitle?: string
  owner: string
  date: string
  language?: string
  /** In reading order. */
  pages: PageSource[]
}

export interface PageSource {
  id: string
  title: string
  description?: string
  /** The number of pages above this one in the tree. */
  depth: number
  /** A group has only a title. A link has only the URL that it points to. */
  document: Document | 'group' | { url: string }
}

/** Resolves what a page refers to by id. The caller looks everything up before the book is built. */
export interface BookReferences {
  /** Returns the target of a reference, or `undefined` if the reference is broken. */
  resolveReference(ref: ContentRef, page: string): ResolvedReference | undefined
  resolveImage(ref: MediaRef, page: string): ResolvedImage | undefined
  /** Returns the value of an expression, such as a variable of the space. */
  evaluateExpression(expression: string, page: string): string | undefined
}

export type ResolvedReference =
  | { page: string; anchor?: string; title: string; description?: string }
  | { url: string; title?: string }

export interface ResolvedImage {
  /** The key of the image's bytes among the images that `PdfCompiler.compile` gets. */
  src: string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
}
