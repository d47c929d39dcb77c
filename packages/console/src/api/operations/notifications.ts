// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { Notification } from './types.ts'

/** List your notifications. */
export const listNotifications = /* @__PURE__ */ defineOperation<
  {
    query?: {
      organization?: string | undefined
      unread?: boolean | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    unread: number
    items: Array<Notification>
  }
>('listNotifications', 'GET', '/user/notifications')

/** Mark all your notifications as read. */
export const markNotificationsAsRead = /* @__PURE__ */ defineOperation<
  { query?: { organization?: string | undefined } },
  undefined
>('markNotificationsAsRead', 'POST', '/user/notifications/read')

/** Mark a notification as read or unread. */
export const updateNotification = /* @__PURE__ */ defineOperation<
  { notificationId: string; body: { read: boolean } },
  Notification
>('updateNotification', 'PATCH', '/user/notifications/{notificationId}')
