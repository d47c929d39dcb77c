import { createRouteBuilder, deletion, object, type Route } from '../../../http/route.ts'
import { MissedPaths } from './schema.ts'
import type { MissedPathService } from './service.ts'

const route = createRouteBuilder('Site redirects')
const missedPaths = '/orgs/:organizationId/sites/:siteId/missed-paths'

export const missedPathRoutes = (service: MissedPathService): Route[] => [
  route.get(
    missedPaths,
    {
      operationId: 'getSiteMissedPaths',
      summary: 'Get the addresses at which readers of a site found nothing',
      description:
        'Those that a redirect begins at now are left out. They are counted by path; nothing is kept about readers. Paths that ' +
        'nobody asked for in 90 days are forgotten.',
      permission: 'site.admin',
      response: object(MissedPaths),
    },
    ({ subject }) => service.get(subject),
  ),
  route.delete(
    missedPaths,
    {
      operationId: 'forgetSiteMissedPaths',
      summary: 'Forget the addresses at which readers of a site found nothing',
      permission: 'site.admin',
      response: deletion,
    },
    ({ subject }) => service.forget(subject),
  ),
]
