export { createSearch, type Search, searchAreaRoutes } from './area.ts'
export { presentHit } from './present.ts'
export { longestQuery, SearchSpace } from './schema.ts'
export type { SearchService } from './service.ts'
