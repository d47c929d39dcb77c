import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { AnchorReader } from './comments/anchor-reader.ts'
import { CommentRepository } from './comments/repository.ts'
import { commentRoutes } from './comments/routes.ts'
import { CommentService } from './comments/service.ts'
import { ReviewRepository } from './reviews/repository.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { ReviewService } from './reviews/service.ts'
import { ViewedPageRepository } from './viewed-pages/repository.ts'
import { viewedPageRoutes } from './viewed-pages/routes.ts'
import { ViewedPageService } from './viewed-pages/service.ts'

export type ReviewArea = ReturnType<typeof createReviewArea>

/** Comments on spaces and change requests, and reviews of change requests. */
export function createReviewArea(
  { database, clock, urls, caches }: Platform,
  { changeRequests, revisionStore, documentParser }: ContentArea,
) {
  const base = { database, clock, urls }
  const comments = new CommentService({
    ...base,
    comments: new CommentRepository(),
    changeRequests,
    revisionStore,
    anchors: new AnchorReader(documentParser, caches),
  })
  const reviews = new ReviewService({ ...base, reviews: new ReviewRepository(), changeRequests, comments })
  const viewedPages = new ViewedPageService({
    database,
    clock,
    viewedPages: new ViewedPageRepository(),
    changeRequests,
    revisionStore,
  })
  return { comments, reviews, viewedPages }
}

export const reviewAreaRoutes = ({ comments, reviews, viewedPages }: ReviewArea): Route[] => [
  ...reviewRoutes(reviews),
  ...viewedPageRoutes(viewedPages),
  ...commentRoutes(comments),
]
