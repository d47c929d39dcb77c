import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { ChangeRequestService } from '../../content/index.ts'
import type { CommentRequest } from '../comments/place-reader.ts'
import type { CommentService } from '../comments/service.ts'
import { presentContributor, presentRequestedReviewer, presentReview } from './present.ts'
import type { ReviewRepository } from './repository.ts'
import type {
  Contributor,
  ListReviews,
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  Reviewers,
  SubmitReview,
} from './schema.ts'

type Space = Subjects['space']

/** How many of those who were asked, and of the reviews, are looked at. */
const MAX_REVIEWERS = 100

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
    idOrNumber: string,
    { outdated }: ListReviews,
    paging: Paging,
  ): Promise<Page<Review>> {
    const { id } = await this.#deps.changeRequests.get(space, idOrNumber)
    return this.#listReviews({ caller, space, changeRequest: id }, outdated, paging)
  }

  async get(caller: Caller, space: Space, idOrNumber: string, reviewId: string): Promise<Review> {
    const { id } = await this.#deps.changeRequests.get(space, idOrNumber)
    return this.#find(this.#deps.database, { caller, space, changeRequest: id }, reviewId)
  }

  submit(caller: Caller, space: Space, idOrNumber: string, review: SubmitReview): Promise<Review> {
    return this.#deps.database.transaction((tx) => this.submitWithin(tx, caller, space, idOrNumber, review))
  }

  /** Submits a review of the current content, which is locked until the transaction ends. */
  async submitWithin(
    tx: Transaction,
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { status, comment }: SubmitReview,
  ): Promise<Review> {
    const changeRequest = await this.#deps.changeRequests.lockEditable(tx, space, idOrNumber)
    // Lists are ordered by id. The id is made under the lock, so that the latest review also has the last id.
    const id = newId()
    await this.#deps.reviews.insert(
      tx,
      {
        id,
        changeRequestId: changeRequest.id,
        revisionId: changeRequest.revisionId,
        reviewerId: caller.userId,
        status,
      },
      this.#deps.clock.now(),
    )
    const commentRequest = { caller, space, changeRequest: changeRequest.id }
    if (comment) await this.#deps.comments.postWithin(tx, commentRequest, { body: comment }, { reviewId: id })
    return this.#find(tx, commentRequest, id)
  }

  async listRequestedReviewers(
    space: Space,
    idOrNumber: string,
    paging: Paging,
  ): Promise<Page<RequestedReviewer>> {
    const { id } = await this.#deps.changeRequests.get(space, idOrNumber)
    return this.#listRequests(id, paging)
  }

  /** Everybody who was asked or has reviewed, each with the latest review. */
  async getReviewers(caller: Caller, space: Space, idOrNumber: string): Promise<Reviewers> {
    const paging = { limit: MAX_REVIEWERS }
    const { id } = await this.#deps.changeRequests.get(space, idOrNumber)
    const { items: requests } = await this.#listRequests(id, paging)
    const { items: reviews } = await this.#listReviews(
      { caller, space, changeRequest: id },
      undefined,
      paging,
    )
    const reviewers = new Map<string, Reviewers['reviewers'][number]>()
    for (const { user, createdAt } of requests) reviewers.set(user.id, { user, askedAt: createdAt })
    // The latest review of each comes first.
    for (const review of reviews) {
      const known = reviewers.get(review.reviewer.id)
      if (!known?.review) reviewers.set(review.reviewer.id, { ...known, user: review.reviewer, review })
    }
    return { reviewers: [...reviewers.values()] }
  }

  /** Requests reviews of all users or of none. A request that is not answered yet stays as it is. */
  requestReviewers(
    caller: Caller,
    space: Space,
    idOrNumber: string,
    { users, teams = [], ...fields }: RequestReviewers,
  ): Promise<RequestedReviewers> {
    if (users.length + teams.length === 0) throw new Invalid('body.users or body.teams must name somebody.')
    return this.#deps.database.transaction(async (tx) => {
      const changeRequest = await this.#deps.changeRequests.lockEditable(tx, space, idOrNumber)
      const usersWithAccess = await this.#deps.reviews.findUsersWithAccess(tx, space, users)
      const missingId = users.find((id) => !usersWithAccess.has(id))
      if (missingId !== undefined) throw new NotFound('member', missingId)
      const teamUserIds = await this.#listTeamReviewers(tx, caller, space, teams)
      const userIds = [...new Set([...users, ...teamUserIds])]
      if (userIds.length > MAX_REVIEWERS) {
        throw new Invalid(
          `These are ${userIds.length} people: at most ${MAX_REVIEWERS} can be asked at once.`,
        )
      }
      const now = this.#deps.clock.now()
      this.#deps.changeRequests.setSubjectAndDescription(tx, changeRequest.id, fields)
      await this.#deps.reviews.requestReviews(
        tx,
        {
          changeRequestId: changeRequest.id,
          revisionId: changeRequest.revisionId,
          userIds,
          requestedBy: caller.userId,
        },
        now,
      )
      const rows = await this.#deps.reviews.findRequests(tx, changeRequest.id, userIds)
      return { users: rows.map((row) => presentRequestedReviewer(this.#deps.urls, row)) }
    })
  }

  /** Those of teams who have access to the space, without the caller. Throws NotFound for a team that the caller does not see. */
  async #listTeamReviewers(
    tx: Transaction,
    caller: Caller,
    space: Space,
    teamIds: string[],
  ): Promise<string[]> {
    if (teamIds.length === 0) return []
    const { reviews } = this.#deps
    const visibleIds = await reviews.findVisibleTeams(tx, space.organizationId, caller.userId, teamIds)
    const missingId = teamIds.find((id) => !visibleIds.has(id))
    if (missingId !== undefined) throw new NotFound('team', missingId)
    const memberIds = (await reviews.listTeamMembers(tx, teamIds)).filter((id) => id !== caller.userId)
    const withAccess = await reviews.findUsersWithAccess(tx, space, memberIds)
    if (withAccess.size === 0)
      throw new Invalid('body.teams: nobody else in these teams has access to the space.')
    return memberIds.filter((id) => withAccess.has(id))
  }

  removeRequestedReviewer(space: Space, idOrNumber: string, userId: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const { id } = await this.#deps.changeRequests.lockEditable(tx, space, idOrNumber)
      return this.#deps.reviews.removeRequest(tx, id, userId)
    })
  }

  async listContributors(space: Space, idOrNumber: string, paging: Paging): Promise<Page<Contributor>> {
    const { id } = await this.#deps.changeRequests.get(space, idOrNumber)
    const page = await this.#deps.reviews.listContributors(this.#deps.database, id, paging)
    return mapPage(page, (row) => presentContributor(this.#deps.urls, row))
  }

  async #listReviews(
    request: CommentRequest & { changeRequest: string },
    outdated: boolean | undefined,
    paging: Paging,
  ): Promise<Page<Review>> {
    const { database, reviews, comments, urls } = this.#deps
    const page = await reviews.list(database, request.changeRequest, outdated, paging)
    const ids = page.items.map((row) => row.id)
    const commentsByReview = await comments.listForReviews(database, request, ids)
    return mapPage(page, (row) => presentReview(urls, row, commentsByReview.get(row.id)))
  }

  async #listRequests(changeRequestId: string, paging: Paging): Promise<Page<RequestedReviewer>> {
    const page = await this.#deps.reviews.listRequests(this.#deps.database, changeRequestId, paging)
    return mapPage(page, (row) => presentRequestedReviewer(this.#deps.urls, row))
  }

  async #find(
    on: Queryable,
    request: CommentRequest & { changeRequest: string },
    id: string,
  ): Promise<Review> {
    const row = await this.#deps.reviews.find(on, request.changeRequest, id)
    if (!row) throw new NotFound('review', id)
    const comments = await this.#deps.comments.listForReviews(on, request, [id])
    return presentReview(this.#deps.urls, row, comments.get(id))
  }
}
