import type { ClientBase } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { InterfaceLanguage } from '../common/interface-languages.ts'
import { lockForProcess } from '../database/advisory-locks.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { WorkReporter } from '../monitoring/work-reporter.ts'

/**
 * Terminology
 *
 * - **job**: work that is done later, even if the process that enqueued it has ended by then.
 * - **queue**: the jobs of one kind. Its name is a key of `JobData`.
 * - **handler**: the function that does the work. It must be idempotent, because it may be called twice for one job.
 */
export interface JobData {
  /** Removes a deleted space permanently when its retention period is over. */
  'remove-space': { spaceId: string; organizationId?: string }
  /** Deletes expired data every ten minutes. */
  'clean-up': Record<string, never>
  /** Indexes spaces whose changes the search index has missed. Enqueued on demand, and every minute. */
  'index-spaces': Record<string, never>
  /** Deletes words from the search index that no text contains any more, every night. */
  'forget-words': Record<string, never>
  /** Fetches OpenAPI descriptions again, six hours after the last time. */
  'refresh-openapi-specs': Record<string, never>
  /** Deletes content that no revision refers to any more, every night. */
  'collect-content': Record<string, never>
  /** Tells external caches which responses are out of date. */
  revalidate: { tags: string[] }
  /** Sends a mail. Whom it reaches and what it says is decided then, so no link waits in the queue. */
  'send-mail': MailRequest
}

export type MailRequest =
  | { kind: 'password-reset' | 'sign-in-link'; email: string }
  | { kind: 'invitation'; organizationId: string; userId: string; invitedBy: string }
  | { kind: 'join'; organizationId: string; inviteId: string; email: string; language: InterfaceLanguage }

export type JobName = keyof JobData

export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

export const jobNames = [
  'remove-space',
  'clean-up',
  'index-spaces',
  'forget-words',
  'refresh-openapi-specs',
  'collect-content',
  'revalidate',
  'send-mail',
] as const satisfies readonly JobName[]

const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '*/10 * * * *',
  'index-spaces': '* * * * *',
  'forget-words': '17 3 * * *',
  'refresh-openapi-specs': '*/10 * * * *',
  'collect-content': '47 3 * * *',
}

/** Mails wait for another server, and people wait for mails: a process sends several at once, and looks often. */
const workOptions: { [Name in JobName]?: { localConcurrency: number; pollingIntervalSeconds: number } } = {
  'send-mail': { localConcurrency: 4, pollingIntervalSeconds: 0.5 },
}

const DEFAULT_STOP_TIMEOUT_MS = 30_000

/** The job queue. It is in the same database, so a job is part of the transaction that enqueues it. */
export class Jobs {
  readonly #database: Database
  readonly #boss: PgBoss
  readonly #reporter: WorkReporter | undefined

  constructor(database: Database, onError: (error: unknown) => void, reporter?: WorkReporter) {
    this.#database = database
    this.#reporter = reporter
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => database.runJob(() => database.pool.query(text, values)) },
    })
    this.#boss.on('error', onError)
  }

  /** Without handlers this process only enqueues; another one does the work. */
  async start(handlers: JobHandlers | undefined): Promise<void> {
    // pg-boss creates its tables on the first start, which fails if two processes do it at the same time.
    const createQueues = async (tx: Transaction) => {
      await lockForProcess(tx, 'queue-tables')
      await this.#boss.start()
      for (const name of jobNames) {
        await this.#boss.createQueue(name, { retryLimit: 10, retryDelay: 5, retryBackoff: true })
        const schedule = schedules[name]
        if (schedule !== undefined) await this.#boss.schedule(name, schedule)
      }
    }
    await this.#database.runJob(() => this.#database.transaction(createQueues))
    if (handlers) await Promise.all(jobNames.map((name) => this.#work(name, handlers)))
  }

  async enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: JobData[Name],
    startAfter: Date,
  ): Promise<void> {
    await this.#boss.send(name, data, { startAfter, db: createConnection(tx.client) })
  }

  /** Enqueues jobs from a backup, as `listWaitingJobs` returned them. */
  async enqueueAgain(tx: Transaction, jobs: WaitingJob[]): Promise<void> {
    for (const { name, data, startAfter } of jobs) {
      await this.#boss.send(name, data, { startAfter: new Date(startAfter), db: createConnection(tx.client) })
    }
  }

  /** Waits until the running jobs have finished, at most for so long. Those that have not are run again later. */
  stop(timeoutMs: number = DEFAULT_STOP_TIMEOUT_MS): Promise<void> {
    return this.#boss.stop({ graceful: true, close: false, timeout: timeoutMs })
  }

  #work<Name extends JobName>(name: Name, handlers: Pick<JobHandlers, Name>): Promise<string> {
    const handle = handlers[name]
    const runAll = async (jobs: JobWithMetadata<JobData[Name]>[]) => {
      for (const job of jobs) await this.#run(job, () => handle(job.data))
    }
    const { localConcurrency = 1, pollingIntervalSeconds = 2 } = workOptions[name] ?? {}
    const options = { includeMetadata: true, localConcurrency, pollingIntervalSeconds } as const
    return this.#boss.work(name, options, runAll)
  }

  async #run(job: JobWithMetadata, handle: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    const { organizationId, spaceId } = job.data as Partial<JobData['remove-space']>
    const report = (outcome: 'completed' | 'retried' | 'failed', error?: unknown) =>
      this.#reporter?.report({
        kind: 'job',
        type: job.name,
        id: job.id,
        organizationId,
        spaceId,
        attempt: job.retryCount + 1,
        durationMs: performance.now() - startedAt,
        outcome,
        error,
      })
    try {
      await this.#database.runJob(handle)
    } catch (error) {
      report(job.retryCount < job.retryLimit ? 'retried' : 'failed', error)
      throw error
    }
    report('completed')
  }
}

/** Adapts the connection of a transaction to the interface of pg-boss. */
const createConnection = (on: Transaction['client']) => ({
  executeSql: (text: string, values?: unknown[]) => on.query(text, values),
})

/** A job that has not finished yet. */
export interface WaitingJob {
  name: string
  data: object
  startAfter: string
}

/** Lists all jobs that have not finished, for a backup. Scheduled jobs are left out, because the schedule creates them again. */
export async function listWaitingJobs(client: ClientBase): Promise<WaitingJob[]> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('pgboss.job') is not null as found`,
  )
  if (!tables[0]?.found) return []
  const { rows } = await client.query<WaitingJob>(
    `select name, data, start_after as "startAfter" from pgboss.job
     where state in ('created', 'retry', 'active') and name = any($1) order by start_after, id`,
    [jobNames.filter((name) => schedules[name] === undefined)],
  )
  return rows
}
