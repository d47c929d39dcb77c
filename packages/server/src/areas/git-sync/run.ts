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

interface RunsDependencies {
  database: Database
  clock: Clock
  syncs: GitSyncRepository
}

/** What is kept of runs: where the space stands, and how the last one ended. */
export class Runs {
  readonly #deps: RunsDependencies

  constructor(deps: RunsDependencies) {
    this.#deps = deps
  }

  async reload(run: Run): Promise<void> {
    const state = await this.#deps.syncs.find(this.#deps.database, run.spaceId)
    if (!state) throw new Invalid('The space is no longer synchronised.')
    run.state = state
  }

  finish(run: Pick<Run, 'spaceId' | 'task' | 'operation'>, outcome: Partial<Operation>): Promise<void> {
    return this.#deps.database.transaction((tx) => this.end(tx, run, outcome))
  }

  /** The end of the operation, in the transaction that has its effect. */
  async end(
    tx: Transaction,
    { spaceId, task, operation }: Pick<Run, 'spaceId' | 'task' | 'operation'>,
    outcome: Partial<Operation>,
  ): Promise<void> {
    const { timestamp } = task.data
    const finishedAt = this.#deps.clock.now().toISOString()
    await this.#deps.syncs.setOperation(tx, spaceId, { ...operation, ...outcome, finishedAt })
    if (timestamp !== undefined && outcome.status !== 'skipped')
      await this.#deps.syncs.setOrder(tx, spaceId, timestamp)
    await task.complete(tx)
  }
}
