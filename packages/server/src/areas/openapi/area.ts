import type { Route } from '../../http/route.ts'
import type { AreaLifecycle, Platform } from '../../platform.ts'
import { type DescriptionLimits, specDescriptionLimits } from './specs/description-loader.ts'
import { registerPublicSpecs } from './specs/delivery.ts'
import { SpecDescriptions } from './specs/spec-descriptions.ts'
import { KeptDocuments } from './specs/kept-documents.ts'
import { SpecProcessor } from './specs/spec-processor.ts'
import { OpenAPISpecRepository } from './specs/repository.ts'
import { openapiSpecRoutes } from './specs/routes.ts'
import { OpenAPISpecService } from './specs/service.ts'
import { OpenAPISourceRepository } from './specs/source-repository.ts'
import { SourceDescriptions, sourceDescriptionLimits } from './specs/source-descriptions.ts'
import type { VisitorSpecAccess } from './specs/visitor-access.ts'

export type OpenAPIArea = ReturnType<typeof createOpenAPIArea>

/** Descriptions of APIs: where they come from, their versions, and what pages show of them. */
export function createOpenAPIArea(platform: Platform, limits: Partial<DescriptionLimits> = {}) {
  const { database, clock, tasks, fetcher } = platform
  const specs = new OpenAPISpecRepository()
  const documents = new KeptDocuments()
  const processor = new SpecProcessor({
    database,
    clock,
    specs,
    fetcher,
    limits: { ...specDescriptionLimits, ...limits },
  })
  const service = new OpenAPISpecService({ ...platform, specs, guard: fetcher.guard, processor })
  const sources = new OpenAPISourceRepository()
  const lifecycle: AreaLifecycle = {
    jobHandlers: { 'refresh-openapi-specs': () => service.refreshStaleSpecs() },
    register: (app) => registerPublicSpecs(app, service),
    cleanUp: (now) => sources.deleteUnusedSources(database, now),
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
      limits: { ...sourceDescriptionLimits, ...limits },
      documents,
    }),
    lifecycle,
  }
}

export const openapiRoutes = ({ specs }: OpenAPIArea, access: VisitorSpecAccess): Route[] =>
  openapiSpecRoutes(specs, access)
