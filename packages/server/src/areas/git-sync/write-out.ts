import { mergeRevisions } from '@verso/revisions'
import type { Clock } from '../../common/clock.ts'
import { Conflict, Invalid } from '../../common/errors.ts'
import type { Content, HeldMain, Main, Revision } from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { planExport, type Tree } from '../../git-layout/index.ts'
import type { BringIn } from './bring-in.ts'
import type { GitSyncRepository, Pushing } from './repository.ts'
import { commitOf, labels, lastSeen, type Run, type Runs } from './run.ts'
import type { SpaceContent } from './space-content.ts'

const noFiles: Tree = new Map()
const mostAttempts = 2

interface WriteOutDependencies {
  database: Database
  clock: Clock
  content: Content
  main: Main
  syncs: GitSyncRepository
  spaces: SpaceContent
  runs: Runs
  bringIn: BringIn
}

/** Writes what a space has to a branch, as one commit on top of what is there. */
export class WriteOut {
  readonly #deps: WriteOutDependencies

  constructor(deps: WriteOutDependencies) {
    this.#deps = deps
  }

  async write(run: Run): Promise<void> {
    const { force } = run.task.data
    // Once more when somebody else's commit came in between.
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const head = await this.settlePush(run, await run.remote.fetch(), { again: true })
      if (head !== undefined && !force && head !== lastSeen(run) && run.state.revisionId !== null) {
        await this.#deps.bringIn.bring(run, head, { last: false })
      }
      if (run.state.conflictCommitOid !== null && !force) {
        throw new Conflict(
          'Git has changes that are at odds with the space. Merge or archive the change request that has both, and export again.',
        )
      }
      // Somebody's commit is lost only where force was asked for, and going on top of it did not work.
      if (await this.#commit(run, head, { force: force && attempt === mostAttempts })) return
    }
    throw new Conflict('The branch moved on while the commit was made, twice. Nothing was pushed.')
  }

  /**
   * Whether a push whose process was killed, or that was not answered, has gone through: what it brought is in common
   * then. It may still go through as long as the branch is where it was, because whoever carries it may be alive; so the
   * same commit is pushed `again` then, never another one of the same content. Says where the branch is.
   */
  async settlePush(
    run: Run,
    head: string | undefined,
    { again }: { again: boolean },
  ): Promise<string | undefined> {
    const { remote, state } = run
    const { pushing } = state
    if (pushing === null) return head
    if (head === pushing.commit) {
      await this.#pushed(run, pushing)
      return head
    }
    const made = await remote.find(pushing.commit)
    if (made && made.parent === head) {
      if (!again) return head
      // Force was meant for another moment, if it was asked for.
      const became = await remote.push(pushing.commit, { force: false })
      if (became === 'taken') {
        await this.#pushed(run, pushing)
        return pushing.commit
      }
      if (became === 'refused') {
        // Perhaps what the space has by now is not.
        await this.#forgetPush(run)
        return head
      }
    }
    const back = await remote.fetchBackTo(pushing.commit)
    if (back.includes) {
      await this.#pushed(run, pushing)
    } else {
      await this.#forgetPush(run)
    }
    return back.head
  }

  async #forgetPush(run: Run): Promise<void> {
    await this.#deps.syncs.setPushing(this.#deps.database, run.spaceId, null)
    await this.#deps.runs.reload(run)
  }

  async #pushed(run: Run, { commit, revisionId, known }: Pushing): Promise<void> {
    const from = await this.#deps.spaces.revision(run.spaceId, revisionId)
    await this.#record(run, from, commit, { known: new Map(known), createdByService: true, last: false })
    await this.#deps.runs.reload(run)
  }

  /** Whether the branch has the space's content now. */
  async #commit(run: Run, head: string | undefined, { force }: { force: boolean }): Promise<boolean> {
    const { remote, task, spaceId, state } = run
    const [{ tree }, main, base] = await Promise.all([
      head === undefined ? { tree: noFiles } : remote.list(head, state.projectDirectory),
      this.#deps.spaces.main(spaceId),
      state.revisionId === null ? undefined : this.#deps.spaces.revision(spaceId, state.revisionId),
    ])
    const plan = await planExport({
      content: await this.#deps.spaces.read(main.root),
      base: base && (await this.#deps.spaces.read(base.root)),
      tree,
      projectDirectory: state.projectDirectory,
      read: remote.read,
    })
    const { known } = plan
    if (plan.writes.size === 0 && plan.deletes.size === 0 && head !== undefined) {
      await this.#record(run, main, head, { known, createdByService: false, last: true })
      return true
    }
    const writes = new Map<string, Uint8Array>()
    for (const [path, written] of plan.writes) {
      writes.set(
        path,
        typeof written === 'string' ? Buffer.from(written) : await this.#deps.spaces.file(written),
      )
      await task.progress(writes.size, plan.writes.size + plan.deletes.size)
    }
    const commit = await remote.commit({
      parent: head,
      message: task.data.message ?? 'Export',
      at: this.#deps.clock.now(),
      writes,
      deletes: plan.deletes,
    })
    const pushing = { commit, revisionId: main.id, known: [...known] }
    await this.#deps.syncs.setPushing(this.#deps.database, spaceId, pushing)
    run.state = { ...state, pushing }
    task.signal.throwIfAborted()
    const became = await remote.push(commit, { force })
    if (became === 'refused') {
      await this.#forgetPush(run)
      throw new Invalid('The repository does not accept the commit: the branch may be protected.')
    }
    if (became === 'overtaken') {
      // It may have been sent twice, when the answer to the first was lost, and then it was itself what it met there.
      await this.settlePush(run, await remote.fetch(), { again: false })
      if (run.state.commitOid !== commit) return false
      await this.#deps.runs.finish(run, { status: 'success' })
      return true
    }
    await this.#record(run, main, commit, { known, createdByService: true, last: true })
    return true
  }

  /** The commit holds the content of this revision: says so in its pages, and makes both what they have in common. */
  async #record(
    run: Run,
    from: Revision,
    commit: string,
    about: { known: ReadonlyMap<string, string>; createdByService: boolean; last: boolean },
  ): Promise<void> {
    const { remote, spaceId, userId, state, operation } = run
    const { known, createdByService, last } = about
    const [{ tree }, content] = await Promise.all([
      remote.list(commit, state.projectDirectory),
      this.#deps.spaces.read(from.root),
    ])
    const now = this.#deps.clock.now()
    const plan = await this.#deps.spaces.plan(run, { tree, content }, { now, known })
    const written = await this.#deps.spaces.apply(from, plan.changes)
    const git = await commitOf(run, commit, createdByService)
    operation.commit = commit
    await this.#deps.database.transaction(async (tx) => {
      const held = await this.#deps.main.hold(tx, spaceId)
      const by = { userId, now }
      let common = from
      if (written.root !== from.root || createdByService) {
        common = await this.#deps.content.commit(tx, written, {
          spaceId,
          parents: [from.id],
          type: 'edits',
          ...by,
          git,
        })
        if (held.revision.root === from.root) await this.#deps.main.move(tx, held, common, by)
        else await this.#join(tx, run, held, from, common)
      }
      operation.revision = common.id
      await this.#deps.syncs.setCommon(tx, spaceId, {
        commitOid: commit,
        revisionId: common.id,
        redirects: plan.config.redirects,
      })
      if (last) await this.#deps.runs.end(tx, run, { status: 'success' })
    })
  }

  /** The space went on while its content was pushed: it learns which files its pages are in. */
  async #join(tx: Transaction, run: Run, held: HeldMain, from: Revision, common: Revision): Promise<void> {
    const sides = { base: from.root, ours: held.revision.root, theirs: common.root }
    const merged = await mergeRevisions(this.#deps.content.store.reader(tx), sides, { labels })
    // Where people changed what we would only have tidied, theirs stands, and the next export brings it.
    if (merged.conflicts.length > 0 || merged.root === held.revision.root) return
    const by = { userId: run.userId, now: this.#deps.clock.now() }
    const parents = [held.revision.id, common.id]
    const revision = await this.#deps.content.commit(tx, merged, {
      spaceId: run.spaceId,
      parents,
      type: 'merge',
      ...by,
    })
    await this.#deps.main.move(tx, held, revision, by)
  }
}
