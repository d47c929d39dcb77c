import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Clock, days } from '../../../common/clock.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { PlannedMergeRepository } from './planned-merge-repository.ts'
import type { ChangeRequest, PlanMerge } from './schema.ts'
import type { ChangeRequestService } from './service.ts'

const MAX_PLANNED_MS = 366 * days

interface PlannedMergeServiceDependencies {
  database: Database
  changeRequests: ChangeRequestService
  plannedMerges: PlannedMergeRepository
  clock: Clock
}

/** Plans merges, and takes plans back. `PlannedMergeRunner` carries them out. */
export class PlannedMergeService {
  readonly #deps: PlannedMergeServiceDependencies

  constructor(deps: PlannedMergeServiceDependencies) {
    this.#deps = deps
  }

  /** Plans the merge of a change request, in the place of an earlier plan. */
  async plan(
    caller: Caller,
    space: Subjects['space'],
    idOrNumber: string,
    { mergeAt }: PlanMerge,
  ): Promise<ChangeRequest> {
    const { database, changeRequests, plannedMerges, clock } = this.#deps
    const now = clock.now()
    const time = mergeAt === undefined ? null : readTime(mergeAt, now)
    const id = await database.transaction(async (tx) => {
      // What people have written until now was there when the merge was planned.
      const row = await changeRequests.lockWithPendingTexts(tx, space.id, idOrNumber)
      await plannedMerges.put(tx, row.id, { userId: caller.userId, mergeAt: time }, now)
      return row.id
    })
    return changeRequests.get(space, id)
  }

  async cancel(caller: Caller, space: Subjects['space'], idOrNumber: string): Promise<void> {
    const { database, changeRequests, plannedMerges, clock } = this.#deps
    await database.transaction(async (tx) => {
      const { id } = await changeRequests.lockExisting(tx, space, idOrNumber)
      const end = { reason: 'canceled', userId: caller.userId } as const
      const wasPlanned = await plannedMerges.end(tx, id, end, clock.now())
      if (!wasPlanned) throw new NotFound('planned merge', idOrNumber)
    })
  }
}

function readTime(mergeAt: string, now: Date): Date {
  const time = new Date(mergeAt)
  if (Number.isNaN(time.getTime())) throw new Invalid('body.mergeAt: This is not a time.')
  if (time <= now) throw new Invalid('body.mergeAt: Choose a time in the future.')
  if (time.getTime() - now.getTime() > MAX_PLANNED_MS)
    throw new Invalid('body.mergeAt: Choose a time within a year.')
  return time
}
