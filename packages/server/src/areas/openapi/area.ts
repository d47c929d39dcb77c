import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { type CollectLimits, defaultLimits } from './specs/collect.ts'
import { registerSpecs } from './specs/delivery.ts'
import { SpecDescriptions } from './specs/descriptions.ts'
import { KeptDocuments } from './specs/kept-documents.ts'
import { Processor } from './specs/processor.ts'
import { OpenAPISpecRepository } from './specs/repository.ts'
import { openapiSpecRoutes } from './specs/routes.ts'
import { OpenAPISpecService } from './specs/service.ts'
import { OpenAPISourceRepository } from './specs/source-repository.ts'
import { SourceDescriptions, sourceLimits } from './specs/sources.ts'
import type { VisitorSpecAccess } from './specs/visitor-access.ts'

export type OpenAPI = ReturnType<typeof createOpenAPI>

/** Descriptions of APIs: where they come from, their versions, and what pages show of them. */
export function createOpenAPI(platform: Platform, limits: Partial<CollectLimits> = {}) {
  const { database, clock, tasks, fetcher } = platform
  const specs = new OpenAPISpecRepository()
  const documents = new KeptDocuments()
  const processor = new Processor({
    database,
    clock,
    specs,
    fetcher,
    limits: { ...defaultLimits, ...limits },
  })
  const service = new OpenAPISpecService({ ...platform, specs, guard: fetcher.guard, processor })
  const sources = new OpenAPISourceRepository()
  const lifecycle: AreaLifecycle = {
    jobHandlers: { 'refresh-openapi-specs': () => service.refreshDue() },
    register: (app) => registerSpecs(app, service),
    cleanUp: (now) => sources.deleteUnused(database, now),
  }
  return {
    specs: service,
    processor,
    documents,
    descriptions: new SpecDescriptions({ specs, documents }),
    sourceDescriptions: new SourceDescriptions({
      database,
      clock,
      tasks,
      sources,
      fetcher,
      limits: { ...sourceLimits, ...limits },
      documents,
    }),
    lifecycle,
  }
}

export const openapiRoutes = ({ specs }: OpenAPI, access: VisitorSpecAccess): Route[] =>
  openapiSpecRoutes(specs, access)
