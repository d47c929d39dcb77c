import { type Clock, days } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { SecretCipher } from '../../common/secret-cipher.ts'
import {
  type ChangeRequestService,
  type RevisionStore,
  type FileService,
  type MainBranch,
  requireConfiguredRepository,
} from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import type { Git } from '../../git/git.ts'
import { describeTaskError } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import { parseRemoteAddress, type RemoteAddress } from './remote-address.ts'
import { GitImporter } from './git-importer.ts'
import { DamagedCacheError, deleteUnusedCaches } from './repository-cache.ts'
import { RemoteRepository } from './remote-repository.ts'
import type { GitSyncRepository, GitSyncRow, GitSyncOperation } from './repository.ts'
import { getLastImportedCommit, type SyncRun, SyncRunRecorder, type SyncTask } from './sync-run.ts'
import { SpaceContent } from './space-content.ts'
import { GitExporter } from './git-exporter.ts'
import type { SshKeyFiles } from './ssh-keys/key-files.ts'

interface SynchroniserDependencies {
  database: Database
  clock: Clock
  revisionStore: RevisionStore
  main: MainBranch
  files: FileService
  changeRequests: ChangeRequestService
  syncs: GitSyncRepository
  git: Git
  guard: OutboundGuard
  seal: SecretCipher
  sshKeyFiles: SshKeyFiles
  /** The folder for local caches of repositories. */
  cacheFolder: string
}

/**
 * Synchronises a space with a branch. The base of every merge is what both last had in common: a commit, and the
 * revision with exactly the content of that commit. So either side may change for any time without the other.
 */
export class Synchroniser {
  readonly #deps: SynchroniserDependencies
  readonly #runs: SyncRunRecorder
  readonly #importer: GitImporter
  readonly #exporter: GitExporter
  #lastCleanUp: Date | undefined

  constructor(deps: SynchroniserDependencies) {
    this.#deps = deps
    this.#runs = new SyncRunRecorder(deps)
    const shared = { ...deps, spaces: new SpaceContent(deps), runs: this.#runs }
    this.#importer = new GitImporter(shared)
    this.#exporter = new GitExporter({ ...shared, importer: this.#importer })
  }

  async run(task: SyncTask): Promise<void> {
    const { data, spaceId, userId } = task
    if (spaceId === null || userId === null)
      throw new Invalid('The space, or the user who started this, no longer exists.')
    const state = await this.#loadState(spaceId)
    const operation: GitSyncOperation = {
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
    const address = parseRemoteAddress(this.#deps.seal.decrypt(Buffer.from(data.sealed, 'base64'), spaceId))
    const repository = { url: address.url, ref: data.ref, projectDirectory: data.projectDirectory }
    try {
      requireConfiguredRepository(state, repository)
      await this.#useRemote(task, spaceId, address, (remote) =>
        this.#synchronise({ task, spaceId, userId, remote, repository, state, operation }),
      )
    } catch (error) {
      if (!task.signal.aborted) {
        const failedOperation: GitSyncOperation = {
          ...operation,
          status: 'failure',
          error: describeTaskError(error).message,
          finishedAt: this.#deps.clock.now().toISOString(),
        }
        await this.#deps.syncs.setOperation(this.#deps.database, spaceId, failedOperation)
      }
      throw error
    } finally {
      await this.#cleanUpCaches()
    }
  }

  /** Opens the repository, with the keys that ssh needs for it, and closes it when the work is over. */
  async #useRemote(
    task: SyncTask,
    spaceId: string,
    address: RemoteAddress,
    work: (remote: RemoteRepository) => Promise<void>,
  ): Promise<void> {
    const { organizationId, data, signal } = task
    const { hostname, protocol } = address
    const keys =
      protocol === 'ssh'
        ? await this.#deps.sshKeyFiles.open({ spaceId, organizationId, hostname })
        : undefined
    const remote = new RemoteRepository({
      git: this.#deps.git,
      guard: this.#deps.guard,
      address,
      ref: data.ref,
      sshKeyFiles: keys?.files ?? [],
      cacheFolder: this.#deps.cacheFolder,
      cacheKey: `${organizationId}\n${spaceId}\n${data.cacheId}`,
      maxFileSize: this.#deps.files.maxBytes,
      signal,
      now: this.#deps.clock.now(),
    })
    try {
      await work(remote)
    } finally {
      await remote.close()
      await keys?.delete()
    }
  }

  /** Deletes unused caches at most once a day. Each process cleans up its own disk. */
  async #cleanUpCaches(): Promise<void> {
    const now = this.#deps.clock.now()
    if (this.#lastCleanUp && now.getTime() - this.#lastCleanUp.getTime() < days) return
    this.#lastCleanUp = now
    await deleteUnusedCaches(this.#deps.cacheFolder, now)
    await this.#deps.sshKeyFiles.deleteLeftovers(now)
  }

  async #synchronise(run: SyncRun): Promise<void> {
    const work = () =>
      run.task.data.direction === 'import' ? this.#import(run) : this.#exporter.exportSpace(run)
    // A commit whose push is not confirmed exists only in the cache, so the cache has to stay.
    if (run.state.pushing === null) await run.remote.deleteOversizedCache()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error
      // Everything that was done so far is in the state, which is read again, so the work can start over.
      await run.remote.deleteCache()
      run.state = await this.#loadState(run.spaceId)
      await work()
    }
  }

  async #import(run: SyncRun): Promise<void> {
    const head = await this.#exporter.resolvePendingPush(run, await run.remote.fetch(), { retry: false })
    if (head === undefined) throw new Invalid('The repository is empty, or has no such branch.')
    if (head === getLastImportedCommit(run) && !run.task.data.force && !run.task.data.standalone) {
      return this.#runs.finish(run, { status: 'success', commit: head })
    }
    await this.#importer.importCommit(run, head, { completesTask: true })
  }

  /** Reads the state. A conflict whose change request was merged or archived becomes the common commit first. */
  #loadState(spaceId: string): Promise<GitSyncRow> {
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.main.lock(tx, spaceId)
      const state = await this.#deps.syncs.find(tx, spaceId)
      if (!state) throw new Invalid('The space is no longer synchronised.')
      const {
        conflictCommitOid: commitOid,
        conflictRevisionId: revisionId,
        conflictChangeRequestId: id,
      } = state
      if (commitOid === null || revisionId === null) return state
      const request = id === null ? undefined : await this.#deps.changeRequests.lockState(tx, spaceId, id)
      if (request?.isEditable) return state
      await this.#deps.syncs.setCommonCommit(tx, spaceId, { commitOid, revisionId })
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
