import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

export { empty, join, raw, Sql } from 'sql-template-tag'
export { sql }

/** Something that runs SQL: the pool, or one transaction. */
export interface Queryable {
  /** All rows. */
  rows<Row extends object>(query: Sql): Promise<Row[]>
  /** The first row, if there is one. */
  row<Row extends object>(query: Sql): Promise<Row | undefined>
  /** How many rows the statement touched. */
  execute(query: Sql): Promise<number>
}

export interface Transaction extends Queryable {
  /** The connection under it, for libraries that bring their own SQL. */
  readonly client: pg.ClientBase
  /**
   * Calls `callback` once the transaction has committed. Nobody waits for what it starts, and it must not throw. When the
   * transaction is retried, only the callbacks of the attempt that committed are called.
   */
  afterCommit(callback: () => void): void
}

export type DatabaseAddress = { connectionString: string } | { host: string; user: string; database: string }

/** Told of every statement that is sent; tests count with it. */
export type QueryListener = (text: string) => void

/** A moment as the wire shows it: ISO 8601, UTC, milliseconds. */
export type Timestamp = string

const types = new pg.TypeOverrides()
// Counts are bigint in PostgreSQL, which pg gives as text because they could pass 2^53. Ours do not.
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const MAX_TRANSACTION_ATTEMPTS = 5
const BASE_RETRY_DELAY_MS = 5

const transactionConflicts = new Set(['40001' /* serialization_failure */, '40P01' /* deadlock_detected */])

/** Whether PostgreSQL aborted a transaction only because of another one, so that it may succeed when it is sent again. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && transactionConflicts.has(error.code ?? '')

/** The pool of connections, and the only way to the database. */
export class Database implements Queryable {
  readonly pool: pg.Pool
  readonly #address: DatabaseAddress
  readonly #listeners: Set<QueryListener>
  readonly #others: Database[] = []

  constructor(
    address: DatabaseAddress,
    {
      connections = 20,
      settings = [],
      listeners = new Set(),
    }: { connections?: number; settings?: readonly string[]; listeners?: Set<QueryListener> } = {},
  ) {
    this.#address = address
    this.#listeners = listeners
    this.pool = new pg.Pool({
      ...address,
      max: connections,
      types,
      application_name: 'verso',
      verify: settingUp([onePlan, ...settings]),
    })
    // A connection that breaks while idle is replaced by the pool; without a listener it would end Verso.
    this.pool.on('error', () => undefined)
    // So would one that breaks while a transaction holds it and asks nothing: its next question hears of it.
    this.pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async rows<Row extends object>(query: Sql): Promise<Row[]> {
    return (await this.#send<Row>(this.pool, query)).rows
  }

  async row<Row extends object>(query: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(query))[0]
  }

  async execute(query: Sql): Promise<number> {
    return (await this.#send(this.pool, query)).rowCount ?? 0
  }

  /**
   * Runs `work` in one transaction: all of it happens or, when it throws, none.
   *
   * PostgreSQL aborts one of two transactions that deadlock or cannot be serialized, and expects it to be sent again.
   * `work` is then called again from its start, so it must change nothing outside the transaction, except in
   * `afterCommit`.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, afterCommit } = await this.#attemptTransaction(work)
        for (const callback of afterCommit) callback()
        return result
      } catch (error) {
        if (!isTransactionConflict(error) || attempt === MAX_TRANSACTION_ATTEMPTS) throw error
        // The delay is random, because two transactions that waited equally long would meet again.
        await sleep(Math.random() * BASE_RETRY_DELAY_MS * 2 ** attempt)
      }
    }
  }

  onQuery(listener: QueryListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A connection of one's own, not opened yet, for those who must keep one. */
  createClient(): pg.Client {
    return new pg.Client({ ...this.#address, application_name: 'verso', keepAlive: true })
  }

  /**
   * Connections of their own to the same database, with further settings from the start, for statements that would
   * otherwise have to make them each time. They are opened when they are needed, and close with this.
   */
  withSettings(settings: readonly string[], { connections }: { connections: number }): Database {
    const other = new Database(this.#address, { connections, settings, listeners: this.#listeners })
    this.#others.push(other)
    return other
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), ...this.#others.map((other) => other.close())])
  }

  async #attemptTransaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; afterCommit: (() => void)[] }> {
    const client = await this.pool.connect()
    const afterCommit: (() => void)[] = []
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(this.#transactionOn(client, afterCommit))
      await client.query('commit')
      return { result, afterCommit }
    } catch (error) {
      await client.query('rollback').catch((reason: Error) => (broken = reason))
      throw error
    } finally {
      client.release(broken)
    }
  }

  #transactionOn(client: pg.PoolClient, callbacks: (() => void)[]): Transaction {
    const rows = async <Row extends object>(query: Sql) => (await this.#send<Row>(client, query)).rows
    return {
      client,
      rows,
      row: async <Row extends object>(query: Sql) => (await rows<Row>(query))[0],
      execute: async (query) => (await this.#send(client, query)).rowCount ?? 0,
      afterCommit: (callback) => void callbacks.push(callback),
    }
  }

  #send<Row extends object>(on: pg.Pool | pg.ClientBase, query: Sql): Promise<pg.QueryResult<Row>> {
    const { text, values } = query
    for (const listener of this.#listeners) listener(text)
    return on.query<Row>({ ...preparation(text), text, values })
  }
}

/**
 * Our statements ask by key and are prepared: one plan serves all their calls. Left to itself, PostgreSQL plans
 * those with arrays anew on every call, which takes longer than running them.
 */
const onePlan = 'plan_cache_mode = force_generic_plan'

/** Gives a new connection its settings. */
const settingUp =
  (settings: readonly string[]) =>
  (client: pg.ClientBase, done: (error?: Error) => void): void => {
    client.query(settings.map((setting) => `set ${setting}`).join(';'), (error: Error | null) =>
      done(error ?? undefined),
    )
  }

/**
 * Stands in a fragment whose statement is to be planned on every call. For those that join whole tables: a plan that
 * was made while the tables were nearly empty, and kept, takes minutes when they are not.
 */
export const replanEachCall = sql`/* planned anew */`

/**
 * Every other statement is prepared under a name made from its text, so PostgreSQL parses and plans it once per
 * connection. Texts come from our own templates: there are as many as there are queries in the code.
 */
function preparation(text: string): { name?: string } {
  let prepared = preparations.get(text)
  if (prepared === undefined) {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    prepared = text.includes(replanEachCall.text) ? {} : { name }
    preparations.set(text, prepared)
  }
  return prepared
}

const preparations = new Map<string, { name?: string }>()

/**
 * Nearly every row carries moments that only pass through to an answer, so they become the answer's text at
 * once: `2026-01-02 03:04:05.6+00` to `2026-01-02T03:04:05.600Z`.
 */
function parseTimestamp(text: string): Timestamp {
  if (!text.endsWith('+00') || text.length > 26) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
}

/** The SET clause of an update: those of the columns that the changes name. */
export const buildAssignments = <Changes extends object>(
  columns: Record<keyof Changes, Sql>,
  changes: Changes,
): Sql[] =>
  // The changes have no other names than the columns have.
  (Object.entries(changes) as [keyof Changes, unknown][]).map(
    ([name, value]) => sql`${columns[name]} = ${value}`,
  )

/** A pattern for `ilike` that finds the text anywhere, whatever characters it holds. */
export const buildLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
