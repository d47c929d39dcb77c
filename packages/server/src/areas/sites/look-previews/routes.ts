import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { LookPreview, PreviewLook } from './schema.ts'
import type { LookPreviewService } from './service.ts'

const route = createRouteBuilder('Site customization')

export const lookPreviewRoutes = (lookPreviews: LookPreviewService): Route[] => [
  route.post(
    '/orgs/:organizationId/sites/:siteId/customization/preview',
    {
      operationId: 'previewSiteCustomization',
      summary: 'Preview a page of a site with settings that are not saved',
      description:
        'Nothing is written, and nobody else sees it: the page is in the answer and has no address.',
      permission: 'site.admin',
      body: PreviewLook,
      response: object(LookPreview),
    },
    ({ caller, subject, body }) => lookPreviews.preview(caller, subject, body),
  ),
]
