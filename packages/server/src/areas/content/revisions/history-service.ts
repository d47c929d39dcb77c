import type { Subjects } from '../../../access/subjects.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentUser } from '../../identity/index.ts'
import { presentCommit } from './present.ts'
import type { HistoryRow, RevisionHistoryRepository } from './repository.ts'
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
    return mapPage(page, (row) => this.#present(space, row))
  }

  #present(
    space: Subjects['space'],
    { id, createdAt, git, author, changeRequest, ...row }: HistoryRow,
  ): RevisionEntry {
    const { urls } = this.#deps
    const summary = changeRequest?.subject || git?.message.split('\n', 1)[0]
    return {
      object: 'revision-entry',
      id,
      type: row.type === 'merge' && changeRequest ? 'merge' : git ? 'git' : (row.origin ?? row.type),
      current: id === space.revisionId,
      createdAt,
      ...(author && { createdBy: presentUser(urls, author) }),
      ...(summary && { summary }),
      ...(changeRequest && {
        changeRequest: {
          ...changeRequest,
          urls: urls.object(`/spaces/${space.id}/change-requests/${changeRequest.id}`),
        },
      }),
      ...(git && { git: presentCommit(git) }),
      urls: urls.object(`/spaces/${space.id}/revisions/${id}`),
    }
  }
}
