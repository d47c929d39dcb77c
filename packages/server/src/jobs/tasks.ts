import type { Clock } from '../common/clock.ts'
import { DomainError } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { type Database, type Queryable, sql, type Transaction } from '../database/database.ts'

/**
 * Terminology
 *
 * - **task**: long work that people wait for. Its row has the progress and the error. It is part of the transaction
 *   that starts it.
 * - **key**: what a task works on. Tasks with the same key run one at a time across all processes, in the order in which
 *   they were started. One that waits to be tried again lets later ones pass.
 * - **attempt**: one run of a task. A task may run several times, because of a temporary error or because its process
 *   died. It takes effect once, because it completes in the transaction that makes its changes.
 */
export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** How often a task is tried before it has failed for good. */
export const MAX_TASK_ATTEMPTS = 6

export interface NewTask {
  organizationId: string
  /** When this space is deleted, the task is canceled. */
  spaceId?: string
  /** Who started the task. */
  userId?: string
  type: string
  key: string
  data: object
  /** What people are told that it was started for. Unlike the data, it is kept when the task has finished. */
  subject?: object
}

/** The argument of a task handler. */
export interface RunningTask<Data> {
  id: string
  organizationId: string
  spaceId: string | null
  userId: string | null
  data: Data
  /** The number of this attempt, from 1. */
  attempt: number
  /** Aborted when the task is canceled, or another process takes it over. */
  signal: AbortSignal
  /** Reports the progress, of a step if the task has several. Cheap enough to be called after each item. */
  progress(done: number, total: number, step?: string): Promise<void>
  /**
   * Completes the task in the transaction that makes its changes, so that both happen or neither. Throws if the task was
   * canceled or taken over; the transaction must then be rolled back.
   *
   * @param report what people are told of what it did.
   */
  complete(tx: Transaction, report?: object): Promise<void>
}

/**
 * Does the work of a task. A `DomainError` with a status below 500 fails the task; after any other error it is tried again,
 * with growing delays. Only the message of a `DomainError` is shown to people.
 */
export type TaskHandler<Data> = (task: RunningTask<Data>) => Promise<void>

/** The task was canceled or taken over, so this run must not make its changes. */
export class TaskLostError extends Error {
  constructor() {
    super('the task was canceled or taken over')
  }
}

/** The PostgreSQL channel that notifies all processes of new tasks. */
export const taskChannel = 'verso_tasks'

/** Starts and cancels tasks, and holds their handlers. `TaskRunner` runs them. */
export class Tasks {
  readonly #clock: Clock
  readonly #handlers = new Map<string, TaskHandler<never>>()

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock
  }

  /** Sets the handler of a type of task. Must be called before the task runner starts. */
  handle<Data extends object>(type: string, handler: TaskHandler<Data>): void {
    if (this.#handlers.has(type)) throw new Error(`two handlers for ${type}`)
    this.#handlers.set(type, handler)
  }

  getHandler(type: string): TaskHandler<object> | undefined {
    // `start` stores the data under the type of its handler, so the data fits.
    return this.#handlers.get(type) as TaskHandler<object> | undefined
  }

  get types(): string[] {
    return [...this.#handlers.keys()]
  }

  async start(
    tx: Transaction,
    { organizationId, spaceId, userId, type, key, data, subject }: NewTask,
  ): Promise<string> {
    const id = newId()
    const now = this.#clock.now()
    await tx.execute(sql`
      insert into tasks (
        id, organization_id, space_id, created_by, type, key, data, subject, status, due_at, created_at
      ) values (
        ${id}, ${organizationId}, ${spaceId ?? null}, ${userId ?? null}, ${type}, ${key}, ${JSON.stringify(data)},
        ${subject ? JSON.stringify(subject) : null}, 'pending', ${now}, ${now}
      )`)
    await notifyRunners(tx)
    return id
  }

  /**
   * Starts a task, unless one with this key and type is pending. That one then runs as soon as possible, and sees the
   * changes of this transaction.
   */
  async startOnce(tx: Transaction, task: NewTask): Promise<void> {
    // The lock lets only one of several concurrent calls start the task.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${task.key}, 7666))`)
    const pendingTasks = await tx.execute(sql`
      update tasks set due_at = least(due_at, ${this.#clock.now()})
      where key = ${task.key} and type = ${task.type} and status = 'pending'`)
    if (pendingTasks > 0) await notifyRunners(tx)
    else await this.start(tx, task)
  }

  /** Cancels all unfinished tasks of a space or an organization, or with a key, of one type of those if it is given. */
  async cancel(
    tx: Transaction,
    filter: { spaceId: string } | { organizationId: string } | { key: string; type?: string },
  ): Promise<void> {
    const condition =
      'key' in filter
        ? sql`key = ${filter.key} ${filter.type === undefined ? sql`` : sql`and type = ${filter.type}`}`
        : 'spaceId' in filter
          ? sql`space_id = ${filter.spaceId}`
          : sql`organization_id = ${filter.organizationId}`
    await tx.execute(sql`
      update tasks set status = 'canceled', data = '{}', finished_at = ${this.#clock.now()}
      where ${condition} and status in ('pending', 'running')`)
    await notifyRunners(tx)
  }

  /** How many tasks of a key wait. */
  async countPending(tx: Transaction, key: string): Promise<number> {
    const row = await tx.row<{ count: number }>(sql`
      select count(*)::int as count from tasks where key = ${key} and status = 'pending'`)
    return row?.count ?? 0
  }

  /** Cancels one task, which can be retried. Returns false for one that has finished. */
  async cancelTask(tx: Transaction, id: string): Promise<boolean> {
    const count = await tx.execute(sql`
      update tasks set status = 'canceled', finished_at = ${this.#clock.now()}
      where id = ${id} and status in ('pending', 'running')`)
    await notifyRunners(tx)
    return count > 0
  }

  /**
   * Runs a task again that failed or was canceled, as a new task, or at once one that waits for its next attempt. Returns
   * the id of the task that runs; undefined for any other task, and for one whose data is not kept.
   */
  async retryTask(tx: Transaction, id: string): Promise<string | undefined> {
    const now = this.#clock.now()
    const waiting = await tx.execute(sql`
      update tasks set due_at = ${now} where id = ${id} and status = 'pending'`)
    if (waiting > 0) {
      await notifyRunners(tx)
      return id
    }
    const newTaskId = newId()
    const count = await tx.execute(sql`
      insert into tasks (
        id, organization_id, space_id, created_by, type, key, data, subject, status, due_at, created_at
      )
      select ${newTaskId}, organization_id, space_id, created_by, type, key, data, subject, 'pending', ${now}, ${now}
      from tasks where id = ${id} and status in ('failed', 'canceled') and data <> '{}' for update`)
    // A task is run again once.
    await tx.execute(sql`update tasks set data = '{}' where id = ${id} and status in ('failed', 'canceled')`)
    await notifyRunners(tx)
    return count > 0 ? newTaskId : undefined
  }
}

/** Notifies the task runners when the transaction is committed. */
const notifyRunners = (on: Queryable) => on.execute(sql`select announce(${taskChannel}, '')`)

/** Deletes tasks that finished before a date. */
export async function deleteFinishedTasks(database: Database, before: Date): Promise<void> {
  await database.execute(sql`delete from tasks where finished_at < ${before}`)
}

/** The message for people, and whether the error is final, so that another attempt cannot succeed. */
export function describeTaskError(error: unknown): { message: string; final: boolean } {
  if (error instanceof DomainError) return { message: error.message, final: error.status < 500 }
  return { message: 'Something went wrong on our side.', final: false }
}
