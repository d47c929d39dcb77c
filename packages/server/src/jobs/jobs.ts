import type { ClientBase } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { InterfaceLanguage } from '../common/interface-languages.ts'
import { lockForProcess } from '../database/advisory-locks.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
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
  /** Removes what a deleted organization holds, and then the organization. It enqueues itself until its spaces are gone. */
  'remove-organization': { organizationId: string; areSpacesEnqueued?: boolean }
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
  /** Compares the open change requests of a space with its content, which has changed. */
  'find-conflicts': { spaceId: string }
  /** Tells external caches which responses are out of date. */
  revalidate: { tags: string[] }
  /** Sends a mail. Whom it reaches and what it says is decided then, so no link waits in the queue. */
  'send-mail': MailRequest
  /** Enqueues the mails about notifications that are due. Enqueued with new notifications, and every ten minutes. */
  'mail-notifications': Record<string, never>
  /** Sends one person a mail about some notifications. What they have read since, or may no longer see, is left out. */
  'send-notification-mail': { userId: string; notificationIds: string[] }
}

export type MailRequest =
  | { kind: 'password-reset' | 'sign-in-link'; email: string }
  /** To the new address, to confirm it. */
  | { kind: 'email-change'; userId: string; email: string }
  /** To the address that the account had. */
  | { kind: 'email-changed'; userId: string; email: string }
  | { kind: 'invitation'; organizationId: string; userId: string; invitedBy: string }
  | { kind: 'join'; organizationId: string; inviteId: string; email: string; language: InterfaceLanguage }

export type JobName = keyof JobData

export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

export const jobNames = [
  'remove-space',
  'remove-organization',
  'clean-up',
  'index-spaces',
  'forget-words',
  'refresh-openapi-specs',
  'collect-content',
  'find-conflicts',
  'revalidate',
  'send-mail',
  'mail-notifications',
  'send-notification-mail',
] as const satisfies readonly JobName[]

const schedules: Partial<Record<JobName, string>> = {
  'clean-up': '*/10 * * * *',
  'index-spaces': '* * * * *',
  'forget-words': '17 3 * * *',
  'refresh-openapi-specs': '*/10 * * * *',
  'collect-content': '47 3 * * *',
  'mail-notifications': '*/10 * * * *',
}

/** Mails wait for another server, so a process sends several at once. */
const concurrencies: { [Name in JobName]?: number } = {
  'send-mail': 4,
  'send-notification-mail': 4,
}

/** How often workers look for jobs while the process cannot listen to notifications. */
const POLLING_INTERVAL_SECONDS = 2
/** Workers are told of new jobs; this finds what was scheduled for later, and what they were not told of. */
const LISTENING_POLLING_INTERVAL_SECONDS = 60
/** Schedules are in minutes, so this is often enough to look at them. */
const SCHEDULE_INTERVAL_SECONDS = 30
/** pg-boss also looks after jobs that wait for each other, which we have none of. */
const FLOW_INTERVAL_SECONDS = 600

/** How long a failed job waits at least; each further time twice as long. */
const RETRY_DELAY_SECONDS = 5

const DEFAULT_STOP_TIMEOUT_MS = 30_000

/** The job queue. It is in the same database, so a job is part of the transaction that enqueues it. */
export class Jobs {
  readonly #database: Database
  readonly #boss: PgBoss
  readonly #reporter: WorkReporter | undefined
  readonly #retryTimers = new Set<NodeJS.Timeout>()

  /** With `notifications`, workers begin new jobs at once, and look for others rarely. */
  constructor(
    database: Database,
    onError: (error: unknown) => void,
    { reporter, notifications }: { reporter?: WorkReporter; notifications?: Notifications } = {},
  ) {
    this.#database = database
    this.#reporter = reporter
    this.#boss = new PgBoss({
      db: {
        executeSql: (text, values) => database.runJob(() => database.pool.query(text, values)),
        ...(notifications && { listen: createListener(notifications) }),
      },
      useListenNotify: notifications !== undefined,
      cronWorkerIntervalSeconds: SCHEDULE_INTERVAL_SECONDS,
      flowIntervalSeconds: FLOW_INTERVAL_SECONDS,
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
        await this.#boss.createQueue(name, {
          retryLimit: 10,
          retryDelay: RETRY_DELAY_SECONDS,
          retryBackoff: true,
        })
        // A queue that an earlier version has created stays as it is, otherwise.
        await this.#boss.updateQueue(name, { notify: true })
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
    // A job that is due is due by the clock of the database. By ours, which may be ahead, nobody would be told of it.
    const isDue = startAfter.getTime() <= Date.now()
    await this.#boss.send(name, data, {
      ...(!isDue && { startAfter }),
      db: createConnection(tx),
    })
  }

  /** Enqueues jobs from a backup, as `listWaitingJobs` returned them. */
  async enqueueAgain(tx: Transaction, jobs: WaitingJob[]): Promise<void> {
    for (const { name, data, startAfter } of jobs) {
      await this.#boss.send(name, data, { startAfter: new Date(startAfter), db: createConnection(tx) })
    }
  }

  /** Waits until the running jobs have finished, at most for so long. Those that have not are run again later. */
  stop(timeoutMs: number = DEFAULT_STOP_TIMEOUT_MS): Promise<void> {
    for (const timer of this.#retryTimers) clearTimeout(timer)
    return this.#boss.stop({ graceful: true, close: false, timeout: timeoutMs })
  }

  async #work<Name extends JobName>(name: Name, handlers: Pick<JobHandlers, Name>): Promise<void> {
    for (let count = concurrencies[name] ?? 1; count > 0; count -= 1) await this.#startWorker(name, handlers)
  }

  async #startWorker<Name extends JobName>(name: Name, handlers: Pick<JobHandlers, Name>): Promise<void> {
    const handle = handlers[name]
    let workerId: string | undefined
    // pg-boss waits after each job, and one notification may stand for several jobs.
    const lookAgain = () => workerId !== undefined && this.#boss.notifyWorker(workerId)
    const runAll = async (jobs: JobWithMetadata<JobData[Name]>[]) => {
      try {
        for (const job of jobs) await this.#run(job, () => handle(job.data))
      } catch (error) {
        const retryCount = Math.min(...jobs.map((job) => job.retryCount))
        // pg-boss waits for a random time up to this one, and at least for half of it.
        this.#lookLater(RETRY_DELAY_SECONDS * 2 ** (retryCount + 1), lookAgain)
        throw error
      } finally {
        lookAgain()
      }
    }
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds: POLLING_INTERVAL_SECONDS,
      notifyPollingIntervalSeconds: LISTENING_POLLING_INTERVAL_SECONDS,
    } as const
    workerId = await this.#boss.work(name, options, runAll)
  }

  /** Nobody is notified when a job is to be tried again. */
  #lookLater(delaySeconds: number, lookAgain: () => void): void {
    if (delaySeconds >= LISTENING_POLLING_INTERVAL_SECONDS) return
    const timer = setTimeout(() => {
      this.#retryTimers.delete(timer)
      lookAgain()
    }, delaySeconds * 1000)
    this.#retryTimers.add(timer.unref())
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

/** Adapts our notifications to the interface of pg-boss. */
const createListener =
  (notifications: Notifications) =>
  (channel: string, onNotification: (payload: string) => void, onReconnect: () => void) => {
    const stop = notifications.listen(channel, (payload) =>
      payload === undefined ? onReconnect() : onNotification(payload),
    )
    return Promise.resolve({ close: async () => stop() })
  }

/** Adapts the connection of a transaction to the interface of pg-boss. */
const createConnection = (tx: Transaction) => ({
  executeSql: (text: string, values: unknown[] = []) => tx.query(text, values),
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
