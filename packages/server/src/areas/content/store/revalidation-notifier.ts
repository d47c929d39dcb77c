import type { Clock } from '../../../common/clock.ts'
import { sql, type Transaction } from '../../../database/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { MainMove } from './main-branch.ts'

interface RevalidationNotifierDependencies {
  jobs: Jobs
  clock: Clock
  isEnabled: boolean
}

/** Has whoever keeps answers told what changed, once it has: the job is part of the transaction that changes it. */
export class RevalidationNotifier {
  readonly #deps: RevalidationNotifierDependencies

  constructor(deps: RevalidationNotifierDependencies) {
    this.#deps = deps
  }

  /** A space shows something else, and so do the sites that it is in. */
  async notifySpaceChange(tx: Transaction, { spaceId, after }: MainMove): Promise<void> {
    if (!this.#deps.isEnabled) return
    const sites = await tx.rows<{ id: string }>(sql`
      select distinct site_id as id from site_spaces where space_id = ${spaceId} order by site_id`)
    const requests = await tx.rows<{ id: string; number: number }>(sql`
      select id, number from change_requests
      where space_id = ${spaceId} and revision_id = any(
        select unnest(parents) from revisions where id = ${after.id}
      )`)
    await this.notify(tx, [
      `space:${spaceId}`,
      ...sites.map(({ id }) => `site:${id}`),
      // It goes by two names, and answers are kept under the one that was asked for.
      ...requests.flatMap(({ id, number }) =>
        [id, number].map((name) => `change-request:${spaceId}/${name}`),
      ),
    ])
  }

  async notify(tx: Transaction, tags: string[]): Promise<void> {
    if (this.#deps.isEnabled) await this.#deps.jobs.enqueue(tx, 'revalidate', { tags }, this.#deps.clock.now())
  }
}
