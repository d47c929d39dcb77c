export { createPdfArea, type PdfArea, pdfAreaRoutes } from './area.ts'
export type { PdfService, StoredPdf } from './service.ts'
export type { BookCover, PreparedBook } from './book-task.ts'
export type { PdfSettings } from './pdf-renderer.ts'
