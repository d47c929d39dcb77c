import type { Urls } from '../../../common/urls.ts'
import { omitEmail, presentUser } from '../../identity/index.ts'
import type { NotificationRow } from './repository.ts'
import type { Notification } from './schema.ts'

const MAX_TEXT_LENGTH = 280

export const presentNotification = (urls: Urls, row: NotificationRow): Notification => ({
  object: 'notification',
  id: row.id,
  kind: row.kind,
  organization: row.organizationId,
  space: { id: row.spaceId, title: row.spaceTitle },
  ...(row.changeRequestId !== null && {
    changeRequest: {
      id: row.changeRequestId,
      number: row.changeRequestNumber ?? 0,
      subject: row.changeRequestSubject ?? '',
    },
  }),
  ...(row.commentId !== null && {
    comment: {
      id: row.commentId,
      ...(row.replyId !== null && { reply: row.replyId }),
      ...(row.commentPageId !== null && { page: row.commentPageId }),
      text: shortenText(nameMentions(row.text ?? '')),
    },
  }),
  ...(row.reviewId !== null && {
    review: {
      id: row.reviewId,
      status: row.reviewStatus === 'approved' ? 'approved' : 'changes-requested',
    },
  }),
  ...(row.taskId !== null && { job: { id: row.taskId, type: row.taskType ?? '' } }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.actor && { actor: omitEmail(presentUser(urls, row.actor)) }),
  createdAt: row.createdAt,
  ...(row.readAt !== null && { readAt: row.readAt }),
})

const mentionPattern = /\[(@(?:\\.|[^\]\\\n])*)\]\(\/users\/[\w-]+ "mention"\)/g

/** Writes mentions as they read, without their addresses. */
const nameMentions = (text: string): string =>
  text.replace(mentionPattern, (_, name: string) => name.replace(/\\(.)/g, '$1'))

const shortenText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : text
