import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { RunningTask, Tasks } from '../../../jobs/tasks.ts'
import type { ComputedContent } from './computed-content.ts'
import type { ComputedSourceRepository } from './computed-source-repository.ts'
import { AuthorizedMain } from './main-authorization.ts'
import type { MainBranch } from './main-branch.ts'
import type { RevisionStore } from './revision-store.ts'

const taskType = 'compute-content'

interface UpdateTask {
  spaceId: string
}

interface ComputedContentUpdaterDependencies {
  database: Database
  clock: Clock
  tasks: Tasks
  revisionStore: RevisionStore
  sources: ComputedSourceRepository
  computed: ComputedContent
  main: MainBranch
}

/** Updates the computed pages of spaces, in a task, when their source has changed. */
export class ComputedContentUpdater {
  readonly #deps: ComputedContentUpdaterDependencies

  constructor(deps: ComputedContentUpdaterDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<UpdateTask>(taskType, (task) => this.#runTask(task))
    this.#deps.main.onCopy((tx, copy) => this.#deps.sources.copySpecs(tx, copy))
  }

  /** Starts an update of every space of the organization that has pages computed from the spec. */
  async updateSpacesOfSpec(tx: Transaction, organizationId: string, spec: string): Promise<void> {
    const spaces = await this.#deps.sources.listSpacesOfSpec(tx, organizationId, spec)
    for (const { spaceId } of spaces) await this.#startTask(tx, organizationId, spaceId)
  }

  /** Starts an update of a space that was moved to another organization, where its sources name other specs. */
  async updateMovedSpace(tx: Transaction, organizationId: string, spaceId: string): Promise<void> {
    if (await this.#deps.sources.hasSpecs(tx, spaceId)) await this.#startTask(tx, organizationId, spaceId)
  }

  async #startTask(tx: Transaction, organizationId: string, spaceId: string): Promise<void> {
    const key = `compute ${spaceId}`
    await this.#deps.tasks.startOnce(tx, { organizationId, spaceId, type: taskType, key, data: { spaceId } })
  }

  async #runTask(task: RunningTask<UpdateTask>): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await this.#updateSpace(tx, task.data.spaceId)
      await task.complete(tx)
    })
  }

  async #updateSpace(tx: Transaction, spaceId: string): Promise<void> {
    const locked = await this.#deps.main.lock(tx, spaceId).catch(ignoreNotFound)
    if (!locked) return
    const { root, id, resolvedRoot: previousRoot } = locked.revision
    const unchanged = { root, objects: new Map() }
    const by = { userId: null, now: this.#deps.clock.now() }
    const resolvedRoot = await this.#deps.computed.resolveRoot(tx, spaceId, unchanged, by)
    if (resolvedRoot === previousRoot) return
    const revision = await this.#deps.revisionStore.commit(tx, unchanged, {
      spaceId,
      parents: [id],
      type: 'computed',
      resolvedRoot,
      ...by,
    })
    await this.#deps.main.moveTo(tx, AuthorizedMain.forComputedUpdate(locked), revision, by)
  }
}

/** A space that was deleted since the task started has nothing to update. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
