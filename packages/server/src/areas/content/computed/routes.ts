import { object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { JsonDocumentSchema } from '../../../http/schemas.ts'
import type { VisitorSpecAccess } from '../../openapi/index.ts'
import { DocumentByIdQuery } from '../revisions/schema.ts'
import { ComputeDocument, ComputedRevision, ComputeRevision } from './schema.ts'
import type { ComputedService } from './service.ts'

const route = createRouteBuilder('Content')

export const computedRoutes = (computed: ComputedService, specAccess: VisitorSpecAccess): Route[] => [
  route.post(
    '/spaces/:spaceId/content/computed/document',
    {
      operationId: 'getComputedDocument',
      summary: 'Get the document of a generated page',
      permission: 'space.view',
      query: DocumentByIdQuery,
      body: ComputeDocument,
      response: object(JsonDocumentSchema),
      visitorAccess: true,
    },
    async ({ caller, subject, body, visitor }) => {
      if (visitor) await specAccess.requireSpec(visitor, body.source.dependencies.spec.ref.spec)
      return computed.getDocument(visitor ? undefined : caller, subject, body)
    },
  ),
  route.post(
    '/spaces/:spaceId/content/computed/revision',
    {
      operationId: 'getComputedRevision',
      summary: 'Get the pages that are generated from a source',
      description:
        'The pages as they would be in the space, from the latest version of the spec. 404 for a spec that you may not see.',
      permission: 'space.view',
      body: ComputeRevision,
      response: object(ComputedRevision),
    },
    ({ caller, subject, body }) => computed.getRevision(caller, subject, body),
  ),
]
