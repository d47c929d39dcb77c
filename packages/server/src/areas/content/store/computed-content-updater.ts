import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { type Database, sql, type Transaction } from '../../../database/database.ts'
import type { RunningTask, Tasks } from '../../../jobs/tasks.ts'
import type { ComputedContent } from './computed-content.ts'
import type { RevisionStore } from './revision-store.ts'
import type { MainBranch } from './main-branch.ts'

const taskType = 'compute-content'

interface Recompute {
  spaceId: string
}

interface ComputedContentUpdaterDependencies {
  database: Database
  clock: Clock
  tasks: Tasks
  revisionStore: RevisionStore
  computed: ComputedContent
  main: MainBranch
}

/** Has the content of spaces computed anew when what it is computed from has changed. */
export class ComputedContentUpdater {
  readonly #deps: ComputedContentUpdaterDependencies

  constructor(deps: ComputedContentUpdaterDependencies) {
    this.#deps = deps
    this.#deps.tasks.handle<Recompute>(taskType, (task) => this.#run(task))
    this.#deps.main.onCopy((tx, { from, to }) => this.#copied(tx, from, to))
  }

  /** Has those of an organization's spaces computed again that have something from a spec. */
  async updateSpacesOfSpec(tx: Transaction, organizationId: string, spec: string): Promise<void> {
    const rows = await tx.rows<{ spaceId: string }>(sql`
      select s.id as "spaceId" from computed_from c join spaces s on s.id = c.space_id
      where c.spec = ${spec} and s.organization_id = ${organizationId} and s.deleted_at is null
      order by s.id`)
    for (const { spaceId } of rows) await this.#request(tx, organizationId, spaceId)
  }

  /** The same, of one space that has come to where other specs are meant. */
  async updateMovedSpace(tx: Transaction, organizationId: string, spaceId: string): Promise<void> {
    const row = await tx.row(sql`select space_id from computed_from where space_id = ${spaceId} limit 1`)
    if (row) await this.#request(tx, organizationId, spaceId)
  }

  async #request(tx: Transaction, organizationId: string, spaceId: string): Promise<void> {
    const key = `compute ${spaceId}`
    await this.#deps.tasks.startOnce(tx, { organizationId, spaceId, type: taskType, key, data: { spaceId } })
  }

  async #run(task: RunningTask<Recompute>): Promise<void> {
    const { spaceId } = task.data
    await this.#deps.database.transaction(async (tx) => {
      const held = await this.#deps.main.lock(tx, spaceId).catch(gone)
      if (held) {
        const { root, id, resolvedRoot: before } = held.revision
        const unchanged = { root, objects: new Map() }
        const shown = await this.#deps.computed.resolveRoot(tx, spaceId, unchanged)
        if (shown !== before) {
          const now = this.#deps.clock.now()
          const by = { userId: null, now }
          const revision = await this.#deps.revisionStore.commit(tx, unchanged, {
            spaceId,
            parents: [id],
            type: 'computed',
            shown,
            ...by,
          })
          await this.#deps.main.moveTo(tx, held, revision, by)
        }
      }
      await task.complete(tx)
    })
  }

  async #copied(tx: Transaction, from: string, to: string): Promise<void> {
    await tx.execute(sql`
      insert into computed_from (space_id, spec) select ${to}, spec from computed_from where space_id = ${from}`)
  }
}

/** A space that is not there any more has nothing to compute. */
function gone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
