import { list, object, type Route, createRouteBuilder } from '../../http/route.ts'
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
  route.get(
    '/orgs/:organizationId/jobs/:jobId',
    {
      operationId: 'getJobInOrganization',
      summary: 'Get a job',
      permission: 'organization.view',
      response: object(Job),
    },
    ({ caller, subject, params }) => jobs.get(caller, subject, params.jobId),
  ),
  route.post(
    '/orgs/:organizationId/jobs/:jobId/retry',
    {
      operationId: 'retryJob',
      summary: 'Run a job again',
      description:
        'A job that failed or was canceled is run again once, as a new job, which is the response. One that waits for its ' +
        'next attempt runs at once. 409 for others, and for jobs that nobody started by hand.',
      permission: 'job.change',
      response: object(Job),
    },
    ({ caller, subject, params }) => jobs.retry(caller, subject, params.jobId),
  ),
  route.post(
    '/orgs/:organizationId/jobs/:jobId/cancel',
    {
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description:
        'What a running job has written so far is not kept. 409 for a job that has finished, and for jobs that nobody ' +
        'started by hand.',
      permission: 'job.change',
      response: object(Job),
    },
    ({ caller, subject, params }) => jobs.cancel(caller, subject, params.jobId),
  ),
]
