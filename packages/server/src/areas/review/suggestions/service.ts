import type { Clock } from '../../../common/clock.ts'
import { Conflict, NotFound } from '../../../common/errors.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type {
  ChangeRequestService,
  LockedChangeRequest,
  PageTextWriter,
  RevisionStore,
  TextWorkers,
} from '../../content/index.ts'
import type { AnchorReader } from '../comments/anchor-reader.ts'
import type { CommentRepository, CommentRow } from '../comments/repository.ts'
import type { Comment } from '../comments/schema.ts'
import type { CommentRequest } from '../comments/place-reader.ts'
import type { CommentService } from '../comments/service.ts'

interface SuggestionServiceDependencies {
  database: Database
  comments: CommentRepository
  commentReader: CommentService
  changeRequests: ChangeRequestService
  revisionStore: RevisionStore
  anchors: AnchorReader
  pageTexts: PageTextWriter
  textWorkers: TextWorkers
  clock: Clock
}

/** Applies what comments suggest instead of the words that they are on. */
export class SuggestionService {
  readonly #deps: SuggestionServiceDependencies

  constructor(deps: SuggestionServiceDependencies) {
    this.#deps = deps
  }

  /** Replaces the words of a comment by those that it suggests, and resolves the comment; or changes nothing. */
  apply(request: CommentRequest & { changeRequest: string }, id: string): Promise<Comment> {
    const { database, comments, commentReader, changeRequests, pageTexts, clock } = this.#deps
    const { caller, space } = request
    return database.transaction(async (tx) => {
      // The space and the change request are locked before the comment, as they are by all who lock several of them.
      const { id: changeRequestId } = await pageTexts.lock(tx, space.id, request.changeRequest)
      const parent = { spaceId: space.id, changeRequestId }
      const row = await comments.lock(tx, parent, id)
      if (!row) throw new NotFound('comment', id)
      const replacement = requireSuggestion(row)
      await changeRequests.lockEditable(tx, space, changeRequestId)
      // What people are typing is saved first: the words are looked for in what they see.
      await changeRequests.savePendingTexts(tx, space, changeRequestId)
      const changeRequest = await pageTexts.lock(tx, space.id, changeRequestId)
      const { pageId, markdown } = await this.#replaceWords(tx, changeRequest, row, replacement)
      const userIds = [...new Set([row.postedById ?? caller.userId, caller.userId])]
      await pageTexts.write(tx, changeRequest, { pageId, markdown, userIds, replacesHead: false })
      await comments.markApplied(tx, id, caller.userId, clock.now())
      await comments.changeOpenCount(tx, parent, -1)
      return commentReader.read(tx, request, id)
    })
  }

  /** The text of the page with the new words. Throws Conflict where the words of the comment are gone. */
  async #replaceWords(
    tx: Transaction,
    { head }: LockedChangeRequest,
    { page, quote }: CommentRow,
    replacement: string,
  ): Promise<{ pageId: string; markdown: string }> {
    const { revisionStore, anchors, pageTexts, textWorkers } = this.#deps
    const text = page && (await pageTexts.find(tx, head, page.id))
    if (!page || !quote || !text) {
      throw new Conflict('The page that this suggestion is on is not in the change request any more.')
    }
    const view = revisionStore.createView(tx, head.root)
    const hashes = { base: page.document, current: text.hash === '' ? null : text.hash }
    const range = await anchors.locateWords(view, quote, hashes)
    if (!range) {
      throw new Conflict(
        'The words that this suggestion is on were changed since. Look at the page, and write the change yourself.',
      )
    }
    const written = await textWorkers.replaceWords({ markdown: text.markdown, range, replacement })
    if ('problem' in written) {
      throw new Conflict(`The page cannot have these words at this place: ${written.problem}`)
    }
    return { pageId: page.id, markdown: written.markdown }
  }
}

/** Returns the words that a comment suggests. Throws Conflict where there is nothing to apply any more. */
function requireSuggestion({ suggestion, appliedAt, resolvedAt }: CommentRow): string {
  if (suggestion === null) throw new Conflict('This comment suggests nothing.')
  if (appliedAt !== null) throw new Conflict('This suggestion was applied already.')
  if (resolvedAt !== null) {
    throw new Conflict(
      'This suggestion was dismissed: its comment is resolved. Open the comment again first.',
    )
  }
  return suggestion
}
