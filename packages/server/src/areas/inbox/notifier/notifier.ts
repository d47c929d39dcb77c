import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '../../../common/clock.ts'
import { newId } from '../../../common/ids.ts'
import type { Database, Transaction } from '../../../database/database.ts'
import type { Notifications } from '../../../database/notifications.ts'
import type { EventRepository } from '../../events/index.ts'
import { DraftWriter, sourceTypes } from './drafts.ts'
import type { NewNotification, NotifierRepository } from './repository.ts'

const BATCH_SIZE = 100
/** Events that come close together are read together. */
const PAUSE_MS = 200
const RETRY_DELAY_MS = 5 * seconds
/** How often to look without having been told. */
const POLL_INTERVAL_MS = 1 * minutes

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
  #stopListening: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isNeeded = false
  readonly #stop = new AbortController()

  constructor(deps: NotifierDependencies) {
    this.#deps = deps
    this.#drafts = new DraftWriter(deps.repository)
  }

  start(): void {
    this.#stopListening = this.#deps.notifications.listen('verso_inbox', () => this.#wake())
    this.#timer = setInterval(() => this.#wake(), POLL_INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#stopListening?.()
    clearInterval(this.#timer)
    await this.#running
  }

  #wake(): void {
    this.#isNeeded = true
    this.#running ??= this.#deps.database.runJob(() => this.#run()).finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    while (this.#isNeeded && !this.#stop.signal.aborted) {
      this.#isNeeded = false
      try {
        await this.#deps.events.placeEvents(this.#deps.database)
        while (await this.#deps.database.transaction((tx) => this.#takeEvents(tx)));
        await this.#pause(PAUSE_MS)
      } catch (error) {
        this.#deps.onError(error)
        this.#isNeeded = true
        await this.#pause(RETRY_DELAY_MS)
      }
    }
  }

  /** Waits, but not while the process stops. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { ref: false, signal: this.#stop.signal }).catch(() => undefined)
  }

  /** Says whether there may be more. */
  async #takeEvents(tx: Transaction): Promise<boolean> {
    const { repository, onNotified } = this.#deps
    const since = await repository.lockProgress(tx)
    if (since === undefined) return false
    const until = await repository.findLastPosition(tx)
    if (until <= since) return false
    const events = await repository.listEvents(tx, { since, until, types: sourceTypes, limit: BATCH_SIZE })
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
    await repository.setProgress(tx, isFull ? (events.at(-1)?.position ?? until) : until)
    return isFull
  }
}
