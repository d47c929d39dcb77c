import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentHistoryEntry } from '../revisions/present-history.ts'
import type { RevisionStore } from '../store/revision-store.ts'
import type { PageHistoryIndex } from './page-history-index.ts'
import type { PageChangeRow, PageHistoryRepository } from './repository.ts'
import type { PageRevisionEntry } from './schema.ts'

type Space = Subjects['space']

interface PageHistoryServiceDependencies {
  database: Database
  urls: Urls
  revisionStore: RevisionStore
  index: PageHistoryIndex
  repository: PageHistoryRepository
}

/** Lists the revisions in which a page changed. A page keeps its id when it is renamed, moved, deleted and restored. */
export class PageHistoryService {
  readonly #deps: PageHistoryServiceDependencies

  constructor(deps: PageHistoryServiceDependencies) {
    this.#deps = deps
  }

  async list(space: Space, pageId: string, paging: Paging): Promise<Page<PageRevisionEntry>> {
    const { database, repository, index } = this.#deps
    await index.update(space.id, space.revisionId)
    const page = await repository.list(database, space.id, pageId, paging)
    if (page.count === 0) await this.#requirePage(space, pageId)
    return mapPage(page, (row) => this.#present(space, pageId, row))
  }

  /** A page that is computed from elsewhere exists without a history of its own. */
  async #requirePage(space: Space, pageId: string): Promise<void> {
    const { database, revisionStore } = this.#deps
    const [current] = await revisionStore.findAll(database, space.id, [space.revisionId])
    const pages = await revisionStore.createView(database, current.resolvedRoot).getPages([pageId])
    if (pages.size === 0) throw new NotFound('page', pageId)
  }

  #present(space: Space, pageId: string, { kinds, detail, previousId, ...row }: PageChangeRow) {
    const { urls } = this.#deps
    return {
      ...presentHistoryEntry(urls, space, row),
      object: 'page-revision-entry' as const,
      urls: urls.object(`/spaces/${space.id}/revisions/${row.id}/pages/${pageId}`),
      ...(previousId !== null && { previousRevision: previousId }),
      changes: kinds,
      page: { id: pageId, ...detail },
    }
  }
}
