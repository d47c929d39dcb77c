import { created, createRouteBuilder, deletion, list, type Route } from '../../../http/route.ts'
import { CreatePreviewLink, PreviewLink } from './schema.ts'
import type { PreviewLinkService } from './service.ts'

const route = createRouteBuilder('Change requests')

export const previewLinkRoutes = (previewLinks: PreviewLinkService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/preview-links',
    {
      operationId: 'listPreviewLinks',
      summary: 'List the links that preview a change request',
      description: 'Without those that have ended.',
      permission: 'space.edit',
      response: list(PreviewLink),
    },
    ({ subject, params, paging }) => previewLinks.list(subject, params.changeRequestId, paging),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/preview-links',
    {
      operationId: 'createPreviewLink',
      summary: 'Create a link that previews a change request',
      description:
        'Whoever has its address sees the space in the site as the change request changes it, and nothing else of the site, ' +
        'until it expires, the change request is merged or archived, or you may not see them any more.',
      permission: 'space.edit',
      body: CreatePreviewLink,
      response: created(PreviewLink),
    },
    ({ caller, subject, params, body }) => previewLinks.create(caller, subject, params.changeRequestId, body),
  ),
  route.delete(
    '/spaces/:spaceId/change-requests/:changeRequestId/preview-links/:previewLinkId',
    {
      operationId: 'deletePreviewLink',
      summary: 'End a link that previews a change request',
      permission: 'space.edit',
      response: deletion,
    },
    ({ subject, params }) => previewLinks.delete(subject, params.changeRequestId, params.previewLinkId),
  ),
]
