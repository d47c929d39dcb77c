import type { Clock } from '../../../common/clock.ts'
import { Forbidden, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { type Member, presentMember } from '../../organizations/index.ts'
import { readCommentBody } from './body.ts'
import {
  type CommentPlaceReader,
  type CommentRequest,
  noTargets,
  type ParentAtRevision,
} from './place-reader.ts'
import {
  canResolve,
  presentPostPermissions,
  presentComment,
  presentReply,
  type CommentView,
  type CommentViewer,
} from './present.ts'
import type { CommentRepository, CommentRow, CommentParent, PostRow } from './repository.ts'
import type {
  Comment,
  CommentReply,
  CommentFormat,
  ListComments,
  PostComment,
  PostReply,
  UpdateComment,
  UpdateReply,
} from './schema.ts'

interface CommentServiceDependencies {
  database: Database
  comments: CommentRepository
  places: CommentPlaceReader
  clock: Clock
  urls: Urls
}

export class CommentService {
  readonly #deps: CommentServiceDependencies

  constructor(deps: CommentServiceDependencies) {
    this.#deps = deps
  }

  async list(request: CommentRequest, filter: ListComments, paging: Paging): Promise<Page<Comment>> {
    const parent = await this.#deps.places.findParent(this.#deps.database, request)
    const page = await this.#deps.comments.list(this.#deps.database, parent, filter, paging)
    const targets = await this.#deps.places.loadTargets(this.#deps.database, parent, page.items)
    const view = this.#createView(request, filter.format)
    return mapPage(page, (row) => presentComment(view, row, targets))
  }

  async get(request: CommentRequest, id: string, format: CommentFormat): Promise<Comment> {
    const parent = await this.#deps.places.findParent(this.#deps.database, request)
    return this.#present(this.#deps.database, request, parent, id, format)
  }

  /** Reads a comment within the transaction that has changed it. */
  async read(on: Queryable, request: CommentRequest, id: string): Promise<Comment> {
    return this.#present(on, request, await this.#deps.places.findParent(on, request), id)
  }

  /** Posts a comment on the current content of the space or of the change request. */
  post(request: CommentRequest, comment: PostComment): Promise<Comment> {
    return this.#deps.database.transaction((tx) => this.postWithin(tx, request, comment))
  }

  /** Lists what reviews say as a whole, by the ids of the reviews. The request must give the change request by its id. */
  async listForReviews(
    on: Queryable,
    request: CommentRequest & { changeRequest: string },
    reviewIds: string[],
  ): Promise<Map<string, Comment>> {
    const parent = { spaceId: request.space.id, changeRequestId: request.changeRequest }
    const view = this.#createView(request, undefined)
    const rows = await this.#deps.comments.listForReviews(on, parent, reviewIds)
    return new Map(rows.map((row) => [row.reviewId ?? '', presentComment(view, row, noTargets)]))
  }

  /** Posts a comment in the transaction of what it is a part of: a review, or a batch. */
  async postWithin(
    tx: Transaction,
    request: CommentRequest,
    comment: PostComment,
    { reviewId, batchId }: { reviewId?: string | undefined; batchId?: string | undefined } = {},
  ): Promise<Comment> {
    const prepared = await this.#deps.places.prepare(tx, request, comment)
    const id = newId()
    const { userId } = request.caller
    await this.#deps.comments.insert(
      tx,
      { ...prepared, id, userId, reviewId, batchId },
      this.#deps.clock.now(),
    )
    await this.#deps.comments.changeOpenCount(tx, prepared, 1)
    return this.#present(tx, request, prepared, id)
  }

  update(request: CommentRequest, id: string, changes: UpdateComment): Promise<Comment> {
    const { resolved, body, addedReactions: added = [], removedReactions: removed = [] } = changes
    const markdown = body && readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const parent = await this.#deps.places.findParent(tx, request)
      if (resolved !== undefined) await this.#deps.comments.lockCounter(tx, parent)
      const row = await this.#deps.comments.lock(tx, parent, id)
      if (!row) throw new NotFound('comment', id)
      const now = this.#deps.clock.now()
      if (markdown !== undefined) {
        requireEditable(getViewer(request), row)
        await this.#deps.comments.setMarkdown(tx, id, markdown, now)
      }
      if (resolved !== undefined) await this.#resolve(tx, request, parent, row, resolved)
      await this.#deps.comments.changeReactions(
        tx,
        { id, userId: request.caller.userId, added, removed },
        now,
      )
      return this.#present(tx, request, parent, id)
    })
  }

  /** Deletes a comment with its replies. */
  delete(request: CommentRequest, id: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const parent = await this.#deps.places.findParent(tx, request)
      await this.#deps.comments.lockCounter(tx, parent)
      const row = await this.#deps.comments.lock(tx, parent, id)
      if (!row) return false
      requireEditable(getViewer(request), row)
      await this.#deps.comments.delete(tx, id)
      if (row.resolvedAt === null) await this.#deps.comments.changeOpenCount(tx, parent, -1)
      return true
    })
  }

  async listReplies(
    request: CommentRequest,
    commentId: string,
    format: CommentFormat,
    paging: Paging,
  ): Promise<Page<CommentReply>> {
    const parent = await this.#deps.places.findParent(this.#deps.database, request)
    await this.#findComment(this.#deps.database, parent, commentId)
    const page = await this.#deps.comments.listReplies(this.#deps.database, commentId, paging)
    const view = this.#createView(request, format)
    return mapPage(page, (row) => presentReply(view, parent, commentId, row))
  }

  async getReply(
    request: CommentRequest,
    commentId: string,
    id: string,
    format: CommentFormat,
  ): Promise<CommentReply> {
    const parent = await this.#deps.places.findParent(this.#deps.database, request)
    return this.#presentReply(this.#deps.database, request, parent, commentId, id, format)
  }

  postReply(
    request: CommentRequest,
    commentId: string,
    { body }: PostReply,
    format?: CommentFormat,
  ): Promise<CommentReply> {
    const markdown = readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const parent = await this.#deps.places.findParent(tx, request)
      if (!(await this.#deps.comments.lock(tx, parent, commentId))) throw new NotFound('comment', commentId)
      const id = newId()
      const reply = { id, commentId, userId: request.caller.userId, markdown }
      await this.#deps.comments.insertReply(tx, reply, this.#deps.clock.now())
      return this.#presentReply(tx, request, parent, commentId, id, format)
    })
  }

  updateReply(
    request: CommentRequest,
    commentId: string,
    id: string,
    changes: UpdateReply,
  ): Promise<CommentReply> {
    const { body, addedReactions: added = [], removedReactions: removed = [] } = changes
    const markdown = body && readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const parent = await this.#deps.places.findParent(tx, request)
      const row = await this.#deps.comments.lockReply(tx, parent, commentId, id)
      if (!row) throw new NotFound('reply', id)
      const now = this.#deps.clock.now()
      if (markdown !== undefined) {
        requireEditable(getViewer(request), row)
        await this.#deps.comments.setReplyMarkdown(tx, id, markdown, now)
      }
      await this.#deps.comments.changeReplyReactions(
        tx,
        { id, userId: request.caller.userId, added, removed },
        now,
      )
      return this.#presentReply(tx, request, parent, commentId, id)
    })
  }

  deleteReply(request: CommentRequest, commentId: string, id: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const parent = await this.#deps.places.findParent(tx, request)
      const row = await this.#deps.comments.lockReply(tx, parent, commentId, id)
      if (!row) return false
      requireEditable(getViewer(request), row)
      await this.#deps.comments.deleteReply(tx, id)
      return true
    })
  }

  async listCommenters(request: CommentRequest, paging: Paging): Promise<Page<Member>> {
    const parent = await this.#deps.places.findParent(this.#deps.database, request)
    const { organizationId } = request.space
    const page = await this.#deps.comments.listCommenters(this.#deps.database, organizationId, parent, paging)
    return mapPage(page, (row) => presentMember(this.#deps.urls, row))
  }

  /** Resolves or reopens a comment. Resolving a resolved comment changes neither the resolver nor the counter. */
  async #resolve(
    tx: Transaction,
    request: CommentRequest,
    parent: CommentParent,
    row: CommentRow,
    resolved: boolean,
  ): Promise<void> {
    if (!canResolve(getViewer(request), row)) {
      throw new Forbidden(
        'You need the editor role, or must be the author, to resolve or reopen this comment.',
      )
    }
    if (resolved === (row.resolvedAt !== null)) return
    if (resolved) {
      await this.#deps.comments.resolve(tx, row.id, request.caller.userId, this.#deps.clock.now())
    } else {
      await this.#deps.comments.reopen(tx, row.id)
    }
    await this.#deps.comments.changeOpenCount(tx, parent, resolved ? -1 : 1)
  }

  async #findComment(on: Queryable, parent: CommentParent, id: string): Promise<CommentRow> {
    const row = await this.#deps.comments.find(on, parent, id)
    if (!row) throw new NotFound('comment', id)
    return row
  }

  async #present(
    on: Queryable,
    request: CommentRequest,
    parent: ParentAtRevision,
    id: string,
    format?: CommentFormat,
  ): Promise<Comment> {
    const row = await this.#findComment(on, parent, id)
    const targets = await this.#deps.places.loadTargets(on, parent, [row])
    return presentComment(this.#createView(request, format), row, targets)
  }

  async #presentReply(
    on: Queryable,
    request: CommentRequest,
    parent: CommentParent,
    commentId: string,
    id: string,
    format?: CommentFormat,
  ): Promise<CommentReply> {
    const row = await this.#deps.comments.findReply(on, parent, commentId, id)
    if (!row) throw new NotFound('reply', id)
    return presentReply(this.#createView(request, format), parent, commentId, row)
  }

  #createView(request: CommentRequest, format: CommentFormat): CommentView {
    return { urls: this.#deps.urls, viewer: getViewer(request), format }
  }
}

const getViewer = ({ caller, space }: CommentRequest): CommentViewer => ({
  userId: caller.userId,
  role: space.role,
})

function requireEditable(viewer: CommentViewer, row: PostRow): void {
  if (!presentPostPermissions(viewer, row).edit) {
    throw new Forbidden('Only the author and admins of the space may change or delete this.')
  }
}
