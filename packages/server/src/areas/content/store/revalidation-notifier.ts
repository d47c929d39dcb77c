import type { Clock } from '../../../common/clock.ts'
import type { Transaction } from '../../../database/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { MainMove } from './main-branch.ts'
import type { RevalidationRepository } from './revalidation-repository.ts'

interface RevalidationNotifierDependencies {
  jobs: Jobs
  clock: Clock
  repository: RevalidationRepository
  isEnabled: boolean
}

/**
 * Tells external caches which responses are out of date, by the tags of what changed. The job that sends the tags is
 * enqueued in the transaction of the change, so that it is sent exactly when the change is committed.
 */
export class RevalidationNotifier {
  readonly #deps: RevalidationNotifierDependencies

  constructor(deps: RevalidationNotifierDependencies) {
    this.#deps = deps
  }

  /** Sends the tags of a space with new content, of its sites and of the change requests that were merged into it. */
  async notifySpaceChange(tx: Transaction, { spaceId, after }: MainMove): Promise<void> {
    if (!this.#deps.isEnabled) return
    const siteIds = await this.#deps.repository.listSiteIds(tx, spaceId)
    const changeRequests = await this.#deps.repository.listMergedChangeRequests(tx, spaceId, after.id)
    await this.notify(tx, [
      `space:${spaceId}`,
      ...siteIds.map((id) => `site:${id}`),
      // Requests name a change request by its id or by its number, and their responses are cached under that name.
      ...changeRequests.flatMap(({ id, number }) =>
        [id, number].map((name) => `change-request:${spaceId}/${name}`),
      ),
    ])
  }

  async notify(tx: Transaction, tags: string[]): Promise<void> {
    if (!this.#deps.isEnabled) return
    await this.#deps.jobs.enqueue(tx, 'revalidate', { tags }, this.#deps.clock.now())
  }
}
