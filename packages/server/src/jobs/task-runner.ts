import type { PoolClient } from 'pg'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { type Database, sql, type Transaction } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import { type RunningTask, taskChannel, TaskLostError, type Tasks, describeTaskError } from './tasks.ts'

/** How many tasks one process works on at a time. */
const slots = 4
/** What is missed (a notification, a process that died) is found this much later at most. */
const lookEvery = 1 * seconds
const highestAttempts = 6
/** How long a stopping process waits before it leaves its tasks to another. */
const patience = 10 * seconds
const progressEvery = 250

interface TaskRow extends Pick<
  Tables['tasks'],
  'id' | 'organizationId' | 'spaceId' | 'type' | 'key' | 'attempts'
> {
  userId: Tables['tasks']['createdBy']
  data: object
}

interface Run {
  id: string
  key: string
  attempt: number
  controller: AbortController
  done: Promise<void>
}

interface TaskRunnerDependencies {
  database: Database
  tasks: Tasks
  clock: Clock
  onError: (error: unknown) => void
  /** How long those under way may take to finish when the process stops. */
  stopTimeoutMs?: number
}

/**
 * Has tasks done in this process.
 *
 * Who works on a key holds a lock of PostgreSQL's, on one connection of the process. It ends with the connection, so
 * what a killed process worked on is free in that moment: no lease to wait for, no heartbeat to miss. A process that
 * merely lost its connection is told apart by the number of its attempt: it can no longer complete what it began.
 */
export class TaskRunner {
  readonly #deps: TaskRunnerDependencies
  readonly #runs = new Map<string, Run>()
  #connection: PoolClient | undefined
  /** What is asked on the connection, one after the other. */
  #asked: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopping = false
  readonly #patience: number

  constructor(deps: TaskRunnerDependencies) {
    this.#deps = deps
    this.#patience = deps.stopTimeoutMs ?? patience
  }

  start(): void {
    this.#timer = setInterval(() => this.#wake(), lookEvery)
    this.#wake()
  }

  /** Takes no more, lets those under way finish for a while, and leaves the rest to be begun again. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    await this.#looking
    const finished = Promise.all([...this.#runs.values()].map(({ done }) => done))
    if (!(await settled(finished, this.#patience))) {
      this.#abortAll()
      await settled(finished, patience)
    }
    this.#connection?.release(true)
    this.#connection = undefined
  }

  #wake(): void {
    this.#lookAgain = true
    this.#looking ??= this.#lookWhileAsked().finally(() => (this.#looking = undefined))
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain && !this.#stopping) {
      this.#lookAgain = false
      try {
        const connection = (this.#connection ??= await this.#connect())
        await this.#abortLost()
        await this.#take(connection)
      } catch (error) {
        this.#deps.onError(error)
      }
    }
  }

  async #connect(): Promise<PoolClient> {
    const connection = await this.#deps.database.pool.connect()
    connection.on('notification', () => this.#wake())
    connection.once('error', () => {
      if (this.#connection !== connection) return
      // The locks went with it, so somebody else may have begun what runs here.
      this.#connection = undefined
      this.#abortAll()
      connection.release(true)
    })
    await connection.query(`listen ${taskChannel}`)
    return connection
  }

  #abortAll(): void {
    for (const { controller } of this.#runs.values()) controller.abort(new TaskLostError())
  }

  /** Stops what was canceled, or removed, or begun elsewhere. */
  async #abortLost(): Promise<void> {
    if (this.#runs.size === 0) return
    const rows = await this.#deps.database.rows<Pick<Tables['tasks'], 'id' | 'attempts'>>(sql`
      select id, attempts from tasks
      where id = any(${[...this.#runs.values()].map(({ id }) => id)}::text[]) and status = 'running'`)
    const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
    for (const run of this.#runs.values()) {
      if (attempts.get(run.id) !== run.attempt) run.controller.abort(new TaskLostError())
    }
  }

  /** Begins the first task of each key that nobody works on, while there are slots. */
  async #take(connection: PoolClient): Promise<void> {
    if (this.#runs.size >= slots) return
    const heads = await this.#deps.database.rows<Pick<Tables['tasks'], 'id' | 'key'>>(sql`
      select id, key from (
        select distinct on (key) id, key, type, due_at from tasks
        where status in ('pending', 'running') order by key, id
      ) as head
      where due_at <= ${this.#deps.clock.now()} and type = any(${this.#deps.tasks.types}::text[])
      order by id`)
    for (const { id, key } of heads) {
      if (this.#runs.size >= slots || this.#stopping) return
      if (this.#runs.has(key)) continue
      if (!(await this.#lock(connection, 'pg_try_advisory_lock', key))) continue
      const row = await this.#begin(id)
      if (row) this.#run(connection, row)
      else await this.#lock(connection, 'pg_advisory_unlock', key)
    }
  }

  /** The lock of a key, or its end, on a connection. */
  async #lock(
    connection: PoolClient,
    what: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
    key: string,
  ): Promise<boolean> {
    const answer = this.#asked.then(() =>
      connection.query<{ done: boolean }>(`select ${what}(hashtextextended($1, 7665)) as done`, [key]),
    )
    this.#asked = answer.catch(() => undefined)
    return (await answer).rows[0]?.done === true
  }

  /** Nothing when it is no longer the first of its key; others may have finished it since. */
  async #begin(id: string): Promise<TaskRow | undefined> {
    const now = this.#deps.clock.now()
    const row = await this.#deps.database.row<TaskRow>(sql`
      update tasks as t set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now})
      where id = ${id} and status in ('pending', 'running') and not exists (
        select from tasks earlier
        where earlier.key = t.key and earlier.id < t.id and earlier.status in ('pending', 'running')
      )
      returning id, organization_id as "organizationId", space_id as "spaceId", created_by as "userId", type, key,
        data, attempts`)
    if (!row || row.attempts <= highestAttempts) return row
    await this.#finish(row, 'failed', 'It was interrupted too often.')
    return undefined
  }

  #run(connection: PoolClient, row: TaskRow): void {
    const controller = new AbortController()
    const done = this.#work(row, controller.signal)
      .catch(this.#deps.onError)
      .then(() => this.#leave(connection, row.key))
      .catch(this.#deps.onError)
    this.#runs.set(row.key, { id: row.id, key: row.key, attempt: row.attempts, controller, done })
  }

  async #leave(connection: PoolClient, key: string): Promise<void> {
    this.#runs.delete(key)
    // When the connection is another one by now, the lock went with the old one.
    if (this.#connection === connection) await this.#lock(connection, 'pg_advisory_unlock', key)
    this.#wake()
  }

  async #work(row: TaskRow, signal: AbortSignal): Promise<void> {
    const handler = this.#deps.tasks.getHandler(row.type)
    if (!handler) throw new Error(`no handler for ${row.type}`)
    try {
      await handler(this.#handed(row, signal))
      await this.#finish(row, 'completed', null)
    } catch (error) {
      if (error instanceof TaskLostError || signal.aborted) return this.#putBack(row)
      await this.#failed(row, error)
    }
  }

  #handed(row: TaskRow, signal: AbortSignal): RunningTask<object> {
    let shown = 0
    return {
      id: row.id,
      organizationId: row.organizationId,
      spaceId: row.spaceId,
      userId: row.userId,
      data: row.data,
      attempt: row.attempts,
      signal,
      progress: async (done, total) => {
        signal.throwIfAborted()
        if (done < total && Date.now() - shown < progressEvery) return
        shown = Date.now()
        await this.#deps.database.execute(sql`
          update tasks set progress_done = ${done}, progress_total = ${total}
          where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
      },
      complete: async (tx) => {
        signal.throwIfAborted()
        if ((await completeIn(tx, row, this.#deps.clock.now())) === 0) throw new TaskLostError()
      },
    }
  }

  async #finish(row: TaskRow, status: 'completed' | 'failed', error: string | null): Promise<void> {
    await this.#deps.database.execute(sql`
      update tasks set status = ${status}, error = ${error}, data = '{}', finished_at = ${this.#deps.clock.now()},
        progress_done = case when ${status} = 'completed' then coalesce(progress_total, progress_done)
          else progress_done end
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }

  async #failed(row: TaskRow, error: unknown): Promise<void> {
    const { message, final } = describeTaskError(error)
    if (!final) this.#deps.onError(error)
    if (final || row.attempts >= highestAttempts) return this.#finish(row, 'failed', message)
    await this.#deps.database.execute(sql`
      update tasks set status = 'pending', error = ${message},
        due_at = ${new Date(this.#deps.clock.now().getTime() + backOff(row.attempts))}
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }

  /** A task that this process leaves without its fault; it does not count as tried. */
  async #putBack(row: TaskRow): Promise<void> {
    await this.#deps.database.execute(sql`
      update tasks set status = 'pending', attempts = attempts - 1
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }
}

/** Whether it is through before so many milliseconds are. */
async function settled(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => timer.resolve(false), milliseconds)
  return Promise.race([work.then(() => true), timer.promise]).finally(() => clearTimeout(timeout))
}

/** 2 s, 8 s, 32 s, 2 min, 8 min. */
const backOff = (attempts: number): number => Math.min(0.5 * seconds * 4 ** attempts, 10 * minutes)

const completeIn = (tx: Transaction, row: TaskRow, now: Date): Promise<number> =>
  tx.execute(sql`
    update tasks set status = 'completed', error = null, data = '{}', finished_at = ${now},
      progress_done = coalesce(progress_total, progress_done)
    where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
