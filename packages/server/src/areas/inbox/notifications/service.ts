import type { Caller } from '../../../access/admission.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database } from '../../../database/database.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import { presentNotification } from './present.ts'
import type { NotificationRecipient, NotificationRepository } from './repository.ts'
import type {
  ListNotifications,
  MarkNotificationsAsRead,
  Notification,
  UpdateNotification,
} from './schema.ts'

interface NotificationServiceDependencies {
  database: Database
  notifications: NotificationRepository
  clock: Clock
  urls: Urls
}

/** What a person should know. */
export class NotificationService {
  readonly #deps: NotificationServiceDependencies

  constructor(deps: NotificationServiceDependencies) {
    this.#deps = deps
  }

  async list(
    caller: Caller,
    filter: ListNotifications,
    paging: Paging,
  ): Promise<Page<Notification> & { unread: number }> {
    const { database, notifications, urls } = this.#deps
    const recipient = findRecipient(caller, filter.organization)
    if (!recipient) return { items: [], count: 0, unread: 0 }
    const page = await notifications.list(database, recipient, filter, paging)
    const unread = await notifications.countUnread(database, recipient)
    return { ...mapPage(page, (row) => presentNotification(urls, row)), unread }
  }

  async update(caller: Caller, id: string, { read }: UpdateNotification): Promise<Notification> {
    const { database, notifications, urls, clock } = this.#deps
    await notifications.setRead(database, caller, id, read ? clock.now() : null)
    const row = await notifications.find(database, caller, id)
    if (!row) throw new NotFound('notification', id)
    return presentNotification(urls, row)
  }

  async markAllAsRead(caller: Caller, { organization }: MarkNotificationsAsRead): Promise<void> {
    const recipient = findRecipient(caller, organization)
    if (!recipient) return
    await this.#deps.notifications.markAllAsRead(this.#deps.database, recipient, this.#deps.clock.now())
  }
}

/** Undefined where the organization is another than the one that the caller is limited to. */
function findRecipient(
  { userId, organizationId }: Caller,
  asked: string | undefined,
): NotificationRecipient | undefined {
  if (organizationId !== undefined && asked !== undefined && asked !== organizationId) return undefined
  return { userId, organizationId: asked ?? organizationId }
}
