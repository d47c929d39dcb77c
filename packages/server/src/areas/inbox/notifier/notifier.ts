import { newId } from '../../../common/ids.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Notifications } from '../../../database/notifications.ts'
import { NotifiedLoop } from '../../../jobs/notified-loop.ts'
import type { EventRepository } from '../../events/index.ts'
import { DraftWriter, sourceTypes } from './drafts.ts'
import type { NewNotification, NotifierRepository } from './repository.ts'

const BATCH_SIZE = 100

interface NotifierDependencies {
  database: Database
  notifications: Notifications
  events: EventRepository
  repository: NotifierRepository
  /** Called in the transaction that has made new notifications. */
  onNotified: (tx: Transaction) => Promise<void>
  onError: (error: unknown) => void
}

/**
 * Makes notifications from events, in the order of the events. Its progress is stored together with what it makes, so each
 * event is taken once, whatever ends a process, and by one process at a time.
 */
export class Notifier {
  readonly #deps: NotifierDependencies
  readonly #drafts: DraftWriter
  readonly #loop: NotifiedLoop

  constructor(deps: NotifierDependencies) {
    this.#deps = deps
    this.#drafts = new DraftWriter(deps.repository)
    this.#loop = new NotifiedLoop(deps, 'verso_inbox', () => this.#takeAll())
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async #takeAll(): Promise<void> {
    const { database, events } = this.#deps
    await events.placeEvents(database)
    while (await database.transaction((tx) => this.#takeEvents(tx)));
  }

  /** Says whether there may be more. */
  async #takeEvents(tx: Transaction): Promise<boolean> {
    const { repository, onNotified } = this.#deps
    const [since, until, newEvents] = await Promise.all([
      repository.lockProgress(tx),
      repository.findLastPosition(tx),
      repository.listNewEvents(tx, { types: sourceTypes, limit: BATCH_SIZE }),
    ])
    if (since === undefined || until <= since) return false
    // Others may have been placed after the last position was read.
    const events = newEvents.filter(({ position }) => position <= until)
    const notifications = new Map<string, NewNotification>()
    for (const event of events) {
      const { organizationId, spaceId, createdAt, data } = event
      for (const draft of await this.#drafts.write(tx, event)) {
        const key = `${draft.userId} ${draft.source}`
        const changeRequestId = data['changeRequest'] ?? null
        notifications.set(key, { ...draft, id: newId(), organizationId, spaceId, changeRequestId, createdAt })
      }
    }
    if (notifications.size > 0 && (await repository.insert(tx, [...notifications.values()]))) {
      await onNotified(tx)
    }
    const isFull = events.length === BATCH_SIZE
    repository.setProgress(tx, isFull ? (events.at(-1)?.position ?? until) : until)
    return isFull
  }
}
