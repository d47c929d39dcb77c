// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { Comment, CommentReply, JSONDocument, OrganizationMember } from './types.ts'

/** Apply the suggestion of a comment on a change request. */
export const applyCommentSuggestion = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string },
  Comment
>(
  'applyCommentSuggestion',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/apply',
)

/** Delete a comment on a change request. */
export const deleteCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string },
  undefined
>(
  'deleteCommentInChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Delete a comment on a space. */
export const deleteCommentInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string },
  undefined
>('deleteCommentInSpace', 'DELETE', '/spaces/{spaceId}/comments/{commentId}')

/** Delete a reply to a comment on a change request. */
export const deleteCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; commentId: string; commentReplyId: string },
  undefined
>(
  'deleteCommentReplyInChangeRequest',
  'DELETE',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Delete a reply to a comment on a space. */
export const deleteCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string; commentReplyId: string },
  undefined
>('deleteCommentReplyInSpace', 'DELETE', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')

/** Get a comment on a change request. */
export const getCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  Comment
>(
  'getCommentInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Get a comment on a space. */
export const getCommentInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; commentId: string; query?: { format?: 'document' | 'markdown' | undefined } },
  Comment
>('getCommentInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}')

/** Get a reply to a comment on a change request. */
export const getCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    commentReplyId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  CommentReply
>(
  'getCommentReplyInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Get a reply to a comment on a space. */
export const getCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    commentReplyId: string
    query?: { format?: 'document' | 'markdown' | undefined }
  },
  CommentReply
>('getCommentReplyInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')

/** List the replies to a comment on a change request. */
export const listCommentRepliesInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<CommentReply> }
>(
  'listCommentRepliesInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
)

/** List the replies to a comment on a space. */
export const listCommentRepliesInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<CommentReply> }
>('listCommentRepliesInSpace', 'GET', '/spaces/{spaceId}/comments/{commentId}/replies')

/** List the members who commented on a change request. */
export const listCommentersInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listCommentersInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/commenters')

/** List the members who commented on a space. */
export const listCommentersInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<OrganizationMember> }
>('listCommentersInSpace', 'GET', '/spaces/{spaceId}/commenters')

/** List the comments on a change request. */
export const listCommentsInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      order?: 'asc' | 'desc' | undefined
      status?: 'all' | 'open' | 'resolved' | undefined
      targetPage?: string | undefined
      authors?: Array<string> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Comment> }
>('listCommentsInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/comments')

/** List the comments on a space. */
export const listCommentsInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      format?: 'document' | 'markdown' | undefined
      order?: 'asc' | 'desc' | undefined
      status?: 'all' | 'open' | 'resolved' | undefined
      targetPage?: string | undefined
      authors?: Array<string> | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<Comment> }
>('listCommentsInSpace', 'GET', '/spaces/{spaceId}/comments')

/** Comment on a change request. */
export const postCommentInChangeRequest = /* @__PURE__ */ defineOperation<
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
  Comment
>('postCommentInChangeRequest', 'POST', '/spaces/{spaceId}/change-requests/{changeRequestId}/comments')

/** Comment on a space. */
export const postCommentInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      page?: string
      node?: string
      tableCell?: { record: string; definition: string }
      quote?: { exact: string; prefix?: string; suffix?: string }
      suggestion?: { replacement: string }
    }
  },
  Comment
>('postCommentInSpace', 'POST', '/spaces/{spaceId}/comments')

/** Reply to a comment on a change request. */
export const postCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  CommentReply
>(
  'postCommentReplyInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
)

/** Reply to a comment on a space. */
export const postCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    query?: { format?: 'document' | 'markdown' | undefined }
    body: { body: { markdown?: string; document?: JSONDocument } }
  },
  CommentReply
>('postCommentReplyInSpace', 'POST', '/spaces/{spaceId}/comments/{commentId}/replies')

/** Edit, resolve, reopen or react to a comment on a change request. */
export const updateCommentInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    body: {
      resolved?: boolean
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  Comment
>(
  'updateCommentInChangeRequest',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
)

/** Edit, resolve, reopen or react to a comment on a space. */
export const updateCommentInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    body: {
      resolved?: boolean
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  Comment
>('updateCommentInSpace', 'PUT', '/spaces/{spaceId}/comments/{commentId}')

/** Edit or react to a reply to a comment on a change request. */
export const updateCommentReplyInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    commentId: string
    commentReplyId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  CommentReply
>(
  'updateCommentReplyInChangeRequest',
  'PUT',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
)

/** Edit or react to a reply to a comment on a space. */
export const updateCommentReplyInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    commentId: string
    commentReplyId: string
    body: {
      body?: { markdown?: string; document?: JSONDocument }
      addedReactions?: Array<string>
      removedReactions?: Array<string>
    }
  },
  CommentReply
>('updateCommentReplyInSpace', 'PUT', '/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}')
