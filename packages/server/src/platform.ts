import type { FastifyInstance } from 'fastify'
import type { Clock } from './common/clock.ts'
import type { CacheBudget } from './common/memory-cache.ts'
import type { Urls } from './common/urls.ts'
import type { Database } from './database/database.ts'
import type { Notifications } from './database/notifications.ts'
import type { Secrets } from './database/secrets.ts'
import type { Git } from './git/git.ts'
import type { JobHandlers, Jobs } from './jobs/jobs.ts'
import type { Tasks } from './jobs/tasks.ts'
import type { Metrics } from './monitoring/metrics.ts'
import type { Fetcher } from './outbound/fetcher.ts'
import type { Mailer } from './outbound/mailer.ts'
import type { TxtRecords } from './outbound/txt-records.ts'
import type { FileStore } from './storage/file-store.ts'

/** What every area is built on. Made once by `createApp`. */
export interface Platform {
  database: Database
  /** What other processes tell by `notify`, on one connection. */
  notifications: Notifications
  clock: Clock
  urls: Urls
  secrets: Secrets
  jobs: Jobs
  tasks: Tasks
  /** The only way to fetch a URL that a person has given. */
  fetcher: Fetcher
  /** Sends mail; undefined where the operator has set no mail server. */
  mailer: Mailer | undefined
  /** The DNS, for what people prove with a record. */
  txtRecords: TxtRecords
  store: FileStore
  git: Git
  caches: CacheBudget
  /** Reports an error of work that no request waits for. */
  onError: (error: unknown) => void
}

/** What an area does besides answering routes. The application calls all areas' parts together. */
export interface AreaLifecycle {
  /** Handlers for the jobs that this area enqueues. */
  jobHandlers?: Partial<JobHandlers>
  /** Registers what this area serves outside of the API, such as files. */
  register?(app: FastifyInstance): void | Promise<void>
  /** Adds what this area has to show to the metrics. */
  registerMetrics?(metrics: Metrics): void
  /** Deletes rows that have expired. Called every ten minutes. */
  cleanUp?(now: Date): Promise<void>
  close?(): Promise<void>
}
