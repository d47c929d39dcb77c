import type { Clock } from '../../common/clock.ts'
import { Conflict, Invalid } from '../../common/errors.ts'
import { AuthorizedMain, type RevisionStore, type MainBranch, type StoredRevision } from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { planExport, type CommitTree } from '../../git-layout/index.ts'
import type { GitImporter } from './git-importer.ts'
import { settlePush } from './pending-push.ts'
import type { GitSyncRepository, PendingPush } from './repository.ts'
import {
  describeCommit,
  mergeLabels,
  getLastImportedCommit,
  type SyncRun,
  type SyncRunRecorder,
} from './sync-run.ts'
import type { SpaceContent } from './space-content.ts'

const noFiles: CommitTree = new Map()
const MAX_ATTEMPTS = 2

/** What a commit has to change in the directory of a space, and the revision whose content it then holds. */
export interface SpaceCommit {
  main: StoredRevision
  writes: ReadonlyMap<string, Uint8Array>
  deletes: ReadonlySet<string>
  /** The id of the page, file or reusable content at each path. */
  known: ReadonlyMap<string, string>
  /** Whether no file is left, and so no directory. */
  isEmpty: boolean
}

/** The branch that a space is exported to, and what both last had in common. */
type ExportTarget = Pick<SyncRun, 'remote' | 'spaceId' | 'excludedDirectories'> & {
  state: Pick<SyncRun['state'], 'projectDirectory' | 'revisionId'>
}

interface GitExporterDependencies {
  database: Database
  clock: Clock
  revisionStore: RevisionStore
  main: MainBranch
  syncs: GitSyncRepository
  spaces: SpaceContent
  runs: SyncRunRecorder
  importer: GitImporter
}

/** Exports a space to a branch, as one commit on top of what the branch has. */
export class GitExporter {
  readonly #deps: GitExporterDependencies

  constructor(deps: GitExporterDependencies) {
    this.#deps = deps
  }

  async exportSpace(run: SyncRun): Promise<void> {
    const { force } = run.task.data
    // A second attempt follows when somebody else pushed between the fetch and the push.
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const head = await this.resolvePendingPush(run, await run.remote.fetch(), { retry: true })
      if (
        head !== undefined &&
        !force &&
        head !== getLastImportedCommit(run) &&
        run.state.revisionId !== null
      ) {
        await this.#deps.importer.importCommit(run, head, { completesTask: false })
      }
      if (run.state.conflictCommitOid !== null && !force) {
        // Whoever reads of the failure finds the way to what has to be settled first.
        if (run.state.conflictChangeRequestId !== null) {
          run.operation.changeRequest = run.state.conflictChangeRequestId
        }
        throw new Conflict(
          'Git has changes that conflict with the space. Merge or archive the change request that has both, then export again.',
        )
      }
      // A forced push discards somebody's commit, so it is used only when it was requested and a plain one has failed.
      if (await this.#commitAndPush(run, head, { force: force && attempt === MAX_ATTEMPTS })) return
    }
    throw new Conflict(
      'The branch changed twice while the commit was made. Nothing was pushed; export again.',
    )
  }

  /** Finds out what became of an earlier push, and records it. Returns the commit that the branch is at. */
  async resolvePendingPush(
    run: SyncRun,
    head: string | undefined,
    options: { retry: boolean },
  ): Promise<string | undefined> {
    const { pushing } = run.state
    if (pushing === null) return head
    const settled = await settlePush(run.remote, pushing.commit, head, options)
    if (settled.outcome === 'arrived') await this.#recordPush(run, pushing)
    else if (settled.outcome === 'lost') await this.#clearPendingPush(run)
    return settled.head
  }

  async #clearPendingPush(run: SyncRun): Promise<void> {
    await this.#deps.syncs.setPendingPush(this.#deps.database, run.spaceId, null)
    await this.#deps.runs.reloadState(run)
  }

  async #recordPush(run: SyncRun, { commit, revisionId, known }: PendingPush): Promise<void> {
    await this.recordCommonCommit(run, revisionId, commit, {
      known: new Map(known),
      createdByService: true,
      completesTask: false,
    })
    await this.#deps.runs.reloadState(run)
  }

  /** Commits and pushes the space's content. Returns whether the branch has it now. */
  async #commitAndPush(
    run: SyncRun,
    head: string | undefined,
    { force }: { force: boolean },
  ): Promise<boolean> {
    const { remote, task, spaceId, state } = run
    const { main, known, writes, deletes } = await this.planCommit(run, head)
    if (writes.size === 0 && deletes.size === 0 && head !== undefined) {
      await this.recordCommonCommit(run, main.id, head, {
        known,
        createdByService: false,
        completesTask: true,
      })
      return true
    }
    const commit = await remote.createCommit({
      parent: head,
      message: task.data.message ?? 'Export',
      author: await this.#deps.syncs.findAuthor(this.#deps.database, run.userId),
      committedAt: this.#deps.clock.now(),
      writes,
      deletes,
    })
    const pushing = { commit, revisionId: main.id, known: [...known] }
    await this.#deps.syncs.setPendingPush(this.#deps.database, spaceId, pushing)
    run.state = { ...state, pushing }
    task.signal.throwIfAborted()
    const result = await remote.push(commit, { force })
    if (result === 'rejected') {
      await this.#clearPendingPush(run)
      throw new Invalid('The repository does not accept the commit: the branch may be protected.')
    }
    if (result === 'non-fast-forward') {
      // When the response to a first push was lost, Git sends it again and is rejected by its own first push.
      await this.resolvePendingPush(run, await remote.fetch(), { retry: false })
      if (run.state.commitOid !== commit) return false
      await this.#deps.runs.finish(run, { status: 'success' })
      return true
    }
    await this.recordCommonCommit(run, main.id, commit, {
      known,
      createdByService: true,
      completesTask: true,
    })
    return true
  }

  /** What a commit on top of the branch has to write and delete so that it holds the content of the space. */
  async planCommit(run: SyncRun, head: string | undefined): Promise<SpaceCommit> {
    const { task } = run
    const { plan, tree, main } = await this.planFiles(run, head)
    const writes = new Map<string, Uint8Array>()
    for (const [path, content] of plan.writes) {
      writes.set(
        path,
        typeof content === 'string' ? Buffer.from(content) : await this.#deps.spaces.readFile(content),
      )
      await task.progress(writes.size, plan.writes.size + plan.deletes.size)
    }
    const isEmpty = writes.size === 0 && [...tree.keys()].every((path) => plan.deletes.has(path))
    return { main, known: plan.known, writes, deletes: plan.deletes, isEmpty }
  }

  /** Plans which files of the branch have to be written and deleted. */
  async planFiles({ remote, spaceId, state, excludedDirectories }: ExportTarget, head: string | undefined) {
    const [summaryHeading, { tree, problems }, main, base] = await Promise.all([
      this.#deps.main.getSummaryHeading(this.#deps.database, spaceId),
      head === undefined
        ? { tree: noFiles, problems: [] }
        : remote.listFiles(head, state.projectDirectory, excludedDirectories),
      this.#deps.spaces.readMainRevision(spaceId),
      state.revisionId === null ? undefined : this.#deps.spaces.readRevision(spaceId, state.revisionId),
    ])
    const plan = await planExport({
      content: await this.#deps.spaces.readContent(main.root),
      base: base && (await this.#deps.spaces.readContent(base.root)),
      tree,
      projectDirectory: state.projectDirectory,
      summaryHeading,
      read: remote.readFiles,
    })
    return { plan, tree, problems, main }
  }

  /**
   * Records that the commit holds the content of this revision: stores which page is in which file, and makes commit
   * and revision the base of the next merge.
   */
  async recordCommonCommit(
    run: SyncRun,
    revisionId: string,
    commit: string,
    options: { known: ReadonlyMap<string, string>; createdByService: boolean; completesTask: boolean },
  ): Promise<void> {
    const { remote, spaceId, userId, state, operation, excludedDirectories } = run
    const { known, createdByService, completesTask } = options
    const [{ tree }, from] = await Promise.all([
      remote.listFiles(commit, state.projectDirectory, excludedDirectories),
      this.#deps.spaces.readRevision(spaceId, revisionId),
    ])
    const content = await this.#deps.spaces.readContent(from.root)
    const now = this.#deps.clock.now()
    const plan = await this.#deps.spaces.planImport(run, { tree, content }, { now, known })
    const newContent = await this.#deps.spaces.applyChanges(from, plan.changes)
    const git = await describeCommit(run, commit, createdByService)
    operation.commit = commit
    await this.#deps.database.transaction(async (tx) => {
      const locked = await this.#deps.main.lock(tx, spaceId)
      const configured = await this.#deps.syncs.find(tx, spaceId)
      const authorized = AuthorizedMain.forGitSync(locked, { configured, used: run.repository })
      const by = { userId, now }
      let common = from
      if (newContent.root !== from.root || createdByService) {
        common = await this.#deps.revisionStore.commit(tx, newContent, {
          spaceId,
          parents: [from.id],
          type: 'edits',
          ...by,
          git,
        })
        if (locked.revision.root === from.root) await this.#deps.main.moveTo(tx, authorized, common, by)
        else await this.#mergeIntoMain(tx, run, authorized, from, common)
      }
      operation.revision = common.id
      await this.#deps.syncs.setCommonCommit(tx, spaceId, {
        commitOid: commit,
        revisionId: common.id,
        redirects: plan.config.redirects,
      })
      if (completesTask) await this.#deps.runs.finishInTransaction(tx, run, { status: 'success' })
    })
  }

  /** Merges the file paths of pages into a space that was changed while its content was pushed. */
  async #mergeIntoMain(
    tx: Transaction,
    run: SyncRun,
    authorized: AuthorizedMain,
    from: StoredRevision,
    common: StoredRevision,
  ): Promise<void> {
    const { revision: main } = authorized.locked
    const sides = { base: from.root, ours: main.root, theirs: common.root }
    const mergeResult = await this.#deps.revisionStore.merge(tx, sides, {
      conflictStyle: mergeLabels,
    })
    // Where people changed the same fields, their changes win, and the next export writes them.
    if (mergeResult.conflicts.length > 0 || mergeResult.root === main.root) return
    const by = { userId: run.userId, now: this.#deps.clock.now() }
    const parents = [main.id, common.id]
    const revision = await this.#deps.revisionStore.commit(tx, mergeResult, {
      spaceId: run.spaceId,
      parents,
      type: 'merge',
      ...by,
    })
    await this.#deps.main.moveTo(tx, authorized, revision, by)
  }
}
