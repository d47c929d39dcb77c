import { created, deletion, list, object, type Route, routesOf } from '../../../http/route.ts'
import {
  Contributor,
  ListReviews,
  RequestedReviewer,
  RequestedReviewers,
  RequestReviewers,
  Review,
  SubmitReview,
} from './schema.ts'
import type { ReviewService } from './service.ts'

const route = routesOf('Reviews')

export const reviewRoutes = (reviews: ReviewService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviews',
    {
      operationId: 'getReviewsByChangeRequestId',
      summary: 'List the reviews of a change request',
      description: 'The latest first.',
      permission: 'space.view',
      query: ListReviews,
      answer: list(Review),
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
        'It is about what the change request is at, and takes the place of what the same person said before. Merge ' +
        'rules do not count what someone says about their own change request. 409 when it is merged or archived.',
      permission: 'space.review',
      body: SubmitReview,
      answer: created(Review),
    },
    ({ caller, subject, params, body }) => reviews.submit(caller, subject, params.changeRequestId, body),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/reviews/:reviewId',
    {
      operationId: 'getChangeRequestReviewById',
      summary: 'Get a review of a change request',
      permission: 'space.view',
      answer: object(Review),
    },
    ({ caller, subject, params }) => reviews.get(caller, subject, params.changeRequestId, params.reviewId),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    {
      operationId: 'getRequestedReviewersByChangeRequestId',
      summary: 'List who was asked to review a change request',
      description: 'Also those who have reviewed it since.',
      permission: 'space.view',
      answer: list(RequestedReviewer),
    },
    ({ subject, params, paging }) => reviews.listRequested(subject, params.changeRequestId, paging),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    {
      operationId: 'requestReviewersForChangeRequest',
      summary: 'Ask people to review a change request',
      description:
        'They must have access to the space. Asking again changes nothing, unless they have reviewed since: then that ' +
        'review is outdated. 409 when the change request is merged or archived.',
      permission: 'space.edit',
      body: RequestReviewers,
      answer: object(RequestedReviewers),
    },
    ({ caller, subject, params, body }) => reviews.request(caller, subject, params.changeRequestId, body),
  ),
  route.delete(
    '/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId',
    {
      operationId: 'removeRequestedReviewerFromChangeRequest',
      summary: 'No longer ask someone to review a change request',
      description: 'What they said stays. 409 when the change request is merged or archived.',
      permission: 'space.edit',
      answer: deletion,
    },
    ({ subject, params }) => reviews.removeRequested(subject, params.changeRequestId, params.userId),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/contributors',
    {
      operationId: 'getContributorsByChangeRequestId',
      summary: 'List who wrote in a change request',
      permission: 'space.view',
      answer: list(Contributor),
    },
    ({ subject, params, paging }) => reviews.listContributors(subject, params.changeRequestId, paging),
  ),
]
