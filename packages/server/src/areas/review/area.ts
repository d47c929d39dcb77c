import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { CommentRepository } from './comments/repository.ts'
import { commentRoutes } from './comments/routes.ts'
import { CommentService } from './comments/service.ts'
import { ReviewRepository } from './reviews/repository.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { ReviewService } from './reviews/service.ts'

export type ReviewArea = ReturnType<typeof createReviewArea>

/** Comments on spaces and change requests, and reviews of change requests. */
export function createReviewArea(
  { database, clock, urls }: Platform,
  { changeRequests, revisionStore, documentParser }: ContentArea,
) {
  const base = { database, clock, urls }
  const comments = new CommentService({
    ...base,
    comments: new CommentRepository(),
    changeRequests,
    revisionStore,
    documentParser,
  })
  const reviews = new ReviewService({ ...base, reviews: new ReviewRepository(), changeRequests, comments })
  return { comments, reviews }
}

export const reviewAreaRoutes = ({ comments, reviews }: ReviewArea): Route[] => [
  ...reviewRoutes(reviews),
  ...commentRoutes(comments),
]
