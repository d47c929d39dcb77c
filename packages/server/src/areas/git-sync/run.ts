import type { Clock } from '../../common/clock.ts'
import { Invalid } from '../../common/errors.ts'
import type { RevisionCommit } from '../content/index.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { RunningTask } from '../../jobs/tasks.ts'
import type { Remote } from './remote.ts'
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

export type SyncTask = RunningTask<SyncRequest>

/** An operation under way: what it works on and what it has to say at its end. */
export interface Run {
  task: SyncTask
  spaceId: string
  userId: string
  remote: Remote
  state: GitSyncRow
  operation: Operation
}

/** How the sides are called where they are at odds. */
export const labels = { ours: 'The space', theirs: 'Git' }

/** The last commit whose content is in the space or in the change request that has the conflict. */
export const lastSeen = ({ state }: Run): string | null => state.conflictCommitOid ?? state.commitOid

/** What a revision says of the commit that it is. */
export async function commitOf(
  { remote, state }: Run,
  oid: string,
  createdByService: boolean,
): Promise<RevisionCommit> {
  return {
    oid,
    message: (await remote.find(oid))?.message ?? '',
    createdByService,
    ...(state.commitUrl !== null && { url: `${state.commitUrl.replace(/\/$/, '')}/${oid}` }),
    ref: state.ref,
  }
}

/** What is kept of runs: where the space stands, and how the last one ended. */
export class Runs {
  readonly #database: Database
  readonly #clock: Clock
  readonly #syncs: GitSyncRepository

  constructor(parts: { database: Database; clock: Clock; syncs: GitSyncRepository }) {
    this.#database = parts.database
    this.#clock = parts.clock
    this.#syncs = parts.syncs
  }

  async reload(run: Run): Promise<void> {
    const state = await this.#syncs.find(this.#database, run.spaceId)
    if (!state) throw new Invalid('The space is no longer synchronised.')
    run.state = state
  }

  finish(run: Pick<Run, 'spaceId' | 'task' | 'operation'>, outcome: Partial<Operation>): Promise<void> {
    return this.#database.transaction((tx) => this.end(tx, run, outcome))
  }

  /** The end of the operation, in the transaction that has its effect. */
  async end(
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
