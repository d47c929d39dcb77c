import { type Clock, days, hours } from '../../../common/clock.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { JobData, Jobs } from '../../../jobs/jobs.ts'
import type { Mailer } from '../../../outbound/mailer.ts'
import type { PreferencesService } from '../../identity/index.ts'
import { presentNotification } from '../notifications/present.ts'
import type { NotificationRepository } from '../notifications/repository.ts'
import { composeNotificationMail } from './compose.ts'
import type { NotificationMailRepository } from './repository.ts'

/** What is older is not mailed any more, such as when there was no mail server for a while. */
const MAX_MAILED_AGE_MS = 2 * days
/** When the mails of the day are sent. */
const DAILY_HOUR_UTC = 7

/** Before any clock: the queue has one of its own, and a mail must not wait until both agree. */
const AT_ONCE = new Date(0)

interface NotificationMailSenderDependencies {
  database: Database
  jobs: Jobs
  preferences: PreferencesService
  notifications: NotificationRepository
  notificationMails: NotificationMailRepository
  /** Undefined where the operator has set none. */
  mailer: Mailer | undefined
  clock: Clock
  urls: Urls
}

/** Sends people mails about what they have not read, when they want them. */
export class NotificationMailSender {
  readonly #deps: NotificationMailSenderDependencies

  constructor(deps: NotificationMailSenderDependencies) {
    this.#deps = deps
  }

  /** Sees to the mails about new notifications. */
  async request(tx: Transaction): Promise<void> {
    if (this.#deps.mailer) await this.#deps.jobs.enqueue(tx, 'mail-notifications', {}, AT_ONCE)
  }

  /** Enqueues one mail for each person who has something new. */
  async enqueueDue(): Promise<void> {
    const { database, jobs, mailer, notificationMails, clock } = this.#deps
    if (!mailer) return
    const now = clock.now()
    await database.transaction(async (tx) => {
      const since = new Date(now.getTime() - MAX_MAILED_AGE_MS)
      const batches = await notificationMails.claimDue(tx, { now, since, dailyUntil: findDailyTime(now) })
      for (const batch of batches) await jobs.enqueue(tx, 'send-notification-mail', batch, AT_ONCE)
    })
  }

  /** Says nothing of what the person has read since, or may not see at this moment. */
  async send({ userId, notificationIds }: JobData['send-notification-mail']): Promise<void> {
    const { database, preferences, notifications, notificationMails, mailer, urls } = this.#deps
    if (!mailer) return
    const rows = await notifications.listUnread(database, { userId }, notificationIds)
    const address = await notificationMails.findAddress(database, userId)
    if (rows.length === 0 || !address) return
    const { email, displayName } = address
    const language = await preferences.findLanguage(database, userId)
    const items = rows.map((row) => presentNotification(urls, row))
    await mailer.send({
      to: { name: displayName, address: email },
      ...composeNotificationMail(language, { name: displayName, notifications: items, urls }),
    })
  }
}

/** The last time of the day at which daily mails are sent. */
function findDailyTime(now: Date): Date {
  const time = new Date(now)
  time.setUTCHours(DAILY_HOUR_UTC, 0, 0, 0)
  return time <= now ? time : new Date(time.getTime() - 24 * hours)
}
