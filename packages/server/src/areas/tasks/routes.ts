import { list, type Route, createRouteBuilder } from '../../http/route.ts'
import { Job, ListJobs } from './schema.ts'
import type { JobService } from './service.ts'

const route = createRouteBuilder('Jobs')

export const jobRoutes = (jobs: JobService): Route[] => [
  route.get(
    '/orgs/:organizationId/jobs',
    {
      operationId: 'listJobsInOrganization',
      summary: 'List the jobs of an organization',
      description:
        'Long work with how far it is: about spaces you have access to and, for members, about none. The latest ' +
        'first. Those that finished are kept for 30 days.',
      permission: 'organization.view',
      query: ListJobs,
      response: list(Job),
    },
    ({ caller, subject, query, paging }) => jobs.list(caller, subject, query, paging),
  ),
]
