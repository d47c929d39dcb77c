import { createRouteBuilder, list, object, type Route } from '../../../http/route.ts'
import type { PageBlameService } from './blame-service.ts'
import { PageBlame, PageRevisionEntry } from './schema.ts'
import type { PageHistoryService } from './service.ts'

const route = createRouteBuilder('Content')

export const pageHistoryRoutes = (pageHistory: PageHistoryService, pageBlame: PageBlameService): Route[] => [
  route.get(
    '/spaces/:spaceId/content/page/:pageId/revisions',
    {
      operationId: 'listPageRevisions',
      summary: 'List the revisions in which a page changed',
      description:
        'Those of the space that changed its text, its title, its place or its settings, newest first. The page keeps its ' +
        'id, and so its history, when it is renamed, moved, deleted and restored.',
      permission: 'space.view',
      response: list(PageRevisionEntry),
    },
    ({ subject, params, paging }) => pageHistory.list(subject, params.pageId, paging),
  ),
  route.get(
    '/spaces/:spaceId/content/page/:pageId/blame',
    {
      operationId: 'getPageBlame',
      summary: 'Get who wrote each line of a page',
      description:
        'For each line of its Markdown the revision that last changed it: that revision has the line, and the text before it ' +
        'does not have it at that place.',
      permission: 'space.view',
      response: object(PageBlame),
    },
    ({ subject, params }) => pageBlame.get(subject, params.pageId),
  ),
]
