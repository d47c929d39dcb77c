import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { created, createRouteBuilder, deletion, list, object, type Route } from '../../../http/route.ts'
import { CommentFormatQuery, PostComment } from '../comments/schema.ts'
import { DraftComment, SubmitDraftComments, SubmittedDraftComments, UpdateDraftComment } from './schema.ts'
import { type DraftCommentService, type DraftRequest, MAX_DRAFT_COMMENTS } from './service.ts'

const route = createRouteBuilder('Reviews')

const path = '/spaces/:spaceId/change-requests/:changeRequestId/draft-comments'

const readRequest = ({
  caller,
  subject,
  params,
}: {
  caller: Caller
  subject: Subjects['space']
  params: { changeRequestId: string }
}): DraftRequest => ({ caller, space: subject, changeRequest: params.changeRequestId })

export const draftCommentRoutes = (drafts: DraftCommentService): Route[] => [
  route.get(
    path,
    {
      operationId: 'listDraftComments',
      summary: 'List your drafts of comments on a change request',
      description: 'Nobody else sees them.',
      permission: 'space.comment',
      query: CommentFormatQuery,
      response: list(DraftComment),
    },
    (context) => drafts.list(readRequest(context), context.query.format, context.paging),
  ),
  route.post(
    path,
    {
      operationId: 'createDraftComment',
      summary: 'Draft a comment on a change request',
      description:
        'It takes what a comment takes. Only you see it, until you submit your drafts, all at once. ' +
        `409 when you have ${MAX_DRAFT_COMMENTS} on the change request.`,
      permission: 'space.comment',
      body: PostComment,
      response: created(DraftComment),
    },
    (context) => drafts.create(readRequest(context), context.body),
  ),
  route.post(
    `${path}/submit`,
    {
      operationId: 'submitDraftComments',
      summary: 'Submit your drafts of comments on a change request, as one review',
      description:
        'All drafts become comments, in one step. With `status` they are part of a review, which needs the role `review` and ' +
        'answers 409 when the change request is merged or archived. The author is told once, of the whole.',
      permission: 'space.comment',
      body: SubmitDraftComments,
      response: created(SubmittedDraftComments),
    },
    (context) => drafts.submit(readRequest(context), context.body),
  ),
  route.get(
    `${path}/:draftCommentId`,
    {
      operationId: 'getDraftComment',
      summary: 'Get one of your drafts of comments on a change request',
      permission: 'space.comment',
      query: CommentFormatQuery,
      response: object(DraftComment),
    },
    (context) => drafts.get(readRequest(context), context.params.draftCommentId, context.query.format),
  ),
  route.put(
    `${path}/:draftCommentId`,
    {
      operationId: 'updateDraftComment',
      summary: 'Edit the text of one of your drafts of comments on a change request',
      permission: 'space.comment',
      body: UpdateDraftComment,
      response: object(DraftComment),
    },
    (context) => drafts.update(readRequest(context), context.params.draftCommentId, context.body),
  ),
  route.delete(
    `${path}/:draftCommentId`,
    {
      operationId: 'deleteDraftComment',
      summary: 'Delete one of your drafts of comments on a change request',
      permission: 'space.comment',
      response: deletion,
    },
    (context) => drafts.delete(readRequest(context), context.params.draftCommentId),
  ),
]
