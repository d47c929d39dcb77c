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

  /** Hears what is announced on a connection. */
  watch(client: pg.ClientBase): void {
    client.on('notice', ({ code, message, detail }) => {
      if (code !== ANNOUNCEMENT_CODE || message === undefined) return
      this.#uncommitted.get(client)?.push({ channel: message, payload: detail ?? '' })
    })
  }

  /** Runs a transaction on a connection. Returns its result with what it has announced, for when it is committed. */
  async collect<Result>(
    client: pg.ClientBase,
    transaction: () => Promise<Result>,
  ): Promise<{ result: Result; announcements: Announcement[] }> {
    const announcements: Announcement[] = []
    this.#uncommitted.set(client, announcements)
    try {
      return { result: await transaction(), announcements }
    } finally {
      this.#uncommitted.delete(client)
    }
  }

  announce(announcements: readonly Announcement[]): void {
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
