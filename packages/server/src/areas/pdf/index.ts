export { createPdf, type Pdf, pdfAreaRoutes } from './area.ts'
export type { PdfService, StoredPdf } from './service.ts'
