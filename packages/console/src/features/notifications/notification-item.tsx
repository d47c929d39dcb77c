import { Link, type LinkProps } from '@tanstack/react-router'
import type { Notification } from '../../api/operations.ts'
import { useFormats } from '../../locales/index.ts'
import { type NotificationWords, useNotificationWords } from '../../locales/features/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import {
  at,
  check,
  circleCheck,
  circleExclamation,
  codeMerge,
  codePullRequest,
  comment,
  envelope,
  type IconPath,
  triangleExclamation,
} from '../../ui/icon-paths.ts'
import { useNotificationWrites } from './use-notifications.ts'

const icons: Record<Notification['kind'], IconPath> = {
  mention: at,
  reply: comment,
  comment,
  review_requested: codePullRequest,
  review_submitted: circleCheck,
  merged: codeMerge,
  merge_canceled: circleExclamation,
  conflict: triangleExclamation,
  job_failed: circleExclamation,
}

/** Where one sees what it is about. */
function findTarget({ kind, organization, space, changeRequest, comment: said }: Notification): LinkProps {
  if (kind === 'job_failed') {
    return { to: '/orgs/$organizationId/jobs', params: { organizationId: organization } }
  }
  const anchor = said && { hash: `comment-${said.reply ?? said.id}` }
  if (!changeRequest) {
    // What is said about a page of the space is read beside it.
    return said?.page === undefined
      ? { to: '/spaces/$spaceId', params: { spaceId: space.id } }
      : { to: '/spaces/$spaceId/pages/$pageId', params: { spaceId: space.id, pageId: said.page }, ...anchor }
  }
  const params = { spaceId: space.id, changeRequestId: changeRequest.id }
  if (kind === 'conflict') return { to: '/spaces/$spaceId/change-requests/$changeRequestId', params }
  return {
    to: '/spaces/$spaceId/change-requests/$changeRequestId/review',
    params,
    ...anchor,
  }
}

function describe(
  { kind, actor, review, reason = 'canceled' }: Notification,
  words: NotificationWords['notifications'],
): string {
  const name = actor?.displayName ?? words.somebody
  if (kind === 'merge_canceled') return words.mergeCanceled[reason](name)
  if (kind !== 'review_submitted') return words.kinds[kind](name)
  return review?.status === 'approved' ? words.kinds.approved(name) : words.kinds.changes_requested(name)
}

interface NotificationItemProps {
  organizationId: string
  notification: Notification
}

/** One thing that a person should know. Opening it marks it as read. */
export function NotificationItem({ organizationId, notification }: NotificationItemProps) {
  const { notifications, common } = useNotificationWords()
  const { relativeTime, dateTime } = useFormats()
  const { setRead } = useNotificationWrites(organizationId)
  const { id, kind, space, changeRequest, comment: said, createdAt } = notification
  const isRead = notification.readAt !== undefined
  const isRefusal = notification.review?.status === 'changes-requested'
  const place = changeRequest ? changeRequest.subject || common.untitled : space.title
  return (
    <li className="item plain-item notification" data-unread={!isRead}>
      <Icon of={isRefusal ? circleExclamation : icons[kind]} />
      <div className="grow">
        <Link
          className="notification-link"
          {...findTarget(notification)}
          onClick={() => {
            if (!isRead) setRead(id, true)
          }}
        >
          {!isRead && <span className="sr">{notifications.unread} </span>}
          <bdi>{describe(notification, notifications)}</bdi>
        </Link>
        <div className="meta">
          <bdi className="cut">{place}</bdi>
          {changeRequest && <span>#{changeRequest.number}</span>}
          <time dateTime={createdAt} title={dateTime(createdAt)}>
            {relativeTime(createdAt)}
          </time>
        </div>
        {said && (
          <p className="notification-text" dir="auto">
            {said.text}
          </p>
        )}
      </div>
      <Button
        look="quiet"
        isIconOnly
        icon={isRead ? envelope : check}
        label={isRead ? notifications.markUnread : notifications.markRead}
        onPress={() => setRead(id, !isRead)}
      />
    </li>
  )
}
