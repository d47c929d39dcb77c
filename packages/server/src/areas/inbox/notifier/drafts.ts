import { listReferences, parseMarkdown } from '@verso/markdown'
import { minutes } from '../../../common/clock.ts'
import type { Transaction } from '../../../database/database.ts'
import { plannedMergeEnds } from '../../content/index.ts'
import type { CommentPost, NewNotification, NotifierRepository, SourceEvent } from './repository.ts'

/** The events that people may have to be told of. */
export const sourceTypes = [
  'comment_created',
  'comment_updated',
  'comment_replied',
  'review_requested',
  'review_submitted',
  'change_request_status_updated',
  'change_request_conflicted',
  'planned_merge_ended',
  'job_updated',
]

/** Work that runs long after somebody has started it, of which they hear when it fails. */
const reportedTasks = new Set(['git-import', 'git-export', 'translate'])

/** A comment whose text is older than its event was not edited: somebody has reacted to it or resolved it. */
const EDIT_PERIOD_MS = 1 * minutes

type NotificationKind = NewNotification['kind']

/** A notification before it is known whether its recipient may see what it is about. */
export type NotificationDraft = Pick<NewNotification, 'userId' | 'kind' | 'source'> & Partial<NewNotification>

/** Decides who is told of an event. Several drafts may be for one person: the first one counts. */
export class DraftWriter {
  readonly #repository: NotifierRepository

  constructor(repository: NotifierRepository) {
    this.#repository = repository
  }

  async write(tx: Transaction, event: SourceEvent): Promise<NotificationDraft[]> {
    const drafts = await this.#write(tx, event)
    const recipients = new Set<string>()
    return drafts.filter(({ userId, actorId }) => {
      // Nobody is told of what they did themselves.
      if (userId === actorId || recipients.has(userId)) return false
      recipients.add(userId)
      return true
    })
  }

  #write(tx: Transaction, event: SourceEvent): Promise<NotificationDraft[]> {
    switch (event.type) {
      case 'comment_created':
      case 'comment_updated':
      case 'comment_replied':
        return this.#writeForComment(tx, event)
      case 'review_requested':
        return this.#writeForReviewRequest(tx, event)
      case 'review_submitted':
        return this.#writeForReview(tx, event)
      case 'planned_merge_ended':
        return this.#writeForPlannedMerge(tx, event)
      case 'job_updated':
        return this.#writeForJob(tx, event)
      default:
        return this.#writeForChangeRequest(tx, event)
    }
  }

  async #writeForComment(
    tx: Transaction,
    { type, data, createdAt }: SourceEvent,
  ): Promise<NotificationDraft[]> {
    const { batch, comment: commentId, reply: replyId } = data
    if (batch !== undefined) return this.#writeForBatch(tx, batch)
    if (commentId === undefined) return []
    const post = await this.#repository.findComment(tx, commentId, replyId)
    if (!post) return []
    const draft = (userId: string, kind: NotificationKind, source: string): NotificationDraft => ({
      commentId,
      ...(replyId !== undefined && { replyId }),
      actorId: post.postedBy,
      userId,
      kind,
      source,
    })
    const mentions = listMentions(post.markdown).map((userId) =>
      draft(userId, 'mention', `mention ${replyId ?? commentId}`),
    )
    if (type === 'comment_updated') return wasEdited(post, createdAt) ? mentions : []
    const replies = `replies ${commentId}`
    const talkers = listTalkers(post, replyId !== undefined)
    const author = post.changeRequestBy === null || post.isPart ? [] : [post.changeRequestBy]
    return [
      ...mentions,
      ...talkers.map((userId) => draft(userId, 'reply', replies)),
      ...author.map((userId) =>
        draft(userId, 'comment', replyId === undefined ? `comment ${commentId}` : replies),
      ),
    ]
  }

  /** The author of a change request is told once of all comments of a batch, or by the review that they came with. */
  async #writeForBatch(tx: Transaction, batch: string): Promise<NotificationDraft[]> {
    const posts = await this.#repository.listBatch(tx, batch)
    const mentions = posts.flatMap(({ commentId, markdown, postedBy: actorId }) =>
      listMentions(markdown).map((userId) => ({
        userId,
        kind: 'mention' as const,
        source: `mention ${commentId}`,
        commentId,
        actorId,
      })),
    )
    const [first] = posts
    if (!first || first.isInReview || first.changeRequestBy === null) return mentions
    const { commentId, changeRequestBy: userId, postedBy: actorId } = first
    return [...mentions, { userId, kind: 'comment', source: `comments ${batch}`, commentId, actorId }]
  }

  async #writeForReviewRequest(tx: Transaction, { data }: SourceEvent): Promise<NotificationDraft[]> {
    const { changeRequest = '', user = '' } = data
    const request = await this.#repository.findReviewRequest(tx, changeRequest, user)
    if (!request) return []
    const source = `review request ${changeRequest}`
    return [{ userId: user, kind: 'review_requested', source, actorId: request.requestedBy }]
  }

  async #writeForReview(tx: Transaction, { data }: SourceEvent): Promise<NotificationDraft[]> {
    const { changeRequest = '', review: reviewId = '' } = data
    const review = await this.#repository.findReview(tx, reviewId)
    const people = await this.#repository.findPeople(tx, changeRequest)
    if (!review) return []
    const { reviewerId, requestedBy } = review
    const source = `review ${changeRequest} ${reviewerId}`
    return [people?.createdBy, requestedBy].flatMap((userId) =>
      userId ? { kind: 'review_submitted' as const, source, reviewId, actorId: reviewerId, userId } : [],
    )
  }

  async #writeForChangeRequest(tx: Transaction, { type, data }: SourceEvent): Promise<NotificationDraft[]> {
    const { changeRequest = '', status, revision } = data
    const people = await this.#repository.findPeople(tx, changeRequest)
    if (!people) return []
    const writers = [people.createdBy, ...people.contributors].filter((userId) => userId !== null)
    if (type === 'change_request_conflicted') {
      const source = `conflict ${changeRequest}`
      // Conflicts come with an edit of the change request, or with one of the space.
      if (revision === undefined) {
        const { createdBy: userId, lastEditedBy: actorId } = people
        return userId === null ? [] : [{ userId, kind: 'conflict', source, actorId }]
      }
      const actorId = await this.#repository.findRevisionAuthor(tx, revision)
      return writers.map((userId) => ({ userId, kind: 'conflict', source, actorId }))
    }
    if (status !== 'merged') return []
    const source = `merge ${changeRequest}`
    return writers.map((userId) => ({ userId, kind: 'merged', source, actorId: people.mergedBy }))
  }

  /** Whoever planned a merge, and the author, hear that it was taken back. */
  async #writeForPlannedMerge(tx: Transaction, { data }: SourceEvent): Promise<NotificationDraft[]> {
    const { changeRequest = '', user: plannedBy, endedBy: actorId } = data
    const people = await this.#repository.findPeople(tx, changeRequest)
    const reason = plannedMergeEnds.find((end) => end === data['reason'])
    if (!people || reason === undefined) return []
    const source = `planned merge ${changeRequest}`
    return [plannedBy, people.createdBy].flatMap((userId) =>
      userId ? { userId, kind: 'merge_canceled' as const, source, reason, actorId: actorId ?? null } : [],
    )
  }

  async #writeForJob(
    tx: Transaction,
    { organizationId, spaceId, data }: SourceEvent,
  ): Promise<NotificationDraft[]> {
    const { job: taskId = '', status } = data
    if (status !== 'failed') return []
    const task = await this.#repository.findFailedTask(tx, taskId)
    if (!task || !reportedTasks.has(task.type)) return []
    const userIds =
      task.createdBy === null ? await this.#repository.listAdmins(tx, organizationId) : [task.createdBy]
    const source = `failure ${task.type} ${spaceId}`
    return userIds.map((userId) => ({ userId, kind: 'job_failed', source, taskId }))
  }
}

/** The people that a text mentions. */
function listMentions(markdown: string): string[] {
  const references = listReferences(parseMarkdown(markdown).document)
  return [...new Set(references.flatMap(({ ref }) => (ref.kind === 'user' ? ref.user : [])))]
}

/** Those who have said something before in the same thread. */
const listTalkers = ({ commentBy, repliedBy }: CommentPost, isReply: boolean): string[] =>
  isReply ? [...(commentBy === null ? [] : [commentBy]), ...repliedBy] : []

const wasEdited = ({ writtenAt }: CommentPost, eventAt: string): boolean =>
  Date.parse(writtenAt) > Date.parse(eventAt) - EDIT_PERIOD_MS
