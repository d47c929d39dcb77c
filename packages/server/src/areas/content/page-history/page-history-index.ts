import type { Database } from '../../../database/database.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import { summarizePageChanges } from './page-changes.ts'
import type { NewPageChange, PageHistoryRepository } from './repository.ts'

interface PageHistoryIndexDependencies {
  database: Database
  revisionStore: RevisionStore
  repository: PageHistoryRepository
}

/** How many revisions one transaction lists at most: one that ends early loses no more than that. */
const MAX_STEPS = 200
/** Enough changes to store at once. */
const MAX_CHANGES = 5000

/**
 * Lists in which revisions pages changed. Each revision is compared once with the one before it, when somebody first asks for
 * a history after it was made: neither merges nor imports wait for it, and a page's history is then read by its key.
 */
export class PageHistoryIndex {
  readonly #deps: PageHistoryIndexDependencies

  constructor(deps: PageHistoryIndexDependencies) {
    this.#deps = deps
  }

  /** Lists the changes of a space up to a revision that is or was its current one. */
  async update(spaceId: string, revisionId: string): Promise<void> {
    const { database, repository } = this.#deps
    const state = await repository.findState(database, spaceId)
    if (state?.revisionId === revisionId) return
    while (await this.#listNext(spaceId, revisionId));
  }

  /** Returns whether there may be more. */
  #listNext(spaceId: string, revisionId: string): Promise<boolean> {
    const { database, repository, revisionStore } = this.#deps
    return database.transaction(async (tx) => {
      const state = await repository.lockState(tx, spaceId)
      const range = { after: state.revisionId, to: revisionId }
      const steps = await repository.listSteps(tx, spaceId, range, MAX_STEPS)
      const reader = revisionStore.objects.createReader(tx)
      const changes: NewPageChange[] = []
      let { length } = state
      let lastId: string | undefined
      for (const { id, before, after } of steps) {
        if (changes.length >= MAX_CHANGES) break
        lastId = id
        length += 1
        for (const summary of await summarizePageChanges(reader, before, after))
          changes.push({ ...summary, revisionId: id, position: length })
      }
      if (lastId === undefined) return false
      if (changes.length > 0) await repository.insertChanges(tx, spaceId, changes)
      await repository.updateState(tx, spaceId, { revisionId: lastId, length })
      return lastId !== revisionId
    })
  }
}
