import type { Visitor } from '../../../audience/visitor-admission.ts'
import { object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { JSONDocument } from '../../../http/schemas.ts'
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
import type { RevisionService, RevisionScope } from './service.ts'

const route = createRouteBuilder('Content')

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
    visitors: true,
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
    visitors: false,
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
    visitors: true,
    scope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    {
      operationId: 'getPageDocumentInRevisionById',
      summary: 'Get the document of a page in a revision',
      permission: 'space.view',
      visitorAccess: true,
      query: DocumentQuery,
      response: object(JSONDocument),
    },
    ({ subject, params: { revisionId, pageId }, query, visitor }) =>
      revisions.getPageDocument(subject, { of: 'revision', revisionId, claims: visitor?.claims }, pageId, query),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    {
      operationId: 'getReusableContentDocumentInRevisionById',
      summary: 'Get the document of a reusable content in a revision',
      permission: 'space.view',
      visitorAccess: true,
      query: DocumentQuery,
      response: object(JSONDocument),
    },
    ({ subject, params: { revisionId, reusableContentId }, query, visitor }) =>
      revisions.getReusableContentDocument(
        subject,
        { of: 'revision', revisionId, claims: visitor?.claims },
        reusableContentId,
        query,
      ),
  ),
  route.get(
    '/spaces/:spaceId/documents/:documentId',
    {
      operationId: 'getDocumentById',
      summary: 'Get a document of a space',
      description:
        'By the `documentId` of a page, or the `document` of a reusable content, in any revision of it.',
      permission: 'space.view',
      visitorAccess: true,
      query: DocumentByIdQuery,
      response: object(JSONDocument),
    },
    ({ subject, params, visitor }) => revisions.getDocumentById(subject, params.documentId, visitor?.claims),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/changes',
    {
      operationId: 'getChangeRequestChanges',
      summary: 'List what a change request changes',
      description: 'In the order of the pages; those that are deleted come last.',
      permission: 'space.view',
      visitorAccess: 'previews',
      query: ChangesQuery,
      response: object(SemanticChanges),
    },
    ({ subject, params, query }) => revisions.getChangeRequestChanges(subject, params.changeRequestId, query),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/changes',
    {
      operationId: 'getRevisionSemanticChanges',
      summary: 'List what a revision changed',
      description: 'Against the revision before it: for a merge, what the space showed until then.',
      permission: 'space.view',
      visitorAccess: true,
      query: ChangesQuery,
      response: object(SemanticChanges),
    },
    ({ subject, params, query, visitor }) =>
      revisions.getChanges(subject, params.revisionId, query, visitor?.claims),
  ),
]

interface In {
  path:
    | '/spaces/:spaceId/content'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content'
    | '/spaces/:spaceId/revisions/:revisionId'
  what: string
  /** Visitors of sites read what spaces show, and never what change requests have. */
  visitors: boolean
  names: Record<'get' | 'pages' | 'page' | 'pageByPath' | 'reusableContent', string>
  scope: (params: { changeRequestId: string; revisionId: string }) => RevisionScope
}

function routesIn(revisions: RevisionService, { path, what, names, visitors, scope }: In): Route[] {
  // Each path has the parameters that its own scope reads.
  const scopeOf = (params: object, visitor: Visitor | undefined): RevisionScope => ({
    ...scope(params as { changeRequestId: string; revisionId: string }),
    claims: visitor?.claims,
  })
  return [
    route.get(
      path,
      {
        operationId: names.get,
        summary: `Get ${what}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: object(Revision),
      },
      ({ subject, params, query, visitor }) => revisions.get(subject, scopeOf(params, visitor), query),
    ),
    route.get(
      `${path}/pages`,
      {
        operationId: names.pages,
        summary: `List the pages in ${what}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: object(RevisionPages),
      },
      ({ subject, params, query, visitor }) => revisions.listPages(subject, scopeOf(params, visitor), query),
    ),
    route.get(
      `${path}/page/:pageId`,
      {
        operationId: names.page,
        summary: `Get a page in ${what}`,
        description: 'Its text comes as a document, or with `format=markdown` byte for byte as it was given.',
        permission: 'space.view',
        visitorAccess: visitors,
        query: PageQuery,
        response: object(RevisionPage),
      },
      ({ subject, params, query, visitor }) =>
        revisions.getCacheablePage(subject, scopeOf(params, visitor), params.pageId, query),
    ),
    route.get(
      `${path}/path/:pagePath`,
      {
        operationId: names.pageByPath,
        summary: `Get a page in ${what} by its path`,
        description: 'Slashes in the path are sent as %2F.',
        permission: 'space.view',
        visitorAccess: visitors,
        query: PageQuery,
        response: object(RevisionPage),
      },
      ({ subject, params, query, visitor }) =>
        revisions.getPageByPath(subject, scopeOf(params, visitor), params.pagePath, query),
    ),
    route.get(
      `${path}/reusable-contents/:reusableContentId`,
      {
        operationId: names.reusableContent,
        summary: `Get a reusable content in ${what}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionQuery,
        response: object(RevisionReusableContent),
      },
      ({ subject, params, query, visitor }) =>
        revisions.getReusableContent(subject, scopeOf(params, visitor), params.reusableContentId, query),
    ),
  ]
}
