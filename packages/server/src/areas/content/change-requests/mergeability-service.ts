import type { Caller } from '../../../access/admission.ts'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { presentUserOrNobody, type UserRow } from '../../identity/index.ts'
import type { MainBranch } from '../store/main-branch.ts'
import { checkMergeRules, type RuleResult } from '../store/merge-rules.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import { describeConflicts, findPagesWithMarkers } from './conflicts.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'
import type { ConflictEntry, Mergeability } from './schema.ts'

interface MergeabilityServiceDependencies {
  database: Database
  changeRequests: ChangeRequestRepository
  revisionStore: RevisionStore
  main: MainBranch
  urls: Urls
}

/** A change request beside the content of its space. */
export interface Comparison {
  changed: boolean
  conflicts: ConflictEntry[]
  /** Whether these are conflicts that are marked in its pages, for somebody to resolve. */
  areMarked: boolean
}

/** Tells what a merge would do, without merging. */
export class MergeabilityService {
  readonly #deps: MergeabilityServiceDependencies

  constructor(deps: MergeabilityServiceDependencies) {
    this.#deps = deps
  }

  async check(caller: Caller, space: Subjects['space'], idOrNumber: string): Promise<Mergeability> {
    const { database, changeRequests, main } = this.#deps
    const row = await changeRequests.find(database, space.id, idOrNumber)
    if (!row) throw new NotFound('change request', idOrNumber)
    const isEditable = row.status === 'draft' || row.status === 'open'
    const allowed = hasPermission('space.merge', space.role)
    const { results, canBypass } = checkMergeRules(await main.getMergeRules(database, space.id), {
      ...row,
      authorId: row.creator?.id,
      reviews: await changeRequests.listLatestReviews(database, row.id),
      callerId: caller.userId,
    })
    const { changed, conflicts } = isEditable
      ? await this.compare(row)
      : { changed: row.status === 'merged', conflicts: [] }
    const settledConflicts = isEditable ? await this.#findSettledConflicts(row) : []
    const people = await this.#findPeople(space, results)
    const rulesMet = results.every(({ unmetReason }) => unmetReason === undefined)
    return {
      mergeable: isEditable && allowed && changed && conflicts.length === 0 && (rulesMet || canBypass),
      status: row.status,
      allowed,
      changed,
      outdated: isEditable && row.ancestorId !== row.mainId,
      bypass: canBypass,
      rules: results.map((result) => this.#presentRule(result, people)),
      conflicts,
      settledConflicts,
    }
  }

  /** The pages that had conflict markers and have none now, with the revisions in which they had them. */
  async #findSettledConflicts(row: ChangeRequestRow): Promise<Mergeability['settledConflicts']> {
    const { database, revisionStore } = this.#deps
    const pageIds = Object.keys(row.conflictRevisions)
    if (pageIds.length === 0) return []
    const findMarked = async (revisionId: string, ids: string[]) => {
      const [revision] = await revisionStore.findAll(database, row.spaceId, [revisionId])
      return findPagesWithMarkers(revisionStore.createView(database, revision.root), ids)
    }
    const open = new Set((await findMarked(row.revisionId, pageIds)).map(({ page }) => page))
    const settled: Mergeability['settledConflicts'] = []
    for (const revision of new Set(Object.values(row.conflictRevisions))) {
      const ids = pageIds.filter((id) => !open.has(id) && row.conflictRevisions[id] === revision)
      for (const { page, path } of await findMarked(revision, ids))
        if (page !== undefined) settled.push({ page, ...(path !== undefined && { path }), revision })
    }
    return settled
  }

  /** The people whose approvals are missing, by their ids. */
  async #findPeople(space: Subjects['space'], results: readonly RuleResult[]): Promise<Map<string, UserRow>> {
    const ids = [...new Set(results.flatMap(({ missingApprovals }) => missingApprovals))]
    if (ids.length === 0) return new Map()
    const { database, changeRequests } = this.#deps
    return new Map(
      (await changeRequests.findMembers(database, space.organizationId, ids)).map((user) => [user.id, user]),
    )
  }

  #presentRule(
    { rule, users, unmetReason, missingApprovals }: RuleResult,
    people: ReadonlyMap<string, UserRow>,
  ): Mergeability['rules'][number] {
    const { urls } = this.#deps
    return {
      rule,
      met: unmetReason === undefined,
      ...(unmetReason !== undefined && { reason: unmetReason }),
      ...(users && { users }),
      ...(missingApprovals.length > 0 && {
        missingApprovals: missingApprovals.map((id) => presentUserOrNobody(urls, people.get(id) ?? null)),
      }),
    }
  }

  /** Whether a change request changes anything, and its conflicts with the space: as `merge` finds them. */
  async compare(row: ChangeRequestRow): Promise<Comparison> {
    const { database, revisionStore } = this.#deps
    const [head, ancestor, main] = await revisionStore.findAll(database, row.spaceId, [
      row.revisionId,
      row.ancestorId,
      row.mainId,
    ])
    const view = revisionStore.createView(database, head.root)
    const changed = head.root !== ancestor.root
    const pagesWithMarkers = await findPagesWithMarkers(view, row.conflictedPages)
    if (!changed || pagesWithMarkers.length > 0) {
      return { changed, conflicts: pagesWithMarkers, areMarked: pagesWithMarkers.length > 0 }
    }
    const sides = { base: ancestor.root, ours: main.root, theirs: head.root }
    const { conflicts } = await revisionStore.merge(database, sides)
    return { changed, conflicts: await describeConflicts(view, conflicts), areMarked: false }
  }
}
