export { createImportsArea, importsAreaRoutes, type ImportsArea } from './area.ts'
export type { ImportSettings } from './collector/content-collector.ts'
