/**
 * Pages as a book: documents in, a PDF out.
 *
 * - `make-book.ts` turns documents into plain data, `template.typ` says how that looks, Typst sets it.
 * - Nothing here reads a database or the network: what a page refers to is answered by the `Surroundings` it is given.
 */
export { chooseFonts } from './fonts.ts'
export { buildBook } from './make-book.ts'
export { PdfError, renderPdf } from './render.ts'
export type { RenderOptions } from './render.ts'
export type { BookSource, PageSource, Picture, Resolved, Surroundings } from './sources.ts'
