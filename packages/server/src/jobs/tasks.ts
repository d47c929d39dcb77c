import type { Clock } from '../common/clock.ts'
import { DomainError } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { type Database, type Queryable, sql, type Transaction } from '../database/database.ts'

/**
 * Terminology
 *
 * - **task**: long work that somebody waits for: a row that says how far it is, and what went wrong. Part of the
 *   transaction that asks for it.
 * - **key**: what a task works on. Of those with one key, one runs at a time, in the order they were asked for, in
 *   whatever process.
 * - **attempt**: one run of a task. A task may be begun several times, because it failed for a moment or because its
 *   process died; it takes effect once, by completing in the transaction that makes the effect.
 */
export const taskStatuses = ['pending', 'running', 'completed', 'failed', 'canceled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export interface NewTask {
  organizationId: string
  /** With this space the task is canceled. */
  spaceId?: string
  /** Who asked. */
  userId?: string
  type: string
  key: string
  data: object
}

/** What a handler is given. */
export interface RunningTask<Data> {
  id: string
  organizationId: string
  spaceId: string | null
  userId: string | null
  data: Data
  /** 1 for the first. */
  attempt: number
  /** Aborted when the task was canceled, or is no longer this process's. */
  signal: AbortSignal
  /** How far it is, for those who wait. Cheap enough to be called for each thing done. */
  progress(done: number, total: number): Promise<void>
  /**
   * Completes the task inside the transaction that makes its effect: both happen or neither. Throws when the task
   * was canceled or another process has it, and the transaction must then fail with it.
   */
  complete(tx: Transaction): Promise<void>
}

/**
 * Does the work. Throwing a `DomainError` about the request (400 to 499) ends the task as failed; anything else is
 * tried again, later each time. Of what is thrown, only the words of a `DomainError` are shown to people.
 */
export type TaskHandler<Data> = (task: RunningTask<Data>) => Promise<void>

/** The task is not this run's any more: what it was about to do must not happen. */
export class TaskLostError extends Error {
  constructor() {
    super('the task was canceled or taken over')
  }
}

/** Where processes tell each other that there is something to look at. */
export const taskChannel = 'verso_tasks'

/** Asks for tasks, calls them off, and knows who does them; `TaskRunner` has them done. */
export class Tasks {
  readonly #clock: Clock
  readonly #handlers = new Map<string, TaskHandler<never>>()

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock
  }

  /** Says who does the tasks of a type. To be called before the process begins to work. */
  handle<Data extends object>(type: string, handler: TaskHandler<Data>): void {
    if (this.#handlers.has(type)) throw new Error(`two handlers for ${type}`)
    this.#handlers.set(type, handler)
  }

  getHandler(type: string): TaskHandler<object> | undefined {
    // What is stored under a type was given to `start` under that type.
    return this.#handlers.get(type) as TaskHandler<object> | undefined
  }

  get types(): string[] {
    return [...this.#handlers.keys()]
  }

  async start(
    tx: Transaction,
    { organizationId, spaceId, userId, type, key, data }: NewTask,
  ): Promise<string> {
    const id = newId()
    const now = this.#clock.now()
    await tx.execute(sql`
      insert into tasks (
        id, organization_id, space_id, created_by, type, key, data, status, due_at, created_at
      ) values (
        ${id}, ${organizationId}, ${spaceId ?? null}, ${userId ?? null}, ${type}, ${key}, ${JSON.stringify(data)},
        'pending', ${now}, ${now}
      )`)
    await notify(tx)
    return id
  }

  /**
   * The same, unless one with this key waits to begin: that one then begins at once, and meets everything that this
   * transaction has done.
   */
  async startOnce(tx: Transaction, task: NewTask): Promise<void> {
    // Of those who ask at once, one starts it.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${task.key}, 7666))`)
    const waiting = await tx.execute(sql`
      update tasks set due_at = least(due_at, ${this.#clock.now()})
      where key = ${task.key} and type = ${task.type} and status = 'pending'`)
    if (waiting > 0) await notify(tx)
    else await this.start(tx, task)
  }

  /** Calls off what has not finished: all about a space, or all with a key. */
  async cancel(tx: Transaction, about: { spaceId: string } | { key: string }): Promise<void> {
    const which = 'key' in about ? sql`key = ${about.key}` : sql`space_id = ${about.spaceId}`
    await tx.execute(sql`
      update tasks set status = 'canceled', data = '{}', finished_at = ${this.#clock.now()}
      where ${which} and status in ('pending', 'running')`)
    await notify(tx)
  }
}

/** Wakes the workers when the transaction is through. */
const notify = (on: Queryable) => on.execute(sql`select pg_notify(${taskChannel}, '')`)

/** Forgets what finished long ago. */
export async function deleteFinishedTasks(database: Database, before: Date): Promise<void> {
  await database.execute(sql`delete from tasks where finished_at < ${before}`)
}

/** What people are told of something that was thrown, and whether trying again could help. */
export function describeTaskError(error: unknown): { message: string; final: boolean } {
  if (error instanceof DomainError) return { message: error.message, final: error.status < 500 }
  return { message: 'Something went wrong on our side.', final: false }
}
