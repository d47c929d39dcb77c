import { type Conflict as MergeConflict, mergeRevisions } from '@verso/revisions'
import type { Clock } from '../../common/clock.ts'
import type {
  ChangeRequestService,
  Content,
  HeldMain,
  Main,
  Revision,
  RevisionCommit,
} from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Content as LayoutContent } from '../../git-layout/index.ts'
import type { GitSyncRepository } from './repository.ts'
import { commitOf, labels, type Run, type Runs } from './run.ts'
import type { SpaceContent } from './space-content.ts'

const mostProblems = 100

/** A commit that was made a revision, and what its configuration says besides. */
interface Brought {
  commit: string
  imported: Revision
  redirects: ReadonlyMap<string, string>
}

interface BringInDependencies {
  database: Database
  clock: Clock
  content: Content
  main: Main
  changeRequests: ChangeRequestService
  syncs: GitSyncRepository
  spaces: SpaceContent
  runs: Runs
}

/** Brings a commit into a space: as a revision of its own, which is merged with what the space has. */
export class BringIn {
  readonly #deps: BringInDependencies

  constructor(deps: BringInDependencies) {
    this.#deps = deps
  }

  /** Brings in a commit that was fetched. With `last`, the task is complete with it. */
  async bring(run: Run, commit: string, { last }: { last: boolean }): Promise<void> {
    const { remote, task, state, spaceId, userId, operation } = run
    const [{ tree, problems }, { base, content }] = await Promise.all([
      remote.list(commit, state.projectDirectory),
      this.#base(run),
    ])
    const now = this.#deps.clock.now()
    const progress = (done: number, total: number) => task.progress(done, total)
    const plan = await this.#deps.spaces.plan(run, { tree, content }, { now, progress })
    operation.problems = [...problems, ...plan.problems].slice(0, mostProblems)
    operation.commit = commit
    const written = await this.#deps.spaces.apply(base, plan.changes)
    const git = await commitOf(run, commit, false)
    await this.#deps.database.transaction(async (tx) => {
      const held = await this.#deps.main.hold(tx, spaceId)
      // A conflict that was settled while we were away from the database makes this run's base an old one.
      const settledState = await this.#deps.syncs.find(tx, spaceId)
      if (settledState?.conflictChangeRequestId !== state.conflictChangeRequestId) {
        throw new Error('the state of the synchronisation changed meanwhile')
      }
      const imported = await this.#deps.content.commit(tx, written, {
        spaceId,
        parents: [base.id],
        type: 'edits',
        userId,
        now,
        git,
      })
      operation.revision = imported.id
      if (task.data.standalone) {
        await this.#deps.runs.end(tx, run, { status: 'success' })
        return
      }
      const { redirects } = plan.config
      const brought = { commit, imported, redirects }
      if (state.conflictChangeRequestId !== null) await this.#addToConflict(tx, run, base, brought)
      else await this.#merge(tx, run, held, base, brought, git)
      if (last) await this.#deps.runs.end(tx, run, { status: 'success' })
    })
    await this.#deps.runs.reload(run)
  }

  /** What an import starts from: what is in common, or in the change request, or else what the space shows. */
  async #base({ state, spaceId }: Run): Promise<{ base: Revision; content: LayoutContent }> {
    const id = state.conflictRevisionId ?? state.revisionId
    const base = await (id === null
      ? this.#deps.spaces.main(spaceId)
      : this.#deps.spaces.revision(spaceId, id))
    return { base, content: await this.#deps.spaces.read(base.root) }
  }

  async #merge(
    tx: Transaction,
    run: Run,
    held: HeldMain,
    base: Revision,
    { imported, commit, redirects }: Brought,
    git: RevisionCommit,
  ): Promise<void> {
    const { spaceId, userId, operation } = run
    const now = this.#deps.clock.now()
    const common = { commitOid: commit, revisionId: imported.id, redirects }
    const by = { userId, now }
    if (held.revision.root === base.root) {
      if (imported.root !== base.root) await this.#deps.main.move(tx, held, imported, by)
      await this.#deps.syncs.setCommon(tx, spaceId, common)
      return
    }
    const sides = { base: base.root, ours: held.revision.root, theirs: imported.root }
    const merged = await mergeRevisions(this.#deps.content.store.reader(tx), sides, { labels })
    const parents = [held.revision.id, imported.id]
    if (merged.conflicts.length === 0) {
      if (merged.root !== held.revision.root) {
        const revision = await this.#deps.content.commit(tx, merged, {
          spaceId,
          parents,
          type: 'merge',
          ...by,
          git,
        })
        operation.revision = revision.id
        await this.#deps.main.move(tx, held, revision, by)
      }
      await this.#deps.syncs.setCommon(tx, spaceId, common)
      return
    }
    const head = await this.#deps.content.commit(tx, merged, { spaceId, parents, type: 'update', ...by })
    const request = await this.#deps.changeRequests.openWith(tx, {
      spaceId,
      userId,
      subject: `Changes from Git that are at odds with the space (${commit.slice(0, 7)})`,
      head,
      conflictedPages: conflictedPages(merged.conflicts),
    })
    operation.changeRequest = request.id
    operation.problems = [...conflictsInWords(merged.conflicts), ...(operation.problems ?? [])].slice(
      0,
      mostProblems,
    )
    await this.#deps.syncs.setConflict(tx, spaceId, { ...common, changeRequestId: request.id })
  }

  /** While people settle a conflict, what comes from Git goes where they do. */
  async #addToConflict(
    tx: Transaction,
    run: Run,
    base: Revision,
    { imported, commit, redirects }: Brought,
  ): Promise<void> {
    const { spaceId, userId, state, operation } = run
    const changeRequestId = state.conflictChangeRequestId ?? ''
    const request = await this.#deps.changeRequests.lockState(tx, spaceId, changeRequestId)
    if (!request?.editable) throw new Error('the change request was settled meanwhile')
    const [head] = await this.#deps.content.findAll(tx, spaceId, [request.revisionId])
    const sides = { base: base.root, ours: head.root, theirs: imported.root }
    const merged = await mergeRevisions(this.#deps.content.store.reader(tx), sides, { labels })
    const revision = await this.#deps.content.commit(tx, merged, {
      spaceId,
      parents: [head.id, imported.id],
      type: 'update',
      userId,
      now: this.#deps.clock.now(),
    })
    await this.#deps.changeRequests.setHead(tx, changeRequestId, {
      revisionId: revision.id,
      userId,
      conflictedPages: [...new Set([...request.conflictedPages, ...conflictedPages(merged.conflicts)])],
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

const conflictedPages = (conflicts: readonly MergeConflict[]): string[] => [
  ...new Set(conflicts.filter(({ on, kind }) => on === 'page' && kind === 'content').map(({ id }) => id)),
]

const conflictsInWords = (conflicts: readonly MergeConflict[]): string[] =>
  conflicts.map(({ on, id, kind, field, theirs }) => {
    const what = field === undefined ? kind : `${kind} ${field}`
    const other = typeof theirs === 'string' && kind === 'field' ? `, in Git ${JSON.stringify(theirs)}` : ''
    return `At odds: ${on} ${id} (${what}${other}).`
  })
