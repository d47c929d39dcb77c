import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { Forbidden, Invalid, NotFound } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Urls } from '../../../common/urls.ts'
import type { ChangeRequestService, RevisionStore, DocumentParser } from '../../content/index.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { type Member, presentMember } from '../../organizations/index.ts'
import { readCommentBody } from './body.ts'
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
  CommentBodyInput,
  Comment,
  CommentReply,
  CommentFormat,
  ListComments,
  PostComment,
  PostReply,
  UpdateComment,
  UpdateReply,
} from './schema.ts'
import { snapshotPage, snapshotPages, type PageSnapshot, readBlockPreview } from './page-snapshots.ts'

type Space = Subjects['space']

/** Who asks about the comments of what: of a space itself or, where one is named, of a change request. */
export interface CommentRequest {
  caller: Caller
  space: Space
  changeRequest: string | undefined
}

/** A place, and the revision that it shows now. */
interface ParentAtRevision extends CommentParent {
  revisionId: string
}

interface CommentServiceDependencies {
  database: Database
  comments: CommentRepository
  changeRequests: ChangeRequestService
  revisionStore: RevisionStore
  documentParser: DocumentParser
  clock: Clock
  urls: Urls
}

export class CommentService {
  readonly #deps: CommentServiceDependencies

  constructor(deps: CommentServiceDependencies) {
    this.#deps = deps
  }

  async list(asked: CommentRequest, filter: ListComments, paging: Paging): Promise<Page<Comment>> {
    const place = await this.#locate(this.#deps.database, asked)
    const page = await this.#deps.comments.list(this.#deps.database, place, filter, paging)
    const pages = await this.#pagesNow(this.#deps.database, place, page.items)
    const view = this.#view(asked, filter.format)
    return mapPage(page, (row) => presentComment(view, row, pages.get(row.page?.id ?? '')))
  }

  async get(asked: CommentRequest, id: string, format: CommentFormat): Promise<Comment> {
    const place = await this.#locate(this.#deps.database, asked)
    return this.#present(this.#deps.database, asked, place, id, format)
  }

  /** On the content as it is now: of the space, or of the change request. */
  post(asked: CommentRequest, comment: PostComment): Promise<Comment> {
    return this.#deps.database.transaction((tx) => this.#post(tx, asked, comment))
  }

  /** As part of a review, in its transaction, which holds the change request. */
  async postInReview(tx: Transaction, asked: CommentRequest, reviewId: string, body: CommentBodyInput): Promise<void> {
    await this.#post(tx, asked, { body }, reviewId)
  }

  /** The comments that reviews of a change request, named by its id, carry: by the reviews. */
  async listForReviews(
    on: Queryable,
    asked: CommentRequest & { changeRequest: string },
    reviewIds: string[],
  ): Promise<Map<string, Comment>> {
    const place = { spaceId: asked.space.id, changeRequestId: asked.changeRequest }
    const view = this.#view(asked, undefined)
    const rows = await this.#deps.comments.listForReviews(on, place, reviewIds)
    return new Map(rows.map((row) => [row.reviewId ?? '', presentComment(view, row, undefined)]))
  }

  async #post(
    tx: Transaction,
    asked: CommentRequest,
    { body, page: pageId, node, tableCell }: PostComment,
    reviewId?: string,
  ): Promise<Comment> {
    const markdown = readCommentBody(body)
    if (pageId === undefined && (node !== undefined || tableCell !== undefined)) {
      throw new Invalid('body.page must be given: nodes and table cells are in a page.')
    }
    const place = await this.#locate(tx, asked)
    await this.#deps.comments.lockCounter(tx, place)
    const page = pageId === undefined ? undefined : await this.#findPage(tx, place, pageId)
    const id = newId()
    await this.#deps.comments.insert(
      tx,
      {
        ...place,
        id,
        userId: asked.caller.userId,
        markdown,
        page,
        nodeId: node,
        nodePreview: page && node !== undefined ? await this.#preview(tx, place, page, node) : undefined,
        tableCell,
        reviewId,
      },
      this.#deps.clock.now(),
    )
    await this.#deps.comments.changeOpenCount(tx, place, 1)
    return this.#present(tx, asked, place, id)
  }

  update(asked: CommentRequest, id: string, changes: UpdateComment): Promise<Comment> {
    const { resolved, body, addedReactions: added = [], removedReactions: removed = [] } = changes
    const markdown = body && readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const place = await this.#locate(tx, asked)
      if (resolved !== undefined) await this.#deps.comments.lockCounter(tx, place)
      const row = await this.#deps.comments.lock(tx, place, id)
      if (!row) throw new NotFound('comment', id)
      const now = this.#deps.clock.now()
      if (markdown !== undefined) {
        requireOwn(viewerOf(asked), row)
        await this.#deps.comments.setMarkdown(tx, id, markdown, now)
      }
      if (resolved !== undefined) await this.#resolve(tx, asked, place, row, resolved)
      await this.#deps.comments.changeReactions(tx, { id, userId: asked.caller.userId, added, removed }, now)
      return this.#present(tx, asked, place, id)
    })
  }

  /** With its replies. */
  delete(asked: CommentRequest, id: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const place = await this.#locate(tx, asked)
      await this.#deps.comments.lockCounter(tx, place)
      const row = await this.#deps.comments.lock(tx, place, id)
      if (!row) return false
      requireOwn(viewerOf(asked), row)
      await this.#deps.comments.delete(tx, id)
      if (row.resolvedAt === null) await this.#deps.comments.changeOpenCount(tx, place, -1)
      return true
    })
  }

  async listReplies(
    asked: CommentRequest,
    commentId: string,
    format: CommentFormat,
    paging: Paging,
  ): Promise<Page<CommentReply>> {
    const place = await this.#locate(this.#deps.database, asked)
    await this.#require(this.#deps.database, place, commentId)
    const page = await this.#deps.comments.listReplies(this.#deps.database, commentId, paging)
    const view = this.#view(asked, format)
    return mapPage(page, (row) => presentReply(view, place, commentId, row))
  }

  async getReply(asked: CommentRequest, commentId: string, id: string, format: CommentFormat): Promise<CommentReply> {
    const place = await this.#locate(this.#deps.database, asked)
    return this.#presentReply(this.#deps.database, asked, place, commentId, id, format)
  }

  postReply(asked: CommentRequest, commentId: string, { body }: PostReply, format?: CommentFormat): Promise<CommentReply> {
    const markdown = readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const place = await this.#locate(tx, asked)
      if (!(await this.#deps.comments.lock(tx, place, commentId))) throw new NotFound('comment', commentId)
      const id = newId()
      const reply = { id, commentId, userId: asked.caller.userId, markdown }
      await this.#deps.comments.insertReply(tx, reply, this.#deps.clock.now())
      return this.#presentReply(tx, asked, place, commentId, id, format)
    })
  }

  updateReply(asked: CommentRequest, commentId: string, id: string, changes: UpdateReply): Promise<CommentReply> {
    const { body, addedReactions: added = [], removedReactions: removed = [] } = changes
    const markdown = body && readCommentBody(body)
    return this.#deps.database.transaction(async (tx) => {
      const place = await this.#locate(tx, asked)
      const row = await this.#deps.comments.lockReply(tx, place, commentId, id)
      if (!row) throw new NotFound('reply', id)
      const now = this.#deps.clock.now()
      if (markdown !== undefined) {
        requireOwn(viewerOf(asked), row)
        await this.#deps.comments.setReplyMarkdown(tx, id, markdown, now)
      }
      await this.#deps.comments.changeReplyReactions(tx, { id, userId: asked.caller.userId, added, removed }, now)
      return this.#presentReply(tx, asked, place, commentId, id)
    })
  }

  deleteReply(asked: CommentRequest, commentId: string, id: string): Promise<boolean> {
    return this.#deps.database.transaction(async (tx) => {
      const place = await this.#locate(tx, asked)
      const row = await this.#deps.comments.lockReply(tx, place, commentId, id)
      if (!row) return false
      requireOwn(viewerOf(asked), row)
      await this.#deps.comments.deleteReply(tx, id)
      return true
    })
  }

  async listCommenters(asked: CommentRequest, paging: Paging): Promise<Page<Member>> {
    const place = await this.#locate(this.#deps.database, asked)
    const { organizationId } = asked.space
    const page = await this.#deps.comments.listCommenters(this.#deps.database, organizationId, place, paging)
    return mapPage(page, (row) => presentMember(this.#deps.urls, row))
  }

  /** Resolving what is resolved changes nothing: not who did it, and not the count. */
  async #resolve(
    tx: Transaction,
    asked: CommentRequest,
    place: CommentParent,
    row: CommentRow,
    resolved: boolean,
  ): Promise<void> {
    if (!canResolve(viewerOf(asked), row)) {
      throw new Forbidden('Only the author and those who may edit the space resolve and reopen this comment.')
    }
    if (resolved === (row.resolvedAt !== null)) return
    if (resolved)
      await this.#deps.comments.resolve(tx, row.id, asked.caller.userId, this.#deps.clock.now())
    else await this.#deps.comments.reopen(tx, row.id)
    await this.#deps.comments.changeOpenCount(tx, place, resolved ? -1 : 1)
  }

  async #locate(on: Queryable, { space, changeRequest }: CommentRequest): Promise<ParentAtRevision> {
    if (changeRequest === undefined) {
      return { spaceId: space.id, changeRequestId: null, revisionId: space.revisionId }
    }
    const { id, revisionId } = await this.#deps.changeRequests.locate(on, space, changeRequest)
    return { spaceId: space.id, changeRequestId: id, revisionId }
  }

  async #findPage(on: Queryable, { spaceId, revisionId }: ParentAtRevision, id: string): Promise<PageSnapshot> {
    const [{ resolvedRoot: shown }] = await this.#deps.revisionStore.findAll(on, spaceId, [revisionId])
    return snapshotPage(this.#deps.revisionStore.createView(on, shown), id)
  }

  async #preview(
    on: Queryable,
    { spaceId, revisionId }: ParentAtRevision,
    { document: hash }: PageSnapshot,
    node: string,
  ): Promise<string | undefined> {
    if (hash === null) return undefined
    const [{ resolvedRoot: shown }] = await this.#deps.revisionStore.findAll(on, spaceId, [revisionId])
    const markdown = (await this.#deps.revisionStore.createView(on, shown).documents([hash])).get(hash) ?? ''
    return readBlockPreview(await this.#deps.documentParser.parse(hash, markdown), node)
  }

  /** What has become of the pages that comments are on. */
  async #pagesNow(
    on: Queryable,
    { spaceId, revisionId }: ParentAtRevision,
    rows: CommentRow[],
  ): Promise<Map<string, PageSnapshot>> {
    const ids = rows.flatMap(({ page }) => page?.id ?? [])
    if (ids.length === 0) return new Map()
    const [{ resolvedRoot: shown }] = await this.#deps.revisionStore.findAll(on, spaceId, [revisionId])
    return snapshotPages(this.#deps.revisionStore.createView(on, shown), ids)
  }

  async #require(on: Queryable, place: CommentParent, id: string): Promise<CommentRow> {
    const row = await this.#deps.comments.find(on, place, id)
    if (!row) throw new NotFound('comment', id)
    return row
  }

  async #present(on: Queryable, asked: CommentRequest, place: ParentAtRevision, id: string, format?: CommentFormat): Promise<Comment> {
    const row = await this.#require(on, place, id)
    const pages = await this.#pagesNow(on, place, [row])
    return presentComment(this.#view(asked, format), row, pages.get(row.page?.id ?? ''))
  }

  async #presentReply(
    on: Queryable,
    asked: CommentRequest,
    place: CommentParent,
    commentId: string,
    id: string,
    format?: CommentFormat,
  ): Promise<CommentReply> {
    const row = await this.#deps.comments.findReply(on, place, commentId, id)
    if (!row) throw new NotFound('reply', id)
    return presentReply(this.#view(asked, format), place, commentId, row)
  }

  #view(asked: CommentRequest, format: CommentFormat): CommentView {
    return { urls: this.#deps.urls, viewer: viewerOf(asked), format }
  }
}

const viewerOf = ({ caller, space }: CommentRequest): CommentViewer => ({ userId: caller.userId, role: space.role })

function requireOwn(viewer: CommentViewer, row: PostRow): void {
  if (!presentPostPermissions(viewer, row).edit) {
    throw new Forbidden('Only the author and admins of the space may change or delete this.')
  }
}
