import type { Conflict as MergeConflict } from '@verso/revisions'
import type { Clock } from '../../common/clock.ts'
import {
  AuthorizedMain,
  type ChangeRequestService,
  type RevisionStore,
  type MainBranch,
  type StoredRevision,
  type RevisionCommit,
} from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { LayoutContent } from '../../git-layout/index.ts'
import type { GitSyncRepository } from './repository.ts'
import { describeCommit, mergeLabels, type SyncRun, type SyncRunRecorder } from './sync-run.ts'
import type { SpaceContent } from './space-content.ts'

const MAX_PROBLEMS = 100

/** A commit that was stored as a revision, with the redirects of its configuration file. */
interface ImportedCommit {
  commit: string
  imported: StoredRevision
  redirects: ReadonlyMap<string, string>
}

interface GitImporterDependencies {
  database: Database
  clock: Clock
  revisionStore: RevisionStore
  main: MainBranch
  changeRequests: ChangeRequestService
  syncs: GitSyncRepository
  spaces: SpaceContent
  runs: SyncRunRecorder
}

/** Imports a commit into a space: stores it as a revision of its own, then merges that with what the space has. */
export class GitImporter {
  readonly #deps: GitImporterDependencies

  constructor(deps: GitImporterDependencies) {
    this.#deps = deps
  }

  /** Imports a commit that was fetched. With `completesTask`, the same transaction completes the task. */
  async importCommit(
    run: SyncRun,
    commit: string,
    { completesTask }: { completesTask: boolean },
  ): Promise<void> {
    const { remote, task, state, spaceId, userId, operation } = run
    const [{ tree, problems }, { base, content }] = await Promise.all([
      remote.listFiles(commit, state.projectDirectory, run.excludedDirectories),
      this.#readBase(run),
    ])
    const now = this.#deps.clock.now()
    const progress = (done: number, total: number) => task.progress(done, total)
    const plan = await this.#deps.spaces.planImport(run, { tree, content }, { now, progress })
    operation.problems = [...problems, ...plan.problems].slice(0, MAX_PROBLEMS)
    operation.commit = commit
    const newContent = await this.#deps.spaces.applyChanges(base, plan.changes)
    const git = await describeCommit(run, commit, false)
    await this.#deps.database.transaction(async (tx) => {
      const locked = await this.#deps.main.lock(tx, spaceId)
      const currentState = await this.#deps.syncs.find(tx, spaceId)
      const authorized = AuthorizedMain.forGitSync(locked, { configured: currentState, used: run.repository })
      // If people resolved the conflict while the plan was made, this plan starts from an outdated base.
      if (currentState?.conflictChangeRequestId !== state.conflictChangeRequestId) {
        throw new Error('the state of the synchronisation changed meanwhile')
      }
      const imported = await this.#deps.revisionStore.commit(tx, newContent, {
        spaceId,
        parents: [base.id],
        type: 'edits',
        userId,
        now,
        git,
      })
      operation.revision = imported.id
      if (task.data.standalone) {
        await this.#deps.runs.finishInTransaction(tx, run, { status: 'success' })
        return
      }
      await this.#deps.main.setSummaryHeading(tx, spaceId, plan.summaryHeading)
      const { redirects } = plan.config
      const importedCommit = { commit, imported, redirects }
      if (state.conflictChangeRequestId !== null) await this.#addToConflict(tx, run, base, importedCommit)
      else await this.#mergeIntoMain(tx, run, authorized, base, importedCommit, git)
      if (completesTask) await this.#deps.runs.finishInTransaction(tx, run, { status: 'success' })
    })
    await this.#deps.runs.reloadState(run)
  }

  /**
   * The revision that an import starts from: the last one that both sides had, or the one in the open change request,
   * or else the space's current one.
   */
  async #readBase({ state, spaceId }: SyncRun): Promise<{ base: StoredRevision; content: LayoutContent }> {
    const id = state.conflictRevisionId ?? state.revisionId
    const base = await (id === null
      ? this.#deps.spaces.readMainRevision(spaceId)
      : this.#deps.spaces.readRevision(spaceId, id))
    return { base, content: await this.#deps.spaces.readContent(base.root) }
  }

  async #mergeIntoMain(
    tx: Transaction,
    run: SyncRun,
    authorized: AuthorizedMain,
    base: StoredRevision,
    { imported, commit, redirects }: ImportedCommit,
    git: RevisionCommit,
  ): Promise<void> {
    const { spaceId, userId, operation } = run
    const now = this.#deps.clock.now()
    const common = { commitOid: commit, revisionId: imported.id, redirects }
    const by = { userId, now }
    const { revision: main } = authorized.locked
    if (main.root === base.root) {
      if (imported.root !== base.root) await this.#deps.main.moveTo(tx, authorized, imported, by)
      await this.#deps.syncs.setCommonCommit(tx, spaceId, common)
      return
    }
    const sides = { base: base.root, ours: main.root, theirs: imported.root }
    const mergeResult = await this.#deps.revisionStore.merge(tx, sides, {
      conflictStyle: mergeLabels,
    })
    const parents = [main.id, imported.id]
    if (mergeResult.conflicts.length === 0) {
      if (mergeResult.root !== main.root) {
        const revision = await this.#deps.revisionStore.commit(tx, mergeResult, {
          spaceId,
          parents,
          type: 'merge',
          ...by,
          git,
        })
        operation.revision = revision.id
        await this.#deps.main.moveTo(tx, authorized, revision, by)
      }
      await this.#deps.syncs.setCommonCommit(tx, spaceId, common)
      return
    }
    const head = await this.#deps.revisionStore.commit(tx, mergeResult, {
      spaceId,
      parents,
      type: 'update',
      ...by,
    })
    const request = await this.#deps.changeRequests.openForConflicts(tx, {
      spaceId,
      userId,
      subject: `Changes from Git that conflict with the space (${commit.slice(0, 7)})`,
      head,
      conflictedPages: listConflictedPages(mergeResult.conflicts),
    })
    operation.changeRequest = request.id
    operation.problems = [...describeConflicts(mergeResult.conflicts), ...(operation.problems ?? [])].slice(
      0,
      MAX_PROBLEMS,
    )
    await this.#deps.syncs.setConflict(tx, spaceId, { ...common, changeRequestId: request.id })
  }

  /** While a conflict is open, further commits are merged into its change request instead of the space. */
  async #addToConflict(
    tx: Transaction,
    run: SyncRun,
    base: StoredRevision,
    { imported, commit, redirects }: ImportedCommit,
  ): Promise<void> {
    const { spaceId, userId, state, operation } = run
    const changeRequestId = state.conflictChangeRequestId ?? ''
    const request = await this.#deps.changeRequests.lockState(tx, spaceId, changeRequestId)
    if (!request?.isEditable) throw new Error('the change request was settled meanwhile')
    const [head] = await this.#deps.revisionStore.findAll(tx, spaceId, [request.revisionId])
    const sides = { base: base.root, ours: head.root, theirs: imported.root }
    const mergeResult = await this.#deps.revisionStore.merge(tx, sides, {
      conflictStyle: mergeLabels,
    })
    const revision = await this.#deps.revisionStore.commit(tx, mergeResult, {
      spaceId,
      parents: [head.id, imported.id],
      type: 'update',
      userId,
      now: this.#deps.clock.now(),
    })
    this.#deps.changeRequests.setHead(tx, changeRequestId, {
      revisionId: revision.id,
      userId,
      conflictedPages: [
        ...new Set([...request.conflictedPages, ...listConflictedPages(mergeResult.conflicts)]),
      ],
    })
    operation.changeRequest = changeRequestId
    await this.#deps.syncs.setConflict(tx, spaceId, {
      commitOid: commit,
      revisionId: imported.id,
      changeRequestId,
      redirects,
    })
  }
}

const listConflictedPages = (conflicts: readonly MergeConflict[]): string[] => [
  ...new Set(conflicts.filter(({ on, kind }) => on === 'page' && kind === 'content').map(({ id }) => id)),
]

const describeConflicts = (conflicts: readonly MergeConflict[]): string[] =>
  conflicts.map(({ on, id, kind, field, theirs }) => {
    const what = field === undefined ? kind : `${kind} ${field}`
    const other = typeof theirs === 'string' && kind === 'field' ? `, in Git ${JSON.stringify(theirs)}` : ''
    return `Conflict: ${on} ${id} (${what}${other}).`
  })
