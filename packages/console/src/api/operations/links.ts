// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type {
  ContentLocation,
  ContentReferenceStatus,
  ContentReferenceUsage,
  ContentReferencesStats,
  RevisionPageMetaLinks,
} from './types.ts'

/** List where a file is referred to in the content of a change request. */
export const listChangeRequestFileBacklinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    fileId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestFileBacklinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
)

/** List where a page is referred to in the content of a change request. */
export const listChangeRequestPageBacklinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestPageBacklinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
)

/** Get the meta links of a page. */
export const listChangeRequestPageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; changeRequestId: string; pageId: string },
  RevisionPageMetaLinks
>(
  'listChangeRequestPageMetaLinks',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
)

/** List where a reusable content is included in the content of a change request. */
export const listChangeRequestReusableContentUses = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    reusableContentId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listChangeRequestReusableContentUses',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}/uses',
)

/** List where an OpenAPI spec is used. */
export const listOpenAPISpecUses = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    specSlug: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listOpenAPISpecUses', 'GET', '/orgs/{organizationId}/openapi/{specSlug}/uses')

/** List the links of a page in the content of a change request. */
export const listPageLinksInChangeRequest = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    pageId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>(
  'listPageLinksInChangeRequest',
  'GET',
  '/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
)

/** List the links of a page in the content of a space. */
export const listPageLinksInSpace = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    pageId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>('listPageLinksInSpace', 'GET', '/spaces/{spaceId}/content/page/{pageId}/links')

/** Get the meta links of a page. */
export const listRevisionPageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; revisionId: string; pageId: string },
  RevisionPageMetaLinks
>('listRevisionPageMetaLinks', 'GET', '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links')

/** List where a file is referred to in the content of a space. */
export const listSpaceFileBacklinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; fileId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listSpaceFileBacklinks', 'GET', '/spaces/{spaceId}/content/files/{fileId}/backlinks')

/** List the links of a space. */
export const listSpaceLinks = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    query?: {
      status?: ContentReferenceStatus | undefined
      page?: string | undefined
      limit?: number | undefined
    }
  },
  {
    next?: { page: string }
    previous?: { page: string }
    count: number
    stats: ContentReferencesStats
    items: Array<ContentReferenceUsage>
  }
>('listSpaceLinks', 'GET', '/spaces/{spaceId}/links')

/** List where a page is referred to in the content of a space. */
export const listSpacePageBacklinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string; query?: { page?: string | undefined; limit?: number | undefined } },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>('listSpacePageBacklinks', 'GET', '/spaces/{spaceId}/content/page/{pageId}/backlinks')

/** Get the meta links of a page. */
export const listSpacePageMetaLinks = /* @__PURE__ */ defineOperation<
  { spaceId: string; pageId: string },
  RevisionPageMetaLinks
>('listSpacePageMetaLinks', 'GET', '/spaces/{spaceId}/content/page/{pageId}/meta-links')

/** List where a reusable content is included in the content of a space. */
export const listSpaceReusableContentUses = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    reusableContentId: string
    query?: { page?: string | undefined; limit?: number | undefined }
  },
  { next?: { page: string }; previous?: { page: string }; count: number; items: Array<ContentLocation> }
>(
  'listSpaceReusableContentUses',
  'GET',
  '/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/uses',
)
