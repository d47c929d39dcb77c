import { createHash } from 'node:crypto'
import type { Page } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import type { ChangeRequest, ChangeRequestService, RevisionStore } from '../../content/index.ts'
import type { ViewedPageRepository } from './repository.ts'
import type { MarkPageAsViewed, ViewedPages } from './schema.ts'

type Space = Subjects['space']

interface ViewedPageServiceDependencies {
  database: Database
  clock: Clock
  viewedPages: ViewedPageRepository
  changeRequests: ChangeRequestService
  revisionStore: RevisionStore
}

/** Which changed pages of a change request somebody has looked at. A page that is changed again is to be looked at again. */
export class ViewedPageService {
  readonly #deps: ViewedPageServiceDependencies

  constructor(deps: ViewedPageServiceDependencies) {
    this.#deps = deps
  }

  async list({ userId }: Caller, space: Space, idOrNumber: string): Promise<ViewedPages> {
    const { database, viewedPages, changeRequests } = this.#deps
    const changeRequest = await changeRequests.get(space, idOrNumber)
    const rows = await viewedPages.list(database, { changeRequestId: changeRequest.id, userId })
    const states = await this.#hashStates(
      changeRequest,
      rows.map(({ pageId }) => pageId),
    )
    const pages = rows.filter(({ pageId, stateHash }) => states.get(pageId) === stateHash)
    return { object: 'viewed-pages', pages: pages.map(({ pageId }) => pageId) }
  }

  /**
   * Marks a page as it is in a revision of the change request. What was changed while somebody looked at an earlier revision
   * is not marked.
   */
  async mark(
    { userId }: Caller,
    space: Space,
    idOrNumber: string,
    pageId: string,
    { revision: seenRevision }: MarkPageAsViewed,
  ): Promise<void> {
    const { database, viewedPages, changeRequests, revisionStore, clock } = this.#deps
    const changeRequest = await changeRequests.get(space, idOrNumber)
    const revision = seenRevision ?? changeRequest.revision
    if (!(await revisionStore.find(database, space.id, revision))) throw new NotFound('revision', revision)
    const state = (await this.#hashStates({ ...changeRequest, revision }, [pageId])).get(pageId)
    if (state === undefined) throw new NotFound('page', pageId)
    await viewedPages.put(database, { changeRequestId: changeRequest.id, userId, pageId }, state, clock.now())
  }

  async unmark({ userId }: Caller, space: Space, idOrNumber: string, pageId: string): Promise<void> {
    const { database, viewedPages, changeRequests } = this.#deps
    const { id } = await changeRequests.get(space, idOrNumber)
    await viewedPages.delete(database, { changeRequestId: id, userId, pageId })
  }

  /** Hashes pages as they were before the change request and as they are in it. Pages that neither has are left out. */
  async #hashStates(
    { space, revision, revisionMergedAncestor }: ChangeRequest,
    pageIds: readonly string[],
  ): Promise<Map<string, string>> {
    if (pageIds.length === 0) return new Map()
    const { database, revisionStore } = this.#deps
    const [ancestor, head] = await revisionStore.findAll(database, space, [revisionMergedAncestor, revision])
    const [before, after] = await Promise.all(
      [ancestor, head].map(({ root }) => revisionStore.createView(database, root).getPages(pageIds)),
    )
    return new Map(
      pageIds.flatMap((pageId) => {
        const pages = [before?.get(pageId), after?.get(pageId)]
        if (pages.every((page) => page === undefined)) return []
        return [
          [
            pageId,
            createHash('sha256')
              .update(JSON.stringify(pages.map(describeState)))
              .digest('hex'),
          ],
        ]
      }),
    )
  }
}

/** Neither when a page was written, nor where it is in Git, nor a new page below it is a change that one looks at. */
function describeState(page: Page | undefined): unknown {
  if (!page) return null
  const { updatedAt: _updatedAt, git: _git, ...fields } = page.fields
  return [page.parent, fields, page.document]
}
