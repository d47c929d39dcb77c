import { hasPermission } from '../../../access/permissions.ts'
import type { Clock } from '../../../common/clock.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { readCommentBody } from '../comments/body.ts'
import type { CommentPlaceReader, CommentRequest, ParentAtRevision } from '../comments/place-reader.ts'
import type { CommentRepository } from '../comments/repository.ts'
import type { CommentFormat, PostComment } from '../comments/schema.ts'
import type { CommentService } from '../comments/service.ts'
import type { ReviewService } from '../reviews/service.ts'
import { presentDraftComment } from './present.ts'
import type { DraftCommentRepository, DraftOwner } from './repository.ts'
import type {
  DraftComment,
  SubmitDraftComments,
  SubmittedDraftComments,
  UpdateDraftComment,
} from './schema.ts'

/** How many drafts somebody may have on one change request: all of them are submitted in one transaction. */
export const MAX_DRAFT_COMMENTS = 200

/** The caller, and the change request that their drafts are on. */
export type DraftRequest = CommentRequest & { changeRequest: string }

interface DraftCommentServiceDependencies {
  database: Database
  drafts: DraftCommentRepository
  comments: CommentRepository
  commentService: CommentService
  places: CommentPlaceReader
  reviews: ReviewService
  clock: Clock
  urls: Urls
}

/** Comments that are parts of a review, which only whoever writes it sees until they submit it. */
export class DraftCommentService {
  readonly #deps: DraftCommentServiceDependencies

  constructor(deps: DraftCommentServiceDependencies) {
    this.#deps = deps
  }

  async list(request: DraftRequest, format: CommentFormat, paging: Paging): Promise<Page<DraftComment>> {
    const { database, drafts, places, urls } = this.#deps
    const { parent, owner } = await this.#find(database, request)
    const page = await drafts.list(database, owner, paging)
    const targets = await places.loadTargets(database, parent, page.items)
    return mapPage(page, (row) => presentDraftComment(urls, row, targets, format))
  }

  async get(request: DraftRequest, id: string, format: CommentFormat): Promise<DraftComment> {
    const { parent, owner } = await this.#find(this.#deps.database, request)
    return this.#present(this.#deps.database, parent, owner, id, format)
  }

  /** Drafts a comment on the current content, which is where it will be when it is submitted. */
  create(request: DraftRequest, comment: PostComment): Promise<DraftComment> {
    const { database, drafts, places, clock } = this.#deps
    return database.transaction(async (tx) => {
      // This locks the change request, so that two requests at once cannot pass the limit.
      const prepared = await places.prepare(tx, request, comment)
      const { parent, owner } = await this.#find(tx, request)
      if ((await drafts.count(tx, owner)) >= MAX_DRAFT_COMMENTS) {
        throw new Conflict(
          `You have ${MAX_DRAFT_COMMENTS} drafts here, which is as many as there can be. Submit or delete them first.`,
        )
      }
      const id = newId()
      await drafts.insert(tx, owner, { ...prepared, id }, clock.now())
      return this.#present(tx, parent, owner, id)
    })
  }

  update(request: DraftRequest, id: string, { body }: UpdateDraftComment): Promise<DraftComment> {
    const { database, drafts, clock } = this.#deps
    const markdown = readCommentBody(body)
    return database.transaction(async (tx) => {
      const { parent, owner } = await this.#find(tx, request)
      if (!(await drafts.setMarkdown(tx, owner, id, markdown, clock.now()))) {
        throw new NotFound('draft', id)
      }
      return this.#present(tx, parent, owner, id)
    })
  }

  async delete(request: DraftRequest, id: string): Promise<boolean> {
    const { owner } = await this.#find(this.#deps.database, request)
    return this.#deps.drafts.delete(this.#deps.database, owner, id)
  }

  /** Posts all drafts of the caller, as parts of a review if they approve or ask for changes; or nothing. */
  submit(request: DraftRequest, { status, comment }: SubmitDraftComments): Promise<SubmittedDraftComments> {
    const { database, drafts, comments, commentService, reviews, clock } = this.#deps
    const { caller, space, changeRequest } = request
    if (status !== undefined && !hasPermission('space.review', space.role)) {
      throw new Forbidden(
        'Your role may comment, but neither approve nor request changes: leave out body.status.',
      )
    }
    return database.transaction(async (tx) => {
      // A review locks more of the change request than comments do, so it comes first.
      const review =
        status &&
        (await reviews.submitWithin(tx, caller, space, changeRequest, {
          status,
          ...(comment && { comment }),
        }))
      const { owner } = await this.#find(tx, request)
      if (!review) await comments.lockCounter(tx, owner)
      const ids = await drafts.lockAll(tx, owner)
      if (!review && !comment && ids.length === 0) {
        throw new Invalid(
          'There is nothing to submit: you have no drafts, and the body has neither status nor comment.',
        )
      }
      const batchId = review?.id ?? newId()
      if (!review && comment) {
        // It comes before the comments that it is about.
        const batch = ids.length > 0 ? { batchId } : {}
        await commentService.postWithin(tx, request, { body: comment }, batch)
      }
      const posted = ids.map((id) => ({ id, commentId: newId() }))
      if (posted.length > 0) {
        await drafts.post(tx, owner, { drafts: posted, reviewId: review?.id, batchId }, clock.now())
        await comments.changeOpenCount(tx, owner, posted.length)
      }
      return { ...(review && { review }), comments: posted.map(({ commentId }) => commentId) }
    })
  }

  async #find(
    on: Queryable,
    request: DraftRequest,
  ): Promise<{ parent: ParentAtRevision; owner: DraftOwner }> {
    const parent = await this.#deps.places.findParent(on, request)
    const { spaceId, changeRequestId } = parent
    if (changeRequestId === null) throw new NotFound('change request', request.changeRequest)
    return { parent, owner: { spaceId, changeRequestId, userId: request.caller.userId } }
  }

  async #present(
    on: Queryable,
    parent: ParentAtRevision,
    owner: DraftOwner,
    id: string,
    format?: CommentFormat,
  ): Promise<DraftComment> {
    const row = await this.#deps.drafts.find(on, owner, id)
    if (!row) throw new NotFound('draft', id)
    const targets = await this.#deps.places.loadTargets(on, parent, [row])
    return presentDraftComment(this.#deps.urls, row, targets, format)
  }
}
