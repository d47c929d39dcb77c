/**
 * Renders the pages of a space as one PDF.
 *
 * - `build-book.ts` converts documents to plain data, `template.typ` lays that data out, and Typst compiles it.
 * - Nothing here reads a database or the network. The caller resolves what pages refer to, through `BookReferences`.
 */
export { PdfError, renderPdf } from './render.ts'
export type { RenderOptions } from './render.ts'
export type {
  BookReferences,
  BookSource,
  PageSource,
  ResolvedImage,
  ResolvedReference,
} from './book-source.ts'
