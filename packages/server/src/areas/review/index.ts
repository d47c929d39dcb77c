export { createReview, type Review, reviewAreaRoutes } from './area.ts'
