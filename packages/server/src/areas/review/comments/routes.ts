import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { deletion, list, object, type Route, routesOf } from '../../../http/route.ts'
import { Member } from '../../organizations/index.ts'
import {
  Comment,
  CommentReply,
  FormatQuery,
  ListComments,
  PostComment,
  PostReply,
  UpdateComment,
  UpdateReply,
} from './schema.ts'
import type { Asked, CommentService } from './service.ts'

const route = routesOf('Comments')

/** The same operations on the comments of a space itself and of a change request. */
export const commentRoutes = (comments: CommentService): Route[] => [
  ...routesIn(comments, {
    path: '/spaces/:spaceId',
    what: 'a space',
    suffix: 'InSpace',
  }),
  ...routesIn(comments, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId',
    what: 'a change request',
    suffix: 'InChangeRequest',
  }),
]

interface In {
  path: '/spaces/:spaceId' | '/spaces/:spaceId/change-requests/:changeRequestId'
  what: string
  suffix: 'InSpace' | 'InChangeRequest'
}

interface Context {
  caller: Caller
  subject: Subjects['space']
  params: object
}

function asked({ caller, subject, params }: Context): Asked {
  // Only the paths below a change request have the parameter.
  const { changeRequestId } = params as { changeRequestId?: string }
  return { caller, space: subject, changeRequest: changeRequestId }
}

function routesIn(comments: CommentService, { path, what, suffix }: In): Route[] {
  return [
    route.get(
      `${path}/comments`,
      {
        operationId: `listComments${suffix}`,
        summary: `List the comments on ${what}`,
        permission: 'space.view',
        query: ListComments,
        answer: list(Comment),
      },
      (context) => comments.list(asked(context), context.query, context.paging),
    ),
    route.post(
      `${path}/comments`,
      {
        operationId: `postComment${suffix}`,
        summary: `Comment on ${what}`,
        description: 'On all of it, on a page, or on a block or table cell of a page.',
        permission: 'space.comment',
        body: PostComment,
        answer: object(Comment),
      },
      (context) => comments.post(asked(context), context.body),
    ),
    route.get(
      `${path}/comments/:commentId`,
      {
        operationId: `getComment${suffix}`,
        summary: `Get a comment on ${what}`,
        permission: 'space.view',
        query: FormatQuery,
        answer: object(Comment),
      },
      (context) => comments.get(asked(context), context.params.commentId, context.query.format),
    ),
    route.put(
      `${path}/comments/:commentId`,
      {
        operationId: `updateComment${suffix}`,
        summary: `Edit, resolve, reopen or react to a comment on ${what}`,
        description:
          'Edited by the author and admins of the space; resolved and reopened also by whoever may edit the space.',
        permission: 'space.comment',
        body: UpdateComment,
        answer: object(Comment),
      },
      (context) => comments.update(asked(context), context.params.commentId, context.body),
    ),
    route.delete(
      `${path}/comments/:commentId`,
      {
        operationId: `deleteComment${suffix}`,
        summary: `Delete a comment on ${what}`,
        description: 'With its replies; by the author and admins of the space.',
        permission: 'space.comment',
        answer: deletion,
      },
      (context) => comments.delete(asked(context), context.params.commentId),
    ),
    route.get(
      `${path}/comments/:commentId/replies`,
      {
        operationId: `listCommentReplies${suffix}`,
        summary: `List the replies to a comment on ${what}`,
        permission: 'space.view',
        query: FormatQuery,
        answer: list(CommentReply),
      },
      (context) => {
        const { params, query, paging } = context
        return comments.listReplies(asked(context), params.commentId, query.format, paging)
      },
    ),
    route.post(
      `${path}/comments/:commentId/replies`,
      {
        operationId: `postCommentReply${suffix}`,
        summary: `Reply to a comment on ${what}`,
        permission: 'space.comment',
        query: FormatQuery,
        body: PostReply,
        answer: object(CommentReply),
      },
      (context) => {
        const { params, query, body } = context
        return comments.postReply(asked(context), params.commentId, body, query.format)
      },
    ),
    route.get(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `getCommentReply${suffix}`,
        summary: `Get a reply to a comment on ${what}`,
        permission: 'space.view',
        query: FormatQuery,
        answer: object(CommentReply),
      },
      (context) => {
        const { params, query } = context
        return comments.getReply(asked(context), params.commentId, params.commentReplyId, query.format)
      },
    ),
    route.put(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `updateCommentReply${suffix}`,
        summary: `Edit or react to a reply to a comment on ${what}`,
        description: 'Edited by the author and admins of the space.',
        permission: 'space.comment',
        body: UpdateReply,
        answer: object(CommentReply),
      },
      (context) => {
        const { params, body } = context
        return comments.updateReply(asked(context), params.commentId, params.commentReplyId, body)
      },
    ),
    route.delete(
      `${path}/comments/:commentId/replies/:commentReplyId`,
      {
        operationId: `deleteCommentReply${suffix}`,
        summary: `Delete a reply to a comment on ${what}`,
        description: 'By the author and admins of the space.',
        permission: 'space.comment',
        answer: deletion,
      },
      (context) => {
        const { params } = context
        return comments.deleteReply(asked(context), params.commentId, params.commentReplyId)
      },
    ),
    route.get(
      `${path}/commenters`,
      {
        operationId: `listCommenters${suffix}`,
        summary: `List the members who commented on ${what}`,
        description: 'With a comment or a reply.',
        permission: 'space.view',
        answer: list(Member),
      },
      (context) => comments.commenters(asked(context), context.paging),
    ),
  ]
}
