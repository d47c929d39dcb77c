export { createImports, importAreaRoutes, type Imports } from './area.ts'
