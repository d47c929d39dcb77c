import { createRouteBuilder, listWith, noContent, object, type Route } from '../../../http/route.ts'
import {
  ListNotifications,
  MarkNotificationsAsRead,
  Notification,
  UnreadCount,
  UpdateNotification,
} from './schema.ts'
import type { NotificationService } from './service.ts'

const route = createRouteBuilder('Notifications')

export const notificationRoutes = (notifications: NotificationService): Route[] => [
  route.get(
    '/user/notifications',
    {
      operationId: 'listNotifications',
      summary: 'List your notifications',
      description:
        'Mentions, replies, reviews that you were asked for or got, merges and conflicts of your change requests, jobs of ' +
        'yours that failed. The latest come first. What happens again, such as another reply to the same comment, takes the ' +
        'place of the earlier notification. What you may no longer see is left out.',
      permission: 'self',
      withinOrganization: true,
      query: ListNotifications,
      response: listWith(Notification, UnreadCount),
    },
    ({ caller, query, paging }) => notifications.list(caller, query, paging),
  ),
  route.patch(
    '/user/notifications/:notificationId',
    {
      operationId: 'updateNotification',
      summary: 'Mark a notification as read or unread',
      permission: 'self',
      withinOrganization: true,
      body: UpdateNotification,
      response: object(Notification),
    },
    ({ caller, params, body }) => notifications.update(caller, params.notificationId, body),
  ),
  route.post(
    '/user/notifications/read',
    {
      operationId: 'markNotificationsAsRead',
      summary: 'Mark all your notifications as read',
      permission: 'self',
      withinOrganization: true,
      query: MarkNotificationsAsRead,
      response: noContent,
    },
    ({ caller, query }) => notifications.markAllAsRead(caller, query),
  ),
]
