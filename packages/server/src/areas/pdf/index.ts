export { createPdfArea, type PdfArea, pdfAreaRoutes } from './area.ts'
export type { PdfService, StoredPdf } from './service.ts'
