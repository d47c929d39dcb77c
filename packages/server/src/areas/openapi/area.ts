import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { DescriptionReaderPool } from './documents/description-reader.ts'
import { type DescriptionLimits, specDescriptionLimits } from './specs/description-loader.ts'
import { registerPublicSpecs } from './specs/delivery.ts'
import { SpecAccess } from './specs/spec-access.ts'
import { SpecDescriptions } from './specs/spec-descriptions.ts'
import { OpenAPIDocumentCache } from './specs/document-cache.ts'
import { SpecProcessor } from './specs/spec-processor.ts'
import { OpenAPISpecRepository } from './specs/repository.ts'
import { openapiSpecRoutes } from './specs/routes.ts'
import { OpenAPISpecService } from './specs/service.ts'
import { OpenAPISourceRepository } from './specs/source-repository.ts'
import { SourceDescriptions, sourceDescriptionLimits } from './specs/source-descriptions.ts'
import type { VisitorSpecAccess } from './specs/visitor-access.ts'

export type OpenAPIArea = ReturnType<typeof createOpenAPIArea>

/** OpenAPI descriptions: their sources, their versions, and the pages that are generated from them. */
export function createOpenAPIArea(platform: Platform, limits: Partial<DescriptionLimits> = {}) {
  const { database, clock, tasks, fetcher, caches } = platform
  const specs = new OpenAPISpecRepository()
  const documents = new OpenAPIDocumentCache(caches)
  const readers = new DescriptionReaderPool()
  const processor = new SpecProcessor({
    database,
    clock,
    specs,
    fetcher,
    readers,
    limits: { ...specDescriptionLimits, ...limits },
  })
  const service = new OpenAPISpecService({ ...platform, specs, guard: fetcher.guard, processor, readers })
  const sources = new OpenAPISourceRepository()
  const lifecycle: AreaLifecycle = {
    jobHandlers: { 'refresh-openapi-specs': () => service.refreshStaleSpecs() },
    register: (app) => registerPublicSpecs(app, service),
    cleanUp: (now) => sources.deleteUnusedSources(database, now),
    close: () => readers.close(),
  }
  return {
    specs: service,
    processor,
    documents,
    readers,
    access: new SpecAccess(specs),
    descriptions: new SpecDescriptions({ specs, documents, caches }),
    sourceDescriptions: new SourceDescriptions({
      database,
      clock,
      tasks,
      sources,
      fetcher,
      readers,
      limits: { ...sourceDescriptionLimits, ...limits },
      documents,
    }),
    lifecycle,
  }
}

export const openapiAreaRoutes = ({ specs }: OpenAPIArea, access: VisitorSpecAccess): Route[] =>
  openapiSpecRoutes(specs, access)
