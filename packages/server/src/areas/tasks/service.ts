import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Database } from '../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../database/paging.ts'
import { presentJob } from './present.ts'
import type { JobRepository } from './repository.ts'
import type { Job, ListJobs } from './schema.ts'

interface JobServiceDependencies {
  database: Database
  jobs: JobRepository
}

/** Lists tasks for people. */
export class JobService {
  readonly #deps: JobServiceDependencies

  constructor(deps: JobServiceDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    organization: Subjects['organization'],
    filter: ListJobs,
    paging: Paging,
  ): Promise<Page<Job>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    return mapPage(
      await this.#deps.jobs.listJobs(this.#deps.database, organization.id, filter, viewer, paging),
      presentJob,
    )
  }
}
