import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { registerPdfs } from './delivery.ts'
import { PdfRepository } from './repository.ts'
import { pdfRoutes } from './routes.ts'
import { PdfService } from './service.ts'

export type PdfArea = ReturnType<typeof createPdfArea>

/** Exports of spaces, change requests and pages as PDF. */
export function createPdfArea(
  { database, clock, urls }: Platform,
  { revisionStore, reader, revisions, files, store, signatures }: ContentArea,
) {
  const repository = new PdfRepository()
  const pdfs = new PdfService({
    database,
    clock,
    urls,
    pdfs: repository,
    revisionStore,
    reader,
    revisions,
    files,
    store,
    signatures,
  })
  const lifecycle: AreaLifecycle = {
    register: (app) => registerPdfs(app, pdfs, files),
    cleanUp: (now) => repository.deleteOldPdfs(database, now),
  }
  return {
    pdfs,
    lifecycle,
  }
}

export const pdfAreaRoutes = ({ pdfs }: PdfArea): Route[] => pdfRoutes(pdfs)
