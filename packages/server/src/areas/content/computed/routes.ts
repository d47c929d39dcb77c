import { object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { JSONDocument } from '../../../http/schemas.ts'
import type { VisitorSpecAccess } from '../../openapi/index.ts'
import { DocumentByIdQuery } from '../revisions/schema.ts'
import { ComputeDocument, ComputedRevision, ComputeRevision } from './schema.ts'
import type { ComputedService } from './service.ts'

const route = createRouteBuilder('Content')

export const computedRoutes = (computed: ComputedService, shown: VisitorSpecAccess): Route[] => [
  route.post(
    '/spaces/:spaceId/content/computed/document',
    {
      operationId: 'getComputedDocument',
      summary: 'Get the text of a page that is computed',
      permission: 'space.view',
      query: DocumentByIdQuery,
      body: ComputeDocument,
      response: object(JSONDocument),
      visitorAccess: true,
    },
    async ({ subject, body, visitor }) => {
      if (visitor) await shown.requireSpec(visitor, body.source.dependencies.spec.ref.spec)
      return computed.getDocument(subject, body)
    },
  ),
  route.post(
    '/spaces/:spaceId/content/computed/revision',
    {
      operationId: 'getComputedRevision',
      summary: 'Get the pages that a source makes',
      description: 'As they would stand in the space, of the latest version of what they are made from.',
      permission: 'space.view',
      body: ComputeRevision,
      response: object(ComputedRevision),
    },
    ({ subject, body }) => computed.getRevision(subject, body),
  ),
]
