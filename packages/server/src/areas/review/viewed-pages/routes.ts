import { createRouteBuilder, noContent, object, type Route } from '../../../http/route.ts'
import { MarkPageAsViewed, ViewedPages } from './schema.ts'
import type { ViewedPageService } from './service.ts'

const route = createRouteBuilder('Reviews')

export const viewedPageRoutes = (viewedPages: ViewedPageService): Route[] => [
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/viewed-pages',
    {
      operationId: 'listViewedPages',
      summary: 'List the changed pages that you have looked at',
      description: 'Without those that were changed again since you marked them.',
      permission: 'space.view',
      response: object(ViewedPages),
    },
    ({ caller, subject, params }) => viewedPages.list(caller, subject, params.changeRequestId),
  ),
  route.put(
    '/spaces/:spaceId/change-requests/:changeRequestId/viewed-pages/:pageId',
    {
      operationId: 'markPageAsViewed',
      summary: 'Mark a changed page as looked at',
      description: 'For yourself only. The mark goes when the page is changed again.',
      permission: 'space.view',
      query: MarkPageAsViewed,
      response: noContent,
    },
    ({ caller, subject, params, query }) =>
      viewedPages.mark(caller, subject, params.changeRequestId, params.pageId, query),
  ),
  route.delete(
    '/spaces/:spaceId/change-requests/:changeRequestId/viewed-pages/:pageId',
    {
      operationId: 'unmarkPageAsViewed',
      summary: 'Take back that you have looked at a changed page',
      permission: 'space.view',
      response: noContent,
    },
    ({ caller, subject, params }) =>
      viewedPages.unmark(caller, subject, params.changeRequestId, params.pageId),
  ),
]
