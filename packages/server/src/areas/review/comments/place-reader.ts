import type { RevisionView } from '@verso/revisions'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Invalid } from '../../../common/errors.ts'
import type { Queryable, Transaction } from '../../../database/database.ts'
import type { ChangeRequestService, RevisionStore } from '../../content/index.ts'
import type { AnchorReader } from './anchor-reader.ts'
import { anchorComment, requireReplaceable } from './anchors.ts'
import { readCommentBody } from './body.ts'
import { snapshotPage, snapshotPages } from './page-snapshots.ts'
import type { CommentTargets } from './present.ts'
import type { CommentParent, CommentRepository, NewComment, PlacedRow } from './repository.ts'
import type { PostComment } from './schema.ts'

/** The caller, and what the comments are on: a space or, where its id or number is given, a change request. */
export interface CommentRequest {
  caller: Caller
  space: Subjects['space']
  changeRequest: string | undefined
}

/** What comments are on, with its current revision. */
export interface ParentAtRevision extends CommentParent {
  revisionId: string
}

/** What a comment says, and where, before it is stored. */
export type PreparedComment = Omit<NewComment, 'id' | 'userId' | 'reviewId' | 'batchId'>

interface PlaceReaderDependencies {
  comments: CommentRepository
  changeRequests: ChangeRequestService
  revisionStore: RevisionStore
  anchors: AnchorReader
}

export const noTargets: CommentTargets = { pages: new Map(), positions: new Map() }

/** Finds what comments are on: spaces and change requests, their pages, and the words of these. */
export class CommentPlaceReader {
  readonly #deps: PlaceReaderDependencies

  constructor(deps: PlaceReaderDependencies) {
    this.#deps = deps
  }

  async findParent(on: Queryable, { space, changeRequest }: CommentRequest): Promise<ParentAtRevision> {
    if (changeRequest === undefined) {
      return { spaceId: space.id, changeRequestId: null, revisionId: space.revisionId }
    }
    const { id, revisionId } = await this.#deps.changeRequests.locate(on, space, changeRequest)
    return { spaceId: space.id, changeRequestId: id, revisionId }
  }

  /** Locks what a new comment is on, and finds the place of the comment in it. */
  async prepare(tx: Transaction, request: CommentRequest, comment: PostComment): Promise<PreparedComment> {
    const { page: pageId, node, tableCell, quote, suggestion } = comment
    const markdown = readText(request, comment)
    const isAnchored = node !== undefined || quote !== undefined
    if (pageId === undefined && (isAnchored || tableCell !== undefined)) {
      throw new Invalid('body.page must be given with body.node, body.quote and body.tableCell.')
    }
    const parent = await this.#lockParent(tx, request, isAnchored)
    const content = pageId === undefined ? undefined : await this.#openContent(tx, parent)
    const page = content && pageId !== undefined ? await snapshotPage(content, pageId) : undefined
    const words =
      content && page && isAnchored ? await this.#deps.anchors.readWords(content, page.document) : undefined
    const anchor = words && anchorComment(words, { node, quote })
    if (anchor && words && suggestion) requireReplaceable(anchor, words, suggestion.replacement)
    return {
      ...parent,
      markdown,
      page,
      nodeId: anchor?.node,
      nodePreview: anchor?.preview,
      quote: anchor?.quote,
      suggestion: suggestion?.replacement,
      tableCell,
    }
  }

  /** Loads the current state of what comments are on. */
  async loadTargets(
    on: Queryable,
    parent: ParentAtRevision,
    rows: readonly PlacedRow[],
  ): Promise<CommentTargets> {
    const ids = rows.flatMap(({ page }) => page?.id ?? [])
    if (ids.length === 0) return noTargets
    const content = await this.#openContent(on, parent)
    const pages = await snapshotPages(content, ids)
    return { pages, positions: await this.#deps.anchors.locate(content, rows, pages) }
  }

  /** Opens the content that comments are on. The revision is cached, because one request needs it several times. */
  async #openContent(on: Queryable, { spaceId, revisionId }: ParentAtRevision): Promise<RevisionView> {
    const revision = await this.#deps.revisionStore.find(on, spaceId, revisionId)
    if (!revision) throw new Error(`revision ${revisionId} does not exist`)
    return this.#deps.revisionStore.createView(on, revision.resolvedRoot)
  }

  /** Locks what a new comment is on. One on words is on what people have written until now. */
  async #lockParent(
    tx: Transaction,
    request: CommentRequest,
    isAnchored: boolean,
  ): Promise<ParentAtRevision> {
    if (isAnchored && request.changeRequest !== undefined) {
      // This locks what the counter is in too, and more of it: locked less at first, two requests would wait for each other.
      await this.#deps.changeRequests.savePendingTexts(tx, request.space, request.changeRequest)
      return this.findParent(tx, request)
    }
    const parent = await this.findParent(tx, request)
    await this.#deps.comments.lockCounter(tx, parent)
    return parent
  }
}

function readText({ changeRequest }: CommentRequest, { body, quote, suggestion }: PostComment): string {
  if (suggestion && (quote === undefined || changeRequest === undefined)) {
    throw new Invalid('body.suggestion needs body.quote, on a page of a change request.')
  }
  if (!body && !suggestion) throw new Invalid('body.body must be given, or body.suggestion.')
  return body ? readCommentBody(body) : ''
}
