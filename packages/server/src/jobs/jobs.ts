import { PgBoss } from 'pg-boss'
import type { Database, Transaction } from '../database/database.ts'

/**
 * Terminology
 *
 * - **job**: work that is done later, once, also when the process that asked for it is gone by then.
 * - **queue**: the jobs of one kind; named as here.
 * - **handler**: what does the work. It may be called twice for the same job, and must not mind.
 */
export interface JobData {
  /** Permanent removal of a deleted space, when its retention is over. */
  'remove-space': { spaceId: string }
  /** Housekeeping, every ten minutes. */
  'clean-up': Record<string, never>
}

export type JobName = keyof JobData

export type Handlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

const names = ['remove-space', 'clean-up'] as const satisfies readonly JobName[]

const schedules: Partial<Record<JobName, string>> = { 'clean-up': '*/10 * * * *' }

/** The durable queue: it lives in the same database, so a job is part of the transaction that asks for it. */
export class Jobs {
  readonly #boss: PgBoss

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#boss = new PgBoss({ db: connection(database.pool) })
    this.#boss.on('error', onError)
  }

  /** Without handlers this process only enqueues; another one does the work. */
  async start(handlers: Handlers | undefined): Promise<void> {
    await this.#boss.start()
    for (const name of names) {
      await this.#boss.createQueue(name, { retryLimit: 10, retryDelay: 5, retryBackoff: true })
      const schedule = schedules[name]
      if (schedule !== undefined) await this.#boss.schedule(name, schedule)
    }
    if (handlers) await Promise.all(names.map((name) => this.#work(name, handlers)))
  }

  async enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: JobData[Name],
    startAfter: Date,
  ): Promise<void> {
    await this.#boss.send(name, data, { startAfter, db: connection(tx.client) })
  }

  /** Lets the jobs under way finish. */
  stop(): Promise<void> {
    return this.#boss.stop({ graceful: true, close: false })
  }

  #work<Name extends JobName>(name: Name, handlers: Pick<Handlers, Name>): Promise<string> {
    const handle = handlers[name]
    return this.#boss.work<JobData[Name]>(name, async (jobs) => {
      for (const job of jobs) await handle(job.data)
    })
  }
}

/** What pg-boss needs of a pool or a connection. */
const connection = (on: Database['pool'] | Transaction['client']) => ({
  executeSql: (text: string, values?: unknown[]) => on.query(text, values),
})

/** Where pg-boss keeps its tables. */
export const jobSchema = 'pgboss'
