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
        'Lists jobs with their progress: those of spaces that you have access to and, for members, those without a ' +
        'space. The latest come first. Finished jobs are kept for 30 days.',
      permission: 'organization.view',
      query: ListJobs,
      response: list(Job),
    },
    ({ caller, subject, query, paging }) => jobs.list(caller, subject, query, paging),
  ),
]
