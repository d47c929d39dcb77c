import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'

/**
 * Called with the payload of a notification; with undefined when the connection was opened or opened again, because
 * notifications may have been missed until then: the handler looks for itself what is new. It must not throw.
 */
export type NotificationHandler = (payload: string | undefined) => void

const BASE_RECONNECT_DELAY_MS = 100
const MAX_RECONNECT_DELAY_MS = 5000
/** How often a connection is asked whether it still answers: a peer that vanished says nothing. */
const CHECK_INTERVAL_MS = 30_000
const CHECK_TIMEOUT_MS = 10_000

/**
 * The notifications of PostgreSQL (`notify`), for this process, on one connection that is outside of the pools. It is opened
 * when somebody first listens, and again whenever it breaks.
 */
export class Notifications {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  readonly #handlers = new Map<string, Set<NotificationHandler>>()
  readonly #stop = new AbortController()
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #lastRun: Promise<unknown> = Promise.resolve()

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
  }

  /**
   * Calls the handler for each notification of the channel, until the returned function is called. The handler is first
   * called once the connection listens, so what it looks for then cannot slip through between looking and listening.
   */
  listen(channel: string, handler: NotificationHandler): () => void {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`"${channel}" is not a name of a channel`)
    const handlers = this.#handlers.get(channel) ?? new Set()
    handlers.add(handler)
    this.#handlers.set(channel, handlers)
    if (this.#client) this.#listenOn(this.#client, channel, handler)
    else this.#connect()
    return () => {
      handlers.delete(handler)
      if (handlers.size > 0 || this.#handlers.get(channel) !== handlers) return
      this.#handlers.delete(channel)
      if (this.#client) this.#run(this.#client, `unlisten ${channel}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#stop.abort()
    this.#handlers.clear()
    await this.#connecting
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  /** Runs a statement after those before it: a connection runs one at a time. */
  #run(client: pg.Client, statement: string): Promise<unknown> {
    const run = this.#lastRun.then(() => client.query(statement))
    this.#lastRun = run.catch(() => undefined)
    return run
  }

  #listenOn(client: pg.Client, channel: string, handler: NotificationHandler): void {
    this.#run(client, `listen ${channel}`).then(
      () => handler(undefined),
      // The connection has broken. The handler is called when there is a new one.
      () => undefined,
    )
  }

  #connect(): void {
    this.#connecting ??= this.#connectUntilItSucceeds().finally(() => (this.#connecting = undefined))
  }

  async #connectUntilItSucceeds(): Promise<void> {
    for (let attempt = 0; !this.#stop.signal.aborted; attempt++) {
      try {
        return await this.#openConnection()
      } catch (error) {
        // The first failure is reported, and not each of many attempts while the database is away.
        if (attempt === 0) this.#onError(error)
        const delay = Math.min(BASE_RECONNECT_DELAY_MS * 2 ** attempt, MAX_RECONNECT_DELAY_MS)
        await sleep(delay, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async #openConnection(): Promise<void> {
    const client = await this.#database.openClient()
    let check: NodeJS.Timeout | undefined
    const channels = [...this.#handlers.keys()]
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''))
    client.once('end', () => {
      clearInterval(check)
      if (this.#client !== client) return
      this.#client = undefined
      if (!this.#stop.signal.aborted) this.#connect()
    })
    try {
      if (channels.length > 0) {
        await client.query(channels.map((channel) => `listen ${channel}`).join(';'))
      }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    check = setInterval(() => void this.#check(client), CHECK_INTERVAL_MS).unref()
    this.#client = client
    for (const channel of channels) this.#dispatch(channel, undefined)
    // Those who began to listen while the connection was being opened.
    for (const [channel, handlers] of this.#handlers) {
      if (channels.includes(channel)) continue
      for (const handler of handlers) this.#listenOn(client, channel, handler)
    }
  }

  #dispatch(channel: string, payload: string | undefined): void {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
  }

  /** Closes a connection that does not answer, so that a new one is opened. */
  async #check(client: pg.Client): Promise<void> {
    const timer = setTimeout(() => client.connection.stream.destroy(), CHECK_TIMEOUT_MS)
    await this.#run(client, 'select 1').catch(() => undefined)
    clearTimeout(timer)
  }
}
