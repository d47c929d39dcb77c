import type { Clock } from '../../common/clock.ts'
import { Conflict } from '../../common/errors.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { RunningTask } from '../../jobs/tasks.ts'
import type { OutboundGuard } from '../../outbound/guard.ts'
import type { GitExporter, SpaceCommit } from './git-exporter.ts'
import type { GitImporter } from './git-importer.ts'
import type { RemoteOpener } from './remote-opener.ts'
import type { RemoteRepository } from './remote-repository.ts'
import { checkRepositorySettings } from './repository-settings.ts'
import type { GitSyncRepository, GitSyncSettings } from './repository.ts'
import type { SetGitWebhook } from './schema.ts'
import { getLastImportedCommit, type SyncRun, type SyncRunRecorder } from './sync-run.ts'

interface SharedRepositorySyncDependencies {
  database: Database
  clock: Clock
  guard: OutboundGuard
  syncs: GitSyncRepository
  runs: SyncRunRecorder
  importer: GitImporter
  exporter: GitExporter
  remotes: RemoteOpener
}

/** A space that has a directory of a repository which it shares with others. */
export interface SharingSpace {
  spaceId: string
  userId: string
  settings: GitSyncSettings
  /** Directories inside of its own that belong to other spaces. */
  excludedDirectories: readonly string[]
}

/**
 * Synchronises several spaces with one repository, each with its directory: what is fetched once is imported into each,
 * and what changed in any of them goes into one commit. Each keeps the state that a space of its own has.
 */
export class SharedRepositorySync {
  readonly #deps: SharedRepositorySyncDependencies

  constructor(deps: SharedRepositorySyncDependencies) {
    this.#deps = deps
  }

  get remotes(): RemoteOpener {
    return this.#deps.remotes
  }

  checkSettings(body: SetGitWebhook): GitSyncSettings {
    return checkRepositorySettings(this.#deps.guard, body)
  }

  /** Throws Conflict for a space that is synchronised on its own or by another site. */
  async connectSpace(
    tx: Transaction,
    siteId: string,
    { spaceId, settings }: Pick<SharingSpace, 'spaceId' | 'settings'>,
  ): Promise<void> {
    const configured = await this.#deps.syncs.lock(tx, spaceId)
    if (configured && configured.siteId !== siteId) {
      throw new Conflict(
        `The space "${spaceId}" is synchronised already, on its own or by another site. End that first.`,
      )
    }
    await this.#deps.syncs.saveSettings(tx, spaceId, settings, this.#deps.clock.now())
    await this.#deps.syncs.setSite(tx, spaceId, siteId)
  }

  /** Ends the synchronisation of those spaces of a site that are not named. Their content stays. */
  disconnectOthers(tx: Transaction, siteId: string, spaceIds: readonly string[]): Promise<void> {
    return this.#deps.syncs.removeOfSite(tx, siteId, spaceIds)
  }

  findAuthor(userId: string) {
    return this.#deps.syncs.findAuthor(this.#deps.database, userId)
  }

  async openRun(
    task: RunningTask<object>,
    remote: RemoteRepository,
    { spaceId, userId, settings, excludedDirectories }: SharingSpace,
    direction: 'import' | 'export',
  ): Promise<SyncRun> {
    const { url, ref, projectDirectory } = settings
    return {
      task: {
        ...task,
        spaceId,
        data: { direction, sealed: '', ref, cacheId: '', projectDirectory, force: false },
        progress: async () => undefined,
        complete: () => Promise.reject(new Error('a space does not complete the task of its site')),
      },
      spaceId,
      userId,
      remote,
      repository: { url, ref, projectDirectory },
      excludedDirectories,
      state: await this.#deps.runs.loadState(spaceId),
      operation: { direction, status: 'running', startedAt: this.#deps.clock.now().toISOString() },
    }
  }

  /** Imports a commit into one of the spaces, unless nothing in its directory has changed since the last one. */
  async importCommit(run: SyncRun, commit: string): Promise<void> {
    const { state, remote, spaceId } = run
    const lastCommit = getLastImportedCommit(run)
    if (commit === lastCommit) return
    const { projectDirectory, revisionId, conflictCommitOid } = state
    if (lastCommit !== null && revisionId !== null && conflictCommitOid === null) {
      const [before, now] = await Promise.all(
        [lastCommit, commit].map((each) => remote.findDirectory(each, projectDirectory)),
      )
      if (before !== undefined && before === now) {
        await this.#deps.database.transaction((tx) =>
          this.#deps.syncs.setCommonCommit(tx, spaceId, { commitOid: commit, revisionId }),
        )
        await this.#deps.runs.reloadState(run)
        return
      }
    }
    await this.#deps.importer.importCommit(run, commit, { completesTask: false })
  }

  planCommit(run: SyncRun, head: string | undefined): Promise<SpaceCommit> {
    return this.#deps.exporter.planCommit(run, head)
  }

  /** Records that a commit holds what the space had in a revision. */
  async recordCommit(
    run: SyncRun,
    pushed: { commit: string; revisionId: string; known: ReadonlyMap<string, string> },
    { createdByService }: { createdByService: boolean },
  ): Promise<void> {
    const { commit, revisionId, known } = pushed
    if (run.state.revisionId === revisionId) {
      await this.#deps.database.transaction((tx) =>
        this.#deps.syncs.setCommonCommit(tx, run.spaceId, { commitOid: commit, revisionId }),
      )
    } else {
      const options = { known, createdByService, completesTask: false }
      await this.#deps.exporter.recordCommonCommit(run, revisionId, commit, options)
    }
    await this.#deps.runs.reloadState(run)
  }

  /** Shows in the space how the operation of its site ended. */
  recordOutcome(run: SyncRun, outcome: { error?: string }): Promise<void> {
    return this.#deps.syncs.setOperation(this.#deps.database, run.spaceId, {
      ...run.operation,
      ...outcome,
      status: outcome.error === undefined ? 'success' : 'failure',
      finishedAt: this.#deps.clock.now().toISOString(),
    })
  }
}
