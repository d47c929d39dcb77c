import { hasPermission } from '../../../access/permissions.ts'
import type { MemberRole } from '../../../access/roles.ts'
import { type Clock, minutes } from '../../../common/clock.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Notifications } from '../../../database/notifications.ts'
import { NotifiedLoop, POLL_INTERVAL_MS } from '../../../jobs/notified-loop.ts'
import type { LockedMain } from '../store/main-authorization.ts'
import { MergeRuleNotMet } from '../store/merge-rules.ts'
import type { MainBranch } from '../store/main-branch.ts'
import { type MergeService, NothingToMerge } from './merge-service.ts'
import type { DueTimes, PlannedMergeRepository, PlannedMergeRow } from './planned-merge-repository.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'
import type { PlannedMergeObstacle } from './schema.ts'
import type { ChangeRequestService } from './service.ts'

/** How often to look at what waits although nothing has changed that is watched: roles may have. */
const RECHECK_INTERVAL_MS = 15 * minutes

interface PlannedMergeRunnerDependencies {
  database: Database
  notifications: Notifications
  changeRequests: ChangeRequestService
  repository: ChangeRequestRepository
  plannedMerges: PlannedMergeRepository
  merges: MergeService
  main: MainBranch
  clock: Clock
  onError: (error: unknown) => void
}

/**
 * Carries out planned merges, with the rights that whoever planned them has at that moment. Each is decided in one
 * transaction that has locked the space, so any number of processes may look at the same time.
 */
export class PlannedMergeRunner {
  readonly #deps: PlannedMergeRunnerDependencies
  readonly #loop: NotifiedLoop
  #dueTimer: NodeJS.Timeout | undefined

  constructor(deps: PlannedMergeRunnerDependencies) {
    this.#deps = deps
    this.#loop = new NotifiedLoop(deps, 'verso_planned_merges', async () => {
      await this.runDue()
      await this.#setDueTimer()
    })
  }

  start(): void {
    this.#loop.start()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#dueTimer)
    await this.#loop.stop()
  }

  /** Decides about every planned merge whose time has come, or of which something has changed. */
  async runDue(): Promise<void> {
    const { database, plannedMerges, clock, onError } = this.#deps
    const now = clock.now()
    await plannedMerges.endInDeletedSpaces(database, now)
    const due = { now, recheckBefore: new Date(now.getTime() - RECHECK_INTERVAL_MS) }
    for (const { id, spaceId } of await plannedMerges.listDue(database, due)) {
      if (this.#loop.isStopping) return
      try {
        await database.transaction((tx) => this.#decide(tx, { id, spaceId }, due))
      } catch (error) {
        // The others must not wait for one that fails. It is tried again with the next look.
        onError(error)
      }
    }
  }

  /** Nobody is notified when a time has come. What is further away is found by the next look. */
  async #setDueTimer(): Promise<void> {
    clearTimeout(this.#dueTimer)
    const next = await this.#deps.plannedMerges.findNextTime(this.#deps.database)
    if (!next || this.#loop.isStopping) return
    const delayMs = next.getTime() - this.#deps.clock.now().getTime()
    if (delayMs < 0 || delayMs > POLL_INTERVAL_MS) return
    this.#dueTimer = setTimeout(() => this.#loop.wake(), delayMs).unref()
  }

  async #decide(
    tx: Transaction,
    { id, spaceId }: { id: string; spaceId: string },
    due: DueTimes,
  ): Promise<void> {
    const { plannedMerges, main, changeRequests } = this.#deps
    const locked = await main.lock(tx, spaceId)
    const plan = await plannedMerges.findDue(tx, id, due)
    if (!plan) return
    const row = await changeRequests.lockWithPendingTexts(tx, spaceId, id)
    const writer = await this.#findPlanner(tx, spaceId, plan)
    if (!writer) {
      await plannedMerges.end(tx, id, { reason: 'permission' }, due.now)
      return
    }
    const obstacle = (await this.#findUnseenChange(tx, row)) ?? (await this.#merge(tx, locked, row, writer))
    if (obstacle === undefined) return
    if (plan.mergeAt !== null) await plannedMerges.end(tx, id, { reason: obstacle }, due.now)
    else await plannedMerges.setWaiting(tx, id, { waitingFor: obstacle, state: plan.state }, due.now)
  }

  /** Undefined when whoever has planned the merge may not merge any more. */
  async #findPlanner(tx: Transaction, spaceId: string, { plannedBy: userId }: PlannedMergeRow) {
    if (userId === null) return undefined
    const role = (await this.#deps.plannedMerges.findRoles(tx, spaceId, [userId])).get(userId)
    return role !== undefined && hasPermission('space.merge', role) ? { userId, role } : undefined
  }

  /**
   * Whoever planned the merge meant what they saw. What somebody who may not merge has written since is merged only after
   * somebody who may has approved it: else a plan would lend its rights to all who may write.
   */
  async #findUnseenChange(tx: Transaction, { id, spaceId }: ChangeRequestRow) {
    const { plannedMerges, repository } = this.#deps
    const writers = await plannedMerges.listWriters(tx, id)
    if (writers.length === 0) return undefined
    const approvers = (await repository.listLatestReviews(tx, id))
      .filter(({ status, outdated }) => status === 'approved' && !outdated)
      .map(({ reviewerId }) => reviewerId)
    const roles = await plannedMerges.findRoles(tx, spaceId, [...writers, ...approvers])
    const canMerge = (userId: string): boolean => hasPermission('space.merge', roles.get(userId) ?? null)
    return writers.every(canMerge) || approvers.some(canMerge) ? undefined : ('approval' as const)
  }

  /** Merges, and otherwise says what stands against it. */
  async #merge(
    tx: Transaction,
    locked: LockedMain,
    row: ChangeRequestRow,
    writer: { userId: string; role: MemberRole },
  ): Promise<PlannedMergeObstacle | undefined> {
    try {
      const { result } = await this.#deps.merges.mergeLocked(tx, locked, row, writer, { isPlanned: true })
      return result === 'conflicts' ? 'conflicts' : undefined
    } catch (error) {
      if (error instanceof NothingToMerge) return 'changes'
      if (error instanceof MergeRuleNotMet) return 'rules'
      throw error
    }
  }
}
