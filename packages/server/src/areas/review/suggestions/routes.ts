import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { Comment } from '../comments/schema.ts'
import type { SuggestionService } from './service.ts'

const route = createRouteBuilder('Comments')

export const suggestionRoutes = (suggestions: SuggestionService): Route[] => [
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/apply',
    {
      operationId: 'applyCommentSuggestion',
      summary: 'Apply the suggestion of a comment on a change request',
      description:
        'Replaces the words that the comment is on, wherever they are now, by those that it suggests, as a new revision of ' +
        'the change request, and resolves the comment. Only the bytes of the words change. Whoever suggested it becomes a ' +
        'contributor. 409 when the words are gone or changed, or when the suggestion was applied or dismissed before.',
      permission: 'space.edit',
      response: object(Comment),
    },
    ({ caller, subject, params }) =>
      suggestions.apply({ caller, space: subject, changeRequest: params.changeRequestId }, params.commentId),
  ),
]
