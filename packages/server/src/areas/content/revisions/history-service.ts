import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentHistoryEntry } from './present-history.ts'
import type { RevisionHistoryRepository } from './repository.ts'
import type { RevisionEntry } from './schema.ts'

interface RevisionHistoryServiceDependencies {
  database: Database
  history: RevisionHistoryRepository
  urls: Urls
}

/** Lists the revisions that a space has had. */
export class RevisionHistoryService {
  readonly #deps: RevisionHistoryServiceDependencies

  constructor(deps: RevisionHistoryServiceDependencies) {
    this.#deps = deps
  }

  async list(space: Subjects['space'], paging: Paging): Promise<Page<RevisionEntry>> {
    const page = await this.#deps.history.list(this.#deps.database, space.id, paging)
    return mapPage(page, (row) => presentHistoryEntry(this.#deps.urls, space, row))
  }
}
