/**
 * Renders the pages of a space as one PDF.
 *
 * - `build-book.ts` converts documents to plain data. It belongs in a thread.
 * - `render.ts` starts a process, in which `template.typ` lays that data out and Typst compiles it.
 * - Nothing here reads a database or the network. The caller resolves what pages refer to, through `BookReferences`.
 */
export { type BookData, buildBookData } from './build-book.ts'
export { PdfCompiler, PdfError, type PdfImage, PdfLimitError, type PdfLimits } from './render.ts'
export type {
  BookReferences,
  BookSource,
  PageSource,
  ResolvedImage,
  ResolvedReference,
} from './book-source.ts'
