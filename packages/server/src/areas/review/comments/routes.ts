import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { deletion, list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { Member } from '../../organizations/index.ts'
import {
  Comment,
  CommentReply,
  CommentFormatQuery,
  ListComments,
  PostComment,
  PostReply,
  UpdateComment,
  UpdateReply,
} from './schema.ts'
import type { CommentRequest } from './place-reader.ts'
import type { CommentService } from './service.ts'

const route = createRouteBuilder('Comments')

interface ParentRoutes {
  path: '/spaces/:spaceId' | '/spaces/:spaceId/change-requests/:changeRequestId'
  parentName: string
  suffix: 'InSpace' | 'InChangeRequest'
}

const parents: readonly ParentRoutes[] = [
  { path: '/spaces/:spaceId', parentName: 'a space', suffix: 'InSpace' },
  {
    path: '/spaces/:spaceId/change-requests/:changeRequestId',
    parentName: 'a change request',
    suffix: 'InChangeRequest',
  },
]

/** Comments on a space and on a change request have the same operations. */
export const commentRoutes = (comments: CommentService): Route[] =>
  parents.flatMap((parent) => createCommentRoutes(comments, parent))

interface RequestContext {
  caller: Caller
  subject: Subjects['space']
  params: object
}

function readCommentRequest({ caller, subject, params }: RequestContext): CommentRequest {
  // Only the paths below a change request have the parameter.
  const { changeRequestId } = params as { changeRequestId?: string }
  return { caller, space: subject, changeRequest: changeRequestId }
}

function createCommentRoutes(comments: CommentService, parent: ParentRoutes): Route[] {
  const { path, parentName, suffix } = parent
  return [
    route.get(
      `${path}/comments`,
      {
        operationId: `listComments${suffix}`,
        summary: `List the comments on ${parentName}`,
        permission: 'space.view',
        query: ListComments,
        response: list(Comment),
      },
      (context) => comments.list(readCommentRequest(context), context.query, context.paging),
    ),
    route.post(
      `${path}/comments`,
      {
        operationId: `postComment${suffix}`,
        summary: `Comment on ${parentName}`,
        description:
          'A comment is on the whole content, on a page, or on a block, a table cell or words of a page.',
        permission: 'space.comment',
        body: PostComment,
        response: object(Comment),
      },
      (context) => comments.post(readCommentRequest(context), context.body),
    ),
    route.get(
      `${path}/comments/:commentId`,
      {
        operationId: `getComment${suffix}`,
        summary: `Get a comment on ${parentName}`,
        permission: 'space.view',
        query: CommentFormatQuery,
        response: object(Comment),
      },
      (context) => comments.get(readCommentRequest(context), context.params.commentId, context.query.format),
    ),
    route.put(
      `${path}/comments/:commentId`,
      {
        operationId: `updateComment${suffix}`,
        summary: `Edit, resolve, reopen or react to a comment on ${parentName}`,
        description:
          'The author and admins of the space may edit it; everyone who may edit the space may also resolve and reopen it.',
        permission: 'space.comment',
        body: UpdateComment,
        response: object(Comment),
      },
      (context) => comments.update(readCommentRequest(context), context.params.commentId, context.body),
    ),
    route.delete(
      `${path}/comments/:commentId`,
      {
        operationId: `deleteComment${suffix}`,
        summary: `Delete a comment on ${parentName}`,
        description: 'Deletes its replies too. Only the author and admins of the space may delete it.',
        permission: 'space.comment',
        response: deletion,
      },
      (context) => comments.delete(readCommentRequest(context), context.params.commentId),
    ),
    ...createReplyRoutes(comments, parent),
    route.get(
      `${path}/commenters`,
      {
        operationId: `listCommenters${suffix}`,
        summary: `List the members who commented on ${parentName}`,
        description: 'Lists the authors of comments and of replies.',
        permission: 'space.view',
        response: list(Member),
      },
      (context) => comments.listCommenters(readCommentRequest(context), context.paging),
    ),
  ]
}

function createReplyRoutes(comments: CommentService, { path, parentName, suffix }: ParentRoutes): Route[] {
  return [
    route.get(
      `${path}/comments/:commentId/replies`,
      {
        operationId: `listCommentReplies${suffix}`,
        summary: `List the replies to a comment on ${parentName}`,
        permission: 'space.view',
        query: CommentFormatQuery,
        response: list(CommentReply),
      },
      (context) => {
        const { params, query, paging } = context
        return comments.listReplies(readCommentRequest(context), params.commentId, query.format, paging)
      },
    ),
    route.post(
      `${path}/comments/:commentId/replies`,
      {
        operationId: `postCommentReply${suffix}`,
        summary: `Reply to a comment on ${parentName}`,
        permission: 'space.comment',
        query: CommentFormatQuery,
        body: PostReply,
        response: object(CommentReply),
      },
      (context) => {
        const { params, query, body } = context
        return comments.postReply(readCommentRequest(context), params.commentId, body, query.format)
      },
    ),
    route.get(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `getCommentReply${suffix}`,
        summary: `Get a reply to a comment on ${parentName}`,
        permission: 'space.view',
        query: CommentFormatQuery,
        response: object(CommentReply),
      },
      (context) => {
        const { params, query } = context
        return comments.getReply(
          readCommentRequest(context),
          params.commentId,
          params.commentReplyId,
          query.format,
        )
      },
    ),
    route.put(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `updateCommentReply${suffix}`,
        summary: `Edit or react to a reply to a comment on ${parentName}`,
        description: 'Only the author and admins of the space may edit it.',
        permission: 'space.comment',
        body: UpdateReply,
        response: object(CommentReply),
      },
      (context) => {
        const { params, body } = context
        return comments.updateReply(
          readCommentRequest(context),
          params.commentId,
          params.commentReplyId,
          body,
        )
      },
    ),
    route.delete(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `deleteCommentReply${suffix}`,
        summary: `Delete a reply to a comment on ${parentName}`,
        description: 'Only the author and admins of the space may delete it.',
        permission: 'space.comment',
        response: deletion,
      },
      (context) => {
        const { params } = context
        return comments.deleteReply(readCommentRequest(context), params.commentId, params.commentReplyId)
      },
    ),
  ]
}
