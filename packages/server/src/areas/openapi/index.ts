export { createOpenAPIArea, type OpenAPIArea, openapiAreaRoutes } from './area.ts'
export type { PartSelection } from './documents/dereference.ts'
export {
  deriveStableId,
  type GeneratedPage,
  type PageGenerationOptions,
  type GeneratedPageProps,
  generatePages,
  findPageText,
} from './documents/generated-pages.ts'
export type { DescriptionLimits } from './specs/description-loader.ts'
export { specColumns, type OpenAPISpecRow } from './specs/columns.ts'
export type { SpecScope } from './specs/repository.ts'
export type { SpecAccess } from './specs/spec-access.ts'
export type { SpecDescriptions } from './specs/spec-descriptions.ts'
export { FileDescriptions } from './specs/file-descriptions.ts'
export {
  areSameStates,
  collectSources,
  collectSpecs,
  collectSpecSnippets,
  loadSpecs,
  type SpecStates,
} from './specs/page-specs.ts'
export { presentSpec, makePublishedSpecPath } from './specs/present.ts'
export { OpenAPISpec, specSlugPattern } from './specs/schema.ts'
export type { SourceDescriptions } from './specs/source-descriptions.ts'
export type { VisitorSpecAccess } from './specs/visitor-access.ts'
