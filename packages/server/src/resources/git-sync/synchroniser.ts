import {
  applyChanges,
  type Conflict as MergeConflict,
  mergeRevisions,
  RevisionError,
  type Written,
} from '@verso/revisions'
import type { Clock } from '../../common/clock.ts'
import { Conflict, Invalid, TooLarge } from '../../common/errors.ts'
import { newId } from '../../common/ids.ts'
import type { Seal } from '../../common/seal.ts'
import type { Content, Revision, RevisionCommit } from '../../content/content.ts'
import type { HeldMain, Main } from '../../content/main.ts'
import type { Database, Queryable, Transaction } from '../../database/database.ts'
import { type Content as LayoutContent, planExport, planImport } from '../../git-layout/index.ts'
import type { RunningTask } from '../../jobs/tasks.ts'
import { verdict } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { ChangeRequestService } from '../change-requests/service.ts'
import type { FileService } from '../files/service.ts'
import { parseRemote } from './address.ts'
import type { Git } from './git.ts'
import { Remote } from './remote.ts'
import type { GitSyncRepository, GitSyncRow, Operation } from './repository.ts'

/** What an import or export is asked with. */
export interface SyncRequest {
  direction: 'import' | 'export'
  /** The URL with its credentials, sealed for this space. */
  sealed: string
  ref: string
  cacheId: string
  projectDirectory: string
  timestamp?: string
  force: boolean
  standalone?: boolean
  message?: string
}

type Task = RunningTask<SyncRequest>

/** An operation under way: what it works on and what it has to say at its end. */
interface Run {
  task: Task
  spaceId: string
  userId: string
  remote: Remote
  state: GitSyncRow
  operation: Operation
}

const labels = { ours: 'The space', theirs: 'Git' }
const mostProblems = 100

/** A commit that was made a revision, and what its configuration says besides. */
interface Brought {
  commit: string
  imported: Revision
  redirects: ReadonlyMap<string, string>
}

/**
 * Brings a space and a branch together. What they last had in common, as a commit and as the revision that holds
 * exactly what that commit does, is the base of every merge; so each side may go on by itself for any time.
 */
export class Synchroniser {
  readonly #database: Database
  readonly #clock: Clock
  readonly #content: Content
  readonly #main: Main
  readonly #files: FileService
  readonly #changeRequests: ChangeRequestService
  readonly #syncs: GitSyncRepository
  readonly #git: Git
  readonly #guard: OutboundGuard
  readonly #seal: Seal
  readonly #cache: string

  constructor(parts: {
    database: Database
    clock: Clock
    content: Content
    main: Main
    files: FileService
    changeRequests: ChangeRequestService
    syncs: GitSyncRepository
    git: Git
    guard: OutboundGuard
    seal: Seal
    /** The folder for copies of repositories. */
    cache: string
  }) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#content = parts.content
    this.#main = parts.main
    this.#files = parts.files
    this.#changeRequests = parts.changeRequests
    this.#syncs = parts.syncs
    this.#git = parts.git
    this.#guard = parts.guard
    this.#seal = parts.seal
    this.#cache = parts.cache
  }

  async run(task: Task): Promise<void> {
    const { data, spaceId, userId } = task
    if (spaceId === null || userId === null) throw new Invalid('The space, or who asked, is gone.')
    const state = await this.#settled(spaceId)
    const operation: Operation = {
      direction: data.direction,
      status: 'running',
      startedAt: this.#clock.now().toISOString(),
    }
    if (
      !data.force &&
      data.timestamp !== undefined &&
      state.orderedAt !== null &&
      data.timestamp < state.orderedAt
    ) {
      await this.#finish({ spaceId, task, operation }, { status: 'skipped' })
      return
    }
    await this.#syncs.setOperation(this.#database, spaceId, operation)
    const remote = new Remote({
      git: this.#git,
      guard: this.#guard,
      address: parseRemote(this.#seal.open(Buffer.from(data.sealed, 'base64'), spaceId)),
      ref: data.ref,
      cache: this.#cache,
      cacheKey: `${task.organizationId}\n${spaceId}\n${data.cacheId}`,
      maxFileSize: this.#files.maxSize,
      signal: task.signal,
    })
    const run: Run = { task, spaceId, userId, remote, state, operation }
    try {
      if (data.direction === 'import') await this.#importOnly(run)
      else await this.#export(run)
    } catch (error) {
      if (!task.signal.aborted) {
        const failed: Operation = {
          ...operation,
          status: 'failure',
          error: verdict(error).message,
          finishedAt: this.#clock.now().toISOString(),
        }
        await this.#syncs.setOperation(this.#database, spaceId, failed)
      }
      throw error
    }
  }

  /** The state, with a conflict that people have settled meanwhile counted as in common. */
  #settled(spaceId: string): Promise<GitSyncRow> {
    return this.#database.transaction(async (tx) => {
      await this.#main.hold(tx, spaceId)
      const state = await this.#syncs.find(tx, spaceId)
      if (!state) throw new Invalid('The space is no longer synchronised.')
      const {
        conflictCommitOid: commitOid,
        conflictRevisionId: revisionId,
        conflictChangeRequestId: id,
      } = state
      if (commitOid === null || revisionId === null) return state
      const request = id === null ? undefined : await this.#changeRequests.lockState(tx, spaceId, id)
      if (request?.editable) return state
      await this.#syncs.setCommon(tx, spaceId, { commitOid, revisionId })
      return {
        ...state,
        commitOid,
        revisionId,
        conflictCommitOid: null,
        conflictRevisionId: null,
        conflictChangeRequestId: null,
      }
    })
  }

  async #importOnly(run: Run): Promise<void> {
    const head = await run.remote.head()
    if (head === undefined) {
      throw new Invalid('The repository is empty, or has no such branch.')
    }
    const current = await this.#finishPush(run, head)
    if (head === this.#lastSeen(current) && !run.task.data.force && !run.task.data.standalone) {
      return this.#finish(current, { status: 'success', commit: head })
    }
    await this.#bringIn(current, { last: true })
  }

  /** The last commit whose content is in the space or in the change request that has the conflict. */
  #lastSeen({ state }: Run): string | null {
    return state.conflictCommitOid ?? state.commitOid
  }

  /**
   * Makes the branch's commit a revision, and merges it into the space. With `last`, the task is complete with it.
   */
  async #bringIn(run: Run, { last }: { last: boolean }): Promise<void> {
    const { remote, task, state, spaceId, userId, operation } = run
    const commit = await remote.fetch()
    const { tree, problems } = await remote.list(commit, state.projectDirectory)
    const base = await this.#base(run)
    const content = await this.#contentOf(this.#database, base.root)
    const now = this.#clock.now()
    const plan = await planImport({
      tree,
      projectDirectory: state.projectDirectory,
      treeUrl: state.treeUrl ?? undefined,
      content,
      read: remote.read,
      store: (path, bytes) => this.#store(path, bytes),
      newId,
      now,
      progress: (done, total) => task.progress(done, total),
    })
    operation.problems = [...problems, ...plan.problems].slice(0, mostProblems)
    operation.commit = commit
    const written = await this.#apply(base, plan.changes)
    const git = await this.#commitOf(run, commit, false)
    await this.#database.transaction(async (tx) => {
      const held = await this.#main.hold(tx, spaceId)
      // A conflict that was settled while we were away from the database makes this run's base an old one.
      const settledState = await this.#syncs.find(tx, spaceId)
      if (settledState?.conflictChangeRequestId !== state.conflictChangeRequestId) {
        throw new Error('the state of the synchronisation changed meanwhile')
      }
      const imported = await this.#content.commit(tx, written, {
        spaceId,
        parents: [base.id],
        type: 'edits',
        userId,
        now,
        git,
      })
      operation.revision = imported.id
      if (task.data.standalone) {
        await this.#end(tx, run, { status: 'success' })
        return
      }
      const { redirects } = plan.config
      const brought = { commit, imported, redirects }
      if (state.conflictChangeRequestId !== null) await this.#addToConflict(tx, run, base, brought)
      else await this.#merge(tx, run, held, base, brought, git)
      if (last) await this.#end(tx, run, { status: 'success' })
    })
    run.state = await this.#reload(spaceId)
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
    const now = this.#clock.now()
    const common = { commitOid: commit, revisionId: imported.id, redirects }
    const by = { userId, now }
    if (held.revision.root === base.root) {
      if (imported.root !== base.root) await this.#main.move(tx, held, imported, by)
      await this.#syncs.setCommon(tx, spaceId, common)
      return
    }
    const sides = { base: base.root, ours: held.revision.root, theirs: imported.root }
    const merged = await mergeRevisions(this.#content.store.reader(tx), sides, { labels })
    const parents = [held.revision.id, imported.id]
    if (merged.conflicts.length === 0) {
      if (merged.root !== held.revision.root) {
        const revision = await this.#content.commit(tx, merged, {
          spaceId,
          parents,
          type: 'merge',
          ...by,
          git,
        })
        operation.revision = revision.id
        await this.#main.move(tx, held, revision, by)
      }
      await this.#syncs.setCommon(tx, spaceId, common)
      return
    }
    const head = await this.#content.commit(tx, merged, { spaceId, parents, type: 'update', ...by })
    const request = await this.#changeRequests.openWith(tx, {
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
    await this.#syncs.setConflict(tx, spaceId, { ...common, changeRequestId: request.id })
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
    const request = await this.#changeRequests.lockState(tx, spaceId, changeRequestId)
    if (!request?.editable) throw new Error('the change request was settled meanwhile')
    const [head] = await this.#content.findAll(tx, spaceId, [request.revisionId])
    const sides = { base: base.root, ours: head.root, theirs: imported.root }
    const merged = await mergeRevisions(this.#content.store.reader(tx), sides, { labels })
    const revision = await this.#content.commit(tx, merged, {
      spaceId,
      parents: [head.id, imported.id],
      type: 'update',
      userId,
      now: this.#clock.now(),
    })
    await this.#changeRequests.setHead(tx, changeRequestId, {
      revisionId: revision.id,
      userId,
      conflictedPages: [...new Set([...request.conflictedPages, ...conflictedPages(merged.conflicts)])],
    })
    operation.changeRequest = changeRequestId
    await this.#syncs.setConflict(tx, spaceId, {
      commitOid: commit,
      revisionId: imported.id,
      changeRequestId,
      redirects,
    })
  }

  async #export(run: Run): Promise<void> {
    const { force } = run.task.data
    // Once more when somebody else's commit came in between.
    for (let attempt = 1; ; attempt += 1) {
      const head = await run.remote.head()
      const current = await this.#finishPush(run, head)
      if (
        head !== undefined &&
        !force &&
        head !== this.#lastSeen(current) &&
        current.state.revisionId !== null
      ) {
        await this.#bringIn(current, { last: false })
      }
      if (current.state.conflictCommitOid !== null && !force) {
        throw new Conflict(
          'Git has changes that are at odds with the space. Merge or archive the change request that has both, and export again.',
        )
      }
      if (await this.#write(current, head)) return
      if (attempt === 2) {
        throw new Conflict('The branch moved on while the commit was made, twice. Nothing was pushed.')
      }
    }
  }

  /** Whether the branch has the space's content now. */
  async #write(run: Run, head: string | undefined): Promise<boolean> {
    const { remote, task, spaceId, state } = run
    const commit = head === undefined ? undefined : await remote.fetch()
    const { tree } =
      commit === undefined
        ? { tree: new Map<string, { oid: string; size: number }>() }
        : await remote.list(commit, state.projectDirectory)
    const main = await this.#mainOf(spaceId)
    const content = await this.#contentOf(this.#database, main.root)
    const [base] =
      state.revisionId === null
        ? []
        : await this.#content.findAll(this.#database, spaceId, [state.revisionId])
    const plan = await planExport({
      content,
      base: base && (await this.#contentOf(this.#database, base.root)),
      tree,
      projectDirectory: state.projectDirectory,
      read: remote.read,
    })
    if (plan.writes.size === 0 && plan.deletes.size === 0 && commit !== undefined) {
      await this.#record(run, main, commit, plan.known, false)
      return true
    }
    const writes = new Map<string, Uint8Array>()
    for (const [path, written] of plan.writes) {
      writes.set(path, typeof written === 'string' ? Buffer.from(written) : await this.#files.read(written))
      await task.progress(writes.size, plan.writes.size + plan.deletes.size)
    }
    const made = await remote.commit({
      parent: commit,
      message: task.data.message ?? 'Export',
      at: this.#clock.now(),
      writes,
      deletes: plan.deletes,
    })
    await this.#syncs.setPushing(this.#database, spaceId, {
      commit: made,
      revisionId: main.id,
      known: [...plan.known],
    })
    task.signal.throwIfAborted()
    if (!(await remote.push(made, { force: task.data.force }))) {
      await this.#syncs.setPushing(this.#database, spaceId, null)
      return false
    }
    await this.#record(run, main, made, plan.known, true)
    return true
  }

  /** A push that went through before its process was killed is what both sides have in common. */
  async #finishPush(run: Run, head: string | undefined): Promise<Run> {
    const { pushing } = run.state
    if (pushing === null) return run
    if (head === pushing.commit && (await run.remote.has(pushing.commit))) {
      const [from] = await this.#content.findAll(this.#database, run.spaceId, [pushing.revisionId])
      await this.#record(run, from, pushing.commit, new Map(pushing.known), true, { last: false })
    } else {
      await this.#syncs.setPushing(this.#database, run.spaceId, null)
    }
    run.state = await this.#reload(run.spaceId)
    return run
  }

  /** The commit holds the content of this revision: says so in its pages, and makes both what they have in common. */
  async #record(
    run: Run,
    from: Revision,
    commit: string,
    known: ReadonlyMap<string, string>,
    createdByService: boolean,
    { last = true } = {},
  ): Promise<void> {
    const { remote, spaceId, userId, state, operation } = run
    const { tree } = await remote.list(commit, state.projectDirectory)
    const now = this.#clock.now()
    const plan = await planImport({
      tree,
      projectDirectory: state.projectDirectory,
      treeUrl: state.treeUrl ?? undefined,
      content: await this.#contentOf(this.#database, from.root),
      read: remote.read,
      store: (path, bytes) => this.#store(path, bytes),
      known,
      newId,
      now,
    })
    const written = await this.#apply(from, plan.changes)
    const git = await this.#commitOf(run, commit, createdByService)
    operation.commit = commit
    await this.#database.transaction(async (tx) => {
      const held = await this.#main.hold(tx, spaceId)
      const by = { userId, now }
      let common = from
      if (written.root !== from.root || createdByService) {
        common = await this.#content.commit(tx, written, {
          spaceId,
          parents: [from.id],
          type: 'edits',
          ...by,
          git,
        })
        if (held.revision.root === from.root) await this.#main.move(tx, held, common, by)
        else await this.#join(tx, run, held, from, common)
      }
      operation.revision = common.id
      await this.#syncs.setCommon(tx, spaceId, {
        commitOid: commit,
        revisionId: common.id,
        redirects: plan.config.redirects,
      })
      if (last) await this.#end(tx, run, { status: 'success' })
    })
  }

  /** The space went on while its content was pushed: it learns which files its pages are in. */
  async #join(tx: Transaction, run: Run, held: HeldMain, from: Revision, common: Revision): Promise<void> {
    const sides = { base: from.root, ours: held.revision.root, theirs: common.root }
    const merged = await mergeRevisions(this.#content.store.reader(tx), sides, { labels })
    // Where people changed what we would only have tidied, theirs stands, and the next export brings it.
    if (merged.conflicts.length > 0 || merged.root === held.revision.root) return
    const by = { userId: run.userId, now: this.#clock.now() }
    const parents = [held.revision.id, common.id]
    const revision = await this.#content.commit(tx, merged, {
      spaceId: run.spaceId,
      parents,
      type: 'merge',
      ...by,
    })
    await this.#main.move(tx, held, revision, by)
  }

  /** What an import starts from: what is in common, or in the change request, or else what the space shows. */
  async #base({ state, spaceId }: Run): Promise<Revision> {
    const id = state.conflictRevisionId ?? state.revisionId
    if (id === null) return this.#mainOf(spaceId)
    const [revision] = await this.#content.findAll(this.#database, spaceId, [id])
    return revision
  }

  #mainOf(spaceId: string): Promise<Revision> {
    return this.#database.transaction(async (tx) => (await this.#main.hold(tx, spaceId)).revision)
  }

  async #reload(spaceId: string): Promise<GitSyncRow> {
    const state = await this.#syncs.find(this.#database, spaceId)
    if (!state) throw new Invalid('The space is no longer synchronised.')
    return state
  }

  async #apply(base: Revision, changes: Parameters<typeof applyChanges>[2]): Promise<Written> {
    try {
      const reader = this.#content.store.reader(this.#database)
      return await applyChanges(reader, base.root, changes, { slugs: 'exact' })
    } catch (error) {
      if (error instanceof RevisionError && error.code === 'invalid-value')
        throw new Invalid(`${error.message}.`)
      throw error
    }
  }

  async #contentOf(on: Queryable, root: Revision['root']): Promise<LayoutContent> {
    const view = this.#content.view(on, root)
    const files: LayoutContent['files'][number][] = []
    for (let after: string | undefined; ;) {
      const page = await view.files({ ...(after !== undefined && { after }), limit: 1000 })
      files.push(...page.items)
      if (page.next === undefined) break
      after = page.next
    }
    return {
      pages: await view.tree(),
      files,
      reusableContents: await view.reusableContents(),
      variables: await view.variables(),
      documents: (hashes) => view.documents(hashes),
    }
  }

  async #store(path: string, bytes: Uint8Array) {
    try {
      return await this.#files.store({ name: path.slice(path.lastIndexOf('/') + 1), bytes })
    } catch (error) {
      if (error instanceof TooLarge) return error.message
      throw error
    }
  }

  async #commitOf({ remote, state }: Run, oid: string, createdByService: boolean): Promise<RevisionCommit> {
    return {
      oid,
      message: await remote.message(oid),
      createdByService,
      ...(state.commitUrl !== null && { url: `${state.commitUrl.replace(/\/$/, '')}/${oid}` }),
      ref: state.ref,
    }
  }

  #finish(run: Pick<Run, 'spaceId' | 'task' | 'operation'>, outcome: Partial<Operation>): Promise<void> {
    return this.#database.transaction((tx) => this.#end(tx, run, outcome))
  }

  /** The end of the operation, in the transaction that has its effect. */
  async #end(
    tx: Transaction,
    { spaceId, task, operation }: Pick<Run, 'spaceId' | 'task' | 'operation'>,
    outcome: Partial<Operation>,
  ): Promise<void> {
    const { timestamp } = task.data
    const finishedAt = this.#clock.now().toISOString()
    await this.#syncs.setOperation(tx, spaceId, { ...operation, ...outcome, finishedAt })
    if (timestamp !== undefined && outcome.status !== 'skipped')
      await this.#syncs.setOrder(tx, spaceId, timestamp)
    await task.complete(tx)
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
