import type { Caller } from '../../access/admission.ts'
import type { Subjects } from '../../access/subjects.ts'
import type { Database } from '../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../database/paging.ts'
import { presentJob } from './present.ts'
import type { JobRepository } from './repository.ts'
import type { Job, ListJobs } from './schema.ts'

/** What people see of the tasks that they wait for. */
export class JobService {
  readonly #database: Database
  readonly #jobs: JobRepository

  constructor(parts: { database: Database; jobs: JobRepository }) {
    this.#database = parts.database
    this.#jobs = parts.jobs
  }

  async list(
    caller: Caller,
    organization: Subjects['organization'],
    filter: ListJobs,
    paging: Paging,
  ): Promise<Page<Job>> {
    const viewer = { userId: caller.userId, memberRole: organization.role }
    return mapPage(await this.#jobs.list(this.#database, organization.id, filter, viewer, paging), presentJob)
  }
}
