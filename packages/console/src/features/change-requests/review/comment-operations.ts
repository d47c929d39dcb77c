import { call } from '../../../api/index.ts'
import {
  type Comment,
  deleteCommentInChangeRequest,
  deleteCommentInSpace,
  deleteCommentReplyInChangeRequest,
  deleteCommentReplyInSpace,
  postCommentInChangeRequest,
  postCommentInSpace,
  postCommentReplyInChangeRequest,
  postCommentReplyInSpace,
  updateCommentInChangeRequest,
  updateCommentInSpace,
  updateCommentReplyInChangeRequest,
  updateCommentReplyInSpace,
} from '../../../api/operations.ts'
import type { CommentPlace } from './comment-place.ts'

interface NewCommentBody {
  body?: { markdown: string }
  suggestion?: { replacement: string }
  page?: string
  quote?: NonNullable<Comment['target']['quote']>
}

interface CommentChange {
  body?: { markdown: string }
  resolved?: boolean
  addedReactions?: string[]
  removedReactions?: string[]
}

type ReplyChange = Omit<CommentChange, 'resolved'>

/** The operations on the comments of a place: both kinds of places have the same ones. */
export function listCommentOperations({ spaceId, changeRequestId }: CommentPlace) {
  if (changeRequestId === undefined) {
    const ids = { spaceId }
    return {
      post: (body: NewCommentBody) => call(postCommentInSpace, { ...ids, body }),
      update: (commentId: string, body: CommentChange) =>
        call(updateCommentInSpace, { ...ids, commentId, body }),
      delete: (commentId: string) => call(deleteCommentInSpace, { ...ids, commentId }),
      reply: (commentId: string, body: { body: { markdown: string } }) =>
        call(postCommentReplyInSpace, { ...ids, commentId, body }),
      updateReply: (commentId: string, commentReplyId: string, body: ReplyChange) =>
        call(updateCommentReplyInSpace, { ...ids, commentId, commentReplyId, body }),
      deleteReply: (commentId: string, commentReplyId: string) =>
        call(deleteCommentReplyInSpace, { ...ids, commentId, commentReplyId }),
    }
  }
  const ids = { spaceId, changeRequestId }
  return {
    post: (body: NewCommentBody) => call(postCommentInChangeRequest, { ...ids, body }),
    update: (commentId: string, body: CommentChange) =>
      call(updateCommentInChangeRequest, { ...ids, commentId, body }),
    delete: (commentId: string) => call(deleteCommentInChangeRequest, { ...ids, commentId }),
    reply: (commentId: string, body: { body: { markdown: string } }) =>
      call(postCommentReplyInChangeRequest, { ...ids, commentId, body }),
    updateReply: (commentId: string, commentReplyId: string, body: ReplyChange) =>
      call(updateCommentReplyInChangeRequest, { ...ids, commentId, commentReplyId, body }),
    deleteReply: (commentId: string, commentReplyId: string) =>
      call(deleteCommentReplyInChangeRequest, { ...ids, commentId, commentReplyId }),
  }
}
