export { createLiveArea, type LiveArea, liveAreaRoutes } from './area.ts'
