// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ChangeRequestRequestedReviewer,
  ChangeRequestReview,
  ChangeRequestReviewStatus,
  ChangeRequestReviewers,
  DraftComment,
  JSONDocument,
  SubmittedDraftComments,
  UserContributor,
  ViewedPages,
} from './types.ts'

/** Draft a comment on a change request. */
export const createDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      page?: string
      node?: string
      tableCell?: { record: string; definition: string }
      quote?: { exact: string; prefix?: string; suffix?: string }
      suggestion?: { replacement: string }
    }
  },
  DraftComment
>('createDraftComment', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments')

/** Delete one of your drafts of comments on a change request. */
export const deleteDraftComment = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; draftCommentId: string },
  undefined
>(
  'deleteDraftComment',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)

/** Get a review of a change request. */
export const getChangeRequestReviewById = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; reviewId: string },
  ChangeRequestReview
>(
  'getChangeRequestReviewById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
)

/** Get everybody who was asked to review a change request or has reviewed it. */
export const getChangeRequestReviewers = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ChangeRequestReviewers
>('getChangeRequestReviewers', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviewers')

/** List the contributors of a change request. */
export const getContributorsByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<UserContributor> }
>(
  'getContributorsByChangeRequestId',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
)

/** Get one of your drafts of comments on a change request. */
export const getDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    draftCommentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  DraftComment
>(
  'getDraftComment',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)

/** List the requested reviewers of a change request. */
export const getRequestedReviewersByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    items: Array<ChangeRequestRequestedReviewer>
  }
>(
  'getRequestedReviewersByChangeRequestId',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
)

/** List the reviews of a change request. */
export const getReviewsByChangeRequestId = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { outdated?: boolean | undefined; page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ChangeRequestReview> }
>('getReviewsByChangeRequestId', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews')

/** List your drafts of comments on a change request. */
export const listDraftComments = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<DraftComment> }
>('listDraftComments', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments')

/** List the changed pages that you have looked at. */
export const listViewedPages = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string },
  ViewedPages
>('listViewedPages', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages')

/** Mark a changed page as looked at. */
export const markPageAsViewed = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string; query?: { revision?: string | undefined } },
  undefined
>('markPageAsViewed', 'PUT', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages/{pageId}')

/** Remove a requested reviewer from a change request. */
export const removeRequestedReviewerFromChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; userId: string },
  undefined
>(
  'removeRequestedReviewerFromChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
)

/** Request reviews of a change request. */
export const requestReviewersForChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { users: Array<string>; teams?: Array<string>; subject?: string; description?: JSONDocument }
  },
  { users: Array<ChangeRequestRequestedReviewer> }
>(
  'requestReviewersForChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
)

/** Review a change request. */
export const submitChangeRequestReview = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: { status: ChangeRequestReviewStatus; comment?: { markdown?: string; document?: JSONDocument } }
  },
  ChangeRequestReview
>('submitChangeRequestReview', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/reviews')

/** Submit your drafts of comments on a change request, as one review. */
export const submitDraftComments = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    body: {
      status?: 'changes-requested' | 'approved'
      comment?: { markdown?: string; document?: JSONDocument }
    }
  },
  SubmittedDraftComments
>('submitDraftComments', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/submit')

/** Take back that you have looked at a changed page. */
export const unmarkPageAsViewed = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  undefined
>('unmarkPageAsViewed', 'DELETE', '/spaces/{spaceId}/change-requests/{changeRequestId}/viewed-pages/{pageId}')

/** Edit the text of one of your drafts of comments on a change request. */
export const updateDraftComment = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    draftCommentId: string
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  DraftComment
>(
  'updateDraftComment',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/draft-comments/{draftCommentId}',
)
