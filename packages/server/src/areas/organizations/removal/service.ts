import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, minutes, seconds } from '../../../common/clock.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { JobData, Jobs } from '../../../jobs/jobs.ts'
import type { Tasks } from '../../../jobs/tasks.ts'
import type { OrganizationRemovalRepository } from './repository.ts'

/** Requests that began before the deletion end before anything is removed under them. */
const REMOVAL_DELAY_MS = 1 * minutes
/** How often the removal looks whether all spaces are gone. */
const SPACE_CHECK_INTERVAL_MS = 10 * seconds
/** How many rows of an organization one statement deletes. */
const REMOVAL_BATCH_SIZE = 500

interface OrganizationRemovalDependencies {
  database: Database
  repository: OrganizationRemovalRepository
  jobs: Jobs
  tasks: Tasks
  clock: Clock
}

/** Deletes organizations: at once for everybody who could reach them, and in the background what they hold. */
export class OrganizationRemoval {
  readonly #deps: OrganizationRemovalDependencies

  constructor(deps: OrganizationRemovalDependencies) {
    this.#deps = deps
  }

  /** Returns false when somebody else has deleted it at the same time. */
  delete({ id }: Subjects['organization']): Promise<boolean> {
    const { database, repository, tasks, clock } = this.#deps
    return database.transaction(async (tx) => {
      const now = clock.now()
      if (!(await repository.markDeleted(tx, id, now))) return false
      await repository.closeWaysIn(tx, id, now)
      await tasks.cancel(tx, { organizationId: id })
      await this.#enqueue(tx, { organizationId: id }, new Date(now.getTime() + REMOVAL_DELAY_MS))
      return true
    })
  }

  /**
   * Removes what a deleted organization holds. Its spaces are removed by jobs of their own, as other deleted spaces are; the
   * rest follows when they are gone.
   */
  async remove({ organizationId, areSpacesEnqueued = false }: JobData['remove-organization']): Promise<void> {
    const { database, repository, clock } = this.#deps
    if (!(await repository.isDeleted(database, organizationId))) return
    const hasSpaces = await repository.hasSpaces(database, organizationId)
    if (!hasSpaces) return this.#removeRest(organizationId)
    if (!areSpacesEnqueued) await this.#enqueueSpaces(organizationId)
    const next = new Date(clock.now().getTime() + SPACE_CHECK_INTERVAL_MS)
    await database.transaction((tx) => this.#enqueue(tx, { organizationId, areSpacesEnqueued: true }, next))
  }

  async #enqueueSpaces(organizationId: string): Promise<void> {
    const { database, repository, jobs } = this.#deps
    let after = ''
    for (;;) {
      const spaceIds = await repository.listSpaces(database, organizationId, after, REMOVAL_BATCH_SIZE)
      const last = spaceIds.at(-1)
      if (last === undefined) return
      await database.transaction(async (tx) => {
        for (const spaceId of spaceIds) {
          await jobs.enqueue(tx, 'remove-space', { spaceId, organizationId }, new Date(0))
        }
      })
      after = last
    }
  }

  async #removeRest(organizationId: string): Promise<void> {
    const { database, repository, clock } = this.#deps
    let count: number
    do {
      count = await database.transaction((tx) =>
        repository.removeMembers(tx, organizationId, REMOVAL_BATCH_SIZE),
      )
    } while (count > 0)
    do count = await repository.removeRows(database, organizationId, REMOVAL_BATCH_SIZE)
    while (count > 0)
    await repository.removeOrganization(database, organizationId, clock.now())
  }

  #enqueue(tx: Transaction, data: JobData['remove-organization'], startAfter: Date): Promise<void> {
    return this.#deps.jobs.enqueue(tx, 'remove-organization', data, startAfter)
  }
}
