// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ApplySpaceTemplate,
  ComputedContentSourceDocument,
  ComputedContentSourceRevision,
  ContentImportRun,
  ContentImportStatusFilter,
  Embed,
  HTMLDocument,
  ImportContent,
  ImportContentResult,
  JSONDocument,
  PageBlame,
  PageRevisionEntry,
  Revision,
  RevisionEntry,
  RevisionFile,
  RevisionPage,
  RevisionReusableContent,
  RevisionSemanticChanges,
  StartImportRun,
  Template,
} from './types.ts'

/** Add the pages of a template to a space. */
export const applyTemplateToSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ApplySpaceTemplate },
  undefined
>('applyTemplateToSpace', 'POST', '/spaces/{spaceId}/content/template')

/** Cancel an import. */
export const cancelImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; importRunId: string },
  ContentImportRun
>('cancelImportRun', 'POST', '/org/{organizationId}/imports/{importRunId}/cancel')

/** Compare two revisions of a space. */
export const compareRevisions = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    baseRevisionId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('compareRevisions', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/compare/{baseRevisionId}')

/** List what a change request changes. */
export const getChangeRequestChanges = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('getChangeRequestChanges', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/changes')

/** Get the document of a generated page. */
export const getComputedDocument = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: { schema?: 'current' | 'next' | undefined; format?: 'document' | 'html' | undefined }
    body: { source: ComputedContentSourceDocument; seed: string }
  },
  JSONDocument
>('getComputedDocument', 'POST', '/spaces/{spaceId}/content/computed/document')

/** Get the pages that are generated from a source. */
export const getComputedRevision = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: { source: ComputedContentSourceRevision; seed: string } },
  { pages: Array<RevisionPage>; files: Array<RevisionFile>; reusableContents: Array<RevisionReusableContent> }
>('getComputedRevision', 'POST', '/spaces/{spaceId}/content/computed/revision')

/** Get the content of a space. */
export const getCurrentRevision = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getCurrentRevision', 'GET', '/spaces/{spaceId}/content')

/** Get a document of a space. */
export const getDocumentById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    documentId: string
    query?: { schema?: 'current' | 'next' | undefined; format?: 'document' | 'html' | undefined }
  },
  JSONDocument | HTMLDocument
>('getDocumentById', 'GET', '/spaces/{spaceId}/documents/{documentId}')

/** Describe the page behind a URL. */
export const getEmbedByUrlInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query: { url: string } },
  Embed
>('getEmbedByUrlInSpace', 'GET', '/spaces/{spaceId}/embed')

/** Get an import. */
export const getImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; importRunId: string },
  ContentImportRun
>('getImportRun', 'GET', '/org/{organizationId}/imports/{importRunId}')

/** Get who wrote each line of a page. */
export const getPageBlame = /* @__PURE__ */ defineOperation<{ spaceId: string; pageId: string }, PageBlame>(
  'getPageBlame',
  'GET',
  '/spaces/{spaceId}/content/page/{pageId}/blame',
)

/** Get a page in the content of a space. */
export const getPageById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageById', 'GET', '/spaces/{spaceId}/content/page/{pageId}')

/** Get a page in the content of a space by its path. */
export const getPageByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageByPath', 'GET', '/spaces/{spaceId}/content/path/{pagePath}')

/** Get the document of a page in a revision. */
export const getPageDocumentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pageId: string
    query?: {
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'html' | undefined
    }
  },
  JSONDocument | HTMLDocument
>('getPageDocumentInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document')

/** Get a page in the content of a change request. */
export const getPageInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>(
  'getPageInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
)

/** Get a page in the content of a change request by its path. */
export const getPageInChangeRequestByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>(
  'getPageInChangeRequestByPath',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
)

/** Get a page in a revision. */
export const getPageInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pageId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}')

/** Get a page in a revision by its path. */
export const getPageInRevisionByPath = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    pagePath: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'markdown' | 'html' | undefined
      'format.markdown.refs'?: 'relative' | 'stable' | undefined
    }
  },
  RevisionPage
>('getPageInRevisionByPath', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}')

/** Get a reusable content in the content of a space. */
export const getReusableContentById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>('getReusableContentById', 'GET', '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}')

/** Get the document of a reusable content in a revision. */
export const getReusableContentDocumentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    reusableContentId: string
    query?: {
      evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
      dereferenced?: 'true' | 'false' | 'reusable-contents' | undefined
      format?: 'document' | 'html' | undefined
    }
  },
  JSONDocument | HTMLDocument
>(
  'getReusableContentDocumentInRevisionById',
  'GET',
  '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
)

/** Get a reusable content in the content of a change request. */
export const getReusableContentInChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>(
  'getReusableContentInChangeRequestById',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
)

/** Get a reusable content in a revision. */
export const getReusableContentInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    reusableContentId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      format?: 'document' | 'markdown' | undefined
    }
  },
  RevisionReusableContent
>(
  'getReusableContentInRevisionById',
  'GET',
  '/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
)

/** Get a revision. */
export const getRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}')

/** Get the content of a change request. */
export const getRevisionOfChangeRequestById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'shared' | undefined
    }
  },
  Revision
>('getRevisionOfChangeRequestById', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content')

/** List what a revision changed. */
export const getRevisionSemanticChanges = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: { metadata?: boolean | undefined; computed?: boolean | undefined; limit?: number | undefined }
  },
  RevisionSemanticChanges
>('getRevisionSemanticChanges', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/changes')

/** Import content into a space. */
export const importContent = /* @__PURE__ */ defineOperation<
  { spaceId: string; body: ImportContent },
  ImportContentResult
>('importContent', 'POST', '/spaces/{spaceId}/content/import')

/** Import content into a change request. */
export const importContentInChangeRequest = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; body: ImportContent },
  ImportContentResult
>(
  'importContentInChangeRequest',
  'POST',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
)

/** List the imports of an organization. */
export const listImportRuns = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    query?: {
      space?: string | undefined
      changeRequest?: string | undefined
      status?: ContentImportStatusFilter | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentImportRun> }
>('listImportRuns', 'GET', '/org/{organizationId}/imports')

/** List the revisions in which a page changed. */
export const listPageRevisions = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<PageRevisionEntry> }
>('listPageRevisions', 'GET', '/spaces/{spaceId}/content/page/{pageId}/revisions')

/** List the pages in the content of a space. */
export const listPages = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPages', 'GET', '/spaces/{spaceId}/content/pages')

/** List the pages in the content of a change request. */
export const listPagesInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPagesInChangeRequest', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages')

/** List the pages in a revision. */
export const listPagesInRevisionById = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    revisionId: string
    query?: {
      metadata?: boolean | undefined
      computed?: boolean | undefined
      fields?: 'all' | 'tree' | undefined
    }
  },
  { pages: Array<RevisionPage> }
>('listPagesInRevisionById', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/pages')

/** List the revisions of a space. */
export const listRevisionsInSpace = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<RevisionEntry> }
>('listRevisionsInSpace', 'GET', '/spaces/{spaceId}/revisions')

/** List the templates that spaces can start with. */
export const listTemplates = /* @__PURE__ */ defineOperation<
  object,
  { items: Array<Template>; count: number }
>('listTemplates', 'GET', '/templates')

/** Start an import. */
export const startImportRun = /* @__PURE__ */ defineOperation<
  { organizationId: string; body: StartImportRun },
  ContentImportRun
>('startImportRun', 'POST', '/org/{organizationId}/imports')
