export { createSearchArea, type SearchArea, searchAreaRoutes } from './area.ts'
export type { HitPresenter } from './present.ts'
export { MAX_QUERY_LENGTH, SearchSpace, SearchState } from './schema.ts'
export type { SearchService } from './service.ts'
