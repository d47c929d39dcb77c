import { object, type Route, routesOf } from '../../http/route.ts'
import { JSONDocument } from '../../http/schemas.ts'
import {
  ChangesQuery,
  DocumentByIdQuery,
  DocumentQuery,
  PageQuery,
  Revision,
  RevisionPage,
  RevisionPages,
  RevisionQuery,
  RevisionReusableContent,
  SemanticChanges,
} from './schema.ts'
import type { RevisionService, Scope } from './service.ts'

const route = routesOf('Content')

/** The same five reads of what a space shows, of what a change request has, and of one revision. */
export const revisionRoutes = (revisions: RevisionService): Route[] => [
  ...routesIn(revisions, {
    path: '/spaces/:spaceId/content',
    what: 'the content of a space',
    names: {
      get: 'getCurrentRevision',
      pages: 'listPages',
      page: 'getPageById',
      pageByPath: 'getPageByPath',
      reusableContent: 'getReusableContentById',
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
      reusableContent: 'getReusableContentInChangeRequestById',
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
      reusableContent: 'getReusableContentInRevisionById',
    },
    scope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    {
      operationId: 'getPageDocumentInRevisionById',
      summary: 'Get the document of a page in a revision',
      permission: 'space.view',
      query: DocumentQuery,
      answer: object(JSONDocument),
    },
    ({ subject, params: { revisionId, pageId }, query }) =>
      revisions.pageDocument(subject, { of: 'revision', revisionId }, pageId, query),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    {
      operationId: 'getReusableContentDocumentInRevisionById',
      summary: 'Get the document of a reusable content in a revision',
      permission: 'space.view',
      query: DocumentQuery,
      answer: object(JSONDocument),
    },
    ({ subject, params: { revisionId, reusableContentId }, query }) =>
      revisions.reusableContentDocument(subject, { of: 'revision', revisionId }, reusableContentId, query),
  ),
  route.get(
    '/spaces/:spaceId/documents/:documentId',
    {
      operationId: 'getDocumentById',
      summary: 'Get a document of a space',
      description:
        'By the `documentId` of a page, or the `document` of a reusable content, in any revision of it.',
      permission: 'space.view',
      query: DocumentByIdQuery,
      answer: object(JSONDocument),
    },
    ({ subject, params }) => revisions.documentById(subject, params.documentId),
  ),
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
  names: Record<'get' | 'pages' | 'page' | 'pageByPath' | 'reusableContent', string>
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
      ({ subject, params, query }) => revisions.get(subject, scopeOf(params), query),
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
      ({ subject, params, query }) => revisions.pages(subject, scopeOf(params), query),
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
    route.get(
      `${path}/reusable-contents/:reusableContentId`,
      {
        operationId: names.reusableContent,
        summary: `Get a reusable content in ${what}`,
        permission: 'space.view',
        query: RevisionQuery,
        answer: object(RevisionReusableContent),
      },
      ({ subject, params, query }) =>
        revisions.reusableContent(subject, scopeOf(params), params.reusableContentId, query),
    ),
  ]
}
