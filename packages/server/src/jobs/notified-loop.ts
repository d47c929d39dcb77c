import { setTimeout as sleep } from 'node:timers/promises'
import { minutes, seconds } from '../common/clock.ts'
import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'

/** Notifications that come close together are answered together. */
const PAUSE_MS = 200
const RETRY_DELAY_MS = 5 * seconds
/** A notification can be lost with its connection. */
export const POLL_INTERVAL_MS = 1 * minutes

interface NotifiedLoopDependencies {
  database: Database
  notifications: Notifications
  onError: (error: unknown) => void
}

/**
 * Does the same work whenever a channel of the database says that there is some, once a minute in any case, and never twice at
 * the same time in one process. What fails is tried again.
 */
export class NotifiedLoop {
  readonly #deps: NotifiedLoopDependencies
  readonly #channel: string
  readonly #work: () => Promise<void>
  #stopListening: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isNeeded = false
  readonly #stop = new AbortController()

  constructor(deps: NotifiedLoopDependencies, channel: string, work: () => Promise<void>) {
    this.#deps = deps
    this.#channel = channel
    this.#work = work
  }

  /** Whether the process stops. Work that takes long looks at it. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  start(): void {
    this.#stopListening = this.#deps.notifications.listen(this.#channel, () => this.wake())
    this.#timer = setInterval(() => this.wake(), POLL_INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#stopListening?.()
    clearInterval(this.#timer)
    await this.#running
  }

  wake(): void {
    this.#isNeeded = true
    this.#running ??= this.#deps.database.runJob(() => this.#run()).finally(() => (this.#running = undefined))
  }

  async #run(): Promise<void> {
    while (this.#isNeeded && !this.isStopping) {
      this.#isNeeded = false
      try {
        await this.#work()
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
}
