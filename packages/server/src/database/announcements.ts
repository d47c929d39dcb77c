import type pg from 'pg'

/** What other processes are told with `notify`. */
export interface Announcement {
  channel: string
  payload: string
}

/** The code of the notices that the function `announce` of the database sends. */
const ANNOUNCEMENT_CODE = 'VE100'

/**
 * Notifies those who listen of what transactions have announced with `select announce(channel, payload)`, or their triggers,
 * after they were committed. PostgreSQL lets only one transaction with a `notify` commit at a time, so a transaction that
 * people wait for must not have one. Announcements that come while others are being sent are sent together.
 */
export class Announcer {
  readonly #send: (announcements: Announcement[]) => Promise<unknown>
  readonly #onError: (error: unknown) => void
  /** What was announced by transactions that are not committed yet, by their connections. */
  readonly #uncommitted = new WeakMap<pg.ClientBase, Announcement[]>()
  #waiting = new Map<string, Announcement>()
  #sending: Promise<void> | undefined

  constructor(send: (announcements: Announcement[]) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#send = send
    this.#onError = onError
  }

  /** Hears what is announced on the connections of a pool, and tells of it when they are given back. */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      client.on('notice', ({ code, message, detail }) => {
        if (code !== ANNOUNCEMENT_CODE || message === undefined) return
        const announcements = this.#uncommitted.get(client) ?? []
        announcements.push({ channel: message, payload: detail ?? '' })
        this.#uncommitted.set(client, announcements)
      })
    })
    pool.on('release', (error, client) => {
      const announcements = this.#uncommitted.get(client)
      if (!announcements) return
      this.discard(client)
      // The pool says so when a statement of its own has failed.
      if (!error) this.#announce(announcements)
    })
  }

  /** Forgets what was announced by a transaction that is rolled back. */
  discard(client: pg.ClientBase): void {
    this.#uncommitted.delete(client)
  }

  #announce(announcements: readonly Announcement[]): void {
    for (const announcement of announcements) {
      this.#waiting.set(`${announcement.channel} ${announcement.payload}`, announcement)
    }
    if (this.#waiting.size > 0) {
      this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    }
  }

  /** Waits until everything that was announced is sent. */
  async flush(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const announcements = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        await this.#send(announcements)
      } catch (error) {
        // Whoever listens will look without having been told.
        this.#onError(error)
      }
    }
  }
}
