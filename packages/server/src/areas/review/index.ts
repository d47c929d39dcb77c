export { createReviewArea, type ReviewArea, reviewAreaRoutes } from './area.ts'
