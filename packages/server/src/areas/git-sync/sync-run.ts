import type { Clock } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { ChangeRequestService, MainBranch, RepositoryChoice, RevisionCommit } from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { RunningTask } from '../../jobs/tasks.ts'
import type { RemoteRepository } from './remote-repository.ts'
import type { GitSyncRepository, GitSyncRow, GitSyncOperation } from './repository.ts'

/** The data of an import or export task. It is stored with the task, so its field names must stay. */
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

export type SyncTask = RunningTask<SyncRequest>

/** A running import or export, with the operation that is recorded at its end. */
export interface SyncRun {
  task: SyncTask
  spaceId: string
  userId: string
  remote: RemoteRepository
  /** The repository that the run works with, which has to be the configured one. */
  repository: RepositoryChoice
  /** Directories inside of the project that belong to other spaces. */
  excludedDirectories: readonly string[]
  state: GitSyncRow
  operation: GitSyncOperation
}

/** The names of the two sides in conflict markers. */
export const mergeLabels = { ours: 'The space', theirs: 'Git', base: 'Before both' }

/** Returns the last commit whose content is in the space, or in the change request of an open conflict. */
export const getLastImportedCommit = ({ state }: SyncRun): string | null =>
  state.conflictCommitOid ?? state.commitOid

/** Describes the commit whose content a revision has, as it is stored with the revision. */
export async function describeCommit(
  { remote, state }: SyncRun,
  oid: string,
  createdByService: boolean,
): Promise<RevisionCommit> {
  return {
    oid,
    message: (await remote.findCommit(oid))?.message ?? '',
    createdByService,
    ...(state.commitUrl !== null && { url: `${state.commitUrl.replace(/\/$/, '')}/${oid}` }),
    ref: state.ref,
  }
}

interface SyncRunRecorderDependencies {
  database: Database
  clock: Clock
  main: MainBranch
  changeRequests: ChangeRequestService
  syncs: GitSyncRepository
}

/** Reads the synchronisation state of a run and records how the run ended. */
export class SyncRunRecorder {
  readonly #deps: SyncRunRecorderDependencies

  constructor(deps: SyncRunRecorderDependencies) {
    this.#deps = deps
  }

  /** Reads the state. A conflict whose change request was merged or archived becomes the common commit first. */
  loadState(spaceId: string): Promise<GitSyncRow> {
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
  async reloadState(run: SyncRun): Promise<void> {
    const state = await this.#deps.syncs.find(this.#deps.database, run.spaceId)
    if (!state) throw new Invalid('The space is no longer synchronised.')
    run.state = state
  }

  finish(
    run: Pick<SyncRun, 'spaceId' | 'task' | 'operation'>,
    outcome: Partial<GitSyncOperation>,
  ): Promise<void> {
    return this.#deps.database.transaction((tx) => this.finishInTransaction(tx, run, outcome))
  }

  /** Records the end of the operation in the transaction that has its effect, so that neither happens alone. */
  async finishInTransaction(
    tx: Transaction,
    { spaceId, task, operation }: Pick<SyncRun, 'spaceId' | 'task' | 'operation'>,
    outcome: Partial<GitSyncOperation>,
  ): Promise<void> {
    const { timestamp } = task.data
    const finishedAt = this.#deps.clock.now().toISOString()
    await this.#deps.syncs.setOperation(tx, spaceId, { ...operation, ...outcome, finishedAt })
    if (timestamp !== undefined && outcome.status !== 'skipped')
      await this.#deps.syncs.setLastTimestamp(tx, spaceId, timestamp)
    await task.complete(tx)
  }
}
