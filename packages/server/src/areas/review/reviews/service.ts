import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ChangeRequestService } from '../../content/index.ts'
import type { Asked, CommentService } from '../comments/service.ts'
import { presentContributor, presentRequest, presentReview } from './present.ts'
import type { ReviewRepository } from './repository.ts'
import type {
  Contributor,
  ListReviews,
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  SubmitReview,
} from './schema.ts'

type Space = Subjects['space']

interface ReviewServiceDependencies {
  database: Database
  reviews: ReviewRepository
  changeRequests: ChangeRequestService
  comments: CommentService
  clock: Clock
  urls: Urls
}

export class ReviewService {
  readonly #deps: ReviewServiceDependencies

  constructor(deps: ReviewServiceDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    space: Space,
    name: string,
    { outdated }: ListReviews,
    paging: Paging,
  ): Promise<Page<Review>> {
    const { id } = await this.#deps.changeRequests.get(space, name)
    const page = await this.#deps.reviews.list(this.#deps.database, id, outdated, paging)
    const asked = { caller, space, changeRequest: id }
    const ids = page.items.map((row) => row.id)
    const comments = await this.#deps.comments.ofReviews(this.#deps.database, asked, ids)
    return mapPage(page, (row) => presentReview(this.#deps.urls, row, comments.get(row.id)))
  }

  async get(caller: Caller, space: Space, name: string, reviewId: string): Promise<Review> {
    const { id } = await this.#deps.changeRequests.get(space, name)
    return this.#find(this.#deps.database, { caller, space, changeRequest: id }, reviewId)
  }

  /** Of what the change request is at now: nobody can change it until the review is there. */
  submit(caller: Caller, space: Space, name: string, { status, comment }: SubmitReview): Promise<Review> {
    return this.#deps.database.transaction(async (tx) => {
      const request = await this.#deps.changeRequests.lockEditable(tx, space, name)
      // Made under the lock: lists go by it, and the last review must be the last to come.
      const id = newId()
      await this.#deps.reviews.insert(
        tx,
        {
          id,
          changeRequestId: request.id,
          revisionId: request.revisionId,
          reviewerId: caller.userId,
          status,
        },
        this.#deps.clock.now(),
      )
      const asked = { caller, space, changeRequest: request.id }
      if (comment) await this.#deps.comments.postInReview(tx, asked, id, comment)
      return this.#find(tx, asked, id)
    })
  }

  async listRequested(space: Space, name: string, paging: Paging): Promise<Page<RequestedReviewer>> {
    const { id } = await this.#deps.changeRequests.get(space, name)
    const page = await this.#deps.reviews.listRequests(this.#deps.database, id, paging)
    return mapPage(page, (row) => presentRequest(this.#deps.urls, row))
  }

  /** All of them or none. Who was asked and has not answered is not asked again. */
  request(
    caller: Caller,
    space: Space,
    name: string,
    { users, ...described }: RequestReviewers,
  ): Promise<RequestedReviewers> {
    const userIds = [...new Set(users)]
    return this.#deps.database.transaction(async (tx) => {
      const request = await this.#deps.changeRequests.lockEditable(tx, space, name)
      const known = await this.#deps.reviews.withAccess(tx, space, userIds)
      const missing = userIds.find((id) => !known.has(id))
      if (missing !== undefined) throw new NotFound('member', missing)
      const now = this.#deps.clock.now()
      await this.#deps.changeRequests.describe(tx, request.id, described)
      const asked = { changeRequestId: request.id, revisionId: request.revisionId, userIds }
      await this.#deps.reviews.request(tx, { ...asked, requestedBy: caller.userId }, now)
      const rows = await this.#deps.reviews.findRequests(tx, request.id, userIds)
      return { users: rows.map((row) => presentRequest(this.#deps.urls, row)) }
    })
  }

  removeRequested(space: Space, name: string, userId: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const { id } = await this.#deps.changeRequests.lockEditable(tx, space, name)
      return this.#deps.reviews.removeRequest(tx, id, userId)
    })
  }

  async listContributors(space: Space, name: string, paging: Paging): Promise<Page<Contributor>> {
    const { id } = await this.#deps.changeRequests.get(space, name)
    const page = await this.#deps.reviews.listContributors(this.#deps.database, id, paging)
    return mapPage(page, (row) => presentContributor(this.#deps.urls, row))
  }

  async #find(on: Queryable, asked: Asked & { changeRequest: string }, id: string): Promise<Review> {
    const row = await this.#deps.reviews.find(on, asked.changeRequest, id)
    if (!row) throw new NotFound('review', id)
    const comments = await this.#deps.comments.ofReviews(on, asked, [id])
    return presentReview(this.#deps.urls, row, comments.get(id))
  }
}
