import { Type } from 'typebox'
import type { Visitor } from '../../../audience/visitor-admission.ts'
import { list, object, type Route, createRouteBuilder } from '../../../http/route.ts'
import { JsonDocumentSchema } from '../../../http/schemas.ts'
import type { SemanticChangeService } from './change-service.ts'
import type { RevisionHistoryService } from './history-service.ts'
import type { HtmlService } from './html-service.ts'
import {
  ChangesQuery,
  DocumentByIdQuery,
  HtmlDocument,
  PageDocumentQuery,
  PageQuery,
  PagesQuery,
  ReusableContentQuery,
  Revision,
  RevisionContentQuery,
  RevisionEntry,
  RevisionPage,
  RevisionPages,
  RevisionReusableContent,
  SemanticChanges,
} from './schema.ts'
import { describeReader, type RevisionService, type RevisionScope } from './service.ts'

const route = createRouteBuilder('Content')

const DocumentOrHtml = Type.Union([JsonDocumentSchema, HtmlDocument])

/**
 * The operations that read content. Five of them exist for the current revision of a space, for a change request and for
 * one revision.
 */
export const revisionRoutes = (
  revisions: RevisionService,
  html: HtmlService,
  changes: SemanticChangeService,
  history: RevisionHistoryService,
): Route[] => [
  ...createScopeRoutes(revisions, html, {
    path: '/spaces/:spaceId/content',
    scopeName: 'the content of a space',
    operationIds: {
      get: 'getCurrentRevision',
      pages: 'listPages',
      page: 'getPageById',
      pageByPath: 'getPageByPath',
      reusableContent: 'getReusableContentById',
    },
    visitors: true,
    readScope: () => ({ of: 'space' }),
  }),
  ...createScopeRoutes(revisions, html, {
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content',
    scopeName: 'the content of a change request',
    operationIds: {
      get: 'getRevisionOfChangeRequestById',
      pages: 'listPagesInChangeRequest',
      page: 'getPageInChangeRequestById',
      pageByPath: 'getPageInChangeRequestByPath',
      reusableContent: 'getReusableContentInChangeRequestById',
    },
    visitors: false,
    readScope: ({ changeRequestId }) => ({ of: 'change-request', changeRequestId }),
  }),
  ...createScopeRoutes(revisions, html, {
    path: '/spaces/:spaceId/revisions/:revisionId',
    scopeName: 'a revision',
    operationIds: {
      get: 'getRevisionById',
      pages: 'listPagesInRevisionById',
      page: 'getPageInRevisionById',
      pageByPath: 'getPageInRevisionByPath',
      reusableContent: 'getReusableContentInRevisionById',
    },
    visitors: true,
    readScope: ({ revisionId }) => ({ of: 'revision', revisionId }),
  }),
  route.get(
    '/spaces/:spaceId/revisions',
    {
      operationId: 'listRevisionsInSpace',
      summary: 'List the revisions of a space',
      description: 'Those that were its current content, newest first: who changed it when, and how.',
      permission: 'space.view',
      response: list(RevisionEntry),
    },
    ({ subject, paging }) => history.list(subject, paging),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/page/:pageId/document',
    {
      operationId: 'getPageDocumentInRevisionById',
      summary: 'Get the document of a page in a revision',
      permission: 'space.view',
      visitorAccess: true,
      query: PageDocumentQuery,
      response: object(DocumentOrHtml),
    },
    ({ subject, params: { revisionId, pageId }, query: { format, ...query }, visitor }) => {
      const scope: RevisionScope = { of: 'revision', revisionId, ...describeReader(visitor) }
      return format === 'html'
        ? html.getPageDocument(subject, scope, pageId, query)
        : revisions.getPageDocument(subject, scope, pageId, query)
    },
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document',
    {
      operationId: 'getReusableContentDocumentInRevisionById',
      summary: 'Get the document of a reusable content in a revision',
      permission: 'space.view',
      visitorAccess: true,
      query: PageDocumentQuery,
      response: object(DocumentOrHtml),
    },
    ({ subject, params: { revisionId, reusableContentId }, query: { format, ...query }, visitor }) => {
      const scope: RevisionScope = { of: 'revision', revisionId, ...describeReader(visitor) }
      return format === 'html'
        ? html.getReusableContentDocument(subject, scope, reusableContentId, query)
        : revisions.getReusableContentDocument(subject, scope, reusableContentId, query)
    },
  ),
  route.get(
    '/spaces/:spaceId/documents/:documentId',
    {
      operationId: 'getDocumentById',
      summary: 'Get a document of a space',
      description:
        'By the `documentId` of a page, or the `document` of a reusable content, in any revision of the space.',
      permission: 'space.view',
      visitorAccess: true,
      query: DocumentByIdQuery,
      response: object(DocumentOrHtml),
    },
    ({ subject, params: { documentId }, query, visitor }) =>
      query.format === 'html'
        ? html.getDocumentById(subject, documentId, describeReader(visitor))
        : revisions.getDocumentById(subject, documentId, visitor?.claims),
  ),
  route.get(
    '/spaces/:spaceId/change-requests/:changeRequestId/changes',
    {
      operationId: 'getChangeRequestChanges',
      summary: 'List what a change request changes',
      description: 'The changes are in the order of the pages; those of deleted pages come last.',
      permission: 'space.view',
      visitorAccess: 'previews',
      query: ChangesQuery,
      response: object(SemanticChanges),
    },
    ({ subject, params, query, visitor }) =>
      changes.listForChangeRequest(subject, params.changeRequestId, query, visitor),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/changes',
    {
      operationId: 'getRevisionSemanticChanges',
      summary: 'List what a revision changed',
      description:
        'The changes from the previous revision; for a merge, from the previous content of the space. Visitors get what ' +
        'they see of the current content, and nothing of what was there before.',
      permission: 'space.view',
      visitorAccess: true,
      query: ChangesQuery,
      response: object(SemanticChanges),
    },
    ({ subject, params, query, visitor }) =>
      changes.listForRevision(subject, params.revisionId, query, visitor),
  ),
  route.get(
    '/spaces/:spaceId/revisions/:revisionId/compare/:baseRevisionId',
    {
      operationId: 'compareRevisions',
      summary: 'Compare two revisions of a space',
      description: 'The changes that lead from the base revision to the other one, whichever is older.',
      permission: 'space.view',
      query: ChangesQuery,
      response: object(SemanticChanges),
    },
    ({ subject, params, query }) => changes.compare(subject, params, query),
  ),
]

interface ScopeRoutes {
  path:
    | '/spaces/:spaceId/content'
    | '/spaces/:spaceId/change-requests/:changeRequestId/content'
    | '/spaces/:spaceId/revisions/:revisionId'
  /** What the scope is called in the summaries of operations. */
  scopeName: string
  /** Whether visitors of sites may read it. They never read change requests. */
  visitors: boolean
  operationIds: Record<'get' | 'pages' | 'page' | 'pageByPath' | 'reusableContent', string>
  readScope: (params: { changeRequestId: string; revisionId: string }) => RevisionScope
}

function createScopeRoutes(
  revisions: RevisionService,
  html: HtmlService,
  { path, scopeName, operationIds, visitors, readScope }: ScopeRoutes,
): Route[] {
  // The parameters are typed by path, and this function has any of the three paths. Each has those that its scope reads.
  const getScope = (params: object, visitor: Visitor | undefined): RevisionScope => ({
    ...readScope(params as { changeRequestId: string; revisionId: string }),
    ...describeReader(visitor),
  })
  return [
    route.get(
      path,
      {
        operationId: operationIds.get,
        summary: `Get ${scopeName}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: RevisionContentQuery,
        response: object(Revision),
      },
      ({ subject, params, query, visitor }) => revisions.get(subject, getScope(params, visitor), query),
    ),
    route.get(
      `${path}/pages`,
      {
        operationId: operationIds.pages,
        summary: `List the pages in ${scopeName}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: PagesQuery,
        response: object(RevisionPages),
      },
      ({ subject, params, query, visitor }) => revisions.listPages(subject, getScope(params, visitor), query),
    ),
    route.get(
      `${path}/page/:pageId`,
      {
        operationId: operationIds.page,
        summary: `Get a page in ${scopeName}`,
        description:
          'The text is a document, or with `format=markdown` the Markdown byte for byte as it was written. With ' +
          '`format=html`, which visitors of sites cannot ask for, it is `html`, `styles` and `outline`.',
        permission: 'space.view',
        visitorAccess: visitors,
        query: PageQuery,
        response: object(RevisionPage),
      },
      ({ subject, params, query, visitor }) =>
        query.format === 'html'
          ? html.getPage(subject, getScope(params, visitor), { id: params.pageId }, query)
          : revisions.getCacheablePage(subject, getScope(params, visitor), params.pageId, query),
    ),
    route.get(
      `${path}/path/:pagePath`,
      {
        operationId: operationIds.pageByPath,
        summary: `Get a page in ${scopeName} by its path`,
        description: 'Write slashes in the path as %2F.',
        permission: 'space.view',
        visitorAccess: visitors,
        query: PageQuery,
        response: object(RevisionPage),
      },
      ({ subject, params, query, visitor }) =>
        query.format === 'html'
          ? html.getPage(subject, getScope(params, visitor), { path: params.pagePath }, query)
          : revisions.getPageByPath(subject, getScope(params, visitor), params.pagePath, query),
    ),
    route.get(
      `${path}/reusable-contents/:reusableContentId`,
      {
        operationId: operationIds.reusableContent,
        summary: `Get a reusable content in ${scopeName}`,
        permission: 'space.view',
        visitorAccess: visitors,
        query: ReusableContentQuery,
        response: object(RevisionReusableContent),
      },
      ({ subject, params, query, visitor }) =>
        revisions.getReusableContent(subject, getScope(params, visitor), params.reusableContentId, query),
    ),
  ]
}
