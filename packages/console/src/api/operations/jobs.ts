// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { Job, JobStatus } from './types.ts'

/** Cancel a job. */
export const cancelJob = /* @__PURE__ */ defineOperation<{ organizationId: string; jobId: string }, Job>(
  'cancelJob',
  'POST',
  '/orgs/{organizationId}/jobs/{jobId}/cancel',
)

/** Get a job. */
export const getJobInOrganization = /* @__PURE__ */ defineOperation<
  { organizationId: string; jobId: string },
  Job
>('getJobInOrganization', 'GET', '/orgs/{organizationId}/jobs/{jobId}')

/** List the jobs of an organization. */
export const listJobsInOrganization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      status?: JobStatus | undefined
      type?: Array<string> | undefined
      space?: string | undefined
      site?: string | undefined
      translation?: string | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Job> }
>('listJobsInOrganization', 'GET', '/orgs/{organizationId}/jobs')

/** Run a job again. */
export const retryJob = /* @__PURE__ */ defineOperation<{ organizationId: string; jobId: string }, Job>(
  'retryJob',
  'POST',
  '/orgs/{organizationId}/jobs/{jobId}/retry',
)
