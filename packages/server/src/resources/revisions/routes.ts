import { object, type Route, routesOf } from '../../http/route.ts'
import {
  ChangesQuery,
  PageQuery,
  Revision,
  RevisionPage,
  RevisionPages,
  RevisionQuery,
  SemanticChanges,
} from './schema.ts'
import type { RevisionService, Scope } from './service.ts'

const route = routesOf('Content')

/** The same four reads of what a space shows, of what a change request has, and of one revision. */
export const revisionRoutes = (revisions: RevisionService): Route[] => [
  ...routesIn(revisions, {
    path: '/spaces/:spaceId/content',
    what: 'the content of a space',
    names: {
      get: 'getCurrentRevision',
      pages: 'listPages',
      page: 'getPageById',
      pageByPath: 'getPageByPath',
    },
    scope: () => ({ of: 'space' }),
  }),
  ...routesIn(revisions, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    what: 'the content of a change request',
    names: {
      get: 'getRevisionOfChangeRequestById',
      pages: 'listPagesInChangeRequest',
      page: 'getPageInChangeRequestById',
      pageByPath: 'getPageInChangeRequestByPath',
    },
    scope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  ...routesIn(revisions, {
    path: '/spaces/:spaceId/revisions/:revisionId',
    what: 'a revision',
    names: {
      get: 'getRevisionById',
      pages: 'listPagesInRevisionById',
      page: 'getPageInRevisionById',
      pageByPath: 'getPageInRevisionByPath',
    },
    scope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/changes',
    {
      operationId: 'getChangeRequestChanges',
      summary: 'List what a change request changes',
      description: 'In the order of the pages; those that are deleted come last.',
      permission: 'space.view',
      query: ChangesQuery,
      answer: object(SemanticChanges),
    },
    ({ subject, params, query }) => revisions.changesIn(subject, params.changeRequestId, query),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/changes',
    {
      operationId: 'getRevisionSemanticChanges',
      summary: 'List what a revision changed',
      description: 'Against the revision before it: for a merge, what the space showed until then.',
      permission: 'space.view',
      query: ChangesQuery,
      answer: object(SemanticChanges),
    },
    ({ subject, params, query }) => revisions.changes(subject, params.revisionId, query),
  ),
]

interface In {
  path:
    | '/spaces/:spaceId/content'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content'
    | '/spaces/:spaceId/revisions/:revisionId'
  what: string
  names: Record<'get' | 'pages' | 'page' | 'pageByPath', string>
  scope: (params: { changeRequestId: string; revisionId: string }) => Scope
}

function routesIn(revisions: RevisionService, { path, what, names, scope }: In): Route[] {
  // Each path has the parameters that its own scope reads.
  const scopeOf = (params: object) => scope(params as { changeRequestId: string; revisionId: string })
  return [
    route.get(
      path,
      {
        operationId: names.get,
        summary: `Get ${what}`,
        permission: 'space.view',
        query: RevisionQuery,
        answer: object(Revision),
      },
      ({ subject, params }) => revisions.get(subject, scopeOf(params)),
    ),
    route.get(
      `${path}/pages`,
      {
        operationId: names.pages,
        summary: `List the pages in ${what}`,
        permission: 'space.view',
        query: RevisionQuery,
        answer: object(RevisionPages),
      },
      ({ subject, params }) => revisions.pages(subject, scopeOf(params)),
    ),
    route.get(
      `${path}/page/:pageId`,
      {
        operationId: names.page,
        summary: `Get a page in ${what}`,
        description: 'Its text comes as a document, or with `format=markdown` byte for byte as it was given.',
        permission: 'space.view',
        query: PageQuery,
        answer: object(RevisionPage),
      },
      ({ subject, params, query }) => revisions.page(subject, scopeOf(params), params.pageId, query),
    ),
    route.get(
      `${path}/path/:pagePath`,
      {
        operationId: names.pageByPath,
        summary: `Get a page in ${what} by its path`,
        description: 'Slashes in the path are sent as %2F.',
        permission: 'space.view',
        query: PageQuery,
        answer: object(RevisionPage),
      },
      ({ subject, params, query }) => revisions.pageByPath(subject, scopeOf(params), params.pagePath, query),
    ),
  ]
}
