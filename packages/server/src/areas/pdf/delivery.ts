import type { FastifyInstance } from 'fastify'
import { sendFile, type FileService } from '../content/index.ts'
import type { PdfService } from './service.ts'

/** Registers the signed URLs of PDFs. The signature is the only credential that they need. */
export function registerPdfs(app: FastifyInstance, pdfs: PdfService, files: FileService): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/pdf/:spaceId/:revisionId',
    config: { unguarded: 'signed-url', isOpenToAllOrigins: true },
    compress: false,
    handler: async (request, reply) => {
      const pdf = await pdfs.openSignedPdf(request.url)
      // A URL expires, so only the browser of the reader may cache the response, and no shared cache.
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
