import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { MainBranch } from '../store/main-branch.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import { describeConflicts } from './conflicts.ts'
import { presentChangeRequest } from './present.ts'
import type { ChangeRequestRepository, ChangeRequestRow } from './repository.ts'
import { MAX_SUBJECT_LENGTH, type MergeUndo, type UndoMerge } from './schema.ts'

interface MergeUndoServiceDependencies {
  database: Database
  changeRequests: ChangeRequestRepository
  revisionStore: RevisionStore
  main: MainBranch
  clock: Clock
  urls: Urls
}

/** Makes change requests that take back what a merge changed. */
export class MergeUndoService {
  readonly #deps: MergeUndoServiceDependencies

  constructor(deps: MergeUndoServiceDependencies) {
    this.#deps = deps
  }

  /**
   * Creates a draft with the current content of the space without what the merge of another change request changed. What was
   * changed since stays: where it touched the same, it is a conflict. When such a draft is there already, as after a second
   * press of the button, it is that one.
   */
  undo(
    caller: Caller,
    space: Subjects['space'],
    idOrNumber: string,
    { subject }: UndoMerge,
  ): Promise<MergeUndo> {
    const { database, changeRequests, revisionStore, main, clock, urls } = this.#deps
    return database.transaction(async (tx) => {
      const { revision: current } = await main.lock(tx, space.id)
      const undone = await changeRequests.find(tx, space.id, idOrNumber)
      if (!undone) throw new NotFound('change request', idOrNumber)
      const { before, after } = await this.#findMerge(tx, undone)
      const merged = await revisionStore.merge(
        tx,
        { base: after.root, ours: current.root, theirs: before.root },
        { conflictStyle: { ours: 'The space', theirs: 'Before the merge', base: 'After the merge' } },
      )
      if (merged.root === current.root) {
        throw new Conflict(
          merged.conflicts.length > 0
            ? 'All that this merge changed was changed again since, so nothing of it can be undone.'
            : 'Nothing of what this merge changed is in the space any more.',
        )
      }
      const twin = await changeRequests.findOpenWithContent(tx, space.id, current.id, merged.root)
      if (twin) {
        return {
          changeRequest: presentChangeRequest(urls, twin),
          conflicts: await describeConflicts(revisionStore.createView(tx, merged.root), merged.conflicts),
        }
      }
      const now = clock.now()
      const id = newId()
      await changeRequests.insert(
        tx,
        { id, spaceId: space.id, subject: subject ?? createSubject(undone), userId: caller.userId },
        now,
      )
      const head = await revisionStore.commit(tx, merged, {
        spaceId: space.id,
        parents: [current.id],
        type: 'edits',
        userId: caller.userId,
        now,
      })
      const conflictedPages = merged.conflicts
        .filter(({ on, kind }) => on === 'page' && kind === 'content')
        .map((conflict) => conflict.id)
      changeRequests.setHead(
        tx,
        id,
        { revisionId: head.id, userId: caller.userId, conflictedPages: [...new Set(conflictedPages)] },
        now,
      )
      const row = await changeRequests.find(tx, space.id, id)
      if (!row) throw new Error(`change request ${id} was not inserted`)
      return {
        changeRequest: presentChangeRequest(urls, row),
        conflicts: await describeConflicts(revisionStore.createView(tx, head.root), merged.conflicts),
      }
    })
  }

  /** Finds what the space had before and after a merge. */
  async #findMerge(tx: Transaction, { spaceId, mergedId }: ChangeRequestRow) {
    const { revisionStore } = this.#deps
    if (mergedId === null) throw new Conflict('This change request is not merged.')
    const [after] = await revisionStore.findAll(tx, spaceId, [mergedId])
    // The first parent of a merge is what the space had.
    const [beforeId] = after.parents
    if (beforeId === undefined) throw new Error(`the merge ${mergedId} has no parents`)
    const [before] = await revisionStore.findAll(tx, spaceId, [beforeId])
    return { before, after }
  }
}

function createSubject({ number, subject }: ChangeRequestRow): string {
  const text = subject === '' ? `Undo #${number}` : `Undo #${number}: ${subject}`
  if (text.length <= MAX_SUBJECT_LENGTH) return text
  // Half of a character that takes two places is no character.
  return `${text.slice(0, MAX_SUBJECT_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
