import type { Database, Transaction } from '../../../database/database.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { ConflictCheckRepository } from './conflict-check-repository.ts'
import type { MergeabilityService } from './mergeability-service.ts'
import type { ChangeRequestRepository } from './repository.ts'

/** How many change requests are compared after a space has changed, the last edited first. */
const MAX_CHECKED_CHANGE_REQUESTS = 200

/** Before any clock: the queue has one of its own. */
const AT_ONCE = new Date(0)

interface ConflictFinderDependencies {
  database: Database
  jobs: Jobs
  changeRequests: ChangeRequestRepository
  conflictChecks: ConflictCheckRepository
  mergeability: MergeabilityService
  onError: (error: unknown) => void
}

/** Finds out which change requests conflict with their space since its content has changed. */
export class ConflictFinder {
  readonly #deps: ConflictFinderDependencies

  constructor(deps: ConflictFinderDependencies) {
    this.#deps = deps
  }

  /** A hook of `MainBranch.onMove`. Comparing takes its time, so whoever changes the space does not wait for it. */
  async requestCheck(
    tx: Transaction,
    { spaceId, after }: { spaceId: string; after: { parents: readonly string[] } },
  ): Promise<void> {
    const { conflictChecks, jobs } = this.#deps
    // What a change request has that is merged just now, or that has changed nothing yet, is in the new content.
    if (!(await conflictChecks.hasOpenChangeRequests(tx, spaceId, { except: after.parents }))) return
    await jobs.enqueue(tx, 'find-conflicts', { spaceId }, AT_ONCE)
  }

  /** Of several changes of a space in a row, whoever comes first compares, and the others find nothing to do. */
  async findConflicts(spaceId: string): Promise<void> {
    const { database, conflictChecks, onError } = this.#deps
    const ids = await conflictChecks.listUnchecked(database, spaceId, MAX_CHECKED_CHANGE_REQUESTS)
    for (const id of ids) {
      try {
        await this.#check(spaceId, id)
      } catch (error) {
        // The others must not wait for one that cannot be compared.
        onError(error)
      }
    }
  }

  async #check(spaceId: string, changeRequestId: string): Promise<void> {
    const { database, changeRequests, conflictChecks, mergeability } = this.#deps
    const row = await changeRequests.find(database, spaceId, changeRequestId)
    if (!row || (row.status !== 'draft' && row.status !== 'open')) return
    const { conflicts, areMarked } = await mergeability.compare(row)
    // Whoever has brought them in by an update knows of them.
    if (areMarked) return
    await conflictChecks.put(database, {
      changeRequestId,
      mainId: row.mainId,
      headId: row.revisionId,
      ancestorId: row.ancestorId,
      conflicted: conflicts.length > 0,
    })
  }
}
