import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { bell } from '../../ui/icon-paths.ts'
import { unreadRead } from './use-notifications.ts'
import './notifications-bell.css'

/** A larger number would not fit, and says nothing more. */
const MAX_SHOWN_COUNT = 99

/** The way to one's notifications, with how many are new. */
export function NotificationsBell({ organizationId }: { organizationId: string }) {
  const { shell } = useWords()
  const { data } = useQuery(unreadRead(organizationId))
  const unread = data?.unread ?? 0
  return (
    <Link
      className="btn quiet square bell"
      to="/orgs/$organizationId/notifications"
      params={{ organizationId }}
      aria-label={unread > 0 ? shell.notificationsWithUnread(unread) : shell.notifications}
      title={shell.notifications}
    >
      <Icon of={bell} />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unread}
        </span>
      )}
    </Link>
  )
}
