import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { SiteChecklist } from './schema.ts'
import type { ChecklistService } from './service.ts'

const route = createRouteBuilder('Sites')

export const checklistRoutes = (checklists: ChecklistService): Route[] => [
  route.get(
    '/orgs/:organizationId/sites/:siteId/checklist',
    {
      operationId: 'getSiteChecklist',
      summary: 'Look for what is missing in the pages of a site',
      description: 'Links that lead nowhere, pages without a title, and pages without a description.',
      permission: 'site.admin',
      response: object(SiteChecklist),
    },
    ({ caller, subject }) => checklists.get(caller, subject),
  ),
]
