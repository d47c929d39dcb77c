import { created, deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import {
  Contributor,
  ListReviews,
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  Reviewers,
  SubmitReview,
} from './schema.ts'
import type { ReviewService } from './service.ts'

const route = createRouteBuilder('Reviews')

export const reviewRoutes = (reviews: ReviewService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviews',
    {
      operationId: 'getReviewsByChangeRequestId',
      summary: 'List the reviews of a change request',
      description: 'The latest review comes first.',
      permission: 'space.view',
      query: ListReviews,
      response: list(Review),
    },
    ({ caller, subject, params, query, paging }) =>
      reviews.list(caller, subject, params.changeRequestId, query, paging),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviews',
    {
      operationId: 'submitChangeRequestReview',
      summary: 'Review a change request',
      description:
        'A review is about the current content, and replaces earlier reviews of the same person. Merge rules ignore reviews ' +
        'by the author of the change request. 409 when it is merged or archived.',
      permission: 'space.review',
      body: SubmitReview,
      response: created(Review),
    },
    ({ caller, subject, params, body }) => reviews.submit(caller, subject, params.changeRequestId, body),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId',
    {
      operationId: 'getChangeRequestReviewById',
      summary: 'Get a review of a change request',
      permission: 'space.view',
      response: object(Review),
    },
    ({ caller, subject, params }) => reviews.get(caller, subject, params.changeRequestId, params.reviewId),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    {
      operationId: 'getRequestedReviewersByChangeRequestId',
      summary: 'List the requested reviewers of a change request',
      description: 'Includes those who have reviewed it since.',
      permission: 'space.view',
      response: list(RequestedReviewer),
    },
    ({ subject, params, paging }) => reviews.listRequestedReviewers(subject, params.changeRequestId, paging),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviewers',
    {
      operationId: 'getChangeRequestReviewers',
      summary: 'Get everybody who was asked to review a change request or has reviewed it',
      description: 'Each with the latest review, at most 100 who were asked and 100 reviews.',
      permission: 'space.view',
      response: object(Reviewers),
    },
    ({ caller, subject, params }) => reviews.getReviewers(caller, subject, params.changeRequestId),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    {
      operationId: 'requestReviewersForChangeRequest',
      summary: 'Request reviews of a change request',
      description:
        'The users must have access to the space; at most 100 are asked at once, those of teams included. A second request changes nothing, unless they have reviewed since: then ' +
        'that review is outdated. 409 when the change request is merged or archived.',
      permission: 'space.edit',
      body: RequestReviewers,
      response: object(RequestedReviewers),
    },
    ({ caller, subject, params, body }) =>
      reviews.requestReviewers(caller, subject, params.changeRequestId, body),
  ),
  route.delete(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId',
    {
      operationId: 'removeRequestedReviewerFromChangeRequest',
      summary: 'Remove a requested reviewer from a change request',
      description: 'Their reviews stay. 409 when the change request is merged or archived.',
      permission: 'space.edit',
      response: deletion,
    },
    ({ subject, params }) => reviews.removeRequestedReviewer(subject, params.changeRequestId, params.userId),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/contributors',
    {
      operationId: 'getContributorsByChangeRequestId',
      summary: 'List the contributors of a change request',
      permission: 'space.view',
      response: list(Contributor),
    },
    ({ subject, params, paging }) => reviews.listContributors(subject, params.changeRequestId, paging),
  ),
]
