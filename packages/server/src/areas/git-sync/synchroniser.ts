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

/**
 * Brings a space and a branch together. What they last had in common, as a commit and as the revision that holds
 * exactly what that commit does, is the base of every merge; so each side may go on by itself for any time.
 */
export class Synchroniser {
  readonly #database: Database
  readonly #clock: Clock
  readonly #main: Main
  readonly #files: FileService
  readonly #changeRequests: ChangeRequestService
  readonly #syncs: GitSyncRepository
  readonly #git: Git
  readonly #guard: OutboundGuard
  readonly #seal: Seal
  readonly #cache: string
  readonly #runs: Runs
  readonly #bringIn: BringIn
  readonly #writeOut: WriteOut
  #swept: Date | undefined

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
    this.#main = parts.main
    this.#files = parts.files
    this.#changeRequests = parts.changeRequests
    this.#syncs = parts.syncs
    this.#git = parts.git
    this.#guard = parts.guard
    this.#seal = parts.seal
    this.#cache = parts.cache
    this.#runs = new Runs(parts)
    const both = { ...parts, spaces: new SpaceContent(parts), runs: this.#runs }
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
      startedAt: this.#clock.now().toISOString(),
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
      now: this.#clock.now(),
    })
    try {
      await this.#synchronise({ task, spaceId, userId, remote, state, operation })
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
    } finally {
      await remote.close()
      await this.#sweep()
    }
  }

  /** Each process looks after the copies on its own disk. */
  async #sweep(): Promise<void> {
    const now = this.#clock.now()
    if (this.#swept && now.getTime() - this.#swept.getTime() < days) return
    this.#swept = now
    await forgetUnused(this.#cache, now)
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
}
