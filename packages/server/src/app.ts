import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Admission } from './access/admission.ts'
import {
  type Areas,
  type DescriptionLimits,
  createAreas,
  createTranslationEngine,
  createPublishedPagesArea,
  createRoutes,
} from './areas/index.ts'
import { SiteTokens } from './audience/site-tokens.ts'
import { VisitorAdmission } from './audience/visitor-admission.ts'
import { type Clock, seconds, systemClock } from './common/clock.ts'
import { type ClosablePart, closeParts } from './common/close-parts.ts'
import { CacheBudget } from './common/memory-cache.ts'
import { Urls } from './common/urls.ts'
import { version } from './common/version.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { DatabaseProcess } from './database/embedded/index.ts'
import { Notifications } from './database/notifications.ts'
import { readSecrets } from './database/secrets.ts'
import { Git, type GitLimits } from './git/git.ts'
import { Cursors } from './http/cursors.ts'
import { describeApi } from './http/openapi.ts'
import { createMetricsServer, Readiness, registerProbes } from './http/probes.ts'
import { registerConsole } from './http/console.ts'
import { registerReferencePages } from './http/reference-pages.ts'
import { RequestMetrics } from './http/request-metrics.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { createCleanUpHandler } from './jobs/clean-up.ts'
import { Jobs } from './jobs/jobs.ts'
import { registerQueueMetrics } from './jobs/queue-statistics.ts'
import { TaskRunner } from './jobs/task-runner.ts'
import { Tasks } from './jobs/tasks.ts'
import { Metrics } from './monitoring/metrics.ts'
import { WorkReporter } from './monitoring/work-reporter.ts'
import { Fetcher, type Network } from './outbound/fetcher.ts'
import type { OutboundAllowList } from './outbound/guard.ts'
import { Mailer } from './outbound/mailer.ts'
import { createRevalidationSender } from './outbound/revalidation.ts'
import { TxtRecords } from './outbound/txt-records.ts'
import type { AreaLifecycle, Platform } from './platform.ts'
import { registerProcessMetrics } from './process-metrics.ts'
import { createFileStore } from './storage/location.ts'
import { onWorkerFailure } from './workers/worker-pool.ts'

/** What a process does: answer requests, work on jobs, or both. */
export type ProcessRole = 'api' | 'worker' | 'all'

export interface AppOptions {
  config: Config
  /** A migrated database. */
  database: Database
  clock?: Clock
  logger?: FastifyBaseLogger | undefined
  /** The state of the PostgreSQL that this process runs, if it does. */
  embedded?: (() => DatabaseProcess) | undefined
  role?: ProcessRole
  /** What server-side fetches use; tests bring their own. */
  network?: Network
  /** Time limits of Git; tests set shorter ones. */
  gitLimits?: Partial<GitLimits>
  /** Size and time limits of OpenAPI documents; tests set smaller ones. */
  openapiLimits?: Partial<DescriptionLimits>
}

export interface App {
  http: FastifyInstance
  /** The server of the metrics, when they have an address of their own. */
  metricsServer: FastifyInstance | undefined
  areas: Areas
  routes: readonly Route[]
  tasks: Tasks
  /**
   * Finishes requests and jobs, as far as they end in time, and closes everything. Returns whether all was closed. The
   * database stays open: it is the caller's.
   */
  close(): Promise<boolean>
}

/** How long a process that stops waits for its tasks before it aborts them and leaves them to another process. */
const TASK_STOP_TIMEOUT_MS = 10 * seconds
/** What uses nothing of other parts closes at once, so whatever takes longer is stuck. */
const CLOSE_TIMEOUT_MS = 5 * seconds

/** The composition root: the only place that knows how everything is put together. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, role = 'all', network } = options
  const metrics = new Metrics()
  const reporter = new WorkReporter(metrics, options.logger)
  const platform = await createPlatform(options, reporter)
  const areas = createAreas(platform, {
    maxFileSize: config.maxFileSize,
    dataDir: config.dataDir,
    pdf: config.pdf,
    imports: config.imports,
    gitSshKey: config.gitSshKey,
    openapiLimits: options.openapiLimits,
    trustedDomains: config.trustedDomains,
    revalidates: config.revalidate !== undefined,
    passwords: config.passwords,
    oidc: {
      providers: config.oidcProviders,
      fetcher: new Fetcher({
        allow: allowUrls(
          config.outboundAllow,
          config.oidcProviders.map(({ issuer }) => issuer),
        ),
        network,
      }),
    },
    translator: config.translator && createTranslationEngine(config.translator, network),
  })
  const routes = createRoutes(areas)
  const lifecycles: AreaLifecycle[] = Object.values(areas).flatMap((area) =>
    'lifecycle' in area ? area.lifecycle : [],
  )
  if (role !== 'worker')
    lifecycles.push(await createPublishedPagesArea(platform, areas, config.siteRateLimits))
  const http = await createHttpServer(options, platform, { routes, lifecycles, metrics })
  const announcer = new Fetcher({
    allow: allowUrls(config.outboundAllow, config.revalidate ? [config.revalidate.url] : []),
    network,
  })
  const { tasks, jobs, clock, onError } = platform
  const stopReportingFailures = onWorkerFailure(({ error, ...failure }) =>
    options.logger?.warn({ ...failure, err: error }, 'work in a thread failed'),
  )
  const metricsServer = createMetricsServer(metrics, config.metrics)
  registerProcessMetrics(metrics, { database, caches: platform.caches, embedded: options.embedded })
  registerQueueMetrics(metrics, database, tasks)
  for (const area of lifecycles) area.registerMetrics?.(metrics)
  await startJobs(options, platform, lifecycles, announcer)
  const runner = new TaskRunner({
    database,
    tasks,
    clock,
    onError,
    reporter,
    stopTimeoutMs: Math.min(TASK_STOP_TIMEOUT_MS, config.shutdownTimeoutMs / 2),
  })
  if (role !== 'api') {
    runner.start()
    areas.inbox.notifier.start()
    areas.content.plannedMergeRunner.start()
    // Spaces that were there before search was need not wait for the next minute.
    await database.transaction((tx) => areas.search.indexer.requestIndexing(tx))
  }
  const parts = {
    /** What uses the others: it ends first, and has time to finish. */
    active: [
      { name: 'The HTTP server', close: () => closeHttpServer(http, config.shutdownTimeoutMs) },
      { name: 'The server of the metrics', close: () => metricsServer?.close() ?? Promise.resolve() },
      { name: 'The task runner', close: () => runner.stop() },
      { name: 'The job queue', close: () => jobs.stop(config.shutdownTimeoutMs) },
    ],
    passive: [
      ...lifecycles.flatMap((area) =>
        area.close ? [{ name: 'A part of the API', close: () => area.close?.() }] : [],
      ),
      { name: 'The reports of threads', close: async () => stopReportingFailures() },
      { name: 'The notifications', close: () => platform.notifications.close() },
      { name: 'The fetcher', close: () => platform.fetcher.close() },
      { name: 'The mailer', close: () => platform.mailer?.close() },
      { name: 'The sender of revalidations', close: () => announcer.close() },
    ],
  }
  const close = () => closeApp(parts, config.shutdownTimeoutMs, onError)
  return { http, metricsServer, areas, routes, tasks, close }
}

async function closeApp(
  { active, passive }: { active: ClosablePart[]; passive: ClosablePart[] },
  timeoutMs: number,
  onError: (error: unknown) => void,
): Promise<boolean> {
  // What is under way is cut off at the deadline; what does not end even then is given up a little later.
  const isDone = await closeParts(active, { timeoutMs: timeoutMs + CLOSE_TIMEOUT_MS, onError })
  return (await closeParts(passive, { timeoutMs: CLOSE_TIMEOUT_MS, onError })) && isDone
}

/** Takes no more requests, waits for those under way until the deadline, and then closes their connections. */
async function closeHttpServer(http: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => {
    http.log.warn(`Requests that did not end within ${timeoutMs / 1000} s are cut off`)
    http.server.closeAllConnections()
  }, timeoutMs)
  try {
    await http.close()
  } finally {
    clearTimeout(timer)
  }
}

async function createPlatform(options: AppOptions, reporter: WorkReporter): Promise<Platform> {
  const { config, database, clock = systemClock, logger, role, network, gitLimits } = options
  const onError = (error: unknown) => logger?.error({ err: error }, 'background work failed')
  const store = createFileStore(config.files)
  await store.check()
  const notifications = new Notifications(database, onError)
  return {
    database,
    notifications,
    clock,
    urls: new Urls(config.publicUrl, { sitesHost: config.sitesHost }),
    secrets: await readSecrets(database),
    // A process that only enqueues has no use for the notifications of the queue.
    jobs: new Jobs(database, onError, { reporter, ...(role !== 'api' && { notifications }) }),
    tasks: new Tasks({ clock }),
    fetcher: new Fetcher({ allow: config.outboundAllow, network }),
    mailer: config.mail && new Mailer(config.mail),
    txtRecords: new TxtRecords(config.dnsServers),
    store,
    caches: new CacheBudget(config.cacheSize),
    git: new Git(gitLimits),
    onError,
  }
}

async function createHttpServer(
  { config, logger, role }: AppOptions,
  { database, clock, secrets, caches, onError }: Platform,
  { routes, lifecycles, metrics }: { routes: Route[]; lifecycles: AreaLifecycle[]; metrics: Metrics },
): Promise<FastifyInstance> {
  const admission = new Admission(database, clock, { isCounting: config.rateLimit > 0, onError })
  const http = await createServer({
    config,
    guard: {
      admission,
      visitors: new VisitorAdmission({ database, clock, tokens: new SiteTokens(secrets.visitors) }),
      clock,
      rateLimit: config.rateLimit,
      origin: new URL(config.publicUrl).origin,
    },
    cursors: new Cursors(secrets.cursors),
    caches,
    routes: role === 'worker' ? [] : routes,
    metrics: new RequestMetrics(metrics),
    logger,
  })
  registerProbes(http, new Readiness(database, admission), metrics, config.metrics)
  registerReferencePages(http, describeApi(routes, { publicUrl: config.publicUrl, version }))
  if (role !== 'worker')
    registerConsole(http, { secure: config.publicUrl.startsWith('https:'), sitesHost: config.sitesHost })
  if (role !== 'worker') for (const area of lifecycles) await area.register?.(http)
  return http
}

/** Starts the queue. A process of role `api` only enqueues; workers do the work. */
async function startJobs(
  { config, role }: AppOptions,
  { database, clock, jobs }: Platform,
  lifecycles: readonly AreaLifecycle[],
  announcer: Fetcher,
): Promise<void> {
  const handlers = Object.assign({}, ...lifecycles.map(({ jobHandlers }) => jobHandlers), {
    'clean-up': createCleanUpHandler(database, clock, lifecycles),
    revalidate: createRevalidationSender(announcer, config.revalidate),
  })
  await jobs.start(role === 'api' ? undefined : handlers)
}

/** Also allows the addresses that the operator has set, wherever they are. */
const allowUrls = ({ hosts, networks }: OutboundAllowList, urls: readonly string[]): OutboundAllowList => ({
  hosts: new Set([...hosts, ...urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''))]),
  networks,
})
