import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import { lockForProcess } from '../database/advisory-locks.ts'
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
  /** Search learns what it has not learned when it happened; asked for, and every minute. */
  'index-spaces': Record<string, never>
  /** Search forgets words that no text has any more, every night. */
  'forget-words': Record<string, never>
  /** Descriptions of APIs are read again, six hours after the last time. */
  'refresh-openapi-specs': Record<string, never>
  /** Content that no revision reaches any more is removed, every night. */
  'collect-content': Record<string, never>
  /** Whoever keeps answers is told which to forget. */
  revalidate: { tags: string[] }
}

export type JobName = keyof JobData

export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

const names = [
  'remove-space',
  'clean-up',
  'index-spaces',
  'forget-words',
  'refresh-openapi-specs',
  'collect-content',
  'revalidate',
] as const satisfies readonly JobName[]

const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '*/10 * * * *',
  'index-spaces': '* * * * *',
  'forget-words': '17 3 * * *',
  'refresh-openapi-specs': '*/10 * * * *',
  'collect-content': '47 3 * * *',
}

/** The durable queue: it lives in the same database, so a job is part of the transaction that asks for it. */
export class Jobs {
  readonly #database: Database
  readonly #boss: PgBoss

  constructor(database: Database, onError: (error: unknown) => void) {
    this.#database = database
    this.#boss = new PgBoss({ db: connection(database.pool) })
    this.#boss.on('error', onError)
  }

  /** Without handlers this process only enqueues; another one does the work. */
  async start(handlers: JobHandlers | undefined): Promise<void> {
    // pg-boss makes its tables on the first start, and two processes that do so at once trip over each other.
    await this.#database.transaction(async (tx) => {
      await lockForProcess(tx, 'queue-tables')
      await this.#boss.start()
      for (const name of names) {
        await this.#boss.createQueue(name, { retryLimit: 10, retryDelay: 5, retryBackoff: true })
        const schedule = schedules[name]
        if (schedule !== undefined) await this.#boss.schedule(name, schedule)
      }
    })
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

  /** Jobs that waited elsewhere, as `waitingJobs` found them. */
  async enqueueAgain(tx: Transaction, jobs: WaitingJob[]): Promise<void> {
    for (const { name, data, startAfter } of jobs) {
      await this.#boss.send(name, data, { startAfter: new Date(startAfter), db: connection(tx.client) })
    }
  }

  /** Lets the jobs under way finish. */
  stop(): Promise<void> {
    return this.#boss.stop({ graceful: true, close: false })
  }

  #work<Name extends JobName>(name: Name, handlers: Pick<JobHandlers, Name>): Promise<string> {
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

/** A job that has not begun. */
export interface WaitingJob {
  name: string
  data: object
  startAfter: string
}

/** All that wait, for a backup; what a schedule makes is made again by the schedule. */
export async function listWaitingJobs(client: ClientBase): Promise<WaitingJob[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('pgboss.job') is not null as found`,
  )
  if (!tables[0]?.found) return []
  const { rows } = await client.query<WaitingJob>(
    `select name, data, start_after as "startAfter" from pgboss.job
     where state in ('created', 'retry', 'active') and name = any($1) order by start_after, id`,
    [names.filter((name) => schedules[name] === undefined)],
  )
  return rows
}
