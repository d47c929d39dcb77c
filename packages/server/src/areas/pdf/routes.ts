import { object, type Route, createRouteBuilder } from '../../http/route.ts'
import { PdfLink, PdfQuery } from './schema.ts'
import type { PdfService } from './service.ts'

const route = createRouteBuilder('PDF')

export const pdfRoutes = (pdfs: PdfService): Route[] => [
  route.get(
    '/spaces/:spaceId/pdf',
    {
      operationId: 'getSpacePDF',
      summary: 'Get the URL of a space as PDF',
      permission: 'space.view',
      query: PdfQuery,
      response: object(PdfLink),
    },
    ({ subject, query }) => pdfs.createLink(subject, { of: 'space' }, query),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/pdf',
    {
      operationId: 'getChangeRequestPDF',
      summary: 'Get the URL of a change request as PDF',
      permission: 'space.view',
      query: PdfQuery,
      response: object(PdfLink),
    },
    ({ subject, params, query }) =>
      pdfs.createLink(subject, { of: 'change-request', changeRequestId: params.changeRequestId }, query),
  ),
]
