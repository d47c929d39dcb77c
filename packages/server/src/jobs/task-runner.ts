import type { PoolClient } from 'pg'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { type Database, type Sql, sql, type Transaction } from '../database/database.ts'
import type { Tables } from '../database/schema/tables.ts'
import type { WorkOutcome, WorkReporter } from '../monitoring/work-reporter.ts'
import {
  MAX_TASK_ATTEMPTS,
  type RunningTask,
  taskChannel,
  TaskLostError,
  type Tasks,
  describeTaskError,
} from './tasks.ts'

/** How many tasks one process runs at the same time. */
const MAX_RUNNING_TASKS = 4
/** How often to look while there are tasks: nobody is notified when one is due, or when the process that ran it has died. */
const BUSY_POLL_INTERVAL_MS = 1 * seconds
/** How often to look while there are none. New ones come with a notification, which may be lost. */
const IDLE_POLL_INTERVAL_MS = 30 * seconds
/** How long a stopping process waits for its tasks before it aborts them and leaves them to another process. */
const STOP_TIMEOUT_MS = 10 * seconds
const PROGRESS_INTERVAL_MS = 250
const LOST_TASK_DELAY_MS = 10 * seconds

interface TaskRow extends Pick<
  Tables['tasks'],
  'id' | 'organizationId' | 'spaceId' | 'type' | 'key' | 'attempts'
> {
  userId: Tables['tasks']['createdBy']
  data: object
}

interface TaskRun {
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
  reporter?: WorkReporter
  /** How long running tasks may take to finish when the process stops. */
  stopTimeoutMs?: number
}

/** Whether a task waits until it is tried again. Meanwhile it does not hold up the later tasks of its key. */
const waitsForRetry = (table: Sql, now: Date): Sql =>
  sql`${table}.status = 'pending' and ${table}.attempts > 0 and ${table}.due_at > ${now}`

/**
 * Runs tasks in this process.
 *
 * A process that runs a task of a key holds an advisory lock of PostgreSQL, on one connection. The lock ends with the
 * connection, so the tasks of a killed process are free at once, without leases or heartbeats. A process that only lost
 * its connection cannot complete its tasks any more, because another process has increased their number of attempts.
 */
export class TaskRunner {
  readonly #deps: TaskRunnerDependencies
  readonly #runs = new Map<string, TaskRun>()
  #connection: PoolClient | undefined
  /** The last lock statement: the connection takes one statement at a time. */
  #lastStatement: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  #pollAgain = false
  #stopping = false
  readonly #stopTimeoutMs: number

  constructor(deps: TaskRunnerDependencies) {
    this.#deps = deps
    this.#stopTimeoutMs = deps.stopTimeoutMs ?? STOP_TIMEOUT_MS
  }

  start(): void {
    this.#wake()
  }

  /** Starts no more tasks, waits a while for the running ones, and leaves the rest to other processes. */
  async stop(): Promise<void> {
    this.#stopping = true
    await this.#polling
    clearTimeout(this.#timer)
    const finished = Promise.all([...this.#runs.values()].map(({ done }) => done))
    if (!(await settlesWithin(finished, this.#stopTimeoutMs))) {
      this.#abortAll()
      await settlesWithin(finished, STOP_TIMEOUT_MS)
    }
    this.#connection?.release(true)
    this.#connection = undefined
  }

  #wake(): void {
    this.#pollAgain = true
    // The tasks that it starts are jobs too: they inherit the limits.
    this.#polling ??= this.#deps.database
      .runJob(() => this.#pollWhileNeeded())
      .finally(() => {
        this.#polling = undefined
        // Somebody may have asked after the last look.
        if (this.#pollAgain && !this.#stopping) this.#wake()
      })
  }

  async #pollWhileNeeded(): Promise<void> {
    // After an error there may be tasks that were not seen.
    let isBusy = true
    while (this.#pollAgain && !this.#stopping) {
      this.#pollAgain = false
      try {
        const connection = (this.#connection ??= await this.#connect())
        await this.#abortLost()
        isBusy = await this.#startTasks(connection)
      } catch (error) {
        isBusy = true
        this.#deps.onError(error)
      }
    }
    clearTimeout(this.#timer)
    if (this.#stopping) return
    this.#timer = setTimeout(() => this.#wake(), isBusy ? BUSY_POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS)
  }

  async #connect(): Promise<PoolClient> {
    const connection = await this.#deps.database.pool.connect()
    connection.on('notification', () => this.#wake())
    connection.once('error', () => {
      if (this.#connection !== connection) return
      // The locks ended with the connection, so another process may have started the tasks that run here.
      this.#connection = undefined
      this.#abortAll()
      connection.release(true)
      // The next one also listens again.
      this.#wake()
    })
    await connection.query(`listen ${taskChannel}`)
    return connection
  }

  #abortAll(): void {
    for (const { controller } of this.#runs.values()) controller.abort(new TaskLostError())
  }

  /** Aborts the tasks that were canceled, deleted or started by another process. */
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

  /**
   * Starts the first task of each key that no process works on, up to the limit of this process. Returns whether there are
   * any tasks: also those that are due later, or that another process works on.
   */
  async #startTasks(connection: PoolClient): Promise<boolean> {
    if (this.#runs.size >= MAX_RUNNING_TASKS) return true
    const heads = await this.#deps.database.rows<
      Pick<Tables['tasks'], 'id' | 'key'> & { isDue: boolean }
    >(sql`
      select id, key, due_at <= ${this.#deps.clock.now()} as "isDue" from (
        select distinct on (key) id, key, type, due_at from tasks
        where status in ('pending', 'running') order by key, (${waitsForRetry(sql`tasks`, this.#deps.clock.now())}), id
      ) as head
      where type = any(${this.#deps.tasks.types}::text[])
      order by id`)
    for (const { id, key, isDue } of heads) {
      if (this.#runs.size >= MAX_RUNNING_TASKS || this.#stopping) break
      if (!isDue || this.#runs.has(key)) continue
      if (!(await this.#lock(connection, 'pg_try_advisory_lock', key))) continue
      const row = await this.#markRunning(id)
      if (row) this.#run(connection, row)
      else await this.#lock(connection, 'pg_advisory_unlock', key)
    }
    return heads.length > 0
  }

  /** Takes or releases the lock of a key, on a connection. */
  async #lock(
    connection: PoolClient,
    lockFunction: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
    key: string,
  ): Promise<boolean> {
    const result = this.#lastStatement.then(() =>
      connection.query<{ done: boolean }>(`select ${lockFunction}(hashtextextended($1, 7665)) as done`, [
        key,
      ]),
    )
    this.#lastStatement = result.catch(() => undefined)
    return (await result).rows[0]?.done === true
  }

  /** Marks a task as running. Returns undefined if it is no longer the first of its key, because another process finished it. */
  async #markRunning(id: string): Promise<TaskRow | undefined> {
    const now = this.#deps.clock.now()
    const row = await this.#deps.database.row<TaskRow>(sql`
      update tasks as t set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now})
      where id = ${id} and status in ('pending', 'running') and not exists (
        select from tasks earlier
        where earlier.key = t.key and earlier.id < t.id and earlier.status in ('pending', 'running')
          and not (${waitsForRetry(sql`earlier`, now)})
      )
      returning id, organization_id as "organizationId", space_id as "spaceId", created_by as "userId", type, key,
        data, attempts`)
    if (!row || row.attempts <= MAX_TASK_ATTEMPTS) return row
    const message = 'The task was interrupted too often.'
    await this.#finish(row, 'failed', message)
    this.#report(row, performance.now(), 'failed', new Error(message))
    return undefined
  }

  #run(connection: PoolClient, row: TaskRow): void {
    const controller = new AbortController()
    const done = this.#work(row, controller.signal)
      .catch(this.#deps.onError)
      .then(() => this.#release(connection, row.key))
      .catch(this.#deps.onError)
    this.#runs.set(row.key, { id: row.id, key: row.key, attempt: row.attempts, controller, done })
  }

  async #release(connection: PoolClient, key: string): Promise<void> {
    this.#runs.delete(key)
    // If the connection has been replaced, the lock has ended with the old one.
    if (this.#connection === connection) await this.#lock(connection, 'pg_advisory_unlock', key)
    this.#wake()
  }

  async #work(row: TaskRow, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    const handler = this.#deps.tasks.getHandler(row.type)
    if (!handler) throw new Error(`no handler for ${row.type}`)
    try {
      await handler(this.#createTask(row, signal))
      await this.#finish(row, 'completed', null)
      this.#report(row, startedAt, 'completed')
    } catch (error) {
      if (error instanceof TaskLostError || signal.aborted) {
        this.#report(row, startedAt, 'interrupted')
        return this.#putBack(row, signal)
      }
      const { message, final } = describeTaskError(error)
      const outcome = final || row.attempts >= MAX_TASK_ATTEMPTS ? 'failed' : 'retried'
      this.#report(row, startedAt, outcome, error)
      await this.#handleError(row, message, outcome)
    }
  }

  #report(row: TaskRow, startedAt: number, outcome: WorkOutcome, error?: unknown): void {
    this.#deps.reporter?.report({
      kind: 'task',
      type: row.type,
      id: row.id,
      organizationId: row.organizationId,
      spaceId: row.spaceId,
      attempt: row.attempts,
      durationMs: performance.now() - startedAt,
      outcome,
      error,
    })
  }

  #createTask(row: TaskRow, signal: AbortSignal): RunningTask<object> {
    let lastProgressAt = 0
    let lastStep: string | undefined
    return {
      id: row.id,
      organizationId: row.organizationId,
      spaceId: row.spaceId,
      userId: row.userId,
      data: row.data,
      attempt: row.attempts,
      signal,
      progress: async (done, total, step) => {
        signal.throwIfAborted()
        const isNew = step !== lastStep
        if (!isNew && done < total && Date.now() - lastProgressAt < PROGRESS_INTERVAL_MS) return
        lastProgressAt = Date.now()
        lastStep = step
        await this.#deps.database.execute(sql`
          update tasks set progress_done = ${done}, progress_total = ${total}, progress_step = ${step ?? null}
          where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
      },
      complete: async (tx, report) => {
        signal.throwIfAborted()
        if ((await completeTask(tx, row, report, this.#deps.clock.now())) === 0) throw new TaskLostError()
      },
    }
  }

  async #finish(row: TaskRow, status: 'completed' | 'failed', error: string | null): Promise<void> {
    await this.#deps.database.execute(sql`
      update tasks set status = ${status}, error = ${error}, finished_at = ${this.#deps.clock.now()},
        -- Whoever retries a task that failed needs its data.
        data = case when ${status} = 'failed' then data else '{}' end,
        progress_done = case when ${status} = 'completed' then coalesce(progress_total, progress_done)
          else progress_done end
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }

  async #handleError(row: TaskRow, message: string, outcome: 'failed' | 'retried'): Promise<void> {
    if (outcome === 'failed') return this.#finish(row, 'failed', message)
    await this.#deps.database.execute(sql`
      update tasks set status = 'pending', error = ${message},
        due_at = ${new Date(this.#deps.clock.now().getTime() + getRetryDelay(row.attempts))}
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }

  /** Leaves a task to other processes. The attempt does not count, because the task did not fail. */
  async #putBack(row: TaskRow, signal: AbortSignal): Promise<void> {
    // A task that gave up by itself would otherwise be started again at once, and again.
    const delay = signal.aborted ? 0 : LOST_TASK_DELAY_MS
    await this.#deps.database.execute(sql`
      update tasks set status = 'pending', attempts = attempts - 1,
        due_at = greatest(due_at, ${new Date(this.#deps.clock.now().getTime() + delay)})
      where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
  }
}

/** Returns whether the work finishes before the timeout. */
async function settlesWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => timer.resolve(false), milliseconds)
  return Promise.race([work.then(() => true), timer.promise]).finally(() => clearTimeout(timeout))
}

/** The delay before the next attempt: 2 s, 8 s, 32 s, 2 min, 8 min. */
const getRetryDelay = (attempts: number): number => Math.min(0.5 * seconds * 4 ** attempts, 10 * minutes)

const completeTask = (
  tx: Transaction,
  row: TaskRow,
  report: object | undefined,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    update tasks set status = 'completed', error = null, data = '{}', finished_at = ${now},
      report = ${report ? JSON.stringify(report) : null},
      progress_done = coalesce(progress_total, progress_done)
    where id = ${row.id} and attempts = ${row.attempts} and status = 'running'`)
