import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { Admission } from './access/admission.ts'
import { Passes } from './audience/passes.ts'
import { Visitors } from './audience/visitors.ts'
import { type Clock, systemClock } from './common/clock.ts'
import { Urls } from './common/urls.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { readSecrets } from './database/secrets.ts'
import { Cursors } from './http/cursors.ts'
import { Metrics } from './http/metrics.ts'
import { describeApi } from './http/openapi.ts'
import { registerPages, registerProbes } from './http/pages.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import { cleanUp } from './jobs/clean-up.ts'
import { Jobs } from './jobs/jobs.ts'
import { Fetcher, type Network } from './outbound/fetcher.ts'
import type { OutboundAllow } from './outbound/guard.ts'
import { revalidate } from './outbound/revalidation.ts'
import { registerFiles } from './areas/content/files/delivery.ts'
import { registerPdfs } from './areas/pdf/delivery.ts'
import { registerSso } from './areas/sign-in/saml/pages.ts'
import { TaskRunner } from './jobs/task-runner.ts'
import { Tasks } from './jobs/tasks.ts'
import { registerUploads } from './areas/content/files/uploads.ts'
import type { GitLimits } from './git/git.ts'
import type { CollectLimits } from './areas/openapi/specs/collect.ts'
import { registerSpecs } from './areas/openapi/specs/delivery.ts'
import { createPublished } from './areas/published-pages/create.ts'
import { registerPublished } from './areas/published-pages/published.ts'
import { createRoutes } from './routes.ts'
import { createServices, type Services } from './services.ts'
import { createFileStore } from './storage/location.ts'
import { createEngine } from './areas/translation/engines/engine.ts'
import { version } from './common/version.ts'

/** What a process does: answer requests, work on jobs, or both. */
export type ProcessRole = 'api' | 'worker' | 'all'

export interface AppParts {
  config: Config
  /** Migrated. */
  database: Database
  clock?: Clock
  logger?: FastifyServerOptions['loggerInstance']
  role?: ProcessRole
  /** What server-side fetches go through; the machine's own unless a test brings one. */
  network?: Network
  /** How long Git may take; tests have less patience. */
  gitLimits?: Partial<GitLimits>
  /** The same of what descriptions of APIs may cost. */
  openapiLimits?: Partial<CollectLimits>
}

export interface App {
  http: FastifyInstance
  services: Services
  routes: readonly Route[]
  tasks: Tasks
  /** Finishes requests and jobs. The database stays open: it is the caller's. */
  close(): Promise<void>
}

/** The composition root: the only place that knows how everything is put together. */
export async function createApp(parts: AppParts): Promise<App> {
  const {
    config,
    database,
    clock = systemClock,
    logger,
    role = 'all',
    network,
    gitLimits,
    openapiLimits,
  } = parts
  const onError = (error: unknown) => logger?.error({ err: error }, 'background work failed')
  const secrets = await readSecrets(database)
  const passes = new Passes(secrets.visitors)
  const jobs = new Jobs(database, onError)
  const tasks = new Tasks({ clock })
  const fetcher = new Fetcher({ allow: config.outboundAllow, network })
  const announcer = new Fetcher({ allow: allowing(config.outboundAllow, config.revalidate?.url), network })
  const translator = config.translator && createEngine(config.translator, network)
  const store = createFileStore(config.files)
  await store.check()
  const urls = new Urls(config.publicUrl, { sitesHost: config.sitesHost })
  const services = createServices({
    database,
    clock,
    urls,
    secrets,
    jobs,
    tasks,
    fetcher,
    store,
    maxFileSize: config.maxFileSize,
    dataDir: config.dataDir,
    git: { limits: gitLimits, sshKey: config.gitSshKey },
    openapiLimits,
    revalidates: config.revalidate !== undefined,
    translator,
    onError,
  })
  const routes = createRoutes(services)
  const metrics = new Metrics(database)
  const http = await createServer({
    config,
    door: {
      admission: new Admission(database, clock, { counting: config.rateLimit > 0, onError }),
      visitors: new Visitors({ database, clock, passes }),
      cursors: new Cursors(secrets.cursors),
      clock,
      rateLimit: config.rateLimit,
      origin: new URL(config.publicUrl).origin,
    },
    routes: role === 'worker' ? [] : routes,
    metrics,
    logger,
  })
  registerProbes(http, database, metrics)
  if (role !== 'worker') {
    registerFiles(http, services.files)
    registerSpecs(http, services.openapiSpecs)
    registerPdfs(http, services.pdfs, services.files)
    await registerSso(http, services.samlLogin, { secure: config.publicUrl.startsWith('https:') })
    await registerUploads(http, services.uploads, config)
  }
  await registerPages(http, describeApi(routes, { publicUrl: config.publicUrl, version }))
  const published = role === 'worker' ? undefined : await createPublished({ database, clock, urls, services })
  if (published) registerPublished(http, published.parts)
  await jobs.start(
    role === 'api'
      ? undefined
      : {
          'remove-space': ({ spaceId }) => services.spaces.removeExpired(spaceId),
          'clean-up': cleanUp(database, clock),
          'index-spaces': () => services.searchIndexer.indexDue(),
          'forget-words': () => services.searchIndexer.forgetWords(),
          'refresh-openapi-specs': () => services.openapiSpecs.refreshDue(),
          'collect-content': () => services.collector.collectDue(),
          revalidate: revalidate(announcer, config.revalidate),
        },
  )
  const runner = new TaskRunner({ database, tasks, clock, onError })
  if (role !== 'api') runner.start()
  // Spaces that were there before search was need not wait for the next minute.
  if (role !== 'api') await database.transaction((tx) => services.searchIndexer.request(tx))
  const close = async () => {
    await http.close()
    await services.imports.close()
    await published?.close()
    await runner.stop()
    await services.searchIndexer.close()
    await jobs.stop()
    await fetcher.close()
    await announcer.close()
    await translator?.close()
  }
  return { http, services, routes, tasks, close }
}

/** An address that the operator has set is theirs to reach, wherever it is. */
const allowing = ({ hosts, networks }: OutboundAllow, url: string | undefined): OutboundAllow => ({
  hosts: url === undefined ? hosts : new Set([...hosts, new URL(url).hostname.replace(/^\[|\]$/g, '')]),
  networks,
})
