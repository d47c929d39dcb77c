export { createImportsArea, importsAreaRoutes, type ImportsArea } from './area.ts'
