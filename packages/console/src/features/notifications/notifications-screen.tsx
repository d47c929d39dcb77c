import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useNotificationWords } from '../../locales/features/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { check, sliders } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { NotificationItem } from './notification-item.tsx'
import { notificationsRead, unreadRead, useNotificationWrites } from './use-notifications.ts'
import './notifications.css'

/** Everything that others did and one should know of. */
export function NotificationsScreen() {
  const { notifications, common, shell } = useNotificationWords()
  const { organizationId } = useParams({ from: '/signed-in/orgs/$organizationId' })
  const [show, setShow] = useState<'all' | 'unread'>('all')
  const list = useInfiniteQuery({
    ...notificationsRead(organizationId, show === 'unread'),
    placeholderData: keepPreviousData,
  })
  const { data: counted } = useQuery(unreadRead(organizationId))
  const { readAll, isReadingAll } = useNotificationWrites(organizationId)
  return (
    <Screen
      title={shell.notifications}
      actions={
        (counted?.unread ?? 0) > 0 && (
          <Button icon={check} label={notifications.markAllRead} isBusy={isReadingAll} onPress={readAll} />
        )
      }
    >
      <h1 className="sr">{shell.notifications}</h1>
      <div className="toolbar">
        <Segmented
          label={notifications.filter}
          choices={[
            { value: 'all', label: notifications.all },
            { value: 'unread', label: notifications.onlyUnread },
          ]}
          value={show}
          onChange={setShow}
        />
        <Link
          className="btn quiet square notification-preferences"
          to="/account/notifications"
          aria-label={notifications.preferences}
          title={notifications.preferences}
        >
          <Icon of={sliders} />
        </Link>
      </div>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : list.data.length > 0 ? (
        <ul className="list">
          {list.data.map((notification) => (
            <NotificationItem
              key={notification.id}
              organizationId={organizationId}
              notification={notification}
            />
          ))}
        </ul>
      ) : show === 'all' ? (
        <Empty title={notifications.emptyTitle}>{notifications.emptyText}</Empty>
      ) : (
        <p className="soft">{notifications.nothingUnread}</p>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}
