import type { FastifyInstance } from 'fastify'
import { sendFile, type FileService } from '../content/index.ts'
import type { PdfService } from './service.ts'

/** The addresses that PDFs are read at. Their signature is all that is asked for. */
export function registerPdfs(app: FastifyInstance, pdfs: PdfService, files: FileService): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/pdf/:spaceId/:revisionId',
    config: { unguarded: 'signed-url' },
    compress: false,
    handler: async (request, reply) => {
      const pdf = await pdfs.openSignedPdf(request.url)
      // An address expires, so what it leads to is not kept by others than the one who asked.
      return sendFile(
        files,
        request,
        reply,
        { ...pdf, contentType: 'application/pdf' },
        'private, max-age=3600',
      )
    },
  })
}
