import type { Clock } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { SecretCipher } from '../../common/secret-cipher.ts'
import { requireConfiguredRepository } from '../content/index.ts'
import type { Database } from '../../database/database.ts'
import { describeTaskError } from '../../jobs/tasks.ts'
import type { GitExporter } from './git-exporter.ts'
import type { GitImporter } from './git-importer.ts'
import { parseRemoteAddress } from './remote-address.ts'
import type { RemoteOpener } from './remote-opener.ts'
import { DamagedCacheError } from './repository-cache.ts'
import type { GitSyncRepository, GitSyncOperation } from './repository.ts'
import { getLastImportedCommit, type SyncRun, type SyncRunRecorder, type SyncTask } from './sync-run.ts'

interface SynchroniserDependencies {
  database: Database
  clock: Clock
  syncs: GitSyncRepository
  runs: SyncRunRecorder
  importer: GitImporter
  exporter: GitExporter
  remotes: RemoteOpener
  seal: SecretCipher
}

/**
 * Synchronises a space with a branch. The base of every merge is what both last had in common: a commit, and the
 * revision with exactly the content of that commit. So either side may change for any time without the other.
 */
export class Synchroniser {
  readonly #deps: SynchroniserDependencies

  constructor(deps: SynchroniserDependencies) {
    this.#deps = deps
  }

  async run(task: SyncTask): Promise<void> {
    const { data, spaceId, userId } = task
    if (spaceId === null || userId === null)
      throw new Invalid('The space, or the user who started this, no longer exists.')
    const state = await this.#deps.runs.loadState(spaceId)
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
      await this.#deps.runs.finish({ spaceId, task, operation }, { status: 'skipped' })
      return
    }
    await this.#deps.syncs.setOperation(this.#deps.database, spaceId, operation)
    const address = parseRemoteAddress(this.#deps.seal.decrypt(Buffer.from(data.sealed, 'base64'), spaceId))
    const repository = { url: address.url, ref: data.ref, projectDirectory: data.projectDirectory }
    try {
      requireConfiguredRepository(state, repository)
      const use = {
        address,
        ref: data.ref,
        organizationId: task.organizationId,
        spaceIds: [spaceId],
        cacheKey: `${spaceId}\n${data.cacheId}`,
        signal: task.signal,
      }
      await this.#deps.remotes.use(use, (remote) =>
        this.#synchronise({
          task,
          spaceId,
          userId,
          remote,
          repository,
          excludedDirectories: [],
          state,
          operation,
        }),
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
    }
  }

  async #synchronise(run: SyncRun): Promise<void> {
    const work = () =>
      run.task.data.direction === 'import' ? this.#import(run) : this.#deps.exporter.exportSpace(run)
    // A commit whose push is not confirmed exists only in the cache, so the cache has to stay.
    if (run.state.pushing === null) await run.remote.deleteOversizedCache()
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedCacheError)) throw error
      // Everything that was done so far is in the state, which is read again, so the work can start over.
      await run.remote.deleteCache()
      run.state = await this.#deps.runs.loadState(run.spaceId)
      await work()
    }
  }

  async #import(run: SyncRun): Promise<void> {
    const head = await this.#deps.exporter.resolvePendingPush(run, await run.remote.fetch(), { retry: false })
    if (head === undefined) throw new Invalid('The repository is empty, or has no such branch.')
    if (head === getLastImportedCommit(run) && !run.task.data.force && !run.task.data.standalone) {
      return this.#deps.runs.finish(run, { status: 'success', commit: head })
    }
    await this.#deps.importer.importCommit(run, head, { completesTask: true })
  }
}
