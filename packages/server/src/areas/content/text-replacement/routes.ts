import { createRouteBuilder, object, type Route } from '../../../http/route.ts'
import { FindText, ReplaceText, TextMatchList, TextReplacement, UndoTextReplacement } from './schema.ts'
import type { TextReplacementService } from './service.ts'

const route = createRouteBuilder('Change requests')

export const textReplacementRoutes = (replacements: TextReplacementService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/text-matches',
    {
      operationId: 'findTextInChangeRequest',
      summary: 'Find words in the pages and reusable contents of a change request',
      description:
        'Finds words in titles, descriptions and texts, whatever marks are in them: not in addresses, tags or front matter. ' +
        'A response has what was found in some pages and reusable contents. While it has `next`, ask again with that as `from` and with its `revision`.',
      permission: 'space.view',
      query: FindText,
      response: object(TextMatchList),
    },
    ({ subject, params, query }) => replacements.find(subject, params.changeRequestId, query),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/text-replacements',
    {
      operationId: 'replaceTextInChangeRequest',
      summary: 'Replace words in pages and reusable contents of a change request',
      description:
        'Replaces words at places that were found with the same query. The replacement is text: what looks like Markdown in ' +
        'it is escaped. Only the lines of the places change. What is not at `version` any more is left as it is, and ' +
        'its result says so.',
      permission: 'space.edit',
      body: ReplaceText,
      response: object(TextReplacement),
    },
    ({ caller, subject, params, body }) =>
      replacements.replace(caller, subject, params.changeRequestId, body),
  ),
  route.post(
    '/spaces/:spaceId/change-requests/:changeRequestId/content/text-replacements/undo',
    {
      operationId: 'undoTextReplacement',
      summary: 'Undo a replacement of words',
      description:
        'Gives pages and reusable contents the title, the description and the text, byte for byte, that they had in a revision. ' +
        'What is not at `version` any more is left as it is, and its result says so.',
      permission: 'space.edit',
      body: UndoTextReplacement,
      response: object(TextReplacement),
    },
    ({ caller, subject, params, body }) => replacements.undo(caller, subject, params.changeRequestId, body),
  ),
]
