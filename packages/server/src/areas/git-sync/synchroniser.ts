import { type Clock, days } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { Seal } from '../../common/seal.ts'
import type { ChangeRequestService, Content, FileService, Main } from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import type { Git } from '../../git/git.ts'
import { verdict } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemote } from './address.ts'
import { BringIn } from './bring-in.ts'
import { DamagedCopy, forgetUnused } from './copy.ts'
import { Remote } from './remote.ts'
import type { GitSyncRepository, GitSyncRow, Operation } from './repository.ts'
import { lastSeen, type Run, Runs, type SyncTask } from './run.ts'
import { SpaceContent } from './space-content.ts'
import { WriteOut } from './write-out.ts'

interface SynchroniserDependencies {
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
}

/**
 * Brings a space and a branch together. What they last had in common, as a commit and as the revision that holds
 * exactly what that commit does, is the base of every merge; so each side may go on by itself for any time.
 */
export class Synchroniser {
  readonly #deps: SynchroniserDependencies
  readonly #runs: Runs
  readonly #bringIn: BringIn
  readonly #writeOut: WriteOut
  #swept: Date | undefined

  constructor(deps: SynchroniserDependencies) {
    this.#deps = deps
    this.#runs = new Runs(deps)
    const both = { ...deps, spaces: new SpaceContent(deps), runs: this.#runs }
    this.#bringIn = new BringIn(both)
    this.#writeOut = new WriteOut({ ...both, bringIn: this.#bringIn })
  }

  async run(task: SyncTask): Promise<void> {
    const { data, spaceId, userId } = task
    if (spaceId === null || userId === null) throw new Invalid('The space, or who asked, is gone.')
    const state = await this.#settled(spaceId)
    const operation: Operation = {
      direction: data.direction,
      status: 'running',
      startedAt: this.#deps.clock.now().toISOString(),
    }
    if (
      !data.force &&
      data.timestamp !== undefined &&
      state.orderedAt !== null &&
      data.timestamp < state.orderedAt
    ) {
      await this.#runs.finish({ spaceId, task, operation }, { status: 'skipped' })
      return
    }
    await this.#deps.syncs.setOperation(this.#deps.database, spaceId, operation)
    const remote = new Remote({
      git: this.#deps.git,
      guard: this.#deps.guard,
      address: parseRemote(this.#deps.seal.open(Buffer.from(data.sealed, 'base64'), spaceId)),
      ref: data.ref,
      cache: this.#deps.cache,
      cacheKey: `${task.organizationId}\n${spaceId}\n${data.cacheId}`,
      maxFileSize: this.#deps.files.maxSize,
      signal: task.signal,
      now: this.#deps.clock.now(),
    })
    try {
      await this.#synchronise({ task, spaceId, userId, remote, state, operation })
    } catch (error) {
      if (!task.signal.aborted) {
        const failed: Operation = {
          ...operation,
          status: 'failure',
          error: verdict(error).message,
          finishedAt: this.#deps.clock.now().toISOString(),
        }
        await this.#deps.syncs.setOperation(this.#deps.database, spaceId, failed)
      }
      throw error
    } finally {
      await remote.close()
      await this.#sweep()
    }
  }

  /** Each process looks after the copies on its own disk. */
  async #sweep(): Promise<void> {
    const now = this.#deps.clock.now()
    if (this.#swept && now.getTime() - this.#swept.getTime() < days) return
    this.#swept = now
    await forgetUnused(this.#deps.cache, now)
  }

  async #synchronise(run: Run): Promise<void> {
    const work = () => (run.task.data.direction === 'import' ? this.#import(run) : this.#writeOut.write(run))
    // A commit that may be under way is only in the copy.
    if (run.state.pushing === null) await run.remote.tidy()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedCopy)) throw error
      // Nothing but the copy has changed so far, or what has is in the state.
      await run.remote.forget()
      run.state = await this.#settled(run.spaceId)
      await work()
    }
  }

  async #import(run: Run): Promise<void> {
    const head = await this.#writeOut.settlePush(run, await run.remote.fetch(), { again: false })
    if (head === undefined) throw new Invalid('The repository is empty, or has no such branch.')
    if (head === lastSeen(run) && !run.task.data.force && !run.task.data.standalone) {
      return this.#runs.finish(run, { status: 'success', commit: head })
    }
    await this.#bringIn.bring(run, head, { last: true })
  }

  /** The state, with a conflict that people have settled meanwhile counted as in common. */
  #settled(spaceId: string): Promise<GitSyncRow> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.main.hold(tx, spaceId)
      const state = await this.#deps.syncs.find(tx, spaceId)
      if (!state) throw new Invalid('The space is no longer synchronised.')
      const {
        conflictCommitOid: commitOid,
        conflictRevisionId: revisionId,
        conflictChangeRequestId: id,
      } = state
      if (commitOid === null || revisionId === null) return state
      const request = id === null ? undefined : await this.#deps.changeRequests.lockState(tx, spaceId, id)
      if (request?.editable) return state
      await this.#deps.syncs.setCommon(tx, spaceId, { commitOid, revisionId })
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
}
