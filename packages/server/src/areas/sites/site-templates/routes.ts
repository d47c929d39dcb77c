import { createRouteBuilder, okWithoutBody, type Route } from '../../../http/route.ts'
import type { SiteTemplateService } from './service.ts'

const route = createRouteBuilder('Sites')

export const siteTemplateRoutes = (templates: SiteTemplateService): Route[] => [
  route.post(
    '/orgs/:organizationId/sites/:siteId/template',
    {
      operationId: 'applyTemplateToSite',
      summary: 'Fill a site that shows nothing with sections, pages and a look to begin with',
      description:
        'Creates a space for each section, so you must be allowed to create content in the organization. 409 for a site that ' +
        'shows something already. A look that was chosen stays.',
      permission: 'site.admin',
      response: okWithoutBody,
    },
    ({ caller, subject }) => templates.apply(caller, subject),
  ),
]
