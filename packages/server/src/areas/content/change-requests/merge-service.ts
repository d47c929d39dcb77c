import type { Caller } from '../../../access/admission.ts'
import type { MemberRole } from '../../../access/roles.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import { AuthorizedMain, type LockedMain } from '../store/main-authorization.ts'
import type { MainBranch } from '../store/main-branch.ts'
import type { LatestReview } from '../store/merge-rules.ts'
import type { NewRevision, RevisionStore } from '../store/revision-store.ts'
import { describeConflicts, findPagesWithMarkers } from './conflicts.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'
import type { MergeOutcome } from './schema.ts'
import type { ChangeRequestService } from './service.ts'

interface MergeServiceDependencies {
  database: Database
  changeRequests: ChangeRequestService
  repository: ChangeRequestRepository
  revisionStore: RevisionStore
  main: MainBranch
  clock: Clock
}

/** What else a merge depends on. Nobody changes it while the change request and its space are locked. */
interface MergeFacts {
  reviews: LatestReview[]
  computedState: NewRevision['computedState']
}

/** The content of a change request is that of its space. */
export class NothingToMerge extends Conflict {
  constructor() {
    super('This change request changes nothing.')
  }
}

/** Merges change requests into their spaces. */
export class MergeService {
  readonly #deps: MergeServiceDependencies

  constructor(deps: MergeServiceDependencies) {
    this.#deps = deps
  }

  /** When the change request and the space conflict, nothing changes and the conflicts are returned. */
  merge(caller: Caller, space: Subjects['space'], idOrNumber: string): Promise<MergeOutcome> {
    return this.#deps.database.transaction(async (tx) => {
      const { main, changeRequests } = this.#deps
      const [locked, lockedRow] = await Promise.all([
        main.lock(tx, space.id),
        changeRequests.lockEditable(tx, space, idOrNumber),
      ])
      const [row, facts] = await Promise.all([
        changeRequests.addPendingTexts(tx, lockedRow),
        this.#readFacts(tx, lockedRow),
      ])
      const writer = { userId: caller.userId, role: space.role }
      // What was still being written may have made reviews outdated.
      return this.mergeLocked(tx, locked, row, writer, row === lockedRow ? { facts } : {})
    })
  }

  /**
   * Merges a change request that is locked, with its space, and can be edited. Throws before it writes anything when there
   * is nothing to merge, a rule is not met or the role does not suffice.
   */
  async mergeLocked(
    tx: Transaction,
    locked: LockedMain,
    row: ChangeRequestRow,
    writer: { userId: string; role: MemberRole },
    { isPlanned = false, facts }: { isPlanned?: boolean; facts?: MergeFacts } = {},
  ): Promise<MergeOutcome> {
    const { repository, revisionStore } = this.#deps
    const { revision: main } = locked
    const [head, ancestor] = await revisionStore.findAll(tx, row.spaceId, [row.revisionId, row.ancestorId])
    if (head.root === ancestor.root) throw new NothingToMerge()
    const { reviews, computedState } = facts ?? (await this.#readFacts(tx, row))
    const authorized = AuthorizedMain.forMerge(locked, writer, {
      ...row,
      authorId: row.creator?.id,
      reviews,
      isPlanned,
    })
    const view = revisionStore.createView(tx, head.root)
    const pagesWithMarkers = await findPagesWithMarkers(view, row.conflictedPages)
    if (pagesWithMarkers.length > 0) {
      return { revision: row.revisionId, result: 'conflicts', conflicts: pagesWithMarkers }
    }
    const sides = { base: ancestor.root, ours: main.root, theirs: head.root }
    const merged = await revisionStore.merge(tx, sides)
    if (merged.conflicts.length > 0) {
      const conflicts = await describeConflicts(view, merged.conflicts)
      return { revision: row.revisionId, result: 'conflicts', conflicts }
    }
    const { userId } = writer
    const now = this.#deps.clock.now()
    const revision = await revisionStore.commit(tx, merged, {
      spaceId: row.spaceId,
      parents: [main.id, head.id],
      type: 'merge',
      userId,
      now,
      computedState,
    })
    await this.#deps.main.moveTo(tx, authorized, revision, { userId, now })
    repository.setStatus(tx, row, 'merged', now, { revisionId: revision.id, userId })
    return { revision: revision.id, result: 'merge', conflicts: [] }
  }

  async #readFacts(tx: Transaction, { id, spaceId }: ChangeRequestRow): Promise<MergeFacts> {
    const [reviews, computedState] = await Promise.all([
      this.#deps.repository.listLatestReviews(tx, id),
      this.#deps.revisionStore.findComputedState(tx, spaceId),
    ])
    return { reviews, computedState }
  }
}
