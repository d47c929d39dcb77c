export { createReview, type ReviewArea, reviewAreaRoutes } from './area.ts'
