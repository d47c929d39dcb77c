import type { Caller } from '../../access/admission.ts'
import { requireAccess } from '../../access/require-access.ts'
import type { Subjects } from '../../access/subjects.ts'
import { includesRole, type Role } from '../../access/roles.ts'
import { Conflict, Forbidden, NotFound } from '../../common/errors.ts'
import type { Tasks } from '../../jobs/tasks.ts'
import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../database/paging.ts'
import { presentJob } from './present.ts'
import type { JobForViewer, JobRepository } from './repository.ts'
import type { Job, ListJobs } from './schema.ts'

type Organization = Subjects['organization']

interface JobServiceDependencies {
  database: Database
  tasks: Tasks
  jobs: JobRepository
}

/** The role on its space that a job of a person needs. Other jobs belong to what started them, and follow it. */
const rolesByType = {
  'git-import': 'edit',
  'git-export': 'edit',
  translate: 'create',
  import: 'edit',
} as const satisfies Record<string, Role>

const isPersonalType = (type: string): type is keyof typeof rolesByType => Object.hasOwn(rolesByType, type)

/** Shows tasks to people, who may retry and cancel them. */
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
    if (filter.site !== undefined) await this.#requireSite(caller, organization, filter.site)
    return mapPage(
      await this.#deps.jobs.listJobs(this.#deps.database, organization.id, filter, viewer, paging),
      presentJob,
    )
  }

  async #requireSite(caller: Caller, { id: organizationId }: Organization, siteId: string): Promise<void> {
    const site = await requireAccess<'site'>(this.#deps.database, caller, 'site.view', siteId)
    if (site.organizationId !== organizationId) throw new NotFound('site', siteId)
  }

  async get(caller: Caller, organization: Organization, id: string): Promise<Job> {
    return presentJob(await this.#find(this.#deps.database, caller, organization, id))
  }

  /** Runs a job again that failed or was canceled, as a new job, or at once one that waits for its next attempt. */
  retry(caller: Caller, organization: Organization, id: string): Promise<Job> {
    return this.#change(caller, organization, id, async (tx, { status }) => {
      const runningId = await this.#deps.tasks.retryTask(tx, id)
      if (runningId !== undefined) return runningId
      throw new Conflict(
        status === 'failed' || status === 'canceled'
          ? 'This job was run again already, or what it needs is no longer kept. Start it where you started it before.'
          : `This job is ${status}: only one that failed, was canceled or waits can be run again.`,
      )
    })
  }

  cancel(caller: Caller, organization: Organization, id: string): Promise<Job> {
    return this.#change(caller, organization, id, async (tx, { status }) => {
      if (!(await this.#deps.tasks.cancelTask(tx, id))) {
        throw new Conflict(`This job is ${status} already, and cannot be canceled.`)
      }
      return id
    })
  }

  #change(
    caller: Caller,
    organization: Organization,
    id: string,
    change: (tx: Transaction, job: JobForViewer) => Promise<string>,
  ): Promise<Job> {
    return this.#deps.database.transaction(async (tx) => {
      const job = await this.#find(tx, caller, organization, id)
      if (!isPersonalType(job.type)) {
        throw new Conflict(`Jobs of the type ${job.type} start and end by themselves.`)
      }
      const neededRole = rolesByType[job.type]
      if (!includesRole(job.spaceRole, neededRole)) {
        throw new Forbidden(`You need the role ${neededRole} on the space of this job.`)
      }
      return presentJob(await this.#find(tx, caller, organization, await change(tx, job)))
    })
  }

  async #find(on: Queryable, caller: Caller, { id: organizationId, role }: Organization, id: string) {
    const viewer = { userId: caller.userId, memberRole: role }
    const job = await this.#deps.jobs.findJob(on, organizationId, viewer, id)
    if (!job) throw new NotFound('job', id)
    return job
  }
}
