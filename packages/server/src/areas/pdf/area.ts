import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { registerPdfs } from './delivery.ts'
import { PdfRenderer, type PdfSettings } from './pdf-renderer.ts'
import { PdfRepository } from './repository.ts'
import { pdfRoutes } from './routes.ts'
import { PdfService } from './service.ts'

export type PdfArea = ReturnType<typeof createPdfArea>

/** Exports of spaces, change requests and pages as PDF. */
export function createPdfArea(
  { database, clock, urls, caches }: Platform,
  { revisionStore, revisions, files, store, signatures }: ContentArea,
  settings: PdfSettings,
) {
  const repository = new PdfRepository()
  const renderer = new PdfRenderer({ database, files, caches, settings })
  const pdfs = new PdfService({
    database,
    clock,
    urls,
    pdfs: repository,
    revisionStore,
    revisions,
    renderer,
    store,
    signatures,
  })
  const lifecycle: AreaLifecycle = {
    register: (app) => registerPdfs(app, pdfs, files),
    cleanUp: (now) => repository.deleteOldPdfs(database, now),
    close: () => renderer.close(),
  }
  return { pdfs, concurrency: settings.concurrency, lifecycle }
}

export const pdfAreaRoutes = ({ pdfs }: PdfArea): Route[] => pdfRoutes(pdfs)
