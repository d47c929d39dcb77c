import { days } from '../../common/clock.ts'
import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import type { EventsArea } from '../events/index.ts'
import type { IdentityArea } from '../identity/index.ts'
import { NotificationMailSender } from './mail/mail-sender.ts'
import { NotificationMailRepository } from './mail/repository.ts'
import { NotificationRepository } from './notifications/repository.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { NotificationService } from './notifications/service.ts'
import { Notifier } from './notifier/notifier.ts'
import { NotifierRepository } from './notifier/repository.ts'

export type InboxArea = ReturnType<typeof createInboxArea>

const NOTIFICATION_RETENTION_MS = 90 * days

/** What each person should know of, in the console and by mail. */
export function createInboxArea(
  { database, notifications: channel, clock, urls, jobs, mailer, onError }: Platform,
  { preferences }: Pick<IdentityArea, 'preferences'>,
  { events }: EventsArea,
) {
  const repository = new NotificationRepository()
  const notifications = new NotificationService({ database, notifications: repository, clock, urls })
  const mailSender = new NotificationMailSender({
    database,
    jobs,
    preferences,
    notifications: repository,
    notificationMails: new NotificationMailRepository(),
    mailer,
    clock,
    urls,
  })
  const notifier = new Notifier({
    database,
    notifications: channel,
    events,
    repository: new NotifierRepository(),
    onNotified: (tx) => mailSender.request(tx),
    onError,
  })
  const lifecycle: AreaLifecycle = {
    jobHandlers: {
      'mail-notifications': () => mailSender.enqueueDue(),
      'send-notification-mail': (batch) => mailSender.send(batch),
    },
    cleanUp: (now) =>
      repository.deleteNotifications(database, new Date(now.getTime() - NOTIFICATION_RETENTION_MS)),
    close: () => notifier.stop(),
  }
  return { notifications, notifier, lifecycle }
}

export const inboxAreaRoutes = ({ notifications }: InboxArea): Route[] => notificationRoutes(notifications)
