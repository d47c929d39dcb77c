import type pg from 'pg'
import { type Database, type Queryable, sql } from './database.ts'

/** What others are told about; a notification names one thing of it. */
export type Topic = string

/** Called with the thing that changed; with null when any of them may have, since nobody listened for a while. */
export type NotificationListener = (key: string | null) => void

/** One channel for everything, so that one connection hears it all. */
const channel = 'verso'

/** Tells every process, this one too, when the transaction commits; nobody, when it does not. */
export async function notify(on: Queryable, topic: Topic, key: string): Promise<void> {
  await on.execute(sql`select pg_notify(${channel}, json_build_array(${topic}::text, ${key}::text)::text)`)
}

const shortestPause = 100
const longestPause = 5_000

/**
 * What other processes (and this one) change, told at once, over one connection of the process's own. For caches of
 * what is mutable: a cache drops what it hears of, and everything when the connection was lost in between.
 */
export class Notifications {
  readonly #database: Database
  readonly #onError: (error: unknown) => void
  readonly #listeners = new Map<Topic, Set<NotificationListener>>()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #pause = shortestPause
  #closed = false

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#onError = onError
  }

  /** Whether changes are heard now; while they are not, a cache knows nothing. */
  get listening(): boolean {
    return this.#client !== undefined
  }

  /** Calls the listener for every change of the topic, until what is returned is called. */
  on(topic: Topic, listener: NotificationListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async start(): Promise<void> {
    await this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async #connect(): Promise<void> {
    const client = this.#database.connection()
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    // Both may come, or only one; the first counts.
    client.once('error', (error) => this.#lost(client, error))
    client.once('end', () => this.#lost(client, new Error('The connection for notifications was closed.')))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      this.#again(error)
      return
    }
    if (this.#closed) {
      await client.end()
      return
    }
    this.#client = client
    this.#pause = shortestPause
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null)
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#client !== client) return
    this.#client = undefined
    // Whatever is kept is worth nothing until changes are heard again.
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null)
    client.end().catch(() => undefined)
    this.#again(error)
  }

  #again(error: unknown): void {
    if (this.#closed) return
    this.#onError(error)
    this.#retry = setTimeout(() => void this.#connect(), this.#pause)
    this.#pause = Math.min(this.#pause * 2, longestPause)
  }

  #hear(payload: string): void {
    const [topic, key] = JSON.parse(payload) as [Topic, string]
    for (const listener of this.#listeners.get(topic) ?? []) listener(key)
  }
}
