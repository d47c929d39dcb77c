import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Announcement, Announcer } from './announcements.ts'
import { AnswerTimeoutError, limitAnswerTime } from './answer-timeout.ts'
import type { Timestamp } from './schema/timestamp.ts'
import { TransactionStatements } from './transaction-statements.ts'
import {
  buildJobTimeouts,
  type DatabaseTimeouts,
  getAnswerTimeout,
  listTimeoutSettings,
  noTimeouts,
  type PoolTimeouts,
} from './timeouts.ts'
import sql, { type Sql } from 'sql-template-tag'

export { empty, join, raw, Sql } from 'sql-template-tag'
export type { Timestamp } from './schema/timestamp.ts'
export { sql }

/** Something that runs SQL: the pool, or one transaction. */
export interface Queryable {
  /** Runs a query and returns all its rows. */
  rows<Row extends object>(query: Sql): Promise<Row[]>
  /** Runs a query and returns its first row, if there is one. */
  row<Row extends object>(query: Sql): Promise<Row | undefined>
  /** Runs a statement for its effect, and returns how many rows it affected. */
  execute(query: Sql): Promise<number>
  /**
   * Calls `callback` once everything that was sent is committed: after the transaction, or at once outside of one. A cache
   * of what was written or read must be filled there: what a transaction wrote is gone when it is rolled back. Nobody waits
   * for what the callback starts, and it must not throw. When a transaction is retried, only the callbacks of the attempt
   * that committed are called.
   */
  afterCommit(callback: () => void): void
}

/** Statements that are asked for together, with `Promise.all`, are sent together. */
export interface Transaction extends Queryable {
  /**
   * Sends a statement whose result nobody needs: together with the next one, or with the commit. When it fails, so does the
   * statement that it is sent with.
   */
  executeLater(query: Sql): void
  /** Sends a statement of a library. */
  query(text: string, values: readonly unknown[]): Promise<{ rows: object[] }>
}

export type DatabaseAddress = { connectionString: string } | { host: string; user: string; database: string }

/** Called with every statement that is sent; tests count statements with it. */
export type QueryListener = (text: string) => void

const types = new pg.TypeOverrides()
// pg returns bigint, the type of counts, as text because it can be larger than 2^53. Ours are not.
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp)

const MAX_TRANSACTION_ATTEMPTS = 5
const BASE_RETRY_DELAY_MS = 5

const transactionConflicts = new Set(['40001' /* serialization_failure */, '40P01' /* deadlock_detected */])

/** Whether PostgreSQL aborted a transaction only because of another one, so that it may succeed when it is sent again. */
export const isTransactionConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && transactionConflicts.has(error.code ?? '')

/** Whether PostgreSQL ended a statement because it waited too long for a lock, or took too long altogether. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  ['55P03' /* lock_not_available */, '57014' /* query_canceled */].includes(error.code ?? '')

/** Attempts a transaction again while PostgreSQL aborts it only because of another one. */
async function retryConflicts<Result>(attemptTransaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction()
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === MAX_TRANSACTION_ATTEMPTS) throw error
      // The delay is random, because two transactions that waited equally long would meet again.
      await sleep(Math.random() * BASE_RETRY_DELAY_MS * 2 ** attempt)
    }
  }
}

export interface DatabaseOptions {
  /** The most connections of the pool. */
  connections?: number
  /** Without them, statements may take as long as they like, as those of a backup do. */
  timeouts?: DatabaseTimeouts | undefined
  /** What the pool is for, in the metrics. */
  name?: string
  /** Told of connections that break while nobody uses them. */
  onError?: ((error: Error) => void) | undefined
}

/** How a pool of connections is used. */
export interface PoolStatistics {
  name: string
  busy: number
  idle: number
  /** How many wait for a connection. */
  waiting: number
  maximum: number
}

const describePool = (
  name: string,
  { totalCount, idleCount, waitingCount, options }: pg.Pool,
): PoolStatistics => ({
  name,
  busy: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
  maximum: options.max,
})

/** What a pool has besides its address. Pools that are made from another share its listeners. */
interface PoolOptions {
  connections: number
  settings: readonly string[]
  timeouts: PoolTimeouts
}

const MAX_REQUEST_CONNECTIONS = 20
const MAX_JOB_CONNECTIONS = 12

/** Set while a job or a task runs. */
const jobContext = new AsyncLocalStorage<true>()

/** The pool of connections, and the only way to the database. */
export class Database implements Queryable {
  readonly #address: DatabaseAddress
  readonly #options: DatabaseOptions
  readonly #listeners: Set<QueryListener>
  readonly #requestPool: pg.Pool
  readonly #jobPool: pg.Pool
  readonly #announcer: Announcer
  readonly #derived: Database[] = []

  /** @param derivation the database that this one is another pool of, see `withSettings`. */
  constructor(
    address: DatabaseAddress,
    options: DatabaseOptions = {},
    derivation?: { base: Database; pool: PoolOptions },
  ) {
    this.#address = address
    this.#options = options
    this.#listeners = derivation ? derivation.base.#listeners : new Set()
    this.#announcer = derivation
      ? derivation.base.#announcer
      : new Announcer(
          (announcements) => this.#notify(announcements),
          (error) => error instanceof Error && options.onError?.(error),
        )
    const { timeouts, connections = MAX_REQUEST_CONNECTIONS } = options
    this.#requestPool = this.#createPool(
      derivation?.pool ?? { connections, settings: indexPlans, timeouts: timeouts ?? noTimeouts },
    )
    // Jobs have connections of their own, so that they take none from requests, and limits of their own.
    this.#jobPool =
      derivation || !timeouts
        ? this.#requestPool
        : this.#createPool({
            connections: MAX_JOB_CONNECTIONS,
            settings: [],
            timeouts: buildJobTimeouts(timeouts),
          })
  }

  /** The pool for whoever asks: that of requests, or within `runJob` that of jobs. */
  get pool(): pg.Pool {
    return jobContext.getStore() ? this.#jobPool : this.#requestPool
  }

  /** Runs work that nobody waits for, or that may take long: its statements have the limits of jobs. */
  runJob<Result>(work: () => Promise<Result>): Promise<Result> {
    return jobContext.run(true, work)
  }

  #createPool({ connections, settings, timeouts }: PoolOptions): pg.Pool {
    const answerTimeout = getAnswerTimeout(timeouts)
    const pool = new pg.Pool({
      ...this.#address,
      max: connections,
      types,
      application_name: 'verso',
      keepAlive: true,
      connectionTimeoutMillis: timeouts.connectMs,
      verify: applySettings([
        genericPlans,
        allNotices,
        shortPendingLists,
        ...listTimeoutSettings(timeouts),
        ...settings,
      ]),
    })
    // The pool replaces an idle connection that breaks. Without a listener, its error would end the process.
    // While the pool closes, the database may end before the last connection has: nothing is lost by that.
    pool.on('error', (error) => {
      if (!pool.ending) this.#options.onError?.(error)
    })
    // So would the error of a connection that breaks between two statements of a transaction. The next one fails instead.
    pool.on('connect', (client) => {
      client.on('error', () => undefined)
      if (answerTimeout !== undefined) limitAnswerTime(client, answerTimeout)
    })
    this.#announcer.watch(pool)
    return pool
  }

  async rows<Row extends object>(query: Sql): Promise<Row[]> {
    return (await this.#sendAlone<Row>(query)).rows
  }

  async row<Row extends object>(query: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(query))[0]
  }

  async execute(query: Sql): Promise<number> {
    return (await this.#sendAlone(query)).rowCount ?? 0
  }

  afterCommit(callback: () => void): void {
    callback()
  }

  /**
   * Runs `work` in one transaction: all of it happens or, when it throws, none.
   *
   * PostgreSQL aborts one of two transactions that deadlock or cannot be serialized, and expects it to be sent again.
   * `work` is then called again from its start, so it must change nothing outside the transaction, except in
   * `afterCommit`.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const { result, afterCommit } = await retryConflicts(() => this.#attemptTransaction(work))
    for (const callback of afterCommit) callback()
    return result
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.execute(sql`select 1`)
  }

  /** Whether the database can be written to: neither a standby nor the setting of an operator forbids it. */
  async isWritable(): Promise<boolean> {
    const row = await this.row<{ isReadOnly: boolean }>(
      sql`select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    return row?.isReadOnly === false
  }

  onQuery(listener: QueryListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens a connection outside of the pools and without limits, for migrations, which may take as long as they need. */
  async openClient(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#address, application_name: 'verso', keepAlive: true })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    return client
  }

  /**
   * Another pool of connections to the same database, on which the settings are made when a connection is opened. Statements
   * that need them would otherwise have to make them each time. The pool is closed together with this one.
   * @param timeouts limits that differ from those of requests.
   */
  withSettings(
    settings: readonly string[],
    { name, connections, timeouts }: { name: string; connections: number; timeouts?: Partial<PoolTimeouts> },
  ): Database {
    const database = new Database(
      this.#address,
      { ...this.#options, name },
      {
        base: this,
        pool: {
          connections,
          settings,
          timeouts: { ...noTimeouts, ...this.#options.timeouts, ...timeouts },
        },
      },
    )
    this.#derived.push(database)
    return database
  }

  /** How the pools of connections are used. */
  listPools(): PoolStatistics[] {
    return [
      describePool(this.#options.name ?? 'requests', this.#requestPool),
      ...(this.#jobPool === this.#requestPool ? [] : [describePool('jobs', this.#jobPool)]),
      ...this.#derived.flatMap((database) => database.listPools()),
    ]
  }

  /** The bytes of the database on disk. */
  async readSize(): Promise<number> {
    const row = await this.row<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`)
    return row?.bytes ?? 0
  }

  async close(): Promise<void> {
    await this.#announcer.flush()
    const pools = new Set([this.#requestPool, this.#jobPool])
    await Promise.all([
      ...Array.from(pools, (pool) => pool.end()),
      ...this.#derived.map((database) => database.close()),
    ])
  }

  async #attemptTransaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; afterCommit: (() => void)[] }> {
    const client = await this.pool.connect()
    const afterCommit: (() => void)[] = []
    const statements = new TransactionStatements(client, types)
    let broken: Error | undefined
    try {
      const result = await work(this.#transactionOn(statements, afterCommit))
      await statements.commit()
      return { result, afterCommit }
    } catch (error) {
      this.#announcer.discard(client)
      // A connection whose answer did not come would not answer the rollback either.
      if (error instanceof AnswerTimeoutError) broken = error
      else await statements.rollback().catch((reason: Error) => (broken = reason))
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** A statement of its own, on a connection of the jobs: requests must not wait for it. */
  async #notify(announcements: readonly Announcement[]): Promise<void> {
    const channels = announcements.map(({ channel }) => channel)
    const payloads = announcements.map(({ payload }) => payload)
    const query = sql`
      select pg_notify(channel, payload)
      from unnest(${channels}::text[], ${payloads}::text[]) as announced (channel, payload)`
    await this.#send(this.#jobPool, query)
  }

  #transactionOn(statements: TransactionStatements, callbacks: (() => void)[]): Transaction {
    const prepare = ({ text, values }: Sql, hasReader: boolean) => {
      for (const listener of this.#listeners) listener(text)
      return { ...findPreparedName(text), text, values, hasReader }
    }
    // The caller declares what the rows are.
    const rows = async <Row extends object>(query: Sql) =>
      (await statements.send(prepare(query, true))).rows as Row[]
    return {
      rows,
      row: async <Row extends object>(query: Sql) => (await rows<Row>(query))[0],
      execute: async (query) => (await statements.send(prepare(query, false))).rowCount,
      executeLater: (query) => statements.sendLater(prepare(query, false)),
      query: (text, values) => statements.send({ text, values, hasReader: true }),
      afterCommit: (callback) => void callbacks.push(callback),
    }
  }

  /** Sends a statement that is a transaction by itself, which can meet another one as well. */
  #sendAlone<Row extends object>(query: Sql): Promise<pg.QueryResult<Row>> {
    return retryConflicts(() => this.#send<Row>(this.pool, query))
  }

  #send<Row extends object>(on: pg.Pool | pg.ClientBase, query: Sql): Promise<pg.QueryResult<Row>> {
    const { text, values } = query
    for (const listener of this.#listeners) listener(text)
    return on.query<Row>({ ...findPreparedName(text), text, values })
  }
}

/**
 * Our statements look rows up by key and are prepared, so one plan suits all their calls. By default PostgreSQL would plan
 * those with arrays again on every call, which takes longer than running them.
 */
const genericPlans = 'plan_cache_mode = force_generic_plan'

/**
 * A plan that is made while a table is nearly empty reads all of it, and is used until PostgreSQL has looked at the table again:
 * by then it may be large. Requests read whole tables only where there is no index. Jobs, which may have to, decide by what they
 * find. Compiling is turned off with it, because older versions of PostgreSQL would take the ban for a high cost.
 */
const indexPlans = ['enable_seqscan = off', 'jit = off']

/** Without the notices of `announce`, nobody would be told of anything at once. */
const allNotices = 'client_min_messages = notice'

/**
 * New entries of a GIN index go to a list that every search reads, until it is long enough to be moved to the tree. It is kept
 * short, except by transactions that insert much at once (`areas/search/indexing/index-repository.ts`).
 */
const shortPendingLists = "gin_pending_list_limit = '256kB'"

/** Makes the settings on a new connection. */
const applySettings =
  (settings: readonly string[]) =>
  (client: pg.ClientBase, done: (error?: Error) => void): void => {
    client.query(settings.map((setting) => `set ${setting}`).join(';'), (error: Error | null) =>
      done(error ?? undefined),
    )
  }

/**
 * A statement that contains this fragment is planned on every call. For those that join whole tables: a plan that was made
 * while the tables were nearly empty would take minutes when they are not.
 */
export const replanEachCall = sql`/* replan each call */`

/**
 * Every other statement is prepared under a name that is derived from its text, so PostgreSQL parses and plans it once per
 * connection. The texts come from our own templates: there are as many as there are queries in the code.
 */
function findPreparedName(text: string): { name?: string } {
  let prepared = preparedNames.get(text)
  if (prepared === undefined) {
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    prepared = text.includes(replanEachCall.text) ? {} : { name }
    preparedNames.set(text, prepared)
  }
  return prepared
}

const preparedNames = new Map<string, { name?: string }>()

/**
 * Turns `2026-01-02 03:04:05.6+00` into `2026-01-02T03:04:05.600Z`. Nearly every row has times that are only sent on in a
 * response, so a Date in between would be work for nothing.
 */
function parseTimestamp(text: string): Timestamp {
  if (!text.endsWith('+00') || text.length > 26) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
}

/** Builds the assignments of an update's SET clause, for those of the columns that the changes name. */
export const buildAssignments = <Changes extends object>(
  columns: Record<keyof Changes, Sql>,
  changes: Changes,
): Sql[] =>
  // `columns` has exactly the names of the changes.
  (Object.entries(changes) as [keyof Changes, unknown][]).map(
    ([name, value]) => sql`${columns[name]} = ${value}`,
  )

/** Builds a pattern for `ilike` that matches the text anywhere, whatever characters it has. */
export const buildLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
