import { call, readLater, readList, useWrite } from '../../api/index.ts'
import { listNotifications, markNotificationsAsRead, updateNotification } from '../../api/operations.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'

/** How many there are in an organization that one has not read. */
export const unreadRead = (organizationId: string) => ({
  ...readLater(listNotifications, { query: { organization: organizationId, limit: 0 } }),
  staleTime: 60_000,
})

export const notificationsRead = (organizationId: string, isUnreadOnly: boolean) =>
  readList(listNotifications, {
    query: { organization: organizationId, ...(isUnreadOnly && { unread: true }) },
  })

export function useNotificationWrites(organizationId: string) {
  const showFailure = useFailureToast()
  const stale = [listNotifications]
  const setRead = useWrite(
    ({ id, isRead }: { id: string; isRead: boolean }) =>
      call(updateNotification, { notificationId: id, body: { read: isRead } }),
    { stale },
  )
  const readAll = useWrite(() => call(markNotificationsAsRead, { query: { organization: organizationId } }), {
    stale,
  })
  return {
    setRead: (id: string, isRead: boolean): void => setRead.mutate({ id, isRead }, { onError: showFailure }),
    readAll: (): void => readAll.mutate(undefined, { onError: showFailure }),
    isReadingAll: readAll.isPending,
  }
}
