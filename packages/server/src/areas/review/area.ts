import type { Route } from '../../http/route.ts'
import type { Platform } from '../../platform.ts'
import type { ContentArea } from '../content/index.ts'
import { AnchorReader } from './comments/anchor-reader.ts'
import { CommentPlaceReader } from './comments/place-reader.ts'
import { CommentRepository } from './comments/repository.ts'
import { commentRoutes } from './comments/routes.ts'
import { CommentService } from './comments/service.ts'
import { DraftCommentRepository } from './draft-comments/repository.ts'
import { draftCommentRoutes } from './draft-comments/routes.ts'
import { DraftCommentService } from './draft-comments/service.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { SuggestionService } from './suggestions/service.ts'
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
  { changeRequests, revisionStore, documentParser, pageTexts, textWorkers }: ContentArea,
) {
  const base = { database, clock, urls }
  const commentRepository = new CommentRepository()
  const anchors = new AnchorReader(documentParser, caches)
  const places = new CommentPlaceReader({
    comments: commentRepository,
    changeRequests,
    revisionStore,
    anchors,
  })
  const comments = new CommentService({ ...base, comments: commentRepository, places })
  const suggestions = new SuggestionService({
    database,
    clock,
    comments: commentRepository,
    commentReader: comments,
    changeRequests,
    revisionStore,
    anchors,
    pageTexts,
    textWorkers,
  })
  const reviews = new ReviewService({ ...base, reviews: new ReviewRepository(), changeRequests, comments })
  const draftComments = new DraftCommentService({
    ...base,
    drafts: new DraftCommentRepository(),
    comments: commentRepository,
    commentService: comments,
    places,
    reviews,
  })
  const viewedPages = new ViewedPageService({
    database,
    clock,
    viewedPages: new ViewedPageRepository(),
    changeRequests,
    revisionStore,
  })
  return { comments, suggestions, reviews, draftComments, viewedPages }
}

export const reviewAreaRoutes = ({
  comments,
  suggestions,
  reviews,
  draftComments,
  viewedPages,
}: ReviewArea): Route[] => [
  ...reviewRoutes(reviews),
  ...viewedPageRoutes(viewedPages),
  ...commentRoutes(comments),
  ...suggestionRoutes(suggestions),
  ...draftCommentRoutes(draftComments),
]
